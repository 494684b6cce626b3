"""Staged rows put in their places: keys that stand once, parents found, orphans told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.games.log_model import tables
from auditor.ingest.convert.origins import flag
from auditor.ingest.place import places
from auditor.ingest.place.duplicates import drop_duplicates
from auditor.ingest.place.elsewhere import find_elsewhere
from auditor.ingest.place.kept import touched
from auditor.ingest.place.orphans import tell_orphans
from auditor.ingest.place.survey import survey
from auditor.sql import query, run

if TYPE_CHECKING:
    from collections import abc

    from auditor.ingest.convert.origins import Given
    from auditor.ingest.place.places import Kept
    from auditor.ingest.place.survey import Survey
    from auditor.sql import Connection


@dataclass(frozen=True, slots=True)
class _Seen:
    """What is known beside the staged rows: what the store holds, and keys that stand once."""

    kept: Kept
    once: abc.Container[str]


def resolve(
    connection: Connection,
    given: Given,
    *,
    present: abc.Set[str],
    kept: Kept = (),
    once: abc.Container[str] = (),
) -> tuple[str, ...]:
    """Find the place of every staged row of the tables that are `present`.

    `kept` is what the store holds already, `once` are tables of which no key stands twice.

    Leaves `place.part`, `place.session`, `place.hand`, `place.dropped`, and in `place.reject` all
    rejects with their casino and date: also rows whose key stands twice, and those without a place.
    One without a place is of the casino that a flag gives, unless a session names another one; of
    what came before no casino is told: what was told of it stays, and what had a place and has none
    now is of the casino that was given with it.
    Gives the tables that have rows without a place.
    """
    places.place_sessions(connection, given)
    places.number_parts(connection)
    _drop(connection, "sessions", found=survey(connection, tables()["sessions"]), kept=kept)
    places.place_session_ids(connection)
    of_session = [table for table in places.OF_SESSION if table in present]
    seen = _Seen(kept, once)
    strays = _settle(connection, of_session, kind="session", seen=seen)
    is_unique = "hands" in once or _stand_once(connection)
    places.place_hands(connection, unique=is_unique)
    of_hand = [table for table in places.OF_HAND if table in present]
    strays += _settle(connection, of_hand, kind="hand", seen=seen)
    given_casino = flag(given.casino_id, "VARCHAR")
    run(connection, _PLACED_REJECTS.format(casino_id=given_casino), why="rejects")
    return strays


def _settle(
    connection: Connection, children: abc.Iterable[str], *, kind: str, seen: _Seen
) -> tuple[str, ...]:
    """Settle the rows of sessions or of hands; give the tables that have rows without a place."""
    surveys = _look(connection, children, once=seen.once)
    lacking = [table for table, one in surveys.items() if one.lacks_places]
    if lacking or _has_rejects(connection):
        wanting = (*lacking, "reject")
        find_elsewhere(connection, kind, tables=wanting, kept=seen.kept)
        surveys |= _look(connection, lacking, once=seen.once)
    for table, one in surveys.items():
        _drop(connection, table, found=one, kept=seen.kept)
    strays = tuple(table for table, one in surveys.items() if one.has_strays)
    for table in strays:
        tell_orphans(connection, table)
    return strays


def _look(
    connection: Connection, names: abc.Iterable[str], *, once: abc.Container[str]
) -> dict[str, Survey]:
    """Look over some staged tables; of those in `once` no key stands twice."""
    every = tables()
    return {one: survey(connection, every[one], stands_once=one in once) for one in names}


def _drop(connection: Connection, table: str, *, found: Survey, kept: Kept) -> None:
    """Drop the rows of a table whose key stands already."""
    if found.rows:
        near = touched(connection, kept)
        drop_duplicates(connection, tables()[table], repeats=found.repeats_keys, kept=near)


def _has_rejects(connection: Connection) -> bool:
    """Tell whether anything has been rejected."""
    return bool(query(connection, "SELECT 1 FROM stage.reject LIMIT 1").to_pylist())


def _stand_once(connection: Connection) -> bool:
    """Tell whether no hand's id stands twice: in one night it cannot by now, else by their hashes.

    Where two ids share a hash they are taken to stand twice.
    """
    nights = "count(DISTINCT scope) < 2 AND count(DISTINCT abs(part)) < 2"
    sql = f"SELECT {nights} AS one FROM place.session"
    if query(connection, sql, why="sessions")["one"][0].as_py():
        return True
    return bool(query(connection, _ONCE, why="hands")["once"][0].as_py())


_ONCE = """
SELECT count(*) = count(DISTINCT hash(hand_id, reverse(hand_id))) AS once FROM stage.hands
"""

_PLACED_REJECTS = """
CREATE TABLE place.reject AS
SELECT r.* EXCLUDE (casino_id) REPLACE (coalesce(r.session_id, h.session_id) AS session_id),
    coalesce(p.casino_id, CASE WHEN NOT o.came_before AND NOT EXISTS (
        SELECT casino_id FROM place.session_row UNION ALL SELECT casino_id FROM stage.reject
        EXCEPT VALUES ({casino_id}), (NULL)
    ) THEN {casino_id} WHEN t.stood THEN o.casino_id END) AS casino_id, p.gaming_date,
    coalesce(s.part, h.part) < 0 AS tentative
FROM stage.reject AS r JOIN stage.scope AS o USING (scope)
JOIN stage.origin AS t USING (source)
LEFT JOIN place.hand AS h ON h.scope = r.scope AND h.id = r.hand_id AND h.n = 1
LEFT JOIN place.session AS s ON s.scope = r.scope AND s.id = r.session_id AND s.n = 1
LEFT JOIN place.part AS p ON p.part = abs(coalesce(s.part, h.part))
"""
