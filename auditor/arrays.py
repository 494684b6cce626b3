"""NumPy's numbers as Arrow, as they stand in memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

if TYPE_CHECKING:
    from numpy.typing import NDArray


def array_of(numbers: NDArray[np.number], *, known: NDArray[np.bool_] | None = None) -> pa.Array:
    """Give numbers as Arrow, not copied; NULL where they are not `known`."""
    whole = np.ascontiguousarray(numbers)
    bits = None if known is None else pa.py_buffer(np.packbits(known, bitorder="little"))
    kind = pa.from_numpy_dtype(whole.dtype)
    return pa.Array.from_buffers(kind, len(whole), [bits, pa.py_buffer(whole)])


def decimals_of(
    units: NDArray[np.int64], kind: pa.Decimal128Type, *, known: NDArray[np.bool_]
) -> pa.Array:
    """Give whole numbers of a decimal's least unit as decimals; NULL where they are not `known`."""
    words = np.empty((len(units), 2), np.int64)  # least first, as Arrow has them; then the sign
    words[:, 0], words[:, 1] = units, units >> 63
    bits = pa.py_buffer(np.packbits(known, bitorder="little"))
    return pa.Array.from_buffers(kind, len(units), [bits, pa.py_buffer(words)])
