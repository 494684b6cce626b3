"""The forms in which bridge alone is written."""
