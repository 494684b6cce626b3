"""What a report's PDF carries beside its pages: its annex of every finding, and its files."""
