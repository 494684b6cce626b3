"""Where findings stand most and how they go over the gaming dates, as plain data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """One place: its findings, and its hands with findings out of all that were played there."""

    name: str
    findings: int
    found: int
    hands: int


@dataclass(frozen=True, slots=True)
class PlaceList:
    """The worst places of a kind (`table`, `hour`, `dealer`), of `total` that have findings."""

    kind: str
    places: tuple[Place, ...]
    total: int
    played: int


@dataclass(frozen=True, slots=True)
class Trend:
    """Findings day by day, or by month or year where there are many days (`step`)."""

    step: str
    points: tuple[Place, ...]
