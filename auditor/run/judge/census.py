"""What there was to judge: for each casino and game, its tables, sessions, dates and rows."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from auditor.games.catalog import games
from auditor.run.judge.played import played_in_all, played_of
from auditor.sql import query, sql_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from auditor.evaluate.judge import Count
    from auditor.games.log_model import Game
    from auditor.run.judge.played import Played
    from auditor.sql import Connection


@dataclass(frozen=True, slots=True)
class Census:
    """What one casino's log holds of one game in one batch.

    `subjects` counts rows by grain, `days` the sessions of each gaming date that is known,
    `played` the hands by place, `bare` the sessions without any row of a table that they must have.
    """

    casino_id: str
    game: str
    tables: tuple[str, ...]
    sessions: int
    first_date: date | None
    last_date: date | None
    zone: str | None
    currency: str | None
    subjects: Mapping[str, int]
    days: Mapping[date, int]
    played: Played = field(default_factory=dict)
    bare: Mapping[str, int] = field(default_factory=dict)


def census_of(
    connection: Connection, game: Game, *, judged: Iterable[Count] = ()
) -> tuple[Census, ...]:
    """Count what a batch holds of a game, casino by casino.

    `judged` is how its rows came out: they are counted anew only where no rule judged them.
    """
    rows = query(connection, _SESSIONS, why="census").to_pylist()
    casinos = {row["casino_id"] for row in rows}
    known = _judged_rows(judged)
    grains = {
        grain: known[grain] if casinos <= known.get(grain, {}).keys() else _rows(connection, grain)
        for grain in game.grains
    }
    played, bare = played_of(connection), _bare(connection)
    return tuple(
        Census(
            casino_id=row["casino_id"],
            game=game.id,
            tables=tuple(row["tables"]),
            sessions=row["sessions"],
            first_date=row["first_date"],
            last_date=row["last_date"],
            zone=row["zone"],
            currency=row["currency"],
            subjects={grain: counts.get(row["casino_id"], 0) for grain, counts in grains.items()},
            days=dict(row["days"] or ()),
            played=played.get(row["casino_id"], {}),
            bare=bare.get(row["casino_id"], {}),
        )
        for row in rows
    )


def census_of_unplayed(connection: Connection) -> tuple[Census, ...]:
    """Count the sessions of games that no folder here replays: they are told of too."""
    known = sql_list(games())[1:-1]
    rows = query(connection, _UNPLAYED.format(known=known), why="census").to_pylist()
    return tuple(
        Census(
            **row
            | {"tables": tuple(row["tables"]), "subjects": {}, "days": dict(row["days"] or ())}
        )
        for row in rows
    )


def merged(census: Iterable[Census]) -> list[Census]:
    """Put the counts of several batches together, casino by casino and game by game."""
    whole: dict[tuple[str, str], Census] = {}
    for each in census:
        key = (each.casino_id, each.game)
        whole[key] = _plus(whole[key], each) if key in whole else each
    return [whole[key] for key in sorted(whole)]


def _plus(one: Census, other: Census) -> Census:
    """Add two counts of the same casino and game."""
    firsts = [day for day in (one.first_date, other.first_date) if day]
    lasts = [day for day in (one.last_date, other.last_date) if day]
    return replace(
        one,
        zone=min((each.zone for each in (one, other) if each.zone), default=None),
        currency=min((each.currency for each in (one, other) if each.currency), default=None),
        tables=tuple(sorted({*one.tables, *other.tables})),
        sessions=one.sessions + other.sessions,
        first_date=min(firsts, default=None),
        last_date=max(lasts, default=None),
        days=Counter(one.days) + Counter(other.days),
        played=played_in_all((one.played, other.played)),
        bare=Counter(one.bare) + Counter(other.bare),
        subjects={grain: count + other.subjects[grain] for grain, count in one.subjects.items()},
    )


def _judged_rows(judged: Iterable[Count]) -> dict[str, dict[str, int]]:
    """Give the most rows that any rule judged: grain → casino → rows."""
    most: dict[str, dict[str, int]] = {}
    for count in judged:
        of_grain = most.setdefault(count.grain, {})
        rows = sum(count.verdicts.values())
        of_grain[count.casino_id] = max(rows, of_grain.get(count.casino_id, 0))
    return most


def _rows(connection: Connection, grain: str) -> dict[str, int]:
    """Count the rows of a grain, casino by casino."""
    found = query(connection, _GRAIN.format(grain=grain), why=f"census of {grain}")
    return {row["casino_id"]: row["rows"] for row in found.to_pylist()}


def _bare(connection: Connection) -> dict[str, dict[str, int]]:
    """Count the sessions without any row of a table that they must have: casino → table → sessions.

    Of one without hands no more is told; one that says that it keeps events must have some.
    """
    bare: dict[str, dict[str, int]] = {}
    for row in query(connection, _BARE, why="census").to_pylist():
        bare.setdefault(row["casino_id"], {})[row["child"]] = row["sessions"]
    return bare


_BARE = """
WITH mute AS (
    SELECT session_key FROM log.session_rows
    ANTI JOIN (SELECT DISTINCT session_key FROM log.events) USING (session_key)
    WHERE trim(recorded) <> ''
), told AS (
    SELECT session_key, child FROM log.bare
    UNION ALL SELECT session_key, 'events' FROM mute
)
SELECT s.casino_id, t.child, count(*) AS sessions
FROM told AS t JOIN log.session_rows AS s USING (session_key)
WHERE t.child = 'hands'
    OR t.session_key NOT IN (SELECT session_key FROM log.bare WHERE child = 'hands')
GROUP BY ALL
"""

_SESSIONS = """
SELECT casino_id,
    coalesce(list(DISTINCT table_id ORDER BY table_id) FILTER (table_id IS NOT NULL), []) AS tables,
    count(*) AS sessions,
    min(gaming_date) AS first_date, max(gaming_date) AS last_date,
    histogram(gaming_date) AS days,
    min(zone) AS zone, min(currency) AS currency
FROM log.sessions GROUP BY casino_id ORDER BY casino_id
"""

_UNPLAYED = """
SELECT casino_id, game,
    coalesce(list(DISTINCT table_id ORDER BY table_id) FILTER (table_id IS NOT NULL), []) AS tables,
    count(*) AS sessions, min(gaming_date) AS first_date, max(gaming_date) AS last_date,
    histogram(gaming_date) AS days,
    min(zone) AS zone, min(currency) AS currency
FROM raw.sessions WHERE game NOT IN ({known}) GROUP BY casino_id, game ORDER BY casino_id, game
"""

_GRAIN = """
SELECT s.casino_id, count(*) AS rows
FROM fact.{grain} AS f JOIN log.sessions AS s USING (session_key) GROUP BY s.casino_id
"""
