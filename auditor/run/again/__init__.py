"""Partitions judged again only where what they hang on changed."""
