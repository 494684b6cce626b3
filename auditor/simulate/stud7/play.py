"""Play lawful hands of seven-card stud with a fixed limit, one action of all of them at a time.

Antes, the lowest exposed card brings in (of two alike the one dealt first), the best board opens,
three raises a round at most, short stacks that go all in. A card is `4 * rank + suit`; money is in
units of UNIT.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from auditor.simulate.columns import Flags, Numbers

UNIT = 60  # in the currency: shared by two to six without a rest
ANTE, BRING_IN_BET, SMALL_BET, BIG_BET = 1, 2, 10, 20
SEATS, FEWEST, ROUNDS, DECK = 6, 3, 7, 52
FIRST_STREET, BIG_STREET = 3, 5
MOST_BETS = 4
MOST_RAISES = MOST_BETS - 1  # in the first round the forced bet is one that may be raised
DOOR = 2
KINDS = ("ante", "bring_in", "check", "bet", "call", "raise", "fold")
ANTED, BROUGHT_IN, CHECKED, BET, CALLED, RAISED, FOLDED = range(len(KINDS))
SHORT, DEEP = (12, 50), (100, 400)
SHARE_SHORT, SHARE_BET, SHARE_FOLD, SHARE_RAISE = 0.1, 0.35, 0.25, 0.12
FAR = 99
PAIR, THREE = 2, 3


class Moves(NamedTuple):
    """Actions in order, hand by hand; a bet's or a raise's `amount` is what the round comes to."""

    hand: Numbers
    street: Numbers
    seat: Numbers
    kind: Numbers
    amount: Numbers


class Played(NamedTuple):
    """Hands: `cards` (hand, seat, round), `stack`, `total` and `stays` (hand, seat), `moves`.

    `last`: the street of each seat's last card. Seats are from 0; those of nobody have no stack.
    """

    cards: NDArray[np.int8]
    stack: Numbers
    total: Numbers
    stays: Flags
    last: Numbers
    moves: Moves


@dataclass(frozen=True, slots=True)
class _Table:
    """The hands as they stand, a row each, changed in place."""

    cards: NDArray[np.int8]
    stack: Numbers
    total: Numbers
    put: Numbers  # in this round
    stays: Flags
    done: Flags
    last: Numbers
    street: Numbers
    turn: Numbers
    bets: Numbers
    over: Flags

    def able(self, rows: Numbers) -> Flags:
        """Tell who stays and has chips."""
        return np.asarray(self.stays[rows] & (self.total[rows] < self.stack[rows]))


def play_stud(hands: int, random: np.random.Generator) -> Played:
    """Deal and play so many hands, each of other players; no two lowest cards are alike."""
    players = random.integers(FEWEST, SEATS + 1, hands)
    seated = np.arange(SEATS) < players[:, None]
    chips = np.where(seated, new_stacks((hands, SEATS), random), 0)
    return play_on(chips, _deal_apart(seated, random), random=random)


def new_stacks(shape: tuple[int, ...], random: np.random.Generator) -> Numbers:
    """Give the chips with which players sit down, a few of them short."""
    is_short = random.random(shape) < SHARE_SHORT
    return np.where(is_short, random.integers(*SHORT, shape), random.integers(*DEEP, shape))


def play_on(chips: Numbers, cards: NDArray[np.int8], *, random: np.random.Generator) -> Played:
    """Play hands of these chips and cards; who has no chips is not there."""
    table = _open(chips, cards)
    seated = table.stack > 0
    hand, seat = np.nonzero(seated)
    said = [_say(table, hand, seat=seat, kind=ANTED, amount=ANTE), _bring_in(table)]
    while not table.over.all():
        rows = np.flatnonzero(~table.over)
        waits = (table.able(rows) & ~table.done[rows]).any(axis=1)
        ends = ~waits | (table.stays[rows].sum(axis=1) == 1)
        if ends.any():
            _next_street(table, rows[ends])
        acting = rows[~ends]
        if len(acting):
            said.append(_act(table, acting, random=random))
    every = Moves._make(np.concatenate(parts) for parts in zip(*said, strict=True))
    order = np.argsort(every.hand, kind="stable")
    moves = Moves._make(column[order] for column in every)
    return Played(table.cards, table.stack, table.total, table.stays, table.last, moves)


def _open(chips: Numbers, cards: NDArray[np.int8]) -> _Table:
    """Seat the players, deal, and take the antes."""
    seated, hands = chips > 0, len(chips)
    return _Table(
        cards=cards,
        stack=chips,
        total=np.where(seated, ANTE, 0),
        put=np.zeros((hands, SEATS), dtype=np.int64),
        stays=seated,
        done=np.zeros((hands, SEATS), dtype=np.bool_),
        last=np.where(seated, FIRST_STREET, 0),
        street=np.full(hands, FIRST_STREET),
        turn=np.zeros(hands, dtype=np.int64),
        bets=np.zeros(hands, dtype=np.int64),
        over=np.zeros(hands, dtype=np.bool_),
    )


def deal_all(hands: int, random: np.random.Generator) -> NDArray[np.int8]:
    """Deal from shuffled decks to every seat."""
    deck = np.argsort(random.random((hands, DECK)), axis=1).astype(np.int8)
    return np.asarray(deck[:, : SEATS * ROUNDS].reshape(-1, SEATS, ROUNDS))


def _deal_apart(seated: Flags, random: np.random.Generator) -> NDArray[np.int8]:
    """Deal from shuffled decks, again where two share the lowest exposed card."""
    cards = np.zeros((len(seated), SEATS, ROUNDS), dtype=np.int8)
    rows = np.arange(len(seated))
    while len(rows):
        deck = np.argsort(random.random((len(rows), DECK)), axis=1)
        cards[rows] = deck[:, : SEATS * ROUNDS].reshape(-1, SEATS, ROUNDS)
        door = np.where(seated[rows], cards[rows, :, DOOR] // 4, FAR)
        rows = rows[(door == door.min(axis=1)[:, None]).sum(axis=1) > 1]
    return cards


def _bring_in(table: _Table) -> Moves:
    """Let the lowest exposed card bring in."""
    rows = np.arange(len(table.stack))
    seat = np.where(table.stays, table.cards[:, :, DOOR] // 4, FAR).argmin(axis=1)
    table.total[rows, seat] += BRING_IN_BET
    table.put[rows, seat] = BRING_IN_BET
    table.done[rows, seat] = True
    table.turn[:] = (seat + 1) % SEATS
    return _say(table, rows, seat=seat, kind=BROUGHT_IN, amount=BRING_IN_BET)


def _say(table: _Table, rows: Numbers, *, seat: Numbers, kind: int, amount: int) -> Moves:
    """Tell of the same action in many hands."""
    every = np.ones(len(rows), dtype=np.int64)
    return Moves(rows, table.street[rows], seat, kind * every, amount * every)


def _next_street(table: _Table, rows: Numbers) -> None:
    """Deal the next card to those who stay; or end the hand, where one stays or all is dealt."""
    alone = table.stays[rows].sum(axis=1) == 1
    ended = alone | (table.street[rows] == ROUNDS)
    table.over[rows[ended]] = True
    rows = rows[~ended]
    table.street[rows] += 1
    table.last[rows] = np.where(table.stays[rows], table.street[rows, None], table.last[rows])
    table.put[rows] = 0
    table.bets[rows] = 0
    table.done[rows] = (table.able(rows).sum(axis=1) == 1)[:, None]  # alone, he has no one to bet
    table.turn[rows] = _opener(table, rows)


def _opener(table: _Table, rows: Numbers) -> Numbers:
    """Give the seat with the best board, the first one of those alike."""
    places = np.arange(DOOR, ROUNDS - 1)
    shown = places < table.street[rows, None, None]
    rank = np.where(shown, table.cards[rows][:, :, places] // 4, -1).astype(np.int64)
    alike = (rank[..., None] == rank[..., None, :]).sum(axis=-1) * (rank >= 0)
    most = alike.max(axis=2)
    pairs = (alike == PAIR).sum(axis=2) // PAIR
    score = np.where(most >= THREE, most, np.minimum(pairs, PAIR))
    for digit in np.moveaxis(-np.sort(-(alike * 16 + rank + 1), axis=2), 2, 0):
        score = score * 128 + digit
    return np.asarray(np.where(table.stays[rows], score, -1).argmax(axis=1))


def _act(table: _Table, rows: Numbers, *, random: np.random.Generator) -> Moves:
    """Let whose turn it is in each hand do something lawful."""
    waits = table.able(rows) & ~table.done[rows]
    away = (np.arange(SEATS) - table.turn[rows, None]) % SEATS
    seat = np.where(waits, away, FAR).argmin(axis=1)
    standing = table.put[rows].max(axis=1)
    mine = table.put[rows, seat]
    left = table.stack[rows, seat] - table.total[rows, seat]
    limit = np.where(table.street[rows] < BIG_STREET, SMALL_BET, BIG_BET)
    target = np.where(standing == BRING_IN_BET, limit, standing + limit)
    most = MOST_BETS - (table.street[rows] == FIRST_STREET)
    may_lift = (target - mine <= left) & (table.bets[rows] < most)
    may_lift &= _meets_another(table, rows, seat=seat)
    kind = _choose(
        standing > mine, standing > 0, may_lift=may_lift, chance=random.random(len(rows))
    )
    lifts = (kind == BET) | (kind == RAISED)
    added = np.where(kind == CALLED, np.minimum(standing - mine, left), 0)
    added = np.where(lifts, target - mine, added)
    _do(table, rows, seat=seat, kind=kind, added=added)
    return Moves(rows, table.street[rows], seat, kind, np.where(lifts, target, added))


def _meets_another(table: _Table, rows: Numbers, *, seat: Numbers) -> Flags:
    """Tell where someone else has chips beyond the bet that stands."""
    reach = table.put[rows] + table.stack[rows] - table.total[rows]
    others = table.able(rows) & (np.arange(SEATS) != seat[:, None])
    return np.asarray((others & (reach > table.put[rows].max(axis=1)[:, None])).any(axis=1))


def _choose(owes: Flags, stands: Flags, *, may_lift: Flags, chance: NDArray[np.float64]) -> Numbers:
    """Choose what is done by chance: who owes nothing doesn't fold."""
    unbet = np.where(may_lift & ~stands & (chance < SHARE_BET), BET, CHECKED)
    raises = may_lift & (chance > 1 - SHARE_RAISE)
    owing = np.where(raises, RAISED, np.where(chance < SHARE_FOLD, FOLDED, CALLED))
    return np.where(owes, owing, unbet)


def _do(table: _Table, rows: Numbers, *, seat: Numbers, kind: Numbers, added: Numbers) -> None:
    """Do what was chosen."""
    table.total[rows, seat] += added
    table.put[rows, seat] += added
    table.stays[rows, seat] &= kind != FOLDED
    lifts = (kind == BET) | (kind == RAISED)
    table.done[rows[lifts]] = False
    table.done[rows, seat] = True
    table.bets[rows] += lifts
    table.turn[rows] = (seat + 1) % SEATS
