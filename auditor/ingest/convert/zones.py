"""From a venue's clock to UTC: zones, the hours that come twice, and those that never were."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from auditor.sql import literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

OF_JURISDICTION = {"PE": "America/Lima", "UY": "America/Montevideo"}
OF_CURRENCY = {"PEN": "America/Lima", "UYU": "America/Montevideo"}
NO_ZONE = "UTC"
_DAY = timedelta(days=1)
_MOMENT = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Stretch:
    """Clock times up to `until` (None: to the end) that stand `offset` seconds from UTC.

    `offset` is None where a clock time came twice or never was.
    """

    until: datetime | None
    offset: int | None


def stretches(zone: str, first: datetime, *, last: datetime) -> tuple[Stretch, ...]:
    """Cut the clock times between two days into stretches of one offset, in order."""
    changes = list(_changes(ZoneInfo(zone), first - 2 * _DAY, last=last + 2 * _DAY))
    found: list[Stretch] = []
    offset = _offset(ZoneInfo(zone), first - 2 * _DAY)
    for moment, later in changes:
        before, after = moment + timedelta(seconds=offset), moment + timedelta(seconds=later)
        found.append(Stretch(min(before, after), offset))
        found.append(Stretch(max(before, after), None))
        offset = later
    return (*found, Stretch(None, offset))


def to_utc(clock: str, zone: str, *, zones: Mapping[str, tuple[Stretch, ...]]) -> str:
    """Give the UTC time of a clock time, as SQL; NULL where it came twice or never was.

    `zone` is an SQL expression for the name of the zone, used where there are several.
    """
    if len(zones) == 1:
        return _case_of(clock, next(iter(zones.values())))
    cases = [f"WHEN {literal(name)} THEN {_case_of(clock, one)}" for name, one in zones.items()]
    return f"CASE {zone} {' '.join(cases)} END" if cases else "NULL::TIMESTAMP"


def has_doubt(zones: Iterable[tuple[Stretch, ...]]) -> bool:
    """Tell whether some zone has a clock time that came twice or never was."""
    return any(one.offset is None for zone in zones for one in zone)


def _case_of(clock: str, parts: tuple[Stretch, ...]) -> str:
    """Give the UTC time of a clock time of one zone, as SQL."""
    *earlier, final = parts
    shifted = [
        f"WHEN {clock} < {_moment(one.until)} THEN {_shifted(clock, one)}" for one in earlier
    ]
    last = _shifted(clock, final)
    return f"CASE {' '.join(shifted)} ELSE {last} END" if shifted else last


def _shifted(clock: str, part: Stretch) -> str:
    """Move a clock time to UTC by the offset of its stretch, as SQL."""
    if part.offset is None:
        return "NULL"
    return f"({clock} - INTERVAL ({part.offset}) SECOND)"


def _moment(moment: datetime | None) -> str:
    """Write a clock time as SQL."""
    return f"TIMESTAMP '{moment:%Y-%m-%d %H:%M:%S}'"


def _offset(zone: ZoneInfo, moment: datetime) -> int:
    """Give the seconds between a zone's clock and UTC at a moment (naive UTC)."""
    offset = moment.replace(tzinfo=UTC).astimezone(zone).utcoffset()
    return int(offset.total_seconds()) if offset is not None else 0


def _changes(zone: ZoneInfo, first: datetime, *, last: datetime) -> Iterator[tuple[datetime, int]]:
    """Walk the moments (naive UTC) at which a zone's offset changes, with the new offset."""
    days = int((last - first) / _DAY) + 1
    moments = [first + n * _DAY for n in range(days + 1)]
    for before, after in pairwise(moments):
        if _offset(zone, before) != _offset(zone, after):
            yield _change_between(zone, before, after=after)


def _change_between(zone: ZoneInfo, before: datetime, *, after: datetime) -> tuple[datetime, int]:
    """Find to the minute when an offset changes between two moments."""
    low, high = before, after
    while high - low > _MOMENT:
        middle = low + (high - low) / 2
        middle = middle.replace(second=0, microsecond=0)
        middle = max(middle, low + _MOMENT)
        if _offset(zone, middle) == _offset(zone, before):
            low = middle
        else:
            high = middle
    return high, _offset(zone, high)
