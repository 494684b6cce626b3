"""Nights of Mini-Bacará, from whole shoes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.simulate.catalog import SimulatedGame
from auditor.simulate.mini_bacara.bets import bet_rows
from auditor.simulate.mini_bacara.events import event_rows
from auditor.simulate.mini_bacara.play import (
    SECONDS_A_HAND,
    VENUE,
    card_rows,
    hand_rows,
    play,
    session_rows,
    shoe_rows,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from auditor.simulate.catalog import Tables
    from auditor.simulate.spec import Partition


def night(partitions: Sequence[Partition], random: np.random.Generator) -> Tables:
    """Play nights, one row a hand, and tell their bets and events."""
    batch = play(partitions, random)
    return {
        "sessions": session_rows(batch),
        "shoes": shoe_rows(batch),
        "hands": hand_rows(batch),
        "cards": card_rows(batch),
        "bets": bet_rows(batch, random),
        "events": event_rows(batch),
    }


GAME = SimulatedGame(
    id="mini_bacara",
    night=night,
    casinos="MVD",
    zone=VENUE[0],
    currency=VENUE[1],
    hands_a_night=12 * 3600 // SECONDS_A_HAND,
)
