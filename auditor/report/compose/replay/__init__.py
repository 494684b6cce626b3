"""A finding's hand step by step, from the rows that the audit kept of it."""
