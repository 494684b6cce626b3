"""Mutants: every rule and every replay fact changed a little, to see which case notices."""
