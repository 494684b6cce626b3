"""The rulebook's commands: its cases run, its coverage, whether its rules can fire."""
