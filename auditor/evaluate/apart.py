"""The rows that findings and readings are about, set apart: few, and asked for many times."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from auditor.evaluate.bind import IDENTITY
from auditor.evaluate.readings import owed_sql
from auditor.evaluate.verdict import branches_sql, is_told_sql
from auditor.sql import name, query, run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from auditor.evaluate.bind import BoundRule
    from auditor.sql import Connection

APART, PLACED = "norm.apart", "norm.placed"
WHOLE = f"SELECT * FROM {APART}"
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


def told_rows(connection: Connection, bound: BoundRule, *, verdict: str, applied: str) -> pa.Table:
    """Give the rows that one rule has something to say of, with all that the telling needs."""
    return query(
        connection,
        f"WITH hits AS (SELECT rowid AS apart_key, *, {verdict} AS verdict, {_told_sql(bound)}, "
        f"{applied} AS told_reading FROM {APART}) "
        f"SELECT {_IDENTITY}, {_carried(bound)} "
        f"FROM hits AS f JOIN {PLACED} AS p USING (apart_key) WHERE {is_told_sql('f.verdict')}",
        why=f"{bound.rule.id}: findings",
    )


def _told_sql(bound: BoundRule) -> str:
    """Write what a finding says: expected, observed, money, each reading, each fact read."""
    rule = bound.rule
    parts = {"expected": rule.expected, "observed": rule.observed}
    stakes = (
        rule.at_stake
        if isinstance(rule.at_stake, dict)
        else dict.fromkeys(rule.branches, rule.at_stake)
    )
    said = [
        f"({sql}) AS told_{key}" if sql else f"NULL AS told_{key}" for key, sql in parts.items()
    ]
    for position, (reading, sql) in enumerate(rule.branches.items()):
        said.append(f"{branches_sql(bound, (sql,))} AS reading_{position}")
        said.append(f"({stakes.get(reading) or 'NULL'}) AS stake_{position}")
    said.append(f"{owed_sql(bound)} AS told_owed")
    return ", ".join(said)


def _carried(bound: BoundRule) -> str:
    """Write the columns of a hit that its finding carries: what is told, and each fact read."""
    told = ["told_expected", "told_observed", "told_owed", "told_reading"]
    for position in range(len(bound.rule.branches)):
        told += [f"reading_{position}", f"stake_{position}"]
    facts = [f"f.{name(column)} AS {name('fact_' + column)}" for column in bound.columns]
    return ", ".join([*(f"f.{each}" for each in told), *facts])


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

_IDENTITY = (
    "f.verdict, p.* EXCLUDE (apart_key), f.subject, f.happened_at, f.player_id, "
    "f.source_name, f.source_sha256, f.source_record"
)
