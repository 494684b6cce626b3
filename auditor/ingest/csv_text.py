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


def text_rows(
    pieces: Sequence[Piece], columns: Sequence[str], *, delimiter: str, breaks: bool
) -> pa.Table | None:
    """Read pieces: `record` and every cell as text, an empty one NULL; `breaks`: within cells.

    None where the reader finds other records than were counted.
    """
    options = {
        "read_options": csv.ReadOptions(column_names=list(columns), block_size=BLOCK),
        "parse_options": csv.ParseOptions(delimiter=delimiter, newlines_in_values=breaks),
        "convert_options": csv.ConvertOptions(
            column_types=dict.fromkeys(columns, pa.string()),
            null_values=[""],
            strings_can_be_null=True,
            check_utf8=False,  # pieces are written as UTF-8
        ),
    }
    read = []
    for piece in pieces:
        try:
            rows = csv.read_csv(piece.path, **options) if piece.records else None
        except pa.ArrowInvalid:
            return None
        if rows is not None and rows.num_rows != piece.records:
            return None
        read += [] if rows is None else [rows]
    if not read:
        return None
    whole = pa.concat_tables(read)
    return whole.add_column(0, "record", pa.arange(1, whole.num_rows + 1))


def without_empty_rows(rows: pa.Table) -> pa.Table:
    """Leave out the rows without any cell."""
    cells = rows.columns[1:]
    if any(column.null_count == 0 for column in cells):
        return rows
    return rows.filter(pc.invert(reduce(pc.and_, map(pc.is_null, cells))))
