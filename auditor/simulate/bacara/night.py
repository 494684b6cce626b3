"""Nights of bacará with a rotating bank."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.simulate.bacara.events import event_rows
from auditor.simulate.bacara.play import VENUE, build_night, play_night
from auditor.simulate.catalog import SimulatedGame

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from auditor.simulate.catalog import Tables
    from auditor.simulate.spec import Partition


def night(partitions: Sequence[Partition], random: np.random.Generator) -> Tables:
    """Play nights, one row a hand, and tell their events."""
    played = play_night(partitions, random)
    return {**build_night(played), "events": event_rows(played)}


GAME = SimulatedGame(
    id="bacara",
    night=night,
    casinos="LIM",
    zone=VENUE[0],
    currency=VENUE[1],
    hands_a_night=840,
)
