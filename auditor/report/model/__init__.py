"""The report of one casino as plain data, in one language; the writers only lay it out."""
