"""Reports without names: players and staff under pseudonyms, the evidence inside as well."""
