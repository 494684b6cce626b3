"""Seven-card stud: what a log of it holds, and what happened in each hand."""
