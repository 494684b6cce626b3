"""Rows that earlier ingests set aside, brought back to be placed with what has arrived since.

So are rejects of records that name a hand or session which was not there: where these are of is
told once they arrive. And so are rows whose place is in question (see `tentative`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from auditor.games.log_model import tables
from auditor.ingest.convert.convert import staged_columns
from auditor.ingest.convert.faults import REJECT_COLUMNS
from auditor.ingest.convert.origins import Origin, Scope
from auditor.ingest.place.orphans import kind_of, of_tentative_place, without_place
from auditor.ingest.place.tentative import REJECT, has_tentative, tentative_rows, without
from auditor.sql import name, query, run
from auditor.store.read import REJECT_SCHEMA, reject_rows

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from pathlib import Path

    from auditor.sql import Connection
    from auditor.store.entry import SourceEntry

REJECT_HELD = tuple(c for c in REJECT_COLUMNS if c not in {"source", "scope", "casino_id"})
STAGE_ONLY = ("source", "scope", "doubt")
ASIDE_SOURCE = ("source_name", "source_sha256", "source_zone")


@dataclass(frozen=True, slots=True)
class Revived:
    """Entries whose rows were brought back, by their number (below 0), their sources and sets.

    `asked` are the numbers of those whose tentative rows were brought back too.
    """

    entries: Mapping[int, SourceEntry]
    origins: tuple[Origin, ...]
    scopes: tuple[Scope, ...]
    asked: frozenset[int] = frozenset()

    @property
    def tables(self) -> frozenset[str]:
        """Give the tables that have any rows."""
        of_entries = self.entries.items()
        asked = {side.table for n, one in of_entries if n in self.asked for side in one.tentative}
        return frozenset({side.table for _, one in of_entries for side in one.asides} | asked) - {
            REJECT
        }


def revive(
    connection: Connection,
    store: Path,
    *,
    live: Sequence[SourceEntry],
    asked: Collection[SourceEntry],
    first_scope: int,
) -> Revived:
    """Bring back the rows that entries hold aside, those of one set together.

    `live` are the entries that may wait for what has arrived (see `may_wait_for`), `asked` those
    whose tentative rows are in question.
    """
    stood = {one.key: tentative_rows(store, one) for one in asked}
    left = {
        one.key: without(stored_rejects(store, one), stood.get(one.key, ()))
        for one in live
        if one.rejects and (one.loose != 0 or one.key in stood)
    }
    loose = {key: found for key, told in left.items() if (found := loose_rejects(told)).num_rows}
    wanting = (e for e in live if e.asides or e.key in loose or e.key in stood)
    waiting = {-1 - n: entry for n, entry in enumerate(wanting)}
    origins: dict[tuple[str, int, bool], Origin] = {}
    scopes = _scopes(waiting, first_scope)
    for number, entry in waiting.items():
        rows = [
            (one.table, pq.read_table(store / one.path, partitioning=None)) for one in entry.asides
        ]
        rows += [(REJECT, loose[entry.key])] if entry.key in loose else []
        for is_stood, brought in ((False, rows), (True, stood.get(entry.key, []))):
            numbers = _number(origins, brought, entry=number, stood=is_stood)
            for table, told in brought:
                at = scopes[number].number
                _bring_back(connection, told, table=table, numbers=numbers, scope=at)
    sets = {one.beside: scopes[number].number for number, one in waiting.items() if one.beside}
    _tell_lost_hands(connection, store, live=live, sets=sets, left=left)
    return Revived(
        waiting,
        tuple(origins.values()),
        tuple(dict.fromkeys(scopes.values())),
        frozenset(number for number, one in waiting.items() if one.key in stood),
    )


def _number(
    origins: dict[tuple[str, int, bool], Origin],
    rows: Sequence[tuple[str, pa.Table]],
    *,
    entry: int,
    stood: bool,
) -> dict[str, int]:
    """Number the sources of an entry's rows, and give the numbers by name."""
    numbers: dict[str, int] = {}
    for named in (each for _, told in rows for each in _sources(told)):
        key = (named["source_name"] or "", entry, stood)
        one = _origin(named, entry=entry, source=-1 - len(origins), stood=stood)
        numbers[key[0]] = origins.setdefault(key, one).number
    return numbers


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
    connection: Connection,
    store: Path,
    *,
    live: Sequence[SourceEntry],
    sets: Mapping[str, int],
    left: Mapping[str, pa.Table],
) -> None:
    """Fill `stage.lost_hand`: the rejected hands of sets of which rows are brought back.

    `left` are rejects that have been read, without those of rows that are back themselves.
    """
    for entry in (one for one in live if one.rejects and one.beside in sets):
        told = left[entry.key] if entry.key in left else stored_rejects(store, entry)
        connection.register("told", told.filter(pc.equal(told["table"], "hands")))
        found = f"SELECT {sets[entry.beside]}, hand_id FROM told WHERE NOT aside"
        run(connection, f"INSERT INTO stage.lost_hand {found}", why="rejects")
        connection.unregister("told")


def may_wait_for(entry: SourceEntry, casino_id: str | None) -> bool:
    """Tell whether an entry's rows may wait for what comes of a casino (None: it says itself)."""
    return None in {entry.given_casino, casino_id} or entry.given_casino == casino_id


def stored_rejects(store: Path, entry: SourceEntry) -> pa.Table:
    """Give the rejects of an entry."""
    tables_ = [reject_rows(store / one.path) for one in entry.rejects]
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
    yield from _as_read(connection, table, rows=without_place(table))


def rows_tentative(connection: Connection, table: str) -> Iterator[tuple[int, pa.Table]]:
    """Walk the rows of a table that have a tentative place, or several, by entry number."""
    if has_tentative(connection, kind_of(table)):
        yield from _as_read(connection, table, rows=of_tentative_place(table))


def _as_read(connection: Connection, table: str, *, rows: str) -> Iterator[tuple[int, pa.Table]]:
    """Walk some rows of a table as they were read, by entry number."""
    held = ", ".join(f"c.{name(column)}" for column in _held(table))
    sql = (
        "SELECT o.entry, o.name AS source_name, o.sha256 AS source_sha256, o.zone AS source_zone,"
        f" aside.* EXCLUDE (source) FROM (SELECT c.source, {held} {rows}) AS aside"
        " JOIN stage.origin AS o ON o.source = aside.source ORDER BY o.entry, o.name, record"
    )
    found = query(connection, sql, why=table)
    for entry in pc.unique(found["entry"]).to_pylist():
        yield entry, found.filter(pc.equal(found["entry"], entry)).drop_columns(["entry"])


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


def _origin(named: Mapping[str, str | None], *, entry: int, source: int, stood: bool) -> Origin:
    """Tell of one source of rows that were set aside."""
    return Origin(
        number=source,
        entry=entry,
        name=named["source_name"] or "",
        sha256=named["source_sha256"] or "",
        zone=named.get("source_zone"),
        merges=False,
        stood=stood,
    )


def _bring_back(
    connection: Connection, rows: pa.Table, *, table: str, numbers: Mapping[str, int], scope: int
) -> None:
    """Put rows that were set aside back into their staged table, and rejects among rejects."""
    numbered = {"source_name": list(numbers), "source": list(numbers.values())}
    connection.register("waiting", rows)
    connection.register("numbered", pa.table(numbered))
    held = REJECT_HELD if table == REJECT else _held(table)
    columns = ", ".join(map(name, held))
    run(
        connection,
        f"INSERT INTO stage.{table} (source, scope, {columns})"
        f" SELECT n.source, {scope}, {columns} FROM waiting JOIN numbered AS n USING (source_name)",
        why=table,
    )
    connection.unregister("waiting")
    connection.unregister("numbered")
