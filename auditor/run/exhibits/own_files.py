"""A source's rows of one table and night in one file, in however many steps they found their place.

Rows that waited for their hands are written as these come, a file each time. Put together they are
in the order, and have the bytes, that they would have had, had all come at once.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from auditor.ingest.place.placed import ORDER
from auditor.ingest.place.places import OF_HAND
from auditor.sql import connect, name, query
from auditor.store.packs import file_bytes
from auditor.store.write import parquet_bytes, row_groups

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from auditor.store.entry import StoredFile

HAND = ["hand_id", "session_id", "hand_no"]


@dataclass(frozen=True, slots=True)
class Stand:
    """The files of a source's rows of one table and night, and those of all its hands."""

    files: tuple[StoredFile, ...]
    hands: tuple[StoredFile, ...]


def content_of(store: Path, stand: Stand) -> bytes:
    """Give the bytes of a source's rows of one table and night, of one file as it stands."""
    first, *others = stand.files
    if not others:
        return file_bytes(store, first.path)
    rows = _rows(store, stand.files)
    has_hand = first.table in OF_HAND
    hands = _rows(store, stand.hands, columns=HAND) if has_hand else None
    sorted_ = rows.take(_order(first.table, rows, hands=hands)).combine_chunks()
    return bytes(parquet_bytes(row_groups(sorted_.to_batches())))


def _rows(
    store: Path, files: Iterable[StoredFile], *, columns: list[str] | None = None
) -> pa.Table:
    """Read the rows of some files of one table."""
    contents = (io.BytesIO(file_bytes(store, one.path)) for one in files)
    return pa.concat_tables(pq.read_table(content, columns=columns) for content in contents)


def _order(table: str, rows: pa.Table, *, hands: pa.Table | None) -> pa.ChunkedArray:
    """Give the numbers of rows in the order in which an ingest writes them."""
    of = "hand_id" if hands is not None else "session_id"
    own = ORDER.get(table, ())
    keys = dict.fromkeys((of, *own, "source_name", "source_record"))
    connection = connect(allowed=())
    connection.register("given", rows.select([*keys]).append_column("row", _numbers(rows)))
    if hands is not None:
        connection.register("hands", hands)
    join = "" if hands is None else "LEFT JOIN hands AS h USING (hand_id)"
    first = ("r.session_id",) if hands is None else _OF_HAND
    order = (*first, *(f"r.{name(one)}" for one in (*own, "source_name", "source_record")))
    sql = f"SELECT r.row FROM given AS r {join} ORDER BY {', '.join(order)}"
    return query(connection, sql, why=table)["row"]


def _numbers(rows: pa.Table) -> pa.Array:
    """Number rows."""
    return pa.array(range(rows.num_rows), pa.int64())


_OF_HAND = ("h.session_id", "h.hand_no", "hash(r.hand_id)")
