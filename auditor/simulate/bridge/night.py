"""Evenings of duplicate bridge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.simulate.bridge.evening import (
    MOST_BOARDS,
    TABLES,
    VENUE,
    board_rows,
    card_rows,
    hand_rows,
    play,
    session_rows,
)
from auditor.simulate.bridge.events import event_rows
from auditor.simulate.catalog import SimulatedGame

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from auditor.simulate.catalog import Tables
    from auditor.simulate.spec import Partition


def night(partitions: Sequence[Partition], random: np.random.Generator) -> Tables:
    """Play evenings, one row a board at one table, and tell their events."""
    evening = play(partitions, random)
    return {
        "sessions": session_rows(evening),
        "hands": hand_rows(evening),
        "cards": card_rows(evening, random),
        "boards": board_rows(evening),
        "events": event_rows(evening),
    }


GAME = SimulatedGame(
    id="bridge",
    night=night,
    casinos="CLUB",
    zone=VENUE[0],
    currency=VENUE[1],
    hands_a_night=MOST_BOARDS * TABLES,
    unit="boards",
    unit_id="board_id",
)
