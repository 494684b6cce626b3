"""The rulebook: norms, clauses, parameters and rules, read from `rules/<norm>/`."""
