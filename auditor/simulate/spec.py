"""What is simulated: the game, how many hands, where and when, and which breaches are planted."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from auditor.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

FIRST_DATE = date(2025, 1, 1)


@dataclass(frozen=True, slots=True)
class Spec:
    """What to simulate; `nights` None: as many as the hands need.

    `rates`: rule → the share of the places where it can be broken that are.
    """

    game: str
    hands: int
    seed: int = 217
    nights: int | None = None
    tables: int = 1
    casinos: int = 1
    rates: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))


class Partition(NamedTuple):
    """One table of one casino on one gaming date, and how many hands it plays."""

    casino_id: str
    gaming_date: date
    hands: int
    table: int = 1

    @property
    def table_id(self) -> str:
        """Give the id of its table."""
        return f"{self.casino_id}-M{self.table}"

    @property
    def session_id(self) -> str:
        """Give the id of its only session."""
        return f"{self.table_id}-{self.gaming_date:%Y%m%d}"


def plan(spec: Spec, *, casinos: str, most: int) -> list[Partition]:
    """Share the hands out evenly, date by date, casino by casino, table by table.

    `casinos`: what their ids begin with; `most`: how many hands a table plays in a night.
    Raises UsageError where the nights asked for cannot hold the hands.
    """
    at_once = spec.casinos * spec.tables
    nights = spec.nights or max(1, -(-spec.hands // (at_once * most)))
    count = min(nights * at_once, max(spec.hands, 1))
    if -(-spec.hands // count) > most:
        raise UsageError(
            "simulate.crowded", hands=spec.hands, most=most, needed=-(-spec.hands // most)
        )
    shares = [spec.hands * (n + 1) // count - spec.hands * n // count for n in range(count)]
    return [
        Partition(
            f"{casinos}-{n // spec.tables % spec.casinos + 1:02}",
            FIRST_DATE + timedelta(n // at_once),
            share,
            n % spec.tables + 1,
        )
        for n, share in enumerate(shares)
    ]
