"""The games: for each, its tables, what happened in it, and the formats that record it."""
