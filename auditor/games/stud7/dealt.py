"""The hands of a batch as arrays: who was dealt in, in which order, what cards, what each did."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from auditor.scripts import Step, read_script, run_script
from auditor.sql import query, run

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

    Only of hands of which every action is known. `amount`: ten thousandths; UNTOLD if not recorded.
    """

    event_key: Longs
    hand: Longs
    place: Longs
    kind: Longs
    amount: Longs


def read_deal(connection: Connection) -> Deal:
    """Read who was dealt in and what each was dealt, of hands of at most PLACES seats."""
    run(connection, "CREATE SCHEMA IF NOT EXISTS dealt")
    run_script(connection, _script(), schema="dealt")
    seats = _rows(connection, "seats")
    hands = _rows(connection, "hands ORDER BY hand_key")
    key = _longs(hands, "hand_key")
    at = np.searchsorted(key, _longs(seats, "hand_key")), _longs(seats, "place")
    grid = {
        name: _grid(len(key), at, values=_longs(seats, name))
        for name in ("seat", "stack", "award", "stack_after")
    }
    card, idx = _cards(_rows(connection, "cards"), key, seat=grid["seat"])
    return Deal(
        hand_key=key,
        **grid,
        card=card,
        card_idx=idx,
        cards_are_known=_flags(hands, "cards_are_known"),
        actions_are_known=_flags(hands, "actions_are_known"),
        awards_are_known=_flags(hands, "awards_are_known"),
        unit=_units(_rows(connection, "amounts"), key),
    )


def read_actions(connection: Connection, deal: Deal) -> Actions:
    """Read what the players did, in the order of the log, once the deal is read."""
    rows = _rows(connection, "actions ORDER BY hand_key, seq")
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
    places = np.full(len(hand), UNTOLD)
    if len(seats):
        row = np.maximum(hand, 0)
        for place, seat_there in reversed([*enumerate(seats.T)]):
            places[np.ascontiguousarray(seat_there)[row] == seat] = place
        places[seat < 0] = UNTOLD
    return places


@cache
def _script() -> tuple[Step, ...]:
    """Read `dealt.sql`."""
    return read_script(files(__package__).joinpath("dealt.sql").read_text("utf-8"))


def _rows(connection: Connection, table: str) -> pa.Table:
    """Give the rows of a table of `dealt.sql`."""
    return query(connection, f"SELECT * FROM dealt.{table}", why=table)


def _row(keys: Longs, wanted: Longs) -> Longs:
    """Give the row of each hand; UNTOLD where it has none."""
    if not len(keys):
        return np.full(len(wanted), UNTOLD)
    row = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(keys[row] == wanted, row, UNTOLD)


def _cards(rows: pa.Table, keys: Longs, *, seat: Longs) -> tuple[NDArray[np.int8], Longs]:
    """Put the cards of each place in the order in which it got them, and their numbers."""
    card = np.full((ROUNDS, len(keys) * PLACES), ABSENT, dtype=np.int8)
    idx = np.full((ROUNDS, len(keys) * PLACES), UNTOLD)
    hand = _row(keys, _longs(rows, "hand_key"))
    place = place_of(seat, hand, seat=_longs(rows, "seat"))
    kept = (hand >= 0) & (place >= 0)
    at = _longs(rows, "round")[kept], (hand * PLACES + place)[kept]
    card[at] = _longs(rows, "card")[kept]
    idx[at] = _longs(rows, "idx")[kept]
    return card, idx


def _units(rows: pa.Table, keys: Longs) -> Longs:
    """Give the greatest unit of which every amount of a hand is a multiple."""
    unit = np.zeros(len(keys), dtype=np.int64)
    hand = _row(keys, _longs(rows, "hand_key"))
    np.gcd.at(unit, hand[hand >= 0], _longs(rows, "amount")[hand >= 0])
    return np.maximum(unit, 1)


def _grid(hands: int, at: tuple[NDArray[np.intp], Longs], *, values: Longs) -> Longs:
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
