"""Plain parts of a CSV file as Arrow text: cut into cells by several threads, nothing guessed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv

from auditor.ingest.read.blanks import BLANKS, has_outer_blanks, text_bytes
from auditor.ingest.read.csv_body import LONGEST_RECORD, NEWLINE, QUOTE
from auditor.store.ahead import in_turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from auditor.ingest.read.csv_body import Piece, Shape

BLOCK = 1 << 22  # more than the longest record of a plain piece
LONG = LONGEST_RECORD >> 1  # a longer record fills one of these without a line end
NEARBY = 1 << 16  # bytes that the processor holds nearby
THREADS = 2


def plain_rows(
    chunks: Iterable[bytes], columns: Sequence[str], *, shape: Shape
) -> list[pa.Table] | None:
    """Read records as they come: every cell as text, an empty one NULL.

    None as soon as one holds a delimiter, line end or quote in a cell, or is no record of `shape`.
    """
    read = partial(_block_rows, columns=columns, shape=shape)
    found: list[pa.Table] = []
    with ThreadPoolExecutor(THREADS) as pool:
        for rows in in_turn((pool.submit(read, one) for one in _blocks(chunks)), THREADS):
            if rows is None:
                return None
            found.append(rows)
    return found


def _blocks(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Cut chunks after their last lines; what has no line end for long is given as it is."""
    held = b""
    for chunk in chunks:
        cut = chunk.rfind(b"\n") + 1
        if cut or len(held) > LONGEST_RECORD:
            yield b"".join((held, memoryview(chunk)[:cut]))
            held = b""
        held += chunk[cut:]
    if held:
        yield held


def _block_rows(data: bytes, *, columns: Sequence[str], shape: Shape) -> pa.Table | None:
    """Read a block of whole lines; None where it is more than plain records.

    Each line is a record where its signs between cells are just those needed, none of them quoted;
    and quotes stand around whole cells where all are gone from the cells, half of them at an end.
    """
    stretches = range(0, len(data) - LONG, LONG)
    is_long = any(data.find(b"\n", start, start + LONG) < 0 for start in stretches)
    if is_long or any(sign.encode() in data for sign in shape.refused):
        return None
    ends, quotes, closing = _counted(data, ord(shape.delimiter))
    if 2 * closing != quotes:
        return None
    rows = _cells(pa.BufferReader(data), columns, delimiter=shape.delimiter, block=len(data) + 1)
    if rows is None or rows.num_rows * len(columns) != ends:
        return None
    return rows if _size(rows) + ends + quotes == len(data) else None


def _counted(data: bytes, mark: int) -> tuple[int, int, int]:
    """Count the ends of cells, the quotes, and the quotes before an end: a little at a time."""
    signs, ends, quotes, closing = np.frombuffer(data, np.uint8), 0, 0, 0
    for start in range(0, len(data), NEARBY):
        some = signs[start : start + NEARBY + 1]
        is_end = (some == mark) | (some == NEWLINE)
        ends += int(np.count_nonzero(is_end[:NEARBY]))
        is_quote = some == QUOTE
        if found := int(np.count_nonzero(is_quote[:NEARBY])):
            quotes += found
            closing += int(np.count_nonzero(is_quote[:-1] & is_end[1:]))
    return ends, quotes, closing


def _size(rows: pa.Table) -> int:
    """Count the bytes of all cells."""
    offsets = [text_bytes(chunk)[0] for column in rows.columns for chunk in column.chunks]
    return sum(int(each[-1] - each[0]) for each in offsets)


def piece_rows(piece: Piece, columns: Sequence[str], *, delimiter: str) -> pa.Table | None:
    """Read a piece: every cell as text, an empty one NULL.

    None where it holds more than plain cells, or the reader finds other records than were counted.
    """
    if not piece.is_plain or piece.has_formulas:
        return None
    if not piece.records:
        return pa.table({column: pa.nulls(0, pa.string()) for column in columns})
    has_breaks = piece.has_breaks
    rows = _cells(piece.path, columns, delimiter=delimiter, block=BLOCK, has_breaks=has_breaks)
    return None if rows is None or rows.num_rows != piece.records else rows


def _cells(
    source: Path | pa.NativeFile,
    columns: Sequence[str],
    *,
    delimiter: str,
    block: int,
    has_breaks: bool = False,
) -> pa.Table | None:
    """Cut text into cells; a file's by several threads. None where the reader refuses it."""
    is_file = isinstance(source, Path)
    try:
        return csv.read_csv(
            source,
            csv.ReadOptions(column_names=list(columns), block_size=block, use_threads=is_file),
            csv.ParseOptions(delimiter=delimiter, newlines_in_values=has_breaks),
            csv.ConvertOptions(
                column_types=dict.fromkeys(columns, pa.string()),
                null_values=[""],
                strings_can_be_null=True,
                check_utf8=False,  # what is given is UTF-8
            ),
        )
    except pa.ArrowInvalid:
        return None


def numbered(pieces: Sequence[pa.Table]) -> pa.Table:
    """Put the rows of pieces together, beside each the number of its `record`."""
    whole = pa.concat_tables(pieces)
    return whole.add_column(0, "record", pa.arange(1, whole.num_rows + 1))


def without_empty_rows(rows: pa.Table) -> pa.Table:
    """Leave out the rows without any cell, or with blanks alone in them."""
    cells = rows.columns[1:]
    if any(_has_text_all_through(column) for column in cells):
        return rows
    return rows.filter(pc.invert(reduce(pc.and_, map(_is_empty, cells))))


def _has_text_all_through(column: pa.ChunkedArray) -> bool:
    """Tell whether each cell of a column begins and ends with what is no blank."""
    return column.null_count == 0 and not any(map(has_outer_blanks, column.chunks))


def _is_empty(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Tell of each cell whether it is none, or blanks alone."""
    return pc.equal(pc.utf8_trim(pc.fill_null(column, ""), BLANKS), "")
