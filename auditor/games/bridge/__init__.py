"""Duplicate bridge: how the boards were shuffled, dealt and copied."""
