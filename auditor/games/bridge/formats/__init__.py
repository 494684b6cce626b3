"""The file formats that record bridge: each module here is one, found by scanning."""
