"""Rows that earlier ingests set aside, brought back to be placed with what has arrived since.

So are rejects of records that name a hand or session which was not there: where these are of is
told once they arrive.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from auditor.games.log_model import tables
from auditor.ingest.convert import staged_columns
from auditor.ingest.faults import REJECT_COLUMNS
from auditor.ingest.origins import Origin, Scope
from auditor.ingest.orphans import without_place
from auditor.sql import name, query, run
from auditor.store.read import REJECT_SCHEMA

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from auditor.sql import Connection
    from auditor.store.entry import SourceEntry

REJECT_HELD = tuple(c for c in REJECT_COLUMNS if c not in {"source", "scope", "casino_id"})
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
    connection: Connection, store: Path, *, live: Sequence[SourceEntry], first_scope: int
) -> Revived:
    """Bring back the rows that entries hold aside, those of one set together.

    `live` are the entries that may wait for what has arrived (see `may_wait_for`).
    """
    loose = {
        one.key: loose_rejects(stored_rejects(store, one))
        for one in live
        if one.rejects and one.loose != 0
    }
    wanting = (e for e in live if e.asides or (e.key in loose and loose[e.key].num_rows))
    waiting = {-1 - n: entry for n, entry in enumerate(wanting)}
    origins: dict[tuple[str, int], Origin] = {}
    scopes = _scopes(waiting, first_scope)
    for number, entry in waiting.items():
        rows = [
            (one.table, pq.read_table(store / one.path, partitioning=None)) for one in entry.asides
        ]
        rows += [("reject", loose[entry.key])] if entry.key in loose else []
        for named in (each for _, told in rows for each in _sources(told)):
            key = (named["source_name"] or "", number)
            origins.setdefault(key, _origin(named, entry=number, source=-1 - len(origins)))
        numbers = {one.name: one.number for (_, of), one in origins.items() if of == number}
        for table, told in rows:
            _bring_back(connection, told, table=table, numbers=numbers, scope=scopes[number].number)
    sets = {one.beside: scopes[number].number for number, one in waiting.items() if one.beside}
    _tell_lost_hands(connection, store, live=live, sets=sets)
    return Revived(waiting, tuple(origins.values()), tuple(dict.fromkeys(scopes.values())))


def _scopes(waiting: Mapping[int, SourceEntry], first: int) -> dict[int, Scope]:
    """Make the set of each entry's rows, with what was given when they were ingested.

    Entries that came in one set are one still: bets wait with the hands that lay beside them.
    """
    numbers: dict[str, int] = {}
    return {
        number: Scope(
            at := numbers.setdefault(one.beside or one.key, first + len(numbers)),
            at,
            one.given_casino,
            one.given_date,
            came_before=True,
        )
        for number, one in waiting.items()
    }


def _tell_lost_hands(
    connection: Connection, store: Path, *, live: Sequence[SourceEntry], sets: Mapping[str, int]
) -> None:
    """Fill `stage.lost_hand`: the rejected hands of sets of which rows are brought back."""
    for entry in (one for one in live if one.rejects and one.beside in sets):
        told = stored_rejects(store, entry)
        connection.register("told", told.filter(pc.equal(told["table"], "hands")))
        found = f"SELECT {sets[entry.beside]}, hand_id FROM told WHERE NOT aside"
        run(connection, f"INSERT INTO stage.lost_hand {found}", why="rejects")
        connection.unregister("told")


def may_wait_for(entry: SourceEntry, casino_id: str | None) -> bool:
    """Tell whether an entry's rows may wait for what comes of a casino (None: it says itself)."""
    return None in {entry.given_casino, casino_id} or entry.given_casino == casino_id


def stored_rejects(store: Path, entry: SourceEntry) -> pa.Table:
    """Give the rejects of an entry."""
    tables_ = [pq.read_table(store / one.path, partitioning=None) for one in entry.rejects]
    return pa.concat_tables([REJECT_SCHEMA.empty_table(), *tables_])


def loose_rejects(rejects: pa.Table) -> pa.Table:
    """Give the rejects, but for rows aside, that name a hand or session and have no date."""
    names = pc.or_(pc.is_valid(rejects["session_id"]), pc.is_valid(rejects["hand_id"]))
    unplaced = pc.and_(names, pc.is_null(rejects["gaming_date"]))
    return rejects.filter(pc.and_(unplaced, pc.invert(rejects["aside"])))


def placed_since(old: pa.Table, now: pa.Table) -> pa.Table:
    """Give, of an entry's rejects that were brought back, those that have found their place."""
    were = pc.is_in(_ids(now), value_set=_ids(loose_rejects(old)))
    still = pc.is_in(_ids(now), value_set=_ids(loose_rejects(now)))
    return now.filter(pc.and_not(were, still))


def merged_rejects(old: pa.Table, now: pa.Table) -> pa.Table:
    """Give an entry's rejects: the lasting ones, those placed since, and new ones.

    `now` are those of the rows aside, and those that were brought back.
    """
    now = _with_casino(now, old)
    placed, lasting = placed_since(old, now), old.filter(pc.invert(old["aside"]))
    kept = lasting.filter(pc.invert(pc.is_in(_ids(lasting), value_set=_ids(placed))))
    brought = pc.is_in(_ids(now), value_set=_ids(loose_rejects(old)))
    return pa.concat_tables([kept, placed, now.filter(pc.invert(brought))])


def _with_casino(now: pa.Table, old: pa.Table) -> pa.Table:
    """Give rejects that have no place the casino that was told of them before."""
    before = old["casino_id"].take(pc.index_in(_ids(now), value_set=_ids(old)))
    at = now.schema.get_field_index("casino_id")
    return now.set_column(at, now.schema.field(at), pc.coalesce(now["casino_id"], before))


def _ids(rejects: pa.Table) -> pa.ChunkedArray:
    """Give what tells one reject of an entry from another."""
    parts = [rejects[c].cast(pa.string()) for c in ("source_name", "table", "record", "column")]
    return pc.binary_join_element_wise(*parts, "\n", null_handling="replace")


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
    there = [column for column in ASIDE_SOURCE if column in rows.column_names]
    named: list[dict[str, str | None]] = (
        rows.select(there).group_by(there).aggregate([]).to_pylist()
    )
    return sorted(named, key=lambda one: one["source_name"] or "")


def _origin(named: Mapping[str, str | None], *, entry: int, source: int) -> Origin:
    """Tell of one source of rows that were set aside."""
    return Origin(
        number=source,
        entry=entry,
        name=named["source_name"] or "",
        sha256=named["source_sha256"] or "",
        zone=named.get("source_zone"),
        merges=False,
    )


def _bring_back(
    connection: Connection, rows: pa.Table, *, table: str, numbers: Mapping[str, int], scope: int
) -> None:
    """Put rows that were set aside back into their staged table, and rejects among rejects."""
    numbered = {"source_name": list(numbers), "source": list(numbers.values())}
    connection.register("waiting", rows)
    connection.register("numbered", pa.table(numbered))
    held = REJECT_HELD if table == "reject" else _held(table)
    columns = ", ".join(map(name, held))
    run(
        connection,
        f"INSERT INTO stage.{table} (source, scope, {columns})"
        f" SELECT n.source, {scope}, {columns} FROM waiting JOIN numbered AS n USING (source_name)",
        why=table,
    )
    connection.unregister("waiting")
    connection.unregister("numbered")
