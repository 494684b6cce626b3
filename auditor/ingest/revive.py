"""Rows that earlier ingests set aside, brought back to be placed with what has arrived since."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from auditor.games.log_model import tables
from auditor.ingest.convert import staged_columns
from auditor.ingest.origins import Origin, Scope
from auditor.ingest.orphans import without_place
from auditor.sql import name, query, run

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from auditor.sql import Connection
    from auditor.store.entry import SourceEntry

STAGE_ONLY = ("source", "scope", "doubt")
ASIDE_SOURCE = ("source_name", "source_sha256", "source_zone")


@dataclass(frozen=True, slots=True)
class Revived:
    """Entries whose rows were brought back, by their number (below 0), their sources and sets."""

    entries: Mapping[int, SourceEntry]
    origins: tuple[Origin, ...]
    scopes: tuple[Scope, ...]

    @property
    def tables(self) -> frozenset[str]:
        """Give the tables that have any rows."""
        return frozenset(side.table for one in self.entries.values() for side in one.asides)


def revive(
    connection: Connection, store: Path, *, live: Iterable[SourceEntry], first_scope: int
) -> Revived:
    """Bring back the rows that entries hold aside; each entry is a set of its own."""
    waiting = {-1 - n: entry for n, entry in enumerate(one for one in live if one.asides)}
    origins: dict[tuple[str, int], Origin] = {}
    scopes = {entry: Scope(first_scope - entry, first_scope - entry) for entry in waiting}
    for number, entry in waiting.items():
        for side in entry.asides:
            rows = pq.read_table(store / side.path, partitioning=None)
            for named in _sources(rows):
                key = (named["source_name"] or "", number)
                origins.setdefault(key, _origin(named, entry=number, source=-1 - len(origins)))
            numbers = {one.name: one.number for (_, of), one in origins.items() if of == number}
            _bring_back(
                connection, rows, table=side.table, numbers=numbers, scope=scopes[number].number
            )
    return Revived(waiting, tuple(origins.values()), tuple(scopes.values()))


def rows_aside(connection: Connection, table: str) -> Iterator[tuple[int, pa.Table]]:
    """Walk the rows of a table that have no place, as they are set aside, by entry number."""
    held = ", ".join(f"c.{name(column)}" for column in _held(table))
    sql = (
        "SELECT o.entry, o.name AS source_name, o.sha256 AS source_sha256, o.zone AS source_zone,"
        f" aside.* EXCLUDE (source) FROM (SELECT c.source, {held} {without_place(table)}) AS aside"
        " JOIN stage.origin AS o ON o.source = aside.source ORDER BY o.entry, o.name, record"
    )
    rows = query(connection, sql, why=table)
    for entry in pc.unique(rows["entry"]).to_pylist():
        yield entry, rows.filter(pc.equal(rows["entry"], entry)).drop_columns(["entry"])


def _held(table: str) -> tuple[str, ...]:
    """Give the staged columns that a row set aside keeps."""
    columns = (column for column, _ in staged_columns(tables()[table]))
    return tuple(column for column in columns if column not in STAGE_ONLY)


def _sources(rows: pa.Table) -> list[dict[str, str | None]]:
    """Give the sources of rows that were set aside."""
    named: list[dict[str, str | None]] = (
        rows.select(ASIDE_SOURCE).group_by(ASIDE_SOURCE).aggregate([]).to_pylist()
    )
    return sorted(named, key=lambda one: one["source_name"] or "")


def _origin(named: Mapping[str, str | None], *, entry: int, source: int) -> Origin:
    """Tell of one source of rows that were set aside."""
    return Origin(
        number=source,
        entry=entry,
        name=named["source_name"] or "",
        sha256=named["source_sha256"] or "",
        zone=named["source_zone"],
        merges=False,
    )


def _bring_back(
    connection: Connection, rows: pa.Table, *, table: str, numbers: Mapping[str, int], scope: int
) -> None:
    """Put rows that were set aside back into their staged table."""
    numbered = {"source_name": list(numbers), "source": list(numbers.values())}
    connection.register("waiting", rows)
    connection.register("numbered", pa.table(numbered))
    columns = ", ".join(name(column) for column in _held(table))
    run(
        connection,
        f"INSERT INTO stage.{table} (source, scope, {columns})"
        f" SELECT n.source, {scope}, {columns} FROM waiting JOIN numbered AS n USING (source_name)",
        why=table,
    )
    connection.unregister("waiting")
    connection.unregister("numbered")
