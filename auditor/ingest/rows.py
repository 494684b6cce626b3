"""Rows given as Python dicts, made canonical in memory by the same path as a log: cases, deals."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING

import pyarrow as pa

from auditor.games.log_model import arrow_schema, tables
from auditor.ingest.commit.output import names_of, stream
from auditor.ingest.convert.intake import inputs_of, intake_of
from auditor.ingest.convert.origins import Given, tell_origins
from auditor.ingest.convert.staged import stage
from auditor.ingest.mapping.model import Mapping
from auditor.ingest.place.copies import tell_copies
from auditor.ingest.place.placed import placing_of
from auditor.ingest.place.resolve import resolve
from auditor.ingest.source import RawTable, Source
from auditor.sql import connect, query, run
from auditor.store.read import REJECT_SCHEMA

if TYPE_CHECKING:
    from collections import abc

    from auditor.ingest.convert.intake import Intake
    from auditor.ingest.convert.staged import Staged
    from auditor.sql import Connection
    from auditor.store.house import House

    Rows = abc.Sequence[abc.Mapping[str, str | None]]

NAME = "rows"
PARTITION = (pa.field("casino_id", pa.string()), pa.field("gaming_date", pa.date32()))


@dataclass(frozen=True, slots=True)
class CanonicalTables:
    """Canonical rows in memory: table → rows with casino_id and gaming_date, and the rejects.

    `rejects` has the columns of `auditor.store.read.REJECT_SCHEMA`; times are UTC.
    """

    tables: abc.Mapping[str, pa.Table]
    rejects: pa.Table


def canonical_tables(
    rows: abc.Mapping[str, Rows],
    *,
    houses: abc.Mapping[str, House] | None = None,
    given: Given | None = None,
    mapping: Mapping | None = None,
) -> CanonicalTables:
    """Convert and place rows of text, as a log has them: table → rows, column → cell.

    Every row counts as a record of `rows#<table>`, numbered from 1. Ids have to be unique over all
    rows, as in the logs of one night.
    """
    connection = connect()
    raw = tables_from_rows(connection, rows, mapping=mapping)
    flags = given or Given()
    intake = intake_of(inputs_of(raw, flags))
    staged = stage(connection, intake, given=flags)
    known = tuple((houses or {}).values())
    tell_origins(connection, intake.origins, scopes=intake.scopes, houses=known)
    resolve(connection, flags, present=intake.tables, once=staged.once)
    placed = _placed(connection, intake, staged=staged)
    return CanonicalTables(placed, query(connection, _REJECTS, why="rejects").cast(REJECT_SCHEMA))


def _placed(connection: Connection, intake: Intake, *, staged: Staged) -> dict[str, pa.Table]:
    """Give the canonical rows of every table."""
    placing = placing_of(connection, intake.tables, filled=staged.filled, columns=staged.columns)
    tell_copies(connection, placing)
    names = names_of(intake.origins)
    found: dict[str, pa.Table] = {}
    for table in tables():
        there = table in intake.tables
        batches = stream(connection, table, placing=placing, names=names) if there else ()
        found[table] = _with_partition(connection, table, batches=tuple(batches))
    return found


def tables_from_rows(
    connection: Connection,
    rows: abc.Mapping[str, Rows],
    *,
    mapping: Mapping | None = None,
) -> tuple[RawTable, ...]:
    """Make raw tables of rows of text, as reading makes them of a file."""
    digest = sha256(json.dumps(rows, sort_keys=True).encode()).hexdigest()
    return tuple(
        RawTable(
            source=Source(f"{NAME}#{table}", digest, size=0, kind=NAME),
            table=table,
            relation=_relation(connection, table, rows=given),
            columns=_columns(given),
            mapping=mapping or Mapping(),
        )
        for table, given in rows.items()
    )


def _columns(rows: Rows) -> tuple[str, ...]:
    """Give the columns that any row has."""
    return tuple(dict.fromkeys(chain.from_iterable(rows)))


def _relation(connection: Connection, table: str, *, rows: Rows) -> str:
    """Make a table of rows of text in the database, and give its name."""
    texts = {
        column: pa.array([row.get(column) for row in rows], pa.string())
        for column in _columns(rows)
    }
    numbers = {"record": pa.array(range(1, len(rows) + 1), pa.int64())}
    relation = f"rows_{table}"
    connection.register("given_rows", pa.table(numbers | texts))
    run(connection, f"CREATE TABLE {relation} AS SELECT * FROM given_rows", why=table)
    connection.unregister("given_rows")
    return relation


def _with_partition(
    connection: Connection, table: str, *, batches: tuple[pa.RecordBatch, ...]
) -> pa.Table:
    """Give a table's rows the casino and date of their partition."""
    fields = {field.name: field for field in (*arrow_schema(tables()[table]), *PARTITION)}
    schema = pa.schema(fields.values())
    if not batches:
        return schema.empty_table()
    rows = pa.Table.from_batches(batches)
    parts = query(connection, "SELECT * FROM place.part ORDER BY part", why="partitions")
    number = pa.compute.subtract(rows["part"], 1)
    placed = rows.drop_columns(["entry", "part"])
    for field in PARTITION:
        placed = placed.append_column(field, parts[field.name].take(number))
    return placed.select(schema.names).cast(schema)


_REJECTS = """
SELECT o.name AS source_name, o.sha256 AS source_sha256, r."table", r.record, r."column",
    r.value, r.reason_es, r.reason_en, r.casino_id, r.gaming_date, r.session_id, r.shoe_id,
    r.hand_id, r.key, r.aside, r.copy_of
FROM place.reject AS r JOIN stage.origin AS o USING (source) ORDER BY o.name, r.record
"""
