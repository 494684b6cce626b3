"""From an audit to the report of each casino, one part after another."""
