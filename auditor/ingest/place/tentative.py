"""Rows placed by their id alone: kept as they were read, and looked up anew where in question.

Whose they are hangs on all hands and sessions that the store holds. So whichever came first, they
end where they would be had all come before them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from auditor.ingest.convert.origins import flag
from auditor.ingest.place.places import OF_HAND, OF_SESSION
from auditor.sql import literal, query, run, sql_list
from auditor.store.read import reject_rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date
    from pathlib import Path

    from auditor.ingest.convert.origins import Given
    from auditor.sql import Connection
    from auditor.store.entry import SideFile, SourceEntry, StoredFile

REJECT = "reject"
KINDS = ("session", "hand")


def in_question(
    connection: Connection,
    store: Path,
    *,
    live: Sequence[SourceEntry],
    going: Sequence[SourceEntry],
    given: Given,
) -> tuple[SourceEntry, ...]:
    """Give the entries of which tentative rows name a session or hand that comes or goes.

    `live` are those that may be meant, `going` those whose place is taken. What comes is staged.
    """
    left = [entry for entry in live if entry.tentative]
    lost = [one for entry in going for one in entry.files if one.table in {"sessions", "hands"}]
    if not left or not (lost or _has_parents(connection)):
        return ()
    asides = [side for entry in live for side in entry.asides if side.table == "hands"]
    _tell_moving(connection, store, files=(*lost, *asides))
    days = _days(connection, lost, given=given)
    found: list[SourceEntry] = []
    while True:
        near = [e for e in left if days is None or e.given_date is None or e.given_date in days]
        touched = _touched(connection, store, entries=near)
        named = [e for e in near if any(side.path in touched for side in e.tentative)]
        new = _with_their_sets(named, every=left)
        found += new
        hands = [side for e in new for side in e.tentative if side.table == "hands"]
        if not hands:
            return tuple(found)
        left = [entry for entry in left if entry not in new]
        days = None  # what rests on these hands may be of any night
        _tell_moving(connection, store, files=hands)


def _with_their_sets(
    entries: Sequence[SourceEntry], *, every: Iterable[SourceEntry]
) -> list[SourceEntry]:
    """Give entries and those that came in one set with them: bets go with the hands beside them."""
    keys, sets = {one.key for one in entries}, {one.beside for one in entries if one.beside}
    return [one for one in every if one.key in keys or one.beside in sets]


def tentative_rows(store: Path, entry: SourceEntry) -> list[tuple[str, pa.Table]]:
    """Give the tentative rows of an entry by table, and its tentative rejects as of `reject`."""
    return [(one.table, _rows(store, one)) for one in entry.tentative]


def _rows(store: Path, side: SideFile) -> pa.Table:
    """Read a file that stands beside the partitions."""
    path = store / side.path
    return (
        _unled(reject_rows(path))
        if side.table == REJECT
        else pq.read_table(path, partitioning=None)
    )


def _unled(rejects: pa.Table) -> pa.Table:
    """Take from rejects that name a hand the session to which it led."""
    at = rejects.schema.get_field_index("session_id")
    names_it = pc.invert(pc.is_in(rejects["table"], value_set=pa.array(OF_HAND)))
    own = pc.if_else(names_it, rejects["session_id"], pa.scalar(None, pa.string()))
    return rejects.set_column(at, rejects.schema.field(at), own)


def without(rejects: pa.Table, tentative: Iterable[tuple[str, pa.Table]]) -> pa.Table:
    """Leave out the rejects that were told of tentative rows, or are tentative themselves."""
    for table, rows in tentative:
        names = rows["table"] if table == REJECT else pa.repeat(table, rows.num_rows)
        own = _records(rows["source_name"], names, rows["record"])
        told = _records(rejects["source_name"], rejects["table"], rejects["record"])
        rejects = rejects.filter(pc.invert(pc.is_in(told, value_set=own)))
    return rejects


def bounds(table: str, rows: pa.Table) -> tuple[str | None, str | None]:
    """Give the first and last id of what a table's rows name; of rejects, which name both, none."""
    if table == REJECT:
        return None, None
    ends = pc.min_max(rows["session_id" if table in OF_SESSION else "hand_id"])
    return ends["min"].as_py(), ends["max"].as_py()


def has_tentative(connection: Connection, kind: str) -> bool:
    """Tell whether some session or hand was found by its id alone."""
    return bool(query(connection, f"SELECT 1 FROM place.{kind} WHERE part < 0 LIMIT 1").num_rows)


def _records(*parts: pa.Array | pa.ChunkedArray) -> pa.Array:
    """Give what tells a record of an entry from another: its source, table and number."""
    texts = [one.cast(pa.string()) for one in parts]
    return pc.binary_join_element_wise(*texts, "\n", null_handling="replace")


def _has_parents(connection: Connection) -> bool:
    """Tell whether a session or hand is staged."""
    sql = "SELECT 1 FROM stage.sessions UNION ALL SELECT 1 FROM stage.hands LIMIT 1"
    return bool(query(connection, sql, why="tentative").num_rows)


def _tell_moving(
    connection: Connection, store: Path, *, files: Iterable[StoredFile | SideFile]
) -> None:
    """Fill `moving` with the ids of what is staged and of the sessions and hands of some files."""
    parts = [
        f"SELECT {literal(kind)} AS kind, {kind}_id AS id FROM {rows}"
        for kind in KINDS
        for rows in (f"stage.{kind}s", *_read(store, files, table=f"{kind}s"))
    ]
    run(connection, "CREATE TEMP TABLE IF NOT EXISTS moving (kind VARCHAR, id VARCHAR)")
    run(connection, f"INSERT INTO moving {' UNION ALL '.join(parts)}", why="tentative")


def _read(store: Path, files: Iterable[StoredFile | SideFile], *, table: str) -> tuple[str, ...]:
    """Give the rows that some files hold of a table, as SQL; nothing where none does."""
    paths = [str(store / one.path) for one in files if one.table == table]
    return (f"read_parquet({sql_list(paths)}, {_PLAIN})",) if paths else ()


def _days(
    connection: Connection, lost: Iterable[StoredFile], *, given: Given
) -> frozenset[date | None] | None:
    """Give the dates of what comes or goes; None where they are told by the store alone."""
    if query(connection, _HOMELESS, why="tentative").num_rows:
        return None
    said = _SAID.format(gaming_date=flag(given.gaming_date, "DATE"))
    days = query(connection, said, why="tentative")["day"].to_pylist()
    return frozenset((*days, *(one.gaming_date for one in lost)))


def _touched(connection: Connection, store: Path, *, entries: Iterable[SourceEntry]) -> set[str]:
    """Give the tentative files that name what is moving; most are not read for it."""
    sides = [side for entry in entries for side in entry.tentative]
    found: set[str] = set()
    for kind in KINDS:
        naming = (
            side
            for side in sides
            if side.table == REJECT or (side.table in OF_SESSION) == (kind == "session")
        )
        paths = {str(store / one): one for one in _near(connection, kind, sides=naming)}
        if paths:
            sql = _TOUCHED.format(paths=sql_list([*paths]), plain=_PLAIN, kind=kind)
            names = query(connection, sql, why="tentative")["filename"].to_pylist()
            found |= {paths[name] for name in names}
    return found


def _near(connection: Connection, kind: str, *, sides: Iterable[SideFile]) -> list[str]:
    """Give the files that may name what is moving, by the bounds that are told of them."""
    told = [{"path": one.path, "first": one.first, "last": one.last} for one in sides]
    connection.register("told", pa.Table.from_pylist(told, schema=_TOLD))
    found: list[str] = query(connection, _NEAR.format(kind=kind), why="tentative")[
        "path"
    ].to_pylist()
    connection.unregister("told")
    return found


_TOLD = pa.schema([("path", pa.string()), ("first", pa.string()), ("last", pa.string())])

_NEAR = """
SELECT path FROM told WHERE first IS NULL OR EXISTS (
    SELECT 1 FROM moving AS m WHERE m.kind = '{kind}' AND m.id BETWEEN told.first AND told.last
)
"""

_PLAIN = "hive_partitioning = false, union_by_name = true"

_HOMELESS = """
SELECT 1 FROM stage.hands WHERE session_id NOT IN (SELECT session_id FROM stage.sessions) LIMIT 1
"""

_SAID = """
SELECT DISTINCT coalesce(gaming_date, {gaming_date}) AS day FROM stage.sessions
"""

_TOUCHED = """
SELECT DISTINCT filename FROM read_parquet({paths}, {plain}, filename = true)
WHERE {kind}_id IN (SELECT id FROM moving WHERE kind = '{kind}')
"""
