"""Evaluate: facts against rules, three-valued verdicts, findings, and their sums."""
