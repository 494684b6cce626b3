"""What of it is new, and how it comes into the store: all at once, or nothing."""
