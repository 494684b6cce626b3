"""What a careful analyst's pandas script does of Mini-Bacará: the same checks, and exact money."""
