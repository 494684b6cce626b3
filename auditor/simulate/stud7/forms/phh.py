"""Write hands in PHH (variant F7S), a file a session; its event is the casino, its table the table.

PHH holds the players, their chips before and after, the antes, the cards of each and what each
did. It knows no deck and no seat taken, no chips bought, no time but the hand's, no limit nor cap
of raises, no face of a card, no order of the deal but by rounds; a call is what the bet needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from auditor.games.stud7.formats.phh import read
from auditor.simulate.stud7.play import BIG_BET, UNIT
from auditor.sql import connect, query, run

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["SHOWN", "files", "read"]

SHOWN = (
    *("POK-5.0", "POK-5.e", "POK-5.i", "POK-6.0"),
    *(f"POK-6.{combination}" for combination in "abcdefghij"),
    *(f"POK-7.{combination}" for combination in "abcdefg"),
    *("POK-8.1.4", "POK-9.a3", "POK-9.b1", "POK-9.b2", "POK-9.d.2"),
    *("POK-9.g", "POK-9.g.2", "POK-9.g.3"),
)
MACROS = (
    "CREATE MACRO money(amount) AS coalesce(regexp_replace(amount::VARCHAR, '\\.?0+$', ''), 'inf')",
    "CREATE MACRO quoted(word) AS '\"' || word || '\"'",
    "CREATE MACRO listed(words) AS '[' || array_to_string(words, ', ') || ']'",
)
# Every player of every hand by his place in the order of the deal, with his cards of each round.
SEATED = """
CREATE TABLE seated AS
SELECT *, row_number() OVER (PARTITION BY hand_id ORDER BY seat) AS place
FROM (
    SELECT hand_id, seat, min(player_id) AS player_id,
        coalesce(sum(amount) FILTER (type = 'ante'), 0) AS ante,
        max(amount) FILTER (type = 'stack') AS stack,
        max(amount) FILTER (type = 'stack_after') AS stack_after
    FROM events WHERE hand_id IS NOT NULL AND seat IS NOT NULL GROUP BY ALL
)
"""
DEALT = """
CREATE TABLE dealt AS
SELECT hand_id, seat, greatest(round, 3) AS round, min("at") AS dealt_at,
    string_agg(left(card, 1) || lower(right(card, 1)), '' ORDER BY round) AS cards
FROM (
    SELECT hand_id, substr("to", 6)::BIGINT AS seat, card, "at",
        row_number() OVER (PARTITION BY hand_id, "to" ORDER BY idx) AS round
    FROM cards
)
GROUP BY ALL
"""
# What is told of each hand, in the order in which a reader gives it: `step` 2 is what was done.
TOLD = """
CREATE TABLE told AS
SELECT e.hand_id, e.session_id || '/' || e.seq AS event_id, s.place, e.type, e.amount, e."at",
    e.seq,
    CASE e.type WHEN 'stack' THEN 0 WHEN 'ante' THEN 1 WHEN 'award' THEN 3 WHEN 'stack_after' THEN 4
        ELSE 2 END AS step
FROM events AS e JOIN seated AS s USING (hand_id, seat)
WHERE e.type IN ('stack', 'ante', 'bring_in', 'check', 'bet', 'call', 'raise', 'fold', 'show',
    'muck', 'award', 'stack_after')
"""
ACTIONS = """
CREATE TABLE actions AS
SELECT hand_id, list(quoted(action) ORDER BY happened_at, is_told, seq, place) AS actions
FROM (
    SELECT d.hand_id, min(d.dealt_at) OVER (PARTITION BY d.hand_id, d.round) AS happened_at,
        false AS is_told, d.round AS seq, s.place, 'd dh p' || s.place || ' ' || d.cards AS action
    FROM dealt AS d JOIN seated AS s USING (hand_id, seat)
    UNION ALL
    SELECT t.hand_id, t."at", true, t.seq, t.place, 'p' || t.place || ' ' || CASE t.type
        WHEN 'bring_in' THEN 'pb' WHEN 'fold' THEN 'f' WHEN 'muck' THEN 'sm -'
        WHEN 'show' THEN 'sm ' || c.cards
        WHEN 'bet' THEN 'cbr ' || money(t.amount) WHEN 'raise' THEN 'cbr ' || money(t.amount)
        ELSE 'cc' END
    FROM told AS t
    JOIN (
        SELECT hand_id, place, string_agg(cards, '' ORDER BY round) AS cards
        FROM seated LEFT JOIN dealt USING (hand_id, seat) GROUP BY ALL
    ) AS c USING (hand_id, place)
    WHERE t.step = 2
)
GROUP BY hand_id
"""
HANDS = """
SELECT session_id, string_agg(written, chr(10) || chr(10) ORDER BY hand_no) AS text
FROM (
    SELECT h.session_id, h.hand_no, array_to_string([
        '[' || h.hand_no || ']',
        'variant = "F7S"',
        'antes = ' || listed(list(money(p.ante) ORDER BY p.place)),
        'bring_in = ' || money(any_value(s.bring_in)),
        'small_bet = ' || money(any_value(s.min_bet)),
        'big_bet = $big_bet',
        'starting_stacks = ' || listed(list(money(p.stack) ORDER BY p.place)),
        'actions = ' || listed(any_value(a.actions)),
        'event = ' || quoted(any_value(s.casino_id)),
        'table = ' || quoted(any_value(s.table_id)),
        'hand = ' || h.hand_no,
        'seats = ' || listed(list(p.seat ORDER BY p.place)),
        'players = ' || listed(list(quoted(p.player_id) ORDER BY p.place)),
        'finishing_stacks = ' || listed(list(money(p.stack_after) ORDER BY p.place)),
        strftime(any_value(l.started), 'year = %Y'), strftime(any_value(l.started), 'month = %-m'),
        strftime(any_value(l.started), 'day = %-d'),
        strftime(any_value(l.started), 'time = %H:%M:%S'),
        'time_zone = ' || quoted(any_value(s.zone)),
        'currency = ' || quoted(any_value(s.currency))
    ], chr(10)) AS written
    FROM hands AS h
    JOIN sessions AS s USING (session_id)
    JOIN local AS l USING (hand_id)
    JOIN seated AS p USING (hand_id)
    JOIN actions AS a USING (hand_id)
    GROUP BY h.session_id, h.hand_id, h.hand_no
)
GROUP BY session_id
ORDER BY session_id
"""
EVENTS = """
SELECT h.session_id, t.event_id FROM told AS t JOIN hands AS h USING (hand_id)
ORDER BY h.hand_no, t.step, CASE WHEN t.step = 2 THEN t.seq ELSE t.place END
"""


def files(
    tables: Mapping[str, pa.Table],
) -> Iterator[tuple[str, str, Mapping[str, pa.ChunkedArray]]]:
    """Give each file's name, its text, and the ids of its hands and events in order."""
    connection = connect(threads=1)
    hands = tables["hands"]
    for name, table in tables.items():
        connection.register(name, table)
    local = hands["started_at"].cast(pa.timestamp("s", tz=tables["sessions"]["zone"][0].as_py()))
    started = pc.local_timestamp(local)
    connection.register("local", pa.table({"hand_id": hands["hand_id"], "started": started}))
    for statement in (*MACROS, SEATED, DEALT, TOLD, ACTIONS):
        run(connection, statement, why="phh")
    written = query(connection, HANDS.replace("$big_bet", str(BIG_BET * UNIT)), why="phh")
    events = query(connection, EVENTS, why="phh")
    for session, text in zip(*written.to_pydict().values(), strict=True):
        own = {"hands": (hands, "hand_id"), "events": (events, "event_id")}
        yield (
            f"{session}.phhs",
            f"{text}\n",
            {
                name: table.filter(pc.equal(table["session_id"], session))[key]
                for name, (table, key) in own.items()
            },
        )
