"""Staged rows put in their places: keys that stand once, parents found, orphans told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.ingest import places
from auditor.ingest.duplicates import drop_duplicates
from auditor.ingest.orphans import tell_orphans
from auditor.sql import query, run

if TYPE_CHECKING:
    from auditor.ingest.origins import Given
    from auditor.sql import Connection
    from auditor.store.read import Partition

Kept = tuple["Partition", ...]


def resolve(connection: Connection, given: Given, *, kept: Kept = ()) -> None:
    """Find the place of every staged row; `kept` is what the store holds already.

    Leaves `place.part`, `place.session`, `place.hand`, `place.dropped`, and in `stage.reject` the
    rows whose key stands twice and those without a place; each reject gets its casino and date.
    """
    places.place_sessions(connection, given)
    places.number_parts(connection)
    drop_duplicates(connection, "sessions", kept=_touched(connection, kept))
    places.place_session_ids(connection)
    places.find_elsewhere(connection, "session", kept=kept, given=given)
    touched = _touched(connection, kept)
    for table in places.OF_SESSION:
        drop_duplicates(connection, table, kept=touched)
    places.place_hands(connection)
    places.find_elsewhere(connection, "hand", kept=kept, given=given)
    touched = _touched(connection, kept)
    for table in places.OF_HAND:
        drop_duplicates(connection, table, kept=touched)
    tell_orphans(connection)
    run(connection, _PLACED_REJECTS, why="rejects")


def _touched(connection: Connection, kept: Kept) -> Kept:
    """Give the partitions of the store that new rows go to."""
    if not kept:
        return ()
    rows = query(connection, "SELECT casino_id, gaming_date FROM place.part").to_pylist()
    new = {(row["casino_id"], row["gaming_date"]) for row in rows}
    return tuple(one for one in kept if (one.casino_id, one.gaming_date) in new)


_PLACED_REJECTS = """
CREATE TABLE place.reject AS
SELECT r.* REPLACE (coalesce(r.session_id, h.session_id) AS session_id),
    p.casino_id, p.gaming_date
FROM stage.reject AS r
LEFT JOIN place.hand AS h ON h.scope = r.scope AND h.id = r.hand_id AND h.n = 1
LEFT JOIN place.session AS s ON s.scope = r.scope AND s.id = r.session_id AND s.n = 1
LEFT JOIN place.part AS p ON p.part = coalesce(s.part, h.part)
"""
