"""When everything happens in nights of bacará: seconds after the opening, hand by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from auditor.simulate.columns import MICROSECONDS, Numbers, midnights

if TYPE_CHECKING:
    from auditor.simulate.bacara.play import Night

OPENING = 23 * 3600  # seconds of UTC: 18:00 in Lima
BETWEEN = 50  # for the seats and the bank, a second for each event
A_HAND = 40
A_SHOE = 300
BETS, CLOSED, FIRST_CARD, END, AFTER = 1, 6, 8, 30, 31  # seconds into a hand
A_CARD = 2  # so that a cutter comes out between two of them in logs of whole seconds too
FIRST_STEP = 20  # seconds into the time that a new shoe takes
A_STEP = 30


def shoe_of(night: Night) -> Numbers:
    """Give the shoe (row) of each hand."""
    return np.repeat(np.arange(len(night.shoes.first)), night.shoes.last - night.shoes.first + 1)


def begin(night: Night) -> Numbers:
    """Give when what comes before each hand begins, in microseconds of UTC."""
    shoes = night.shoes.number[shoe_of(night)]
    seconds = OPENING + (night.number - 1) * (BETWEEN + A_HAND) + shoes * A_SHOE
    return midnights(night.partitions)[night.partition] + seconds * MICROSECONDS


def start(night: Night) -> Numbers:
    """Give when each hand starts, in microseconds of UTC."""
    return begin(night) + BETWEEN * MICROSECONDS
