"""What a casino's own names, values and marks stand for in the log model."""
