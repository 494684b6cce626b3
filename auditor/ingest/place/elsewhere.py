"""Ids that a row's own set does not hold: looked for in its folder, its ingest, and in all else.

All else is what came before, and of what came before also what comes now. There only the casino and
date count that were given with the row, and its place is tentative: another night may come that has
this id too. Not so where it is of the row's own set, of which the rest was read before. A hand that
waits for its session itself, or was rejected, is not looked for past where it is: what names it
waits for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.ingest.place.kept import kept_rows
from auditor.ingest.place.places import NO_CASINO
from auditor.sql import literal, query, run

if TYPE_CHECKING:
    from collections.abc import Iterable

    from auditor.ingest.place.places import Kept
    from auditor.sql import Connection

WIDER = ("folder", "all")


def find_elsewhere(connection: Connection, kind: str, *, tables: Iterable[str], kept: Kept) -> None:
    """Look up the sessions or hands that rows of some tables name and their set does not hold."""
    wanted = " UNION ALL ".join(_named(table, kind) for table in tables)
    run(connection, f"CREATE OR REPLACE TEMP TABLE wanted AS SELECT DISTINCT * FROM ({wanted})")
    for width in WIDER:
        if kind == "hand":
            run(connection, _WAIT.format(near=_NEAR[width]), why=kind)
        if _none_wanted(connection):
            return
        run(connection, _FROM_SETS.format(kind=kind, same=_SAME[width]), why=kind)
        run(connection, _FORGET.format(kind=kind), why=kind)
    if not _none_wanted(connection):
        _find_in_all(connection, kind, kept=kept)


def _find_in_all(connection: Connection, kind: str, *, kept: Kept) -> None:
    """Look up the sessions or hands that are wanted still in the store and in every set."""
    run(connection, _NONE_FOUND)
    numbered = "SELECT *, 0 AS hand_no FROM ({rows})" if kind == "session" else "{rows}"
    own = () if kind == "session" else ("hand_id", "hand_no")
    columns = ("session_id", "source_sha256", *own)
    near = _may_hold(connection, kept)
    rows = kept_rows(f"{kind}s", near, columns=columns)
    sessions = kept_rows("sessions", near, columns=("session_id", "zone"))
    if rows is not None and sessions is not None:
        numbered = numbered.format(rows=rows)
        found = _FOUND.format(rows=numbered, sessions=sessions, id=f"{kind}_id")
        run(connection, found, why=kind)
        run(connection, _MORE_PARTS, why="partitions")
    said = {"kind": kind, "no_casino": literal(NO_CASINO)}
    run(connection, _FROM_ALL.format(**said), why=kind)


def _may_hold(connection: Connection, kept: Kept) -> Kept:
    """Give the partitions of the store that may hold what is wanted, by what was given with it."""
    sought = query(connection, _SOUGHT, why="wanted").to_pylist()
    casinos = {NO_CASINO, *(one["casino_id"] for one in sought)}
    days = {one["gaming_date"] for one in sought}
    return tuple(
        one
        for one in kept
        if (None in casinos or one.casino_id in casinos)
        and (None in days or one.gaming_date in days)
    )


def _named(table: str, kind: str) -> str:
    """Give the sets and ids that the rows of a table name and that have no place yet, as SQL."""
    return (
        f"SELECT scope, {kind}_id AS id FROM stage.{table} AS c"
        f" WHERE {kind}_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM place.{kind} AS p"
        f" WHERE p.scope = c.scope AND p.id = c.{kind}_id)"
    )


def _none_wanted(connection: Connection) -> bool:
    """Tell whether every id has been found."""
    return not query(connection, "SELECT 1 FROM wanted LIMIT 1").to_pylist()


_SAME = {
    "folder": "JOIN stage.scope AS own ON own.scope = w.scope"
    " JOIN stage.scope AS other ON other.scope = h.scope AND other.folder = own.folder",
    "all": "",
}

# Whose waiting hands a row waits with, before its hand is looked for in the folder, and in all.
_NEAR = {
    "folder": "h.scope = w.scope",
    "all": "(own.casino_id = its.casino_id) IS NOT false"
    " AND (own.gaming_date = its.gaming_date) IS NOT false",
}

_WAIT = """
DELETE FROM wanted WHERE (scope, id) IN (
    SELECT w.scope, w.id FROM wanted AS w
    JOIN (
        SELECT g.scope, g.hand_id FROM stage.hands AS g
        LEFT JOIN place.session AS s ON s.scope = g.scope AND s.id = g.session_id
        WHERE s.n IS DISTINCT FROM 1
        UNION ALL SELECT scope, hand_id FROM stage.lost_hand
        UNION ALL SELECT r.scope, r.hand_id FROM stage.reject AS r
        ANTI JOIN stage.hands AS g ON g.scope = r.scope AND g.hand_id = r.hand_id
        WHERE r."table" = 'hands'
    ) AS h ON h.hand_id = w.id
    JOIN stage.scope AS own ON own.scope = w.scope
    JOIN stage.scope AS its ON its.scope = h.scope
    WHERE {near}
)
"""

_FROM_SETS = """
INSERT INTO place.{kind}
SELECT w.scope, w.id, count(*), min(h.part), any_value(h.home), any_value(h.zone),
    any_value(h.is_house_zone), any_value(h.session_id), any_value(h.hand_no)
FROM wanted AS w JOIN place.{kind}_home AS h ON h.{kind}_id = w.id {same}
SEMI JOIN (FROM stage.scope WHERE NOT came_before) AS now ON now.scope = w.scope
SEMI JOIN (FROM stage.scope WHERE NOT came_before) AS beside ON beside.scope = h.scope
GROUP BY w.scope, w.id
"""

_FORGET = """
DELETE FROM wanted
WHERE EXISTS (SELECT 1 FROM place.{kind} AS p WHERE p.scope = wanted.scope AND p.id = wanted.id)
"""

_SOUGHT = """
SELECT DISTINCT casino_id, gaming_date FROM stage.scope WHERE scope IN (SELECT scope FROM wanted)
"""

_NONE_FOUND = """
CREATE OR REPLACE TEMP TABLE found (
    casino_id VARCHAR, gaming_date DATE, id VARCHAR, session_id VARCHAR, hand_no BIGINT,
    zone VARCHAR, sha256 VARCHAR
)
"""

_FOUND = """
INSERT INTO found
SELECT r.casino_id, r.gaming_date, r.{id}, r.session_id, r.hand_no, s.zone, r.source_sha256
FROM ({rows}) AS r
JOIN ({sessions}) AS s ON s.casino_id = r.casino_id AND s.session_id = r.session_id
    AND s.gaming_date IS NOT DISTINCT FROM r.gaming_date
WHERE r.{id} IN (SELECT id FROM wanted)
"""

_MORE_PARTS = """
INSERT INTO place.part
SELECT (SELECT count(*) FROM place.part) + row_number() OVER (ORDER BY casino_id, gaming_date),
    casino_id, gaming_date
FROM (
    SELECT DISTINCT casino_id, gaming_date FROM found AS f
    WHERE NOT EXISTS (SELECT 1 FROM place.part AS p WHERE p.casino_id = f.casino_id
        AND p.gaming_date IS NOT DISTINCT FROM f.gaming_date)
)
"""

_FROM_ALL = """
INSERT INTO place.{kind}
WITH homes AS (
    SELECT f.id, p.part, p.casino_id, p.gaming_date, f.zone, h.zone IS NOT NULL AS is_house_zone,
        f.session_id, f.hand_no, f.sha256, dense_rank() OVER (ORDER BY p.part, f.session_id) AS home
    FROM found AS f
    JOIN place.part AS p ON p.casino_id = f.casino_id
        AND p.gaming_date IS NOT DISTINCT FROM f.gaming_date
    LEFT JOIN stage.house AS h ON h.casino_id = f.casino_id
    UNION ALL BY NAME
    SELECT h.{kind}_id AS id, p.part, p.casino_id, p.gaming_date, h.zone, h.is_house_zone,
        h.session_id, h.hand_no, h.home
    FROM place.{kind}_home AS h JOIN place.part AS p ON p.part = abs(h.part)
), candidates AS (
    SELECT w.scope, h.*, b.scope IS NOT NULL AS is_own
    FROM wanted AS w JOIN homes AS h ON h.id = w.id
    JOIN stage.scope AS s ON s.scope = w.scope
    LEFT JOIN stage.sibling AS b ON b.scope = w.scope AND b.sha256 = h.sha256
        AND b.casino_id = h.casino_id AND b.gaming_date IS NOT DISTINCT FROM h.gaming_date
    WHERE (s.gaming_date IS NULL OR h.gaming_date = s.gaming_date)
        AND (s.casino_id IS NULL OR h.casino_id IN (s.casino_id, {no_casino}))
    WINDOW here AS (PARTITION BY w.scope, w.id)
    QUALIFY is_own OR NOT bool_or(is_own) OVER here AND (
        s.casino_id IS NULL OR h.casino_id = s.casino_id
        OR NOT bool_or(h.casino_id = s.casino_id) OVER here
    )
)
SELECT scope, id, count(*), any_value(CASE WHEN is_own THEN part ELSE -part END),
    any_value(home), any_value(zone), any_value(is_house_zone), any_value(session_id),
    any_value(hand_no)
FROM candidates GROUP BY scope, id
"""
