"""From a file to raw tables: every cell as text, every record numbered, whatever its format."""
