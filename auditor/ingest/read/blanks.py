"""Which cells of a column have blanks around them, found by their first and last bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow.compute as pc

from auditor.arrays import array_of

if TYPE_CHECKING:
    import pyarrow as pa
    from numpy.typing import NDArray

BLANKS = " \t\r\n\u00a0"
LAST_BLANK, FIRST_PAST_ASCII = ord(" "), 0x80  # of the blanks of ASCII; one more is past it


def has_outer_blanks(cells: pa.Array) -> bool:
    """Tell whether a cell is empty, or has blanks around it."""
    offsets, signs = text_bytes(cells)
    if np.count_nonzero(offsets[1:] > offsets[:-1]) + cells.null_count < len(cells):
        return True
    every = signs[offsets[0] : offsets[-1]]
    if not len(every) or (every.min() > LAST_BLANK and every.max() < FIRST_PAST_ASCII):
        return False
    filled = np.flatnonzero(offsets[1:] > offsets[:-1])
    starts, ends = offsets[:-1][filled], offsets[1:][filled]
    may_be = np.flatnonzero(_FIRST[signs[starts]] | _LAST[signs[ends - 1]])
    if not len(may_be):
        return False
    some = cells.take(array_of(filled[may_be]))
    return pc.any(pc.not_equal(pc.utf8_trim(some, BLANKS), some)).as_py() is True


def text_bytes(cells: pa.Array) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
    """Give where each text of an array starts and where the last ends, and the bytes."""
    _, places, data = cells.buffers()
    offsets = np.frombuffer(places, np.int32)[cells.offset : cells.offset + len(cells) + 1]
    return offsets, np.frombuffer(data, np.uint8) if data else np.empty(0, np.uint8)


def _ends(place: int) -> NDArray[np.bool_]:
    """Tell of each byte whether a blank begins (0) or ends (-1) with it."""
    found = np.zeros(256, np.bool_)
    found[[blank.encode()[place] for blank in BLANKS]] = True
    return found


_FIRST, _LAST = _ends(0), _ends(-1)
