"""Rows that stand in order already, so that nothing has to be sorted: seen by looking once."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from auditor.arrays import array_of
from auditor.ingest.place.placed import ORDER_KEY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

MOST_STRETCHES = 1_000


def in_order(lines: pa.Table) -> pa.Table | None:
    """Put lines in the order of their numbers, without what they are sorted by.

    None where that is not the order in which they are stored, or is not seen to be.
    """
    rows = _by_number(lines)
    keys = [column for column in rows.column_names if column.startswith(ORDER_KEY)]
    if not _ascends(rows[key] for key in keys):
        return None
    return rows.drop_columns(keys)


def _by_number(lines: pa.Table) -> pa.Table:
    """Put lines in the order of their numbers; threads give them in stretches, moved as they are.

    Where stretches overlap that is not their order, and they will not be seen to ascend.
    """
    numbers = lines["line"].to_numpy()
    falls = np.flatnonzero(numbers[1:] < numbers[:-1]) + 1
    if not len(falls):
        return lines
    if len(falls) > MOST_STRETCHES:
        return lines.take(array_of(np.argsort(numbers, kind="stable")))
    bounds = sorted(pairwise([0, *falls.tolist(), len(numbers)]), key=lambda one: numbers[one[0]])
    return pa.concat_tables([lines.slice(start, end - start) for start, end in bounds])


def _ascends(keys: Iterable[pa.ChunkedArray]) -> bool:
    """Tell whether rows ascend by some keys, each used where all before it are the same."""
    same: NDArray[np.bool_] | None = None
    for key in keys:
        if key.null_count or not pa.types.is_integer(key.type):
            return False
        numbers = key.to_numpy()
        before, after = numbers[:-1], numbers[1:]
        same = np.ones(len(after), np.bool_) if same is None else same
        if bool((same & (after < before)).any()):
            return False
        same &= after == before
        if not same.any():
            return True
    return False
