"""The log of one game in a batch as `log.<table>`: keyed by integers, with what is complete."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.games.log_model import SOURCE_COLUMNS, event_families, tables
from auditor.sql import literal, run, sql_list, value

if TYPE_CHECKING:
    from auditor.games.log_model import Game
    from auditor.sql import Connection

RENAMED = {"at": "happened_at", "to": "dealt_to"}
_PART = "casino_id, part_date"
_KEYS = {
    "shoes": "shoe",
    "hands": "hand",
    "bets": "bet",
    "rolls": "roll",
    "events": "event",
    "boards": "board",
}


def make_logs(connection: Connection, game: Game) -> None:
    """Make `log.<table>` for every table, with the rows of one game of the batch.

    Rows are numbered by `<row>_key`; `*_complete` tells whether no record of that table was lost
    in that scope, `records_<family>` whether the session keeps that family of events.
    """
    run(connection, "CREATE SCHEMA IF NOT EXISTS log")
    _sessions(connection, game)
    _shoes_and_hands(connection)
    _lost(connection)
    _flags(connection)
    for table in ("cards", "rolls", "bets", "boards", "events"):
        run(
            connection,
            _ROWS[table].format(columns=_columns(table, skip=_SKIPPED)),
            why=f"log.{table}",
        )


_SKIPPED = frozenset({"session_id", "hand_id", "shoe_id"})


def _columns(table: str, *, skip: frozenset[str] = frozenset()) -> str:
    """Write a table's columns for a SELECT, renamed where a name is SQL's, prefixed by `r`."""
    names = [name for name in tables()[table].names if name not in skip]
    kept = [
        f'r."{name}" AS {RENAMED[name]}' if name in RENAMED else f'r."{name}"' for name in names
    ]
    return ", ".join([*kept, *(f"r.{name}" for name in SOURCE_COLUMNS)])


def _sessions(connection: Connection, game: Game) -> None:
    """Number the game's sessions and tell which families of events each one keeps."""
    run(
        connection,
        _SESSIONS.format(game=literal(game.id), columns=_session_columns()),
        why="sessions",
    )
    run(connection, _FAMILIES.format(tests=_family_tests()), why="families")


def _session_columns() -> str:
    """Write the columns of sessions but for those that the partition gives."""
    return _columns("sessions", skip=frozenset({"casino_id", "gaming_date", "session_id"}))


def _family_tests() -> str:
    """Write, for each family, whether a session names it or has an event of it."""
    return ", ".join(
        f"coalesce(bool_or({_family_test(family, types)}), false) AS records_{family}"
        for family, types in event_families().items()
    )


def _family_test(family: str, types: tuple[str, ...]) -> str:
    """Write one family's test; a player's `show` is a showdown, not a step of the deck."""
    listed = f"list_contains(string_split(s.recorded, ' '), {literal(family)})"
    seen = f"e.type IN ({sql_list(types)[1:-1]})"
    if family == "deck":
        seen = f"({seen} AND NOT (e.type = 'show' AND e.by_player))"
    if family == "poker":
        seen = f"({seen} OR (e.type = 'show' AND e.by_player))"
    return f"({listed} OR {seen})"


def _shoes_and_hands(connection: Connection) -> None:
    """Number the shoes and hands of the game's sessions."""
    run(
        connection,
        _SHOES.format(columns=_columns("shoes", skip=frozenset({"session_id"}))),
        why="shoes",
    )
    run(
        connection,
        _HANDS.format(columns=_columns("hands", skip=frozenset({"session_id", "shoe_id"}))),
        why="hands",
    )


def _lost(connection: Connection) -> None:
    """Find the narrowest scope of each rejected record: its hand, shoe, session or whole source."""
    some = value(connection, "SELECT count(*) FROM raw.lost")
    run(connection, _LOST if some else _NONE_LOST, why="log.lost")


def _flags(connection: Connection) -> None:
    """Put on sessions, shoes and hands whether they lost records, table by table."""
    for scope, children in _SCOPES.items():
        wanted = ", ".join(
            f"NOT coalesce(list_contains(x.lost, {literal(child)}), false) AS {child}_complete"
            for child in children
        )
        run(connection, _FLAGS[scope].format(wanted=wanted), why=f"log.{scope}")


_SCOPES = {
    "sessions": ("hands", "shoes", "cards", "bets", "rolls", "events", "boards"),
    "shoes": ("hands", "cards", "events"),
    "hands": ("cards", "bets", "rolls", "events"),
}

_SESSIONS = f"""
CREATE OR REPLACE TABLE log.session_rows AS
SELECT row_number() OVER (ORDER BY {_PART}, session_id) AS session_key,
    casino_id, part_date, nullif(part_date, DATE '0001-01-01') AS gaming_date,
    r.session_id, {{columns}}
FROM raw.sessions AS r
WHERE r.game = {{game}}
"""

_FAMILIES = f"""
CREATE OR REPLACE TABLE log.families AS
WITH seen AS (
    SELECT DISTINCT {_PART}, session_id, type,
        player_id IS NOT NULL OR seat IS NOT NULL AS by_player
    FROM raw.events
)
SELECT s.session_key, {{tests}}
FROM log.session_rows AS s
LEFT JOIN seen AS e USING ({_PART}, session_id)
GROUP BY s.session_key
"""

_SHOES = f"""
CREATE OR REPLACE TABLE log.shoe_rows AS
SELECT row_number() OVER (ORDER BY s.session_key, r.shoe_no, r.shoe_id) AS shoe_key,
    s.session_key, s.casino_id, s.part_date, {{columns}}
FROM raw.shoes AS r JOIN log.session_rows AS s USING ({_PART}, session_id)
"""

_HANDS = f"""
CREATE OR REPLACE TABLE log.hand_rows AS
SELECT row_number() OVER (ORDER BY s.session_key, r.hand_no, r.hand_id) AS hand_key,
    s.session_key, z.shoe_key, s.casino_id, s.part_date, r.shoe_id, {{columns}}
FROM raw.hands AS r JOIN log.session_rows AS s USING ({_PART}, session_id)
LEFT JOIN log.shoe_rows AS z
    ON z.session_key = s.session_key AND z.shoe_id = r.shoe_id
"""

_NONE_LOST = """
CREATE OR REPLACE TABLE log.lost AS
SELECT NULL::VARCHAR AS child, NULL::BIGINT AS hand_key, NULL::BIGINT AS shoe_key,
    NULL::BIGINT AS session_key
WHERE false
"""

_LOST = """
CREATE OR REPLACE TABLE log.lost AS
WITH by_source AS (
    SELECT DISTINCT s.session_key, r.source_sha256
    FROM (
        SELECT casino_id, part_date, session_id, source_sha256 FROM raw.sessions
        UNION ALL SELECT casino_id, part_date, session_id, source_sha256 FROM raw.shoes
        UNION ALL SELECT casino_id, part_date, session_id, source_sha256 FROM raw.events
        UNION ALL SELECT casino_id, part_date, session_id, source_sha256 FROM raw.boards
        UNION ALL SELECT casino_id, part_date, session_id, source_sha256 FROM raw.hands
        UNION ALL SELECT h.casino_id, h.part_date, h.session_id, b.source_sha256
            FROM raw.bets AS b JOIN raw.hands AS h USING (casino_id, part_date, hand_id)
        UNION ALL SELECT h.casino_id, h.part_date, h.session_id, b.source_sha256
            FROM raw.rolls AS b JOIN raw.hands AS h USING (casino_id, part_date, hand_id)
        UNION ALL SELECT h.casino_id, h.part_date, h.session_id, b.source_sha256
            FROM raw.cards AS b JOIN raw.hands AS h USING (casino_id, part_date, hand_id)
    ) AS r JOIN log.session_rows AS s USING (casino_id, part_date, session_id)
    WHERE r.source_sha256 IN (SELECT source_sha256 FROM raw.lost)
),
located AS (
    SELECT r."table" AS child, r.source_sha256, h.hand_key,
        coalesce(h.shoe_key, z.shoe_key) AS shoe_key,
        coalesce(h.session_key, z.session_key, s.session_key) AS session_key
    FROM raw.lost AS r
    LEFT JOIN log.hand_rows AS h ON h.hand_id = r.hand_id
        AND h.casino_id = coalesce(r.casino_id, h.casino_id)
        AND (r.gaming_date IS NULL OR h.part_date = r.gaming_date)
    LEFT JOIN log.shoe_rows AS z ON z.shoe_id = r.shoe_id
        AND z.casino_id = coalesce(r.casino_id, z.casino_id)
        AND (r.gaming_date IS NULL OR z.part_date = r.gaming_date)
    LEFT JOIN log.session_rows AS s ON s.session_id = r.session_id
        AND s.casino_id = coalesce(r.casino_id, s.casino_id)
        AND (r.gaming_date IS NULL OR s.part_date = r.gaming_date)
)
SELECT l.child, l.hand_key, l.shoe_key, coalesce(l.session_key, b.session_key) AS session_key
FROM located AS l
LEFT JOIN by_source AS b ON l.session_key IS NULL AND b.source_sha256 = l.source_sha256
WHERE coalesce(l.session_key, b.session_key) IS NOT NULL
"""

_FLAGS = {
    "sessions": """
CREATE OR REPLACE TABLE log.sessions AS
SELECT s.*, f.* EXCLUDE (session_key), {wanted}
FROM log.session_rows AS s JOIN log.families AS f USING (session_key)
LEFT JOIN (SELECT session_key, list(child) AS lost FROM log.lost GROUP BY session_key) AS x USING (session_key)
""",
    "shoes": """
CREATE OR REPLACE TABLE log.shoes AS
SELECT z.*, {wanted}
FROM log.shoe_rows AS z
LEFT JOIN (
    SELECT z.shoe_key, list(l.child) AS lost
    FROM log.shoe_rows AS z JOIN log.lost AS l ON l.session_key = z.session_key
    WHERE l.shoe_key IS NULL OR l.shoe_key = z.shoe_key
    GROUP BY z.shoe_key
) AS x USING (shoe_key)
""",
    "hands": """
CREATE OR REPLACE TABLE log.hands AS
SELECT h.*, {wanted}
FROM log.hand_rows AS h
LEFT JOIN (
    SELECT h.hand_key, list(l.child) AS lost
    FROM log.hand_rows AS h JOIN log.lost AS l ON l.session_key = h.session_key
    WHERE CASE WHEN l.hand_key IS NOT NULL THEN l.hand_key = h.hand_key
        ELSE l.shoe_key IS NULL OR l.shoe_key = h.shoe_key END
    GROUP BY h.hand_key
) AS x USING (hand_key)
""",
}

_OF_HAND = f"""
FROM raw.{{table}} AS r JOIN log.hand_rows AS h USING ({_PART}, hand_id)
"""
_ROWS = {
    "cards": "CREATE OR REPLACE TABLE log.cards AS\nSELECT h.hand_key, h.shoe_key, h.session_key, {columns}"
    + _OF_HAND.format(table="cards"),
    "rolls": "CREATE OR REPLACE TABLE log.rolls AS\nSELECT row_number() OVER (ORDER BY h.hand_key, r.seq, r.roll_id)"
    " AS roll_key, h.hand_key, h.session_key, {columns}" + _OF_HAND.format(table="rolls"),
    "bets": "CREATE OR REPLACE TABLE log.bets AS\nSELECT row_number() OVER () AS bet_key,"
    " h.hand_key, h.session_key, {columns}" + _OF_HAND.format(table="bets"),
    "boards": "CREATE OR REPLACE TABLE log.boards AS\nSELECT row_number() OVER (ORDER BY s.session_key, r.number,"
    " r.board_id) AS board_key, s.session_key, {columns}\n"
    f"FROM raw.boards AS r JOIN log.session_rows AS s USING ({_PART}, session_id)",
    "events": f"""CREATE OR REPLACE TABLE log.events AS
SELECT row_number() OVER (ORDER BY s.session_key, r.seq) AS event_key, s.session_key,
    h.hand_key, z.shoe_key, b.board_key, r.hand_id, r.shoe_id, {{columns}}
FROM raw.events AS r JOIN log.session_rows AS s USING ({_PART}, session_id)
LEFT JOIN log.hand_rows AS h ON h.session_key = s.session_key AND h.hand_id = r.hand_id
LEFT JOIN log.shoe_rows AS z ON z.session_key = s.session_key AND z.shoe_id = r.shoe_id
LEFT JOIN log.boards AS b ON b.session_key = s.session_key AND b.board_id = r.hand_id
""",
}
