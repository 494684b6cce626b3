"""Replay: from canonical rows to facts, what happened in each hand."""
