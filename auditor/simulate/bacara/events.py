"""Write the events of nights of bacará: seats, steps with the cards, the bank's way, closing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from auditor.simulate.bacara.bank import SEATS
from auditor.simulate.bacara.coups import COUPS_OF_A_SHOE
from auditor.simulate.bacara.play import BURNED, START, Night, cut_at, players
from auditor.simulate.columns import MICROSECONDS, ids, log_table, money, times

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.simulate.columns import Numbers

STEPS = ("show", "face_down", "scramble", "shuffle", "cut", "end_cut", "load_shoe", "burn")
FIRST_CUT = 20  # cards from the base
# Seconds into a hand's fifty, or before them.
TAKEN, STEP, OFFERED, CLOSED, CUTTER, GIVEN_UP = -20, 0, 10, START + 5, START + 8, 45
NONE = -1
NAMED = frozenset({"shoe", "hand"})


class Said(NamedTuple):
    """Events of one type: the hand (row) that each stands by, when, of whom, how much.

    `names`: which of hand and shoe the event names. NONE: no seat, no amount, no number of cards.
    """

    kind: str
    row: Numbers
    second: Numbers
    seat: Numbers
    amount: Numbers
    cards: Numbers
    names: str


class _Stream(NamedTuple):
    """All events in the order of their times, session by session, with the number of their kind."""

    kind: Numbers
    row: Numbers
    at: Numbers
    seat: Numbers
    amount: Numbers
    cards: Numbers


def event_rows(night: Night) -> tuple[pa.Table, Numbers]:
    """Make the events, numbered in the order of their times."""
    said = [*_seats(night), *_steps(night), *_bank(night), *_of_hands(night)]
    told = _in_order(night, said)
    of, sessions = night.partition[told.row], night.session(told.row)
    begins = np.searchsorted(of, np.arange(len(night.partitions)))
    shoes = ids(sessions, mark="-Z", number=night.shoe[told.row])
    hands = night.hand_id.take(pa.array(told.row))
    names_shoe, names_hand = ([each.names in some for each in said] for some in (NAMED, {"hand"}))
    columns = {
        "session_id": sessions,
        "seq": pa.array(np.arange(len(of)) - begins[of] + 1),
        "type": pa.array([each.kind for each in said]).take(pa.array(told.kind)),
        "shoe_id": _where(names_shoe, told.kind, column=shoes),
        "hand_id": _where(names_hand, told.kind, column=hands),
        "at": times(told.at),
        "actor": pa.repeat("dealer", len(of)),
        "player_id": _known(told.seat, players(sessions, told.seat)),
        "seat": _known(told.seat, pa.array(told.seat)),
        "posture": _known(told.seat, pa.repeat("seated", len(of))),
        "amount": _known(told.amount, money(told.amount)),
        "count": _known(told.cards, pa.array(told.cards)),
    }
    return log_table("events", columns, count=len(of)), of


def _in_order(night: Night, said: list[Said]) -> _Stream:
    """Put events of every kind in one order."""
    lengths = [len(each.row) for each in said]
    row = np.concatenate([each.row for each in said])
    stream = _Stream(
        kind=np.repeat(np.arange(len(said)), lengths),
        row=row,
        at=night.start[row] + np.concatenate([each.second for each in said]) * MICROSECONDS,
        seat=np.concatenate([each.seat for each in said]),
        amount=np.concatenate([each.amount for each in said]),
        cards=np.concatenate([each.cards for each in said]),
    )
    order = np.lexsort((stream.at, night.partition[row]))
    return _Stream._make(column[order] for column in stream)


def _where(kinds: list[bool], which: Numbers, *, column: pa.Array) -> pa.Array:
    """Keep a column's values of some kinds of events."""
    return _known(np.where(np.array(kinds)[which], 0, NONE), column)


def _known(told: Numbers, column: pa.Array) -> pa.Array:
    """Keep a column's values where something is told."""
    return pc.if_else(pa.array(told != NONE), column, pa.scalar(None, column.type))


def _say(  # noqa: PLR0913  # the parts of an event
    kind: str,
    row: Numbers,
    *,
    second: int,
    seat: Numbers | None = None,
    amount: Numbers | None = None,
    cards: Numbers | None = None,
    names: str = "",
) -> Said:
    """Tell of events of one type, all at the same second of their hands."""
    none = np.full(len(row), NONE)
    return Said(
        kind=kind,
        row=row,
        second=np.full(len(row), second),
        seat=none if seat is None else seat,
        amount=none if amount is None else amount,
        cards=none if cards is None else cards,
        names=names,
    )


def _seats(night: Night) -> Iterator[Said]:
    """Seat nine players before the first hand."""
    first = np.flatnonzero(night.number == 1)
    for seat in range(1, SEATS + 1):
        yield _say("seat_taken", first, second=TAKEN + seat, seat=np.full(len(first), seat))


def _steps(night: Night) -> Iterator[Said]:
    """Do every step with the cards before a shoe's first hand; see its cutter in the last."""
    first = np.flatnonzero((night.number - 1) % COUPS_OF_A_SHOE == 0)
    told = {
        "cut": np.full(len(first), FIRST_CUT),
        "end_cut": cut_at(night),
        "burn": np.full(len(first), BURNED),
    }
    for second, kind in enumerate(STEPS, STEP):
        yield _say(kind, first, second=second, cards=told.get(kind), names="shoe")
    last = np.flatnonzero(night.number % COUPS_OF_A_SHOE == 0)
    yield _say("cutter_out", last, second=CUTTER, names="hand")


def _bank(night: Night) -> Iterator[Said]:
    """Tell how the bank comes to each hand's banker where another had it before."""
    turns = night.turns
    lost, passed = np.flatnonzero(turns.lost), np.flatnonzero(turns.passed)
    refused = np.flatnonzero(turns.refuser > 0)
    vacant = np.flatnonzero(turns.lost | turns.passed | (night.number == 1))
    yield _say("bank_lost", lost - 1, second=GIVEN_UP, seat=turns.holder[lost])
    yield _say(
        "bank_passed",
        passed - 1,
        second=GIVEN_UP,
        seat=turns.holder[passed],
        amount=turns.amount[passed],
    )
    yield _say("bank_offered", vacant, second=OFFERED, seat=turns.first_offered[vacant])
    yield _say("bank_refused", refused, second=OFFERED + 1, seat=turns.refuser[refused])
    yield _say("bank_offered", refused, second=OFFERED + 2, seat=turns.seat[refused])
    yield _say(
        "bank_awarded",
        vacant,
        second=OFFERED + 3,
        seat=turns.seat[vacant],
        amount=turns.amount[vacant],
    )


def _of_hands(night: Night) -> Iterator[Said]:
    """Close the bets of each hand."""
    yield _say("bets_closed", np.arange(len(night.number)), second=CLOSED, names="hand")
