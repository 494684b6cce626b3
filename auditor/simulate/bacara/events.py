"""The events of nights of bacará: steps with the cards, seats, the bank's way, closing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from auditor.simulate.bacara.coups import BURNED
from auditor.simulate.bacara.table import KINDS, NOBODY, STANDING
from auditor.simulate.bacara.times import (
    A_CARD,
    A_SHOE,
    A_STEP,
    AFTER,
    CLOSED,
    FIRST_CARD,
    FIRST_STEP,
    begin,
    start,
)
from auditor.simulate.columns import (
    MICROSECONDS,
    Numbers,
    ids,
    log_table,
    money,
    session_ids,
    times,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.simulate.bacara.play import Night

STEPS = ("show", "face_down", "scramble", "shuffle", "cut", "end_cut", "load_shoe", "burn")
OPTIONAL = frozenset(STEPS[:3])  # before a shoe of used cards
ALL = (*KINDS, *STEPS, "bets_closed", "cutter_out")
SHARE_OF_ALL_STEPS = 3  # one used shoe in so many is shown, turned and scrambled
LEAST_FIRST_CUT, FIRST_CUTS = 15, 25  # cards from the base: 15 to 39
NONE = -1
POSTURES = pa.array(["seated", "standing"])
ACTORS = pa.array(["dealer", "player", "supervisor"])
OF_PLAYERS = (
    "seat_taken",
    "seat_left",
    "bank_refused",
    "bank_passed",
    "bank_declined",
    "auction_bid",
)
OF_SUPERVISORS = (
    "seat_reserved",
    "waitlist_joined",
    "bank_absent",
    "auction_opened",
    "auction_won",
)


class Stream(NamedTuple):
    """Events: their kind, the hand (row) that each stands by, when, of whom, how much.

    `shoe`, `hand`: rows that the event names; NONE for no number, NOBODY for no player or amount.
    """

    kind: Numbers
    row: Numbers
    at: Numbers
    seat: Numbers
    player: Numbers
    amount: Numbers
    cards: Numbers
    shoe: Numbers
    hand: Numbers


def event_rows(night: Night) -> tuple[pa.Table, Numbers]:
    """Make the events, numbered in the order of their times."""
    parts = [_said(night), *_steps(night), *_of_hands(night)]
    told = Stream._make(np.concatenate(columns) for columns in zip(*parts, strict=True))
    order = np.lexsort((told.at, night.partition[told.row]))
    told = Stream._make(column[order] for column in told)
    of = night.partition[told.row]
    sessions = session_ids(night.partitions).take(pa.array(of))
    begins = np.searchsorted(of, np.arange(len(night.partitions)))
    seq = np.arange(len(of)) - begins[of] + 1
    return log_table("events", _columns(night, told, sessions=sessions, seq=seq), count=len(of)), of


def _columns(
    night: Night, told: Stream, *, sessions: pa.Array, seq: Numbers
) -> dict[str, pa.Array]:
    """Give the columns of the events."""
    stands = told.player == STANDING
    of_list = told.kind == ALL.index("waitlist_joined")
    posture = POSTURES.take(pa.array((stands | of_list).astype(np.int8)))
    hands = ids(sessions, mark="-H", number=night.number[np.maximum(told.hand, 0)])
    shoes = ids(sessions, mark="-Z", number=night.shoes.number[np.maximum(told.shoe, 0)])
    joins = told.kind == ALL.index("partner_joined")
    details = pa.repeat("manual", len(seq))
    return {
        "session_id": sessions,
        "seq": pa.array(seq),
        "type": pa.array(ALL).take(pa.array(told.kind)),
        "shoe_id": _where(told.shoe != NONE, shoes),
        "hand_id": _where(told.hand != NONE, hands),
        "at": times(told.at),
        "actor": ACTORS.take(pa.array(_actor_of_kinds()[told.kind])),
        "player_id": _where(told.player != NOBODY, ids(sessions, mark="-P", number=told.player)),
        "seat": pa.array(told.seat, mask=told.seat == NOBODY),
        "posture": _where(told.player != NOBODY, posture),
        "amount": _where(told.amount != 0, money(told.amount)),
        "count": pa.array(told.cards, mask=told.cards == NONE),
        "accepted": pa.array(joins, mask=~joins),
        "detail": _where(told.kind == ALL.index("shuffle"), details),
    }


def _actor_of_kinds() -> Numbers:
    """Give who does what each kind of event tells."""
    told = [(kind in OF_PLAYERS) + 2 * (kind in OF_SUPERVISORS) for kind in ALL]
    return np.array(told, dtype=np.int64)


def _where(told: Numbers, column: pa.Array) -> pa.Array:
    """Keep a column's values where something is told."""
    return pc.if_else(pa.array(told), column, pa.scalar(None, column.type))


def _said(night: Night) -> Stream:
    """Tell what was said at the tables between the hands."""
    said = night.said
    row = np.searchsorted(night.partition, said.row) + said.hand
    none = np.full(len(row), NONE)
    at = begin(night)[row] + said.turn * MICROSECONDS
    return Stream(said.kind, row, at, said.seat, said.player, said.amount, none, none, none)


def _say(
    kind: str, row: Numbers, *, at: Numbers, cards: Numbers | int = NONE, shoe: Numbers | int = NONE
) -> Stream:
    """Tell of events of one kind, of nobody; one of no shoe names its hand."""
    hand = np.where(np.broadcast_to(shoe, row.shape) == NONE, row, NONE)
    told = (ALL.index(kind), row, at, NOBODY, NOBODY, 0, cards, shoe, hand)
    whole = (np.asarray(each, dtype=np.int64) for each in told)
    return Stream._make(np.broadcast_to(each, row.shape) for each in whole)


def _steps(night: Night) -> Iterator[Stream]:
    """Do the steps with the cards before a shoe's first hand; see its cutter in the last."""
    shoes = night.shoes
    every = np.arange(len(shoes.first))
    some = every[(shoes.number == 1) | ((shoes.cut + every) % SHARE_OF_ALL_STEPS == 0)]
    told = {
        "cut": LEAST_FIRST_CUT + (7 * every + shoes.cut) % FIRST_CUTS,
        "end_cut": shoes.cut,
        "burn": np.full(len(every), BURNED),
    }
    opens = begin(night)[shoes.first] + (FIRST_STEP - A_SHOE) * MICROSECONDS
    for step, kind in enumerate(STEPS):
        which = some if kind in OPTIONAL else every
        cards = told[kind][which] if kind in told else NONE
        at = opens[which] + step * A_STEP * MICROSECONDS
        yield _say(kind, shoes.first[which], at=at, cards=cards, shoe=which)
    ends = every[shoes.is_whole]
    yield _say("cutter_out", shoes.last[ends], at=cutter_at(night)[ends])


def cutter_at(night: Night) -> Numbers:
    """Give when each shoe's cutter appears: a second before a card, or after the hand."""
    out = night.shoes.out
    seconds = np.where(out > 0, FIRST_CARD + A_CARD * out - 1, AFTER)
    return np.asarray(start(night)[night.shoes.last] + seconds * MICROSECONDS)


def _of_hands(night: Night) -> Iterator[Stream]:
    """Close the bets of each hand."""
    rows = np.arange(len(night.number))
    yield _say("bets_closed", rows, at=start(night) + CLOSED * MICROSECONDS)
