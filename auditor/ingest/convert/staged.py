"""Raw tables brought into the stage: which can be used, how many records, what nobody knows."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from auditor.games.log_model import tables
from auditor.ingest.convert.batch import batches_of
from auditor.ingest.convert.columnar import ascends
from auditor.ingest.convert.convert import convert, open_stage
from auditor.ingest.convert.counted import add_broken, count_records
from auditor.ingest.mapping.columns import columns_of
from auditor.ingest.source import Skipped, text_of
from auditor.sql import literal, name, query, run
from auditor.store.entry import UnknownColumn

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    import pyarrow as pa

    from auditor.ingest.convert.batch import Batch
    from auditor.ingest.convert.intake import Intake
    from auditor.ingest.convert.origins import Given
    from auditor.ingest.source import RawTable
    from auditor.sql import Connection


@dataclass(frozen=True, slots=True)
class Staged:
    """What staging gives beside the rows: source number → its records, and its unknown columns.

    `filled` is table → the columns that some raw table of it has: all others are NULL in every row.
    `columns` is table → its staged rows as Arrow, where they were read in columns.
    """

    records: Mapping[int, int]
    unknown: Mapping[int, tuple[UnknownColumn, ...]]
    filled: Mapping[str, frozenset[str]]
    columns: Mapping[str, pa.RecordBatch]

    @property
    def once(self) -> frozenset[str]:
        """Give tables of which no key stands twice; there may be more."""
        read = self.columns.items()
        return frozenset(name for name, rows in read if ascends(rows, tables()[name].key))


def usable(tables: Iterable[RawTable]) -> tuple[tuple[RawTable, ...], tuple[Skipped, ...]]:
    """Part the raw tables that can be used from those in which one of our columns stands twice."""
    sound: list[RawTable] = []
    refused: list[Skipped] = []
    for raw in tables:
        twice = columns_of(raw.columns, raw.mapping, table=raw.table).twice
        if twice:
            reason = text_of("storing.column_twice", table=raw.table, columns=", ".join(twice))
            refused.append(Skipped(raw.source.name, "column_twice", reason.es, reason.en))
        else:
            sound.append(raw)
    return tuple(sound), tuple(refused)


def stage(
    connection: Connection, intake: Intake, *, given: Given, growing: Container[str] = ()
) -> Staged:
    """Convert every raw table into `stage.*`; what could not be read is in `stage.reject`.

    `growing` are tables to which more rows come.
    """
    open_stage(connection)
    add_broken(connection, intake)
    batches = batches_of(intake.pieces, given=given.columns)
    unknown: dict[int, tuple[UnknownColumn, ...]] = {}
    filled: dict[str, frozenset[str]] = {}
    read: dict[str, pa.RecordBatch] = {}
    often = Counter(batch.table for batch in batches)
    for batch in batches:
        columns = columns_of(batch.columns, batch.mapping, table=batch.table)
        is_alone = often[batch.table] == 1 and batch.table not in growing
        rows = convert(connection, batch, known=columns.known, is_alone=is_alone)
        read |= {} if rows is None else {batch.table: rows}
        filled[batch.table] = filled.get(batch.table, frozenset()) | columns.known.keys()
        for piece in batch.pieces if columns.unknown else ():
            unknown[piece.source] = unknown.get(piece.source, ()) + tuple(
                UnknownColumn(piece.raw.source.name, batch.table, one.name, one.nearest)
                for one in columns.unknown
            )
        _drop_raw(connection, batch)
    return Staged(count_records(connection, intake), unknown, filled, read)


def grown(connection: Connection, staged: Staged, *, names: Container[str]) -> Staged:
    """Let more rows come to some staged tables: one that shows Arrow holds its rows from now on."""
    for table in (one for one in staged.columns if one in names):
        held = f"CREATE TABLE stage.held AS SELECT * EXCLUDE (rowid) FROM stage.{table}"
        run(connection, held, why=table)
        run(connection, f"DROP VIEW stage.{table}", why=table)
        run(connection, f"ALTER TABLE stage.held RENAME TO {table}", why=table)
    left = {one: rows for one, rows in staged.columns.items() if one not in names}
    return replace(staged, columns=left)


def _drop_raw(connection: Connection, batch: Batch) -> None:
    """Drop the raw tables of a batch that is staged: what they hold is needed no more."""
    named = ", ".join(literal(piece.raw.relation) for piece in batch.pieces)
    found = query(
        connection, f"SELECT table_name FROM duckdb_tables() WHERE table_name IN ({named})"
    )
    for relation in found["table_name"].to_pylist():
        run(connection, f"DROP TABLE {name(relation)}", why=batch.table)
    for piece in batch.pieces:
        connection.unregister(piece.raw.relation)
        piece.raw.held.rows = None
