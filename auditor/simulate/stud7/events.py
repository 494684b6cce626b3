"""The events of evenings of stud: the deck, the seats, the chips, every action, the showdown."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from auditor.simulate.columns import MICROSECONDS, ids, log_table, money, session_ids, times
from auditor.simulate.stud7.play import CHECKED, DECK, FOLDED, KINDS, UNIT
from auditor.simulate.stud7.times import begin, told_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.simulate.columns import Flags, Numbers
    from auditor.simulate.stud7.evening import Evening

FACES = pa.array(["up", "down"])
STEPS = ("show", "face_down", "scramble", "shuffle", "cut")
OTHERS = ("stack", "muck", "award", "stack_after", "chips_bought", "chips_cashed")
SEATED = ("seat_left", "seat_taken", "deck_check", "deck_change")
ALL = (*KINDS, *OTHERS, *SEATED, *STEPS)
OF_HANDS = frozenset({*KINDS, "stack", "muck", "award", "stack_after"})
DECK_LIFE = 40  # hands, more or less
LEAST_CUT, CUTS = 20, 13  # cards: 20 to 32
SHARE_MUCKED = 3  # one in so many of those who are not paid
NOBODY, NOTHING = -1, -1
A_STEP = 5  # seconds


class Stream(NamedTuple):
    """Events of one kind: the hand (row) of each, when, whose seat (from 0), how much, how many.

    `seat`: NOBODY for none; `player`: by number, 0 for none; `amount`: in the currency, or NOTHING.
    """

    kind: Numbers
    hand: Numbers
    at: Numbers
    seat: Numbers
    player: Numbers
    amount: Numbers
    cards: Numbers


def place(hand: Numbers) -> Numbers:
    """Number the rows of each hand from 0; the hands stand in order."""
    return np.asarray(np.arange(len(hand)) - np.searchsorted(hand, hand))


def event_rows(evening: Evening) -> tuple[pa.Table, Numbers]:
    """Make the events, numbered in the order of their times."""
    parts = [*_deck(evening), *_between(evening), _hands(evening)]
    told = Stream._make(np.concatenate(columns) for columns in zip(*parts, strict=True))
    of = evening.partition[told.hand]
    order = np.lexsort((told.at, of))
    told, of = Stream._make(column[order] for column in told), of[order]
    sessions = session_ids(evening.partitions).take(pa.array(of))
    names_hand = np.isin(ALL, list(OF_HANDS))[told.kind]
    names_hand |= (told.kind == ALL.index("show")) & (told.seat != NOBODY)
    columns = {
        "session_id": sessions,
        "seq": pa.array(place(of) + 1),
        "type": pa.array(ALL).take(pa.array(told.kind)),
        "hand_id": _where(names_hand, ids(sessions, mark="-H", number=evening.number[told.hand])),
        "at": times(told.at),
        "actor": pa.array(["dealer", "player"]).take(pa.array((told.player > 0).astype(np.int8))),
        "player_id": _where(told.player > 0, ids(sessions, mark="-P", number=told.player)),
        "seat": pa.array(told.seat + 1, mask=told.seat == NOBODY),
        "amount": _where(told.amount != NOTHING, money(told.amount)),
        "count": pa.array(told.cards, mask=told.cards == 0),
        "detail": _where(told.kind == ALL.index("shuffle"), pa.repeat("manual", len(of))),
    }
    return log_table("events", columns, count=len(of)), of


def _where(told: Flags, column: pa.Array) -> pa.Array:
    """Keep a column's values where something is told."""
    return pc.if_else(pa.array(told), column, pa.scalar(None, column.type))


def _deck(evening: Evening) -> Iterator[Stream]:
    """Check every new deck, and show, turn, scramble, shuffle and cut it before each hand."""
    every = np.arange(len(evening.number))
    opens = begin(evening)
    first = evening.number == 1
    changed = every[~first & ((7 * every + evening.partition) % DECK_LIFE == 0)]
    yield _say("deck_change", changed, at=opens[changed])
    checked = np.union1d(changed, every[first])
    yield _say("deck_check", checked, at=opens[checked] + MICROSECONDS)
    counts: dict[str, Numbers | int] = {
        "show": DECK,
        "cut": LEAST_CUT + (5 * every + evening.number) % CUTS,
    }
    for step, kind in enumerate(STEPS):
        at = opens + (10 + A_STEP * step) * MICROSECONDS
        yield _say(kind, every, at=at, cards=counts.get(kind, 0))


def _say(kind: str, hand: Numbers, *, at: Numbers, cards: Numbers | int = 0) -> Stream:
    """Tell of events of the dealer's."""
    told = (ALL.index(kind), hand, at, NOBODY, 0, NOTHING, cards)
    whole = (np.asarray(each, dtype=np.int64) for each in told)
    return Stream._make(np.broadcast_to(each, hand.shape) for each in whole)


def _between(evening: Evening) -> Iterator[Stream]:
    """Let players leave and come, buy chips and cash them, before a hand."""
    between = evening.between
    comes = (between.left > 0) | ((evening.number == 1)[:, None] & (between.player > 0))
    seats = (
        ("seat_left", between.left > 0, between.left, 2),
        ("seat_taken", comes, between.player, 3),
    )
    for kind, which, player, second in seats:
        yield _of_seats(evening, kind, which=which, player=player, second=second)
    for kind, which in (("chips_bought", between.bought > 0), ("chips_cashed", between.bought < 0)):
        told = _of_seats(evening, kind, which=which, player=between.player, second=5)
        yield told._replace(amount=np.abs(between.bought[told.hand, told.seat]))


def _of_seats(evening: Evening, kind: str, *, which: Flags, player: Numbers, second: int) -> Stream:
    """Tell of events of seats before their hands, some milliseconds from one seat to the next."""
    hand, seat = np.nonzero(which)
    at = begin(evening)[hand] + second * MICROSECONDS + 50_000 * seat
    nothing = np.zeros(len(hand), dtype=np.int64)
    kinds = np.full(len(hand), ALL.index(kind))
    return Stream(kinds, hand, at, seat, player[hand, seat], nothing + NOTHING, nothing)


def _hands(evening: Evening) -> Stream:
    """Tell of each hand: stacks, actions, the showdown, awards, stacks after."""
    hand, seat, kind, amount = _in_order(evening)
    at = told_at(evening, hand, place=place(hand))
    silent = np.isin(kind, (CHECKED, FOLDED, ALL.index("show"), ALL.index("muck")))
    player = evening.between.player[hand, seat]
    nothing = np.zeros(len(hand), dtype=np.int64)
    return Stream(kind, hand, at, seat, player, np.where(silent, NOTHING, amount), nothing)


def _in_order(evening: Evening) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Put all that is said of each hand in order: hand, seat, kind and amount in the currency."""
    played, award = evening.played, evening.award
    chips, moves = played.stack * UNIT, played.moves
    ends = played.stays & (played.stays.sum(axis=1) > 1)[:, None]
    mucks = (
        ends
        & (award == 0)
        & (np.add.outer(evening.number, np.arange(award.shape[1])) % SHARE_MUCKED == 0)
    )
    after = chips - played.total * UNIT + award
    parts = [
        (*_seats(played.stack > 0, "stack"), chips[played.stack > 0]),
        (moves.hand, moves.seat, moves.kind, moves.amount * UNIT),
        (*_seats(ends & ~mucks, "show"), np.zeros(int((ends & ~mucks).sum()), dtype=np.int64)),
        (*_seats(mucks, "muck"), np.zeros(int(mucks.sum()), dtype=np.int64)),
        (*_seats(award > 0, "award"), award[award > 0]),
        (*_seats(played.stack > 0, "stack_after"), after[played.stack > 0]),
    ]
    told = [np.concatenate([part[at] for part in parts]) for at in range(4)]
    order = np.argsort(told[0], kind="stable")
    hand, seat, kind, amount = (column[order] for column in told)
    return hand, seat, kind, amount


def _seats(which: Flags, kind: str) -> tuple[Numbers, Numbers, Numbers]:
    """Give the hand and seat of the places marked, with a kind of event."""
    hand, seat = np.nonzero(which)
    return hand, seat, np.full(len(hand), ALL.index(kind))
