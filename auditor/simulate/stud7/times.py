"""When everything happens in evenings of stud: half a second for each event of a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from auditor.simulate.columns import MICROSECONDS, midnights
from auditor.simulate.stud7.play import FIRST_STREET, ROUNDS

if TYPE_CHECKING:
    from auditor.simulate.columns import Numbers
    from auditor.simulate.stud7.evening import Evening

OPENING = 23 * 3600  # seconds of UTC: 18:00 in Lima
BEFORE, A_HAND = 40, 105  # seconds for the deck and the seats, and for the hand
AN_EVENT = MICROSECONDS // 2
DEAL = 400_000  # microseconds before a street's first action


def begin(evening: Evening) -> Numbers:
    """Give when what comes before each hand begins, in microseconds of UTC."""
    seconds = OPENING + (evening.number - 1) * (BEFORE + A_HAND)
    return midnights(evening.partitions)[evening.partition] + seconds * MICROSECONDS


def start(evening: Evening) -> Numbers:
    """Give when each hand starts, in microseconds of UTC."""
    return begin(evening) + BEFORE * MICROSECONDS


def told_before(evening: Evening) -> Numbers:
    """Give how many events of each hand come before its actions: its players' stacks."""
    return np.asarray((evening.played.stack > 0).sum(axis=1))


def dealt_at(evening: Evening) -> Numbers:
    """Give when each round was dealt (hand, round): after the antes, then before its actions.

    Where nothing is done in a street any more, its card comes with the end of the actions.
    """
    moves, hands = evening.played.moves, len(evening.number)
    turn = np.arange(len(moves.hand)) - np.searchsorted(moves.hand, moves.hand)
    count = np.bincount(moves.hand, minlength=hands)
    first = np.repeat(count[:, None], ROUNDS + 1, axis=1)
    antes = (evening.played.stack > 0).sum(axis=1)
    later = turn >= antes[moves.hand]
    np.minimum.at(first, (moves.hand[later], moves.street[later]), turn[later])
    first[:, :FIRST_STREET] = first[:, [FIRST_STREET]]
    events = told_before(evening)[:, None] + first[:, 1:]
    return np.asarray(start(evening)[:, None] + events * AN_EVENT - DEAL)
