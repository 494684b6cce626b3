"""Audit casino hand logs against the articles of the law."""

__version__ = "0.1.0"
