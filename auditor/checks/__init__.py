"""Checks beside the articles: whether the shuffles and dice look like chance, and the log whole."""
