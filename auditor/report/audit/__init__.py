"""What an audit left, read again: its document, and the part of it that is one casino's."""
