"""Placed rows as Arrow: batches in the order in which they are stored, with their sources."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from auditor.arrays import array_of
from auditor.errors import SqlError
from auditor.games.log_model import Kind, arrow_schema, tables
from auditor.ingest.commit.in_order import in_order
from auditor.ingest.place.placed import placed_lines, placed_rows
from auditor.sql import EngineError, query

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from auditor.games.log_model import Table
    from auditor.ingest.convert.origins import Origin
    from auditor.ingest.place.placed import Placing
    from auditor.sql import Connection

BATCH_ROWS = 122_880
UTC_TIME = pa.timestamp("us", tz="UTC")


@dataclass(frozen=True, slots=True)
class Names:
    """The names and hashes of sources, by number from `lowest` on."""

    lowest: int
    names: pa.Array
    hashes: pa.Array


def names_of(origins: Iterable[Origin]) -> Names:
    """Put the names and hashes of sources in order of their numbers."""
    known = {one.number: one for one in origins}
    low, high = min(known, default=0), max(known, default=-1)
    every = [known.get(number) for number in range(low, high + 1)]
    return Names(
        low,
        pa.array([one.name if one else None for one in every], pa.string()),
        pa.array([one.sha256 if one else None for one in every], pa.string()),
    )


def stream(
    connection: Connection, table_name: str, *, placing: Placing, names: Names
) -> Iterator[pa.RecordBatch]:
    """Walk a table's canonical rows in order: `entry`, `part` (numbers), then what is stored."""
    held = placing.columns.get(table_name)
    try:
        if held is None:
            found = connection.sql(placed_rows(table_name, placing)).to_arrow_reader(BATCH_ROWS)
        else:
            found = _lines(connection, table_name, placing=placing)
        for batch in found:
            whole = batch if held is None else _joined(batch, held)
            yield _canonical(whole, tables()[table_name], names=names)
    except EngineError as error:
        raise SqlError("sql.failed", why=table_name, reason=str(error)) from error


def _lines(
    connection: Connection, table_name: str, *, placing: Placing
) -> Iterator[pa.RecordBatch]:
    """Walk which rows of Arrow are a table's canonical rows, in order; sorted where need be."""
    as_they_come = placed_lines(table_name, placing, is_sorted=False)
    lines = in_order(query(connection, as_they_come, why=table_name))
    if lines is not None:
        yield from lines.combine_chunks().to_batches(BATCH_ROWS)
    else:
        in_turn = placed_lines(table_name, placing, is_sorted=True)
        yield from connection.sql(in_turn).to_arrow_reader(BATCH_ROWS)


def _joined(batch: pa.RecordBatch, held: pa.RecordBatch) -> pa.RecordBatch:
    """Put the staged columns of lines beside what is known of their places."""
    lines = batch.column("line").to_numpy()
    is_run = len(lines) > 0 and bool((np.diff(lines) == 1).all())
    rows = held.slice(lines[0], len(lines)) if is_run else held.take(batch.column("line"))
    there = dict(zip(batch.schema.names, batch.columns, strict=True))
    own = dict(zip(held.schema.names, rows.columns, strict=True))
    return pa.RecordBatch.from_pydict(own | there | {"source_record": own["record"]})


def _canonical(batch: pa.RecordBatch, table: Table, *, names: Names) -> pa.RecordBatch:
    """Give a batch its sources' names, its times their zone, and the columns that no row fills."""
    times = {column.name for column in table.columns if column.kind is Kind.TIME}
    there = batch.schema.names
    own = (one for one in table.names if one in there or table.name != "sessions")
    kinds = arrow_schema(table)
    columns = {name: batch.column(name) for name in ("entry", "part")}
    for name in own:
        if name not in there:
            columns[name] = pa.nulls(batch.num_rows, kinds.field(name).type)
        else:
            cells = batch.column(name)
            columns[name] = cells.cast(UTC_TIME) if name in times else cells
    number = array_of(batch.column("source").to_numpy() - np.int32(names.lowest))
    columns["source_name"] = pa.DictionaryArray.from_arrays(number, names.names)
    columns["source_sha256"] = pa.DictionaryArray.from_arrays(number, names.hashes)
    columns["source_record"] = batch.column("source_record")
    return pa.RecordBatch.from_pydict(columns)
