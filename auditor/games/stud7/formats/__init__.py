"""File formats of seven-card stud."""
