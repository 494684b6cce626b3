"""The worst tables, hours and dealers of a casino, and the trend over its gaming dates."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import TYPE_CHECKING

from auditor.report.compose.where import hand_of, hands_played, place_of
from auditor.report.model.places import Place, PlaceList, Trend

if TYPE_CHECKING:
    from collections.abc import Mapping

    from auditor.report.compose.context import Context

WORST = 3
MOST_POINTS = 62
STEPS = {"day": 10, "month": 7, "year": 4}  # how much of an ISO date names a step
QUANTILE = 1.959964  # of the normal curve, for limits of 95 %


def build_places(context: Context) -> tuple[PlaceList, ...]:
    """Give the worst places of each kind of which there is more than one to compare."""
    if len(context.findings) <= 1:
        return ()
    lists = (_list(context, kind) for kind in ("table", "hour", "dealer"))
    return tuple(each for each in lists if each.played > 1 and each.places)


def _list(context: Context, kind: str) -> PlaceList:
    """Give the worst places of a kind, by the lower limit of the share of hands with findings."""
    hands = hands_played(context.casino, kind)
    places = [place for place in _places(context, kind, hands=hands) if place.found]
    places.sort(key=lambda place: (-lower_limit(place.found, place.hands), place.name))
    return PlaceList(kind, tuple(places[:WORST]), len(places), len(hands))


def _places(context: Context, kind: str, *, hands: Mapping[str, int]) -> list[Place]:
    """Count the findings of each place where there was play."""
    findings: Counter[str] = Counter()
    found: dict[str, set[object]] = {name: set() for name in hands}
    for finding in context.findings:
        name = place_of(finding, kind)
        if name in found:
            findings[name] += 1
            if hand := hand_of(finding, context):
                found[name].add(hand)
    return [
        Place(name, findings[name], len(found[name]), max(count, len(found[name])))
        for name, count in hands.items()
    ]


def lower_limit(found: int, of: int) -> float:
    """Give the lower limit of a share, with 95 % (Wilson 1927): few hands weigh little."""
    if not of:
        return 0.0
    share, spread = found / of, QUANTILE**2 / of
    middle = share + spread / 2
    around = QUANTILE * sqrt(share * (1 - share) / of + spread / (4 * of))
    return (middle - around) / (1 + spread)


def build_trend(context: Context) -> Trend | None:
    """Give the hands with findings over the gaming dates; None for one date or one such hand."""
    hands = hands_played(context.casino, "date")
    days = sorted(_places(context, "date", hands=hands), key=lambda place: place.name)
    if len(days) <= 1 or sum(day.found for day in days) <= 1:
        return None
    trends = [Trend(step, _steps(days, length)) for step, length in STEPS.items()]
    return next((each for each in trends if len(each.points) <= MOST_POINTS), trends[-1])


def _steps(days: list[Place], length: int) -> tuple[Place, ...]:
    """Add days up by the first letters of their dates."""
    steps: dict[str, Place] = {}
    for day in days:
        name = day.name[:length]
        known = steps.get(name, Place(name, 0, 0, 0))
        steps[name] = Place(
            name,
            known.findings + day.findings,
            known.found + day.found,
            known.hands + day.hands,
        )
    return tuple(steps.values())
