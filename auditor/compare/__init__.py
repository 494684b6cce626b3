"""Two audits side by side: which findings differ, and what of their conditions does."""
