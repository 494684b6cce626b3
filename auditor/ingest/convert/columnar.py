"""Batches of plain text read in columns: a value is read once, however many cells hold it.

By the same SQL as row by row, and only where no row would have to be read again.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from auditor.arrays import array_of
from auditor.games.log_model import Kind, sql_type
from auditor.ingest.convert import times
from auditor.ingest.convert.iso_times import iso_times
from auditor.ingest.convert.plan import value
from auditor.ingest.convert.whole_numbers import whole_numbers
from auditor.ingest.read.blanks import has_outer_blanks, text_bytes
from auditor.sql import name, query

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from auditor.ingest.convert.batch import Batch
    from auditor.ingest.convert.plan import ColumnPlan, Writing
    from auditor.sql import Connection

LEAST_ROWS = 20_000  # of fewer, a query for each column takes longer than one for each row
MOST_BYTES = 1 << 30
THREADS = 2
WORDS = "words_of_a_column"
Columns = dict[str, pa.Array]


def read_in_columns(
    connection: Connection, batch: Batch, *, plans: Sequence[ColumnPlan], writing: Writing
) -> pa.RecordBatch | None:
    """Read a batch into staged rows: `source`, `scope`, `record`, `rowid` and the planned columns.

    None where its rows are few or not held as Arrow, or one has to be read again.
    """
    texts = [piece.raw.held.rows for piece in batch.pieces if piece.raw.held.rows is not None]
    if len(texts) < len(batch.pieces) or any(plan.column.kind is Kind.DATE for plan in plans):
        return None
    rows = pa.concat_tables(texts)
    if rows.num_rows < max(LEAST_ROWS, 1) or rows.nbytes > MOST_BYTES:
        return None
    columns = _numbers(batch, rows)
    with ThreadPoolExecutor(THREADS) as pool:
        looks = pool.map(partial(_look, rows=rows, writing=writing), plans)
        for plan, seen in zip(plans, looks, strict=True):
            is_coded = isinstance(seen, pa.DictionaryArray)
            read = _by_words(connection, plan, coded=seen, writing=writing) if is_coded else seen
            if read is None:
                return None
            columns |= read
    return pa.RecordBatch.from_pydict(columns)


def ascends(rows: pa.RecordBatch, columns: Sequence[str]) -> bool:
    """Tell whether a text stands once in its column at sight: each is longer, or later in order.

    Of several columns, or where that is not seen, it may still be so.
    """
    texts = rows.column(columns[0])
    if len(columns) != 1 or texts.type != pa.string() or texts.null_count:
        return False
    lengths = np.diff(text_bytes(texts)[0])
    is_longer = lengths[1:] > lengths[:-1]
    is_later = pc.less(texts[:-1], texts[1:]).to_numpy(zero_copy_only=False)
    return bool((is_longer | ((lengths[1:] == lengths[:-1]) & is_later)).all())


def _numbers(batch: Batch, rows: pa.Table) -> Columns:
    """Give the numbers of rows: where they are from, and which they are."""
    counts = [piece.raw.held.count for piece in batch.pieces]
    sources = np.array([piece.source for piece in batch.pieces], np.int32)
    scopes = np.array([piece.scope for piece in batch.pieces], np.int32)
    return {
        "source": array_of(np.repeat(sources, counts)),
        "scope": array_of(np.repeat(scopes, counts)),
        "record": _whole(rows["record"]),
        "rowid": array_of(np.arange(rows.num_rows, dtype=np.int64)),
    }


def _look(
    plan: ColumnPlan, *, rows: pa.Table, writing: Writing
) -> Columns | pa.DictionaryArray | None:
    """Read one column, or give its different cells, which are to be read, and which row has which.

    None where some cell of it has to be read again.
    """
    if plan.theirs is None:
        return None
    cells = _whole(rows[plan.theirs])
    if cells.null_count and plan.required:
        return None
    if plan.is_plain_text and has_outer_blanks(cells):
        return None
    if plan.is_plain_text and not plan.folded:
        return {plan.column.name: cells}
    at_once = None if plan.folded or plan.choices else _at_once(plan, cells, writing=writing)
    return cells.dictionary_encode() if at_once is None else at_once


def _at_once(plan: ColumnPlan, cells: pa.Array, *, writing: Writing) -> Columns | None:
    """Read times or whole numbers that are all of one usual spelling; None for any other cells."""
    ours = plan.column.name
    if plan.column.kind is Kind.INTEGER and writing.marks.thousands is None:
        numbers = whole_numbers(cells)
        return None if numbers is None else {ours: numbers}
    is_time = plan.column.kind is Kind.TIME and not writing.formats.times
    found = iso_times(cells) if is_time else None
    if found is None:
        return None
    clocks, is_utc = found
    utc = pc.if_else(clocks.is_valid(), is_utc, pa.scalar(None, pa.bool_()))
    return {ours: clocks, f"{ours} utc": utc}


def _by_words(
    connection: Connection, plan: ColumnPlan, *, coded: pa.DictionaryArray, writing: Writing
) -> Columns | None:
    """Read the different cells of a column, and give each row what is read of its own."""
    absent = len(coded.dictionary)
    cells = pa.concat_arrays([coded.dictionary, pa.nulls(1, pa.string())])
    numbers = array_of(np.arange(absent + 1, dtype=np.int64))
    connection.register(WORDS, pa.table({"number": numbers, "cell": cells}))
    try:
        sql = ", ".join(f"{read} AS {name(ours)}" for ours, read in _reads(plan, writing).items())
        found = query(connection, f"SELECT {sql} FROM {WORDS} ORDER BY number", why="columns")
    finally:
        connection.unregister(WORDS)
    if found[plan.column.name].null_count > 1:
        return None
    rows = coded.indices.fill_null(absent)
    return {ours: _whole(found[ours]).take(rows) for ours in found.column_names}


def _reads(plan: ColumnPlan, writing: Writing) -> Mapping[str, str]:
    """Give the SQL that reads a cell: our columns → how."""
    ours, kind = plan.column.name, plan.column.kind
    read = value(plan, "cell", writing=writing, full=False)
    if kind is not Kind.TIME:
        return {ours: f"CAST({read} AS {sql_type(kind)})"}
    utc = times.is_utc("cell", writing.formats, full=False)
    return {ours: f"CAST({read} AS TIMESTAMP)", f"{ours} utc": f"CAST({utc} AS BOOLEAN)"}


def _whole(column: pa.ChunkedArray) -> pa.Array:
    """Give a column in one piece."""
    if column.num_chunks == 1:
        return column.chunk(0)
    return pa.concat_arrays(column.chunks) if column.num_chunks else pa.nulls(0, column.type)
