"""From logs to the store: find, read as text, map, convert exactly, reject with a reason."""
