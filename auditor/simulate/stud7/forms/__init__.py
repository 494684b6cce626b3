"""The forms in which stud alone is written."""
