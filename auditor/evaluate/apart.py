"""The rows that findings and readings are about, set apart: few, and asked for many times."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from auditor.evaluate.bind import IDENTITY
from auditor.sql import name, run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from auditor.evaluate.bind import BoundRule
    from auditor.sql import Connection

APART, PLACED = "norm.apart", "norm.placed"
_SCOPE = ("scope_casino", "scope_earliest", "scope_latest", "in_force")


@contextmanager
def set_apart(
    connection: Connection,
    rows: str,
    *,
    told: Sequence[tuple[BoundRule, str]],
    beside: Sequence[tuple[BoundRule, str]],
    within: pa.ChunkedArray,
) -> Iterator[None]:
    """Keep the rows that meet any test in `norm.apart`, and the places of those told of.

    Kept are the columns that the tests' rules name. `norm.placed` has, by `apart_key` (a row's
    rowid), where and when each row lies that meets a test of `told`. `within` lists the hands of
    all that meet a test (or of one in no hand its session, below 0): nothing else is looked at.
    """
    wanted = (*told, *beside)
    columns = sorted({*IDENTITY, *_SCOPE}.union(*(rule.columns for rule, _ in wanted)))
    listed = ", ".join(name(each) for each in columns)
    parts = " UNION ALL ".join(
        f"SELECT {listed} FROM ({rows}) WHERE {part} AND ({_any(wanted)})"
        for part in _parts(connection, within)
    )
    run(connection, f"CREATE OR REPLACE TABLE {APART} AS {parts}", why="rows set apart")
    try:
        if told:
            places = _PLACES.format(told=_any(told))
            run(connection, f"CREATE OR REPLACE TABLE {PLACED} AS {places}", why="places of rows")
        yield
    finally:
        run(connection, f"DROP TABLE {APART}")
        run(connection, f"DROP TABLE IF EXISTS {PLACED}")


def _any(tests: Sequence[tuple[BoundRule, str]]) -> str:
    """Write whether a row meets any of some tests."""
    return " OR ".join(f"({test})" for _, test in tests)


def _parts(connection: Connection, within: pa.ChunkedArray) -> Iterator[str]:
    """Write which rows are looked at, so that the engine finds them by their keys."""
    keys = pc.unique(pc.list_flatten(within))
    of_hands = pc.greater(keys, 0)
    hands, sessions = keys.filter(of_hands), pc.negate(keys.filter(pc.invert(of_hands)))
    if len(hands) or not len(sessions):
        connection.register("given_hands_apart", pa.table({"key": hands}))
        yield "hand_key IN (SELECT key FROM given_hands_apart)"
    if len(sessions):
        connection.register("given_sessions_apart", pa.table({"key": sessions}))
        yield "hand_key IS NULL AND session_key IN (SELECT key FROM given_sessions_apart)"


_PLACES = f"""
SELECT f.apart_key, s.casino_id, s.gaming_date, s.table_id, s.session_id, s.currency, s.zone,
    s.video_ref, coalesce(z.shoe_id, h.shoe_id) AS shoe_id, h.hand_id, h.dealer_id,
    h.started_at, h.ended_at,
    (SELECT min(q.started_at) FROM log.hands AS q
        WHERE q.shoe_key = f.shoe_key AND f.hand_key IS NULL) AS shoe_started_at,
    CASE WHEN f.hand_key IS NOT NULL AND h.ended_at IS NULL THEN coalesce(
        (SELECT min(q.started_at) FROM log.hands AS q WHERE q.session_key = f.session_key
            AND q.started_at > coalesce(h.started_at, f.happened_at)),
        s.closed_at) END AS followed_at,
    CASE WHEN f.happened_at < h.started_at THEN
        (SELECT max(q.ended_at) FROM log.hands AS q WHERE q.session_key = f.session_key
            AND q.ended_at <= f.happened_at) END AS ended_before,
    (SELECT min(b.placed_at) FROM log.bets AS b WHERE b.hand_key = f.hand_key) AS staked_at
FROM (SELECT rowid AS apart_key, * FROM {APART} WHERE {{told}}) AS f
JOIN log.sessions AS s USING (session_key)
LEFT JOIN log.hands AS h ON h.hand_key = f.hand_key
LEFT JOIN log.shoes AS z ON z.shoe_key = f.shoe_key
"""
