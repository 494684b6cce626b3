"""Write played hands of seven-card stud as the log model's tables, in Arrow."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa

from auditor.games.stud7.pots import settle
from auditor.games.stud7.ranking import rank_seven
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
from auditor.simulate.stud7.play import (
    ANTE,
    BRING_IN_BET,
    CHECKED,
    FOLDED,
    KINDS,
    MOST_BETS,
    ROUNDS,
    SEATS,
    UNIT,
    Played,
    play_stud,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from auditor.simulate.columns import Numbers
    from auditor.simulate.spec import Partition

VENUE = ("America/Lima", "PEN")
FACES = pa.array(["up", "down"])
OPENING = 23 * 3600  # seconds of UTC: 18:00 in Lima
SECONDS_A_HAND = 120
CARDS = pa.array([rank + suit for rank in "23456789TJQKA" for suit in "SHDC"])
STACK, AWARD, STACK_AFTER = len(KINDS), len(KINDS) + 1, len(KINDS) + 2
TYPES = pa.array([*KINDS, "stack", "award", "stack_after"])
DOWN = (0, 1, ROUNDS - 1)  # the first two cards and the last


class Evening(NamedTuple):
    """The hands of some partitions, a row each; `start` in microseconds."""

    partitions: Sequence[Partition]
    partition: Numbers
    number: Numbers
    start: Numbers
    hand_id: pa.Array
    played: Played
    award: Numbers


def play_evening(partitions: Sequence[Partition], random: np.random.Generator) -> Evening:
    """Play the hands of some partitions."""
    counts = np.array([partition.hands for partition in partitions])
    of = np.repeat(np.arange(len(partitions)), counts)
    number = np.arange(len(of)) - np.repeat(np.cumsum(counts) - counts, counts) + 1
    days = midnights(partitions)
    played = play_stud(len(of), random)
    return Evening(
        partitions=partitions,
        partition=of,
        number=number,
        start=days[of] + (OPENING + number * SECONDS_A_HAND) * MICROSECONDS,
        hand_id=ids(session_ids(partitions).take(pa.array(of)), mark="-H", number=number),
        played=played,
        award=award_of(played),
    )


def award_of(played: Played) -> Numbers:
    """Give what each seat is paid (hand, seat), in the currency; a bet nobody called comes back."""
    score = rank_seven(played.cards.reshape(-1, ROUNDS).T).low.reshape(-1, SEATS)
    unit = np.ones(len(score), dtype=np.int64)
    shares = settle(played.total * UNIT, played.stays, score=score.astype(np.int64), unit=unit)
    return shares.down


def build_evening(evening: Evening) -> Mapping[str, tuple[pa.Table, Numbers]]:
    """Give each table, with the number of its partition for every row."""
    return {
        "sessions": _session_rows(evening),
        "hands": _hand_rows(evening),
        "cards": _card_rows(evening),
        "events": _event_rows(evening),
    }


def _session_rows(evening: Evening) -> tuple[pa.Table, Numbers]:
    """Make one session for each partition."""
    count = len(evening.partitions)
    columns = {
        **session_columns(evening.partitions, game="stud7", venue=VENUE),
        "ante": money(np.full(count, ANTE * UNIT)),
        "bring_in": money(np.full(count, BRING_IN_BET * UNIT)),
        "max_raises": pa.array(np.full(count, MOST_BETS)),
        "recorded": pa.repeat("poker", count),
        "log_origin": pa.repeat("pit_transcript", count),
    }
    return log_table("sessions", columns, count=count), np.arange(count)


def _hand_rows(evening: Evening) -> tuple[pa.Table, Numbers]:
    """Make the hands, with what each pot came to."""
    count = len(evening.number)
    columns = {
        "hand_id": evening.hand_id,
        "session_id": session_ids(evening.partitions).take(pa.array(evening.partition)),
        "hand_no": pa.array(evening.number),
        "started_at": times(evening.start),
        "ended_at": times(evening.start + (SECONDS_A_HAND - 1) * MICROSECONDS),
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
    columns = {
        "hand_id": evening.hand_id.take(pa.array(hand)),
        "idx": pa.array(_place(hand) + 1),
        "to": ids_of_seats(seat),
        "card": CARDS.take(pa.array(played.cards[hand, seat, turn])),
        "face": FACES.take(pa.array(np.isin(turn, DOWN).astype(np.int8))),
    }
    return log_table("cards", columns, count=len(hand)), evening.partition[hand]


def ids_of_seats(seat: Numbers) -> pa.Array:
    """Name the seats as receivers of cards."""
    return pa.array([f"seat:{number + 1}" for number in range(SEATS)]).take(pa.array(seat))


def _place(hand: Numbers) -> Numbers:
    """Number the rows of each hand from 0; the hands stand in order."""
    return np.arange(len(hand)) - np.searchsorted(hand, hand)


def _event_rows(evening: Evening) -> tuple[pa.Table, Numbers]:
    """Make the events: stacks, actions, awards, stacks after; each hand has players of its own."""
    hand, seat, kind, amount = _stream(evening)
    of = evening.partition[hand]
    sessions = session_ids(evening.partitions).take(pa.array(of))
    silent = (kind == CHECKED) | (kind == FOLDED)
    paid = money(amount)
    columns = {
        "session_id": sessions,
        "seq": pa.array(_place(of) + 1),
        "type": TYPES.take(pa.array(kind)),
        "hand_id": evening.hand_id.take(pa.array(hand)),
        "at": times(evening.start[hand] + _place(hand) * MICROSECONDS),
        "actor": pa.repeat("player", len(hand)),
        "player_id": ids(sessions, mark="-P", number=evening.number[hand] * 10 + seat),
        "seat": pa.array(seat + 1),
        "amount": pa.array(np.arange(len(hand)), mask=silent),
    }
    columns["amount"] = paid.take(columns["amount"])
    return log_table("events", columns, count=len(hand)), of


def _stream(evening: Evening) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Put all that is said of each hand in order: hand, seat, type and amount in the currency."""
    played, award = evening.played, evening.award
    chips = played.stack * UNIT
    seated = np.nonzero(played.stack)
    won = np.nonzero(award)
    after = chips - played.total * UNIT + award
    parts = [
        (*seated, np.full(len(seated[0]), STACK), chips[seated]),
        (played.moves.hand, played.moves.seat, played.moves.kind, played.moves.amount * UNIT),
        (*won, np.full(len(won[0]), AWARD), award[won]),
        (*seated, np.full(len(seated[0]), STACK_AFTER), after[seated]),
    ]
    hand, seat, amount = (np.concatenate([part[at] for part in parts]) for at in (0, 1, 3))
    kind = np.concatenate([part[2] for part in parts])
    order = np.argsort(hand, kind="stable")
    return hand[order], seat[order], kind[order], amount[order]
