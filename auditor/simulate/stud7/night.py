"""Evenings of seven-card stud with a fixed limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.simulate.catalog import SimulatedGame
from auditor.simulate.stud7.evening import VENUE, build_evening, play_evening

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from auditor.simulate.catalog import Tables
    from auditor.simulate.spec import Partition


def night(partitions: Sequence[Partition], random: np.random.Generator) -> Tables:
    """Play evenings, one row a hand, and tell their events."""
    return build_evening(play_evening(partitions, random))


GAME = SimulatedGame(
    id="stud7",
    night=night,
    casinos="LIM",
    zone=VENUE[0],
    currency=VENUE[1],
    hands_a_night=350,
)
