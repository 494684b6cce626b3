"""The hands of a batch as arrays: who was dealt in, in which order, which cards, and what each did."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from auditor.sql import query

if TYPE_CHECKING:
    import pyarrow as pa

    from auditor.sql import Connection

Longs = NDArray[np.int64]
Flags = NDArray[np.bool_]

PLACES = 10  # more seats than a deck can serve with seven cards each, or with six
ROUNDS = 7
ABSENT = -2
UNSEEN = -1
UNTOLD = -1
ACTIONS = ("ante", "bring_in", "check", "bet", "call", "raise", "fold")
ANTE, BRING_IN, CHECK, BET, CALL, RAISE, FOLD = range(len(ACTIONS))


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands and their places, a place being a seat's turn in the deal (0 was dealt first).

    `seat` (hand, place): the seat's number; UNTOLD where the hand has fewer. `stack`, `award`,
    `stack_after`: in ten thousandths of the currency; UNTOLD where not recorded.
    `card` (round, hand × place): 0 to 51, UNSEEN, or ABSENT. `door`: the rank of the third card and
    when it came, as one number that is least for who must open. Of a hand whose cards may not all
    be known (`cards_are_known` false), nothing is said of its cards.
    """

    hand_key: Longs
    seat: Longs
    stack: Longs
    award: Longs
    stack_after: Longs
    card: NDArray[np.int8]
    card_idx: Longs
    cards_are_known: Flags
    actions_are_known: Flags
    awards_are_known: Flags
    unit: Longs

    @property
    def hands(self) -> int:
        """Count the hands."""
        return len(self.hand_key)


@dataclass(frozen=True, slots=True)
class Actions:
    """What the players did, in order: the hand's row, the place, the kind (ACTIONS), the amount.

    Only of hands of which every action is known. `amount`: ten thousandths; UNTOLD where not recorded.
    """

    event_key: Longs
    hand: Longs
    place: Longs
    kind: Longs
    amount: Longs


def read_deal(connection: Connection) -> Deal:
    """Read who was dealt in and what each was dealt, of hands of at most PLACES seats."""
    seats = query(connection, _SEATS, why="seats of stud7")
    hands = query(connection, _HANDS, why="hands of stud7")
    key = _longs(hands, "hand_key")
    at = np.searchsorted(key, _longs(seats, "hand_key")), _longs(seats, "place")
    cards = query(connection, _CARDS, why="cards of stud7")
    card, idx = _cards(cards, key, seat=_grid(len(key), at, _longs(seats, "seat")))
    return Deal(
        hand_key=key,
        seat=_grid(len(key), at, _longs(seats, "seat")),
        stack=_grid(len(key), at, _longs(seats, "stack")),
        award=_grid(len(key), at, _longs(seats, "award")),
        stack_after=_grid(len(key), at, _longs(seats, "stack_after")),
        card=card,
        card_idx=idx,
        cards_are_known=_flags(hands, "cards_are_known"),
        actions_are_known=_flags(hands, "actions_are_known"),
        awards_are_known=_flags(hands, "awards_are_known"),
        unit=_units(len(key), query(connection, _AMOUNTS, why="amounts of stud7"), key),
    )


def read_actions(connection: Connection, deal: Deal) -> Actions:
    """Read what the players did, in the order of the log."""
    rows = query(connection, _EVENTS, why="actions of stud7")
    hand = _row(deal.hand_key, _longs(rows, "hand_key"))
    place = place_of(deal.seat, hand, seat=_longs(rows, "seat"))
    kept = (hand >= 0) & (place >= 0)
    kept &= deal.actions_are_known[np.maximum(hand, 0)]
    return Actions(
        event_key=_longs(rows, "event_key")[kept],
        hand=hand[kept],
        place=place[kept],
        kind=_longs(rows, "kind")[kept],
        amount=_longs(rows, "amount")[kept],
    )


def place_of(seats: Longs, hand: Longs, *, seat: Longs) -> Longs:
    """Give the place of a seat in its hand's row; UNTOLD where it has none."""
    if not len(seats):
        return np.full(len(hand), UNTOLD)
    found = seats[np.maximum(hand, 0)] == seat[:, None]
    return np.where(found.any(axis=1) & (seat >= 0), np.argmax(found, axis=1), UNTOLD)


def _row(keys: Longs, wanted: Longs) -> Longs:
    """Give the row of each hand; UNTOLD where it has none."""
    if not len(keys):
        return np.full(len(wanted), UNTOLD)
    row = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[row] == wanted, row, UNTOLD)


def _cards(rows: pa.Table, keys: Longs, *, seat: Longs) -> tuple[NDArray[np.int8], Longs]:
    """Put the cards of each place in the order in which it got them, and their number in the hand."""
    card = np.full((ROUNDS, len(keys) * PLACES), ABSENT, dtype=np.int8)
    idx = np.full((ROUNDS, len(keys) * PLACES), UNTOLD)
    hand = _row(keys, _longs(rows, "hand_key"))
    place = place_of(seat, hand, seat=_longs(rows, "seat"))
    kept = (hand >= 0) & (place >= 0)
    at = _longs(rows, "round")[kept], (hand * PLACES + place)[kept]
    card[at] = _longs(rows, "card")[kept]
    idx[at] = _longs(rows, "idx")[kept]
    return card, idx


def _units(hands: int, rows: pa.Table, keys: Longs) -> Longs:
    """Give the greatest unit of which every amount of a hand is a multiple."""
    unit = np.zeros(hands, dtype=np.int64)
    hand = _row(keys, _longs(rows, "hand_key"))
    np.gcd.at(unit, hand[hand >= 0], _longs(rows, "amount")[hand >= 0])
    return np.maximum(unit, 1)


def _grid(hands: int, at: tuple[NDArray[np.intp], Longs], values: Longs) -> Longs:
    """Lay values out by hand and place, UNTOLD elsewhere."""
    grid = np.full((hands, PLACES), UNTOLD)
    grid[at] = values
    return grid


def _longs(rows: pa.Table, column: str) -> Longs:
    """Give a column of whole numbers."""
    return np.asarray(rows[column].to_numpy(), dtype=np.int64)


def _flags(rows: pa.Table, column: str) -> Flags:
    """Give a column of truths."""
    return np.asarray(rows[column].to_numpy(), dtype=np.bool_)


_SAFE_CANCELLED = """
unsure_card AS (
    SELECT DISTINCT hand_key FROM log.cards
    WHERE cancelled IS NULL AND session_key IN (SELECT session_key FROM log.cards WHERE cancelled)
)
"""
_SEATED = f"""
WITH dealt AS (
    SELECT hand_key, try_cast(substr(dealt_to, 6) AS BIGINT) AS seat, min(idx) AS first_idx
    FROM log.cards
    WHERE starts_with(dealt_to, 'seat:') AND cancelled IS NOT TRUE
    GROUP BY ALL
),
told AS (
    SELECT hand_key, seat,
        bool_or(type IN ('{"', '".join(ACTIONS)}')) AS acted,
        CASE WHEN count(*) FILTER (type = 'stack') = 1
            THEN max(amount * 10000) FILTER (type = 'stack') END AS stack,
        CASE WHEN count(*) FILTER (type = 'stack_after') = 1
            THEN max(amount * 10000) FILTER (type = 'stack_after') END AS stack_after,
        CASE WHEN count(amount) FILTER (type = 'award') = count(*) FILTER (type = 'award')
            THEN coalesce(sum(amount * 10000) FILTER (type = 'award'), 0) END AS award
    FROM log.events
    WHERE hand_key IS NOT NULL AND seat IS NOT NULL
    GROUP BY hand_key, seat
),
seated AS (
    SELECT hand_key, seat, d.first_idx, t.stack, t.stack_after, coalesce(t.award, CASE WHEN t.seat IS NULL THEN 0 END) AS award
    FROM dealt AS d FULL JOIN told AS t USING (hand_key, seat)
    WHERE d.first_idx IS NOT NULL OR t.acted
),
counted AS (
    SELECT hand_key FROM seated GROUP BY hand_key HAVING count(*) <= {PLACES} AND min(seat) >= 0
)
"""
_SEATS = f"""
{_SEATED}
SELECT hand_key, seat,
    row_number() OVER (PARTITION BY hand_key ORDER BY first_idx NULLS LAST, seat) - 1 AS place,
    coalesce(stack::BIGINT, {UNTOLD}) AS stack, coalesce(stack_after::BIGINT, {UNTOLD}) AS stack_after,
    coalesce(award::BIGINT, {UNTOLD}) AS award
FROM seated SEMI JOIN counted USING (hand_key)
"""
_HANDS = f"""
{_SEATED}, {_SAFE_CANCELLED},
stray AS (
    SELECT DISTINCT session_key FROM log.events
    WHERE hand_key IS NULL AND (type IN ('{"', '".join(ACTIONS)}', 'muck', 'award', 'stack', 'stack_after')
        OR (type = 'show' AND (player_id IS NOT NULL OR seat IS NOT NULL)))
),
kinds AS (
    SELECT hand_key,
        count(*) FILTER (type IN ('{"', '".join(ACTIONS)}')) AS actions,
        bool_or(seat IS NULL AND type IN ('{"', '".join(ACTIONS)}')) AS has_seatless_action,
        count(*) FILTER (type = 'award') AS awards,
        bool_or(type = 'award' AND seat IS NULL) AS has_seatless_award
    FROM log.events WHERE hand_key IS NOT NULL GROUP BY hand_key
)
SELECT h.hand_key, h.cards_complete AND u.hand_key IS NULL AS cards_are_known,
    coalesce(k.actions, 0) > 0 AND h.events_complete AND t.session_key IS NULL AND NOT k.has_seatless_action AS actions_are_known,
    coalesce(k.awards, 0) > 0 AND h.events_complete AND t.session_key IS NULL AND NOT k.has_seatless_award AS awards_are_known
FROM log.hands AS h
SEMI JOIN counted USING (hand_key)
LEFT JOIN kinds AS k USING (hand_key)
LEFT JOIN unsure_card AS u USING (hand_key)
LEFT JOIN stray AS t USING (session_key)
ORDER BY h.hand_key
"""
_CARDS = f"""
SELECT * FROM (
    SELECT hand_key, try_cast(substr(dealt_to, 6) AS BIGINT) AS seat, idx,
        row_number() OVER (PARTITION BY hand_key, dealt_to ORDER BY idx) - 1 AS round,
        CASE WHEN strpos('{"".join(r + s for r in "23456789TJQKA" for s in "SHDC")}', card) % 2 = 1
            THEN (strpos('{"".join(r + s for r in "23456789TJQKA" for s in "SHDC")}', card) - 1) // 2
            ELSE {UNSEEN} END AS card
    FROM log.cards
    WHERE starts_with(dealt_to, 'seat:') AND cancelled IS NOT TRUE
)
WHERE round < {ROUNDS} AND seat IS NOT NULL
"""
_AMOUNTS = """
SELECT hand_key, (amount * 10000)::BIGINT AS amount FROM log.events
WHERE hand_key IS NOT NULL AND amount > 0
    AND type IN ('ante', 'bring_in', 'bet', 'call', 'raise', 'award', 'stack', 'stack_after')
"""
_EVENTS = f"""
SELECT event_key, hand_key, coalesce(seat, {UNTOLD}) AS seat, coalesce((amount * 10000)::BIGINT, {UNTOLD}) AS amount,
    list_position({list(ACTIONS)}, type) - 1 AS kind
FROM log.events
WHERE hand_key IS NOT NULL AND type IN ('{"', '".join(ACTIONS)}')
ORDER BY hand_key, seq
"""
