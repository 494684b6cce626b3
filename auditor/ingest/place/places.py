"""Which session and which hand each row belongs to, and so its casino and gaming date.

An id is looked up in the row's own set (its folder, zip, workbook or file), then elsewhere (see
`auditor.ingest.place.elsewhere`).
`place.session` and `place.hand` have one row for each set and id: `n` candidates, and where there
is just one its `part`, and the `home` (a number of the session) and `hand_no` by which its rows
are sorted. A `part` below 0 is that partition's too, but there by an id alone: it is tentative, and
so is all that rests on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.ingest.convert.origins import flag
from auditor.ingest.convert.zones import NO_ZONE, OF_CURRENCY
from auditor.sql import literal, run

if TYPE_CHECKING:
    from auditor.ingest.convert.origins import Given
    from auditor.sql import Connection
    from auditor.store.read import Partition

NO_CASINO = "_"
OF_SESSION = ("shoes", "hands", "events", "boards")
OF_HAND = ("cards", "bets", "rolls")
Kept = tuple["Partition", ...]


def place_sessions(connection: Connection, given: Given) -> None:
    """Make `place.session_row`: each session's casino, date, currency, table and zone."""
    run(connection, "CREATE SCHEMA place")
    run(connection, 'CREATE TABLE place.dropped ("table" VARCHAR, line BIGINT)')
    run(connection, _TWIN)
    run(connection, "CREATE TABLE place.repeated (source INTEGER, first_name VARCHAR)")
    currencies = " ".join(f"WHEN {literal(c)} THEN {literal(z)}" for c, z in OF_CURRENCY.items())
    sql = _SESSIONS.format(
        casino_id=flag(given.casino_id, "VARCHAR"),
        table_id=flag(given.table_id, "VARCHAR"),
        gaming_date=flag(given.gaming_date, "DATE"),
        given_currency=flag(given.currency, "VARCHAR"),
        no_casino=literal(NO_CASINO),
        of_currency=f"CASE currency {currencies} END",
        no_zone=literal(NO_ZONE),
    )
    run(connection, sql, why="sessions")


def number_parts(connection: Connection) -> None:
    """Number the partitions of the sessions."""
    run(connection, _PARTS, why="partitions")


def place_session_ids(connection: Connection) -> None:
    """Give each session its place among its set's ids."""
    run(connection, _SESSION_HOMES, why="sessions")
    run(connection, _INDEX.format(kind="session", id="session_id"), why="sessions")


def place_hands(connection: Connection, *, unique: bool) -> None:
    """Give each hand that has a session its place among its set's ids; `unique`: no id is twice."""
    run(connection, _HAND_HOMES, why="hands")
    run(
        connection,
        _UNIQUE_HANDS if unique else _INDEX.format(kind="hand", id="hand_id"),
        why="hands",
    )


_TWIN = """
CREATE TABLE place.twin (
    "table" VARCHAR, line BIGINT, source INTEGER, record BIGINT, key VARCHAR, first_line BIGINT
)
"""

_SESSIONS = """
CREATE TABLE place.session_row AS
WITH told AS (
    SELECT s.rowid AS line, s.source, s.scope, s.record, s.session_id,
        coalesce(s.casino_id, {casino_id}, {no_casino}) AS casino_id,
        coalesce(s.table_id, {table_id}) AS table_id,
        CASE WHEN s.date_earliest IS NULL THEN coalesce(s.gaming_date, {gaming_date})
            ELSE s.gaming_date END AS gaming_date,
        coalesce(s.currency, {given_currency}) AS currency, s.zone AS own_zone,
        s.opened_at IS NOT NULL AND NOT s."opened_at utc" AS has_clock
    FROM stage.sessions AS s
), housed AS (
    SELECT t.* REPLACE (coalesce(t.currency, h.currency) AS currency),
        h.zone AS house_zone, o.zone AS mapping_zone, o.merges
    FROM told AS t JOIN stage.origin AS o USING (source)
    LEFT JOIN stage.house AS h USING (casino_id)
)
SELECT line, source, scope, record, session_id, casino_id, table_id, gaming_date, currency, merges,
    house_zone IS NOT NULL AS is_house_zone,
    coalesce(house_zone, own_zone, mapping_zone, {of_currency}, {no_zone}) AS zone,
    CASE WHEN coalesce(house_zone, own_zone, mapping_zone) IS NOT NULL THEN 'declared'
        WHEN {of_currency} IS NOT NULL THEN 'currency' ELSE 'none' END AS zone_from
FROM housed
"""

_PARTS = """
CREATE TABLE place.part AS
SELECT row_number() OVER (ORDER BY casino_id, gaming_date)::INTEGER AS part, casino_id, gaming_date
FROM (SELECT DISTINCT casino_id, gaming_date FROM place.session_row)
"""

_SESSION_HOMES = """
CREATE TABLE place.session_home AS
SELECT r.line, r.scope, r.session_id, p.part, r.zone, r.is_house_zone, 0 AS hand_no,
    row_number() OVER (ORDER BY p.part, r.session_id) AS home
FROM place.session_row AS r
JOIN place.part AS p ON p.casino_id = r.casino_id
    AND p.gaming_date IS NOT DISTINCT FROM r.gaming_date
WHERE r.line NOT IN (SELECT line FROM place.dropped WHERE "table" = 'sessions')
"""

_HAND_HOMES = """
CREATE TABLE place.hand_home AS
SELECT c.scope, c.hand_id, s.part, s.zone, s.is_house_zone, c.session_id, s.home, c.hand_no
FROM stage.hands AS c JOIN place.session AS s ON s.scope = c.scope AND s.id = c.session_id
WHERE s.n = 1 AND c.rowid NOT IN (SELECT line FROM place.dropped WHERE "table" = 'hands')
"""

_INDEX = """
CREATE TABLE place.{kind} AS
SELECT scope, {id} AS id, count(*) AS n, min(part) AS part, any_value(home) AS home,
    any_value(zone) AS zone, any_value(is_house_zone) AS is_house_zone,
    any_value(session_id) AS session_id, any_value(hand_no) AS hand_no
FROM place.{kind}_home GROUP BY scope, {id}
"""

_UNIQUE_HANDS = """
CREATE TABLE place.hand AS
SELECT scope, hand_id AS id, 1::BIGINT AS n, part, home, zone, is_house_zone, session_id, hand_no
FROM place.hand_home
"""
