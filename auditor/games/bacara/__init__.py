"""Bacará with a bank that rotates: what happened at a table, as facts."""
