"""Whole numbers that are all written plainly, read at once: digits, and no zero before them."""

from __future__ import annotations

import numpy as np
import pyarrow as pa

from auditor.ingest.read.blanks import text_bytes

ZERO, NINE = ord("0"), ord("9")


def whole_numbers(cells: pa.Array) -> pa.Array | None:
    """Read the numbers of cells; None where one is spelled otherwise, or too large."""
    offsets, signs = text_bytes(cells)
    every = signs[offsets[0] : offsets[-1]]
    if not len(every) or every.min() < ZERO or every.max() > NINE:
        return None
    longer = offsets[:-1][np.diff(offsets) > 1]
    if (signs[longer] == ZERO).any():
        return None
    try:
        return cells.cast(pa.int64())
    except pa.ArrowInvalid:
        return None
