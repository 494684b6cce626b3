"""Evenings of seven-card stud with a fixed limit as the log model's tables, in Arrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from auditor.simulate.catalog import SimulatedGame
from auditor.simulate.columns import (
    MICROSECONDS,
    ids,
    log_table,
    midnights,
    money,
    session_columns,
    session_ids,
    times,
)
from auditor.simulate.stud7.evening import play_evening
from auditor.simulate.stud7.events import FACES, event_rows, place
from auditor.simulate.stud7.play import (
    ANTE,
    BIG_BET,
    BRING_IN_BET,
    MOST_BETS,
    MOST_RAISES,
    ROUNDS,
    SEATS,
    SMALL_BET,
    UNIT,
)
from auditor.simulate.stud7.times import A_HAND, OPENING, dealt_at, start

if TYPE_CHECKING:
    from collections.abc import Sequence

    from auditor.simulate.catalog import Tables
    from auditor.simulate.columns import Numbers
    from auditor.simulate.spec import Partition
    from auditor.simulate.stud7.evening import Evening

VENUE = ("America/Lima", "PEN")
CARDS = pa.array([rank + suit for rank in "23456789TJQKA" for suit in "SHDC"])
DOWN = (0, 1, ROUNDS - 1)  # the first two cards and the last
MOST_BET = MOST_BETS * BIG_BET


def night(partitions: Sequence[Partition], random: np.random.Generator) -> Tables:
    """Play evenings and give each table, with the number of its partition for every row."""
    evening = play_evening(partitions, random)
    return {
        "sessions": _session_rows(evening),
        "hands": _hand_rows(evening),
        "cards": _card_rows(evening),
        "events": event_rows(evening),
    }


GAME = SimulatedGame(
    id="stud7",
    night=night,
    casinos="LIM",
    zone=VENUE[0],
    currency=VENUE[1],
    hands_a_night=280,
    at_a_time=500,
)


def _session_rows(evening: Evening) -> tuple[pa.Table, Numbers]:
    """Make one session for each partition."""
    count = len(evening.partitions)
    columns = {
        **session_columns(evening.partitions, game="stud7", venue=VENUE),
        "opened_at": times(midnights(evening.partitions) + OPENING * MICROSECONDS),
        "min_bet": money(np.full(count, SMALL_BET * UNIT)),
        "max_bet": money(np.full(count, MOST_BET * UNIT)),
        "ante": money(np.full(count, ANTE * UNIT)),
        "bring_in": money(np.full(count, BRING_IN_BET * UNIT)),
        "max_raises": pa.array(np.full(count, MOST_RAISES)),
        "recorded": pa.repeat("deck seats chips limits poker", count),
        "log_origin": pa.repeat("pit_transcript", count),
    }
    return log_table("sessions", columns, count=count), np.arange(count)


def _hand_rows(evening: Evening) -> tuple[pa.Table, Numbers]:
    """Make the hands, with what each pot came to."""
    count, begun = len(evening.number), start(evening)
    sessions = session_ids(evening.partitions).take(pa.array(evening.partition))
    columns = {
        "hand_id": ids(sessions, mark="-H", number=evening.number),
        "session_id": sessions,
        "hand_no": pa.array(evening.number),
        "started_at": times(begun),
        "ended_at": times(begun + (A_HAND - 1) * MICROSECONDS),
        "dealer_id": ids(pa.repeat("D", count), mark="-", number=evening.number // 60 % 8),
        "dealer_role": pa.repeat("staff", count),
        "pot": money(evening.played.total.sum(axis=1) * UNIT),
    }
    return log_table("hands", columns, count=count), evening.partition


def _card_rows(evening: Evening) -> tuple[pa.Table, Numbers]:
    """Make the cards, round by round, to those who stay."""
    played = evening.played
    dealt = np.arange(ROUNDS)[:, None] < played.last[:, None, :]
    hand, turn, seat = np.nonzero(dealt)
    sessions = session_ids(evening.partitions).take(pa.array(evening.partition[hand]))
    idx = place(hand)
    columns = {
        "hand_id": ids(sessions, mark="-H", number=evening.number[hand]),
        "idx": pa.array(idx + 1),
        "to": pa.array([f"seat:{number + 1}" for number in range(SEATS)]).take(pa.array(seat)),
        "card": CARDS.take(pa.array(played.cards[hand, seat, turn])),
        "face": FACES.take(pa.array(np.isin(turn, DOWN).astype(np.int8))),
        "at": times(dealt_at(evening)[hand, turn] + 10_000 * idx),
    }
    return log_table("cards", columns, count=len(hand)), evening.partition[hand]
