"""The forms of the report: one writer a module, found by the name of the form."""
