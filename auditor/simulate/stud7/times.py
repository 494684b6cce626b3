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
AN_ANTE = 2  # seconds, whole ones: a log of seconds tells antes and cards apart
FIRST_CARD, ACTIONS = 14, 15  # seconds into the hand
AN_EVENT = MICROSECONDS // 2
DEAL = 400_000  # microseconds before a street's first action


def begin(evening: Evening) -> Numbers:
    """Give when what comes before each hand begins, in microseconds of UTC."""
    seconds = OPENING + (evening.number - 1) * (BEFORE + A_HAND)
    return midnights(evening.partitions)[evening.partition] + seconds * MICROSECONDS


def start(evening: Evening) -> Numbers:
    """Give when each hand starts, in microseconds of UTC."""
    return begin(evening) + BEFORE * MICROSECONDS


def told_at(evening: Evening, hand: Numbers, *, place: Numbers) -> Numbers:
    """Give when an event of a hand happens, by its place: stacks, antes, then all the others."""
    players = (evening.played.stack > 0).sum(axis=1)[hand]
    antes = (1 + AN_ANTE * (place - players)) * MICROSECONDS
    others = ACTIONS * MICROSECONDS + (place - 2 * players) * AN_EVENT
    after = np.where(place < players, 0, np.where(place < 2 * players, antes, others))
    return np.asarray(start(evening)[hand] + after)


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
    after = ACTIONS * MICROSECONDS + (first - antes[:, None]) * AN_EVENT - DEAL
    after[:, : FIRST_STREET + 1] = FIRST_CARD * MICROSECONDS
    return np.asarray(start(evening)[:, None] + after[:, 1:])
