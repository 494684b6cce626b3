"""Plain pieces of a CSV file as Arrow text: cut into cells by several threads, nothing guessed."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

if TYPE_CHECKING:
    from collections.abc import Sequence

    from auditor.ingest.body import Piece

BLOCK = 1 << 22  # more than the longest record of a plain piece


def piece_rows(piece: Piece, columns: Sequence[str], *, delimiter: str) -> pa.Table | None:
    """Read a piece: every cell as text, an empty one NULL.

    None where it holds more than plain cells, or the reader finds other records than were counted.
    """
    if not piece.is_plain or piece.has_formulas:
        return None
    if not piece.records:
        return pa.table({column: pa.nulls(0, pa.string()) for column in columns})
    try:
        rows = csv.read_csv(
            piece.path,
            csv.ReadOptions(column_names=list(columns), block_size=BLOCK),
            csv.ParseOptions(delimiter=delimiter, newlines_in_values=piece.has_breaks),
            csv.ConvertOptions(
                column_types=dict.fromkeys(columns, pa.string()),
                null_values=[""],
                strings_can_be_null=True,
                check_utf8=False,  # pieces are written as UTF-8
            ),
        )
    except pa.ArrowInvalid:
        return None
    return rows if rows.num_rows == piece.records else None


def numbered(pieces: Sequence[pa.Table]) -> pa.Table:
    """Put the rows of pieces together, beside each the number of its `record`."""
    whole = pa.concat_tables(pieces)
    return whole.add_column(0, "record", pa.arange(1, whole.num_rows + 1))


def without_empty_rows(rows: pa.Table) -> pa.Table:
    """Leave out the rows without any cell."""
    cells = rows.columns[1:]
    if any(column.null_count == 0 for column in cells):
        return rows
    return rows.filter(pc.invert(reduce(pc.and_, map(pc.is_null, cells))))
