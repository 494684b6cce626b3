"""Times that are all written alike, read at once: ISO 8601 to the minute, second or microsecond."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from auditor.ingest.convert.times import FIRST_YEAR, LAST_YEAR
from auditor.ingest.read.blanks import text_bytes

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Length → where which sign stands, and whether it is UTC. All else has to be digits, T or a blank.
SHAPES = {
    16: ({4: "-", 7: "-", 13: ":"}, False),
    19: ({4: "-", 7: "-", 13: ":", 16: ":"}, False),
    27: ({4: "-", 7: "-", 13: ":", 16: ":", 19: ".", 26: "Z"}, True),
}
CLOCK = pa.timestamp("us")
UTC_TIME = pa.timestamp("us", tz="UTC")
FIRST = np.datetime64(f"{FIRST_YEAR}-01-01", "us").astype(np.int64)
AFTER_LAST = np.datetime64(f"{LAST_YEAR + 1}-01-01", "us").astype(np.int64)


def iso_times(cells: pa.Array) -> tuple[pa.Array, bool] | None:
    """Read the clocks of cells, and tell whether they are UTC.

    None where there is no time, they are not of one shape, or one cannot be, or is of no year of a
    record.
    """
    offsets, signs = text_bytes(cells)
    there = len(cells) - cells.null_count
    size = int(offsets[-1] - offsets[0])
    length = size // there if there else 0
    if length not in SHAPES or not _is_even(offsets, length=length, there=there):
        return None
    marks, is_utc = SHAPES[length]
    table = signs[offsets[0] : offsets[-1]].reshape(there, length)
    if any((table[:, place] != ord(sign)).any() for place, sign in marks.items()):
        return None
    try:
        clocks = cells.cast(UTC_TIME if is_utc else CLOCK).cast(CLOCK)
    except pa.ArrowInvalid:
        return None
    ends = pc.min_max(clocks.cast(pa.int64()))
    is_ours = ends["min"].as_py() >= FIRST and ends["max"].as_py() < AFTER_LAST
    return (clocks, is_utc) if is_ours else None


def _is_even(offsets: NDArray[np.int32], *, length: int, there: int) -> bool:
    """Tell whether so many texts have one length, and the others none."""
    return int(np.count_nonzero(np.diff(offsets) == length)) == there and (
        int(offsets[-1] - offsets[0]) == there * length
    )
