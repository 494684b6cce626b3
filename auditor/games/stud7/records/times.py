"""When a hand was played: zones by their names, gaming dates, times with offsets."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

DAY_BREAKS = 6  # a hand dealt before this hour belongs to the night that began the day before
_SHORT_NAMES = {
    **dict.fromkeys(("ET", "EST", "EDT"), "America/New_York"),
    **dict.fromkeys(("CT", "CST", "CDT"), "America/Chicago"),
    **dict.fromkeys(("MT", "MST", "MDT"), "America/Denver"),
    **dict.fromkeys(("PT", "PST", "PDT"), "America/Los_Angeles"),
    **dict.fromkeys(("AT", "AST", "ADT"), "America/Halifax"),
    **dict.fromkeys(("UTC", "GMT", "Z"), "UTC"),
    **dict.fromkeys(("WET", "WEST"), "Europe/Lisbon"),
    **dict.fromkeys(("CET", "CEST"), "Europe/Berlin"),
    **dict.fromkeys(("EET", "EEST"), "Europe/Bucharest"),
    **dict.fromkeys(("MSK", "MSD"), "Europe/Moscow"),
    "PET": "America/Lima",
    "UYT": "America/Montevideo",
    "ART": "America/Argentina/Buenos_Aires",
    "BRT": "America/Sao_Paulo",
    "CLT": "America/Santiago",
    "COT": "America/Bogota",
    "JST": "Asia/Tokyo",
}


@lru_cache(maxsize=256)
def zone_of(name: str) -> str | None:
    """Give the zone that a name or a short name means; None where it is not known."""
    zone = _SHORT_NAMES.get(name.strip().upper(), name.strip())
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None
    return zone


def gaming_date(moment: datetime) -> date:
    """Give the date on which the night opened that a clock time is of."""
    return (
        (moment - timedelta(hours=DAY_BREAKS)).date() if moment.hour < DAY_BREAKS else moment.date()
    )


def placed(clock: datetime, zone: str | None) -> str:
    """Write a clock time with its offset; without one where no zone, or no one offset, is known."""
    if zone is None:
        return clock.isoformat()
    first, second = (clock.replace(tzinfo=ZoneInfo(zone), fold=fold) for fold in (0, 1))
    offset = first.utcoffset()
    if offset != second.utcoffset() or offset is None or offset.seconds % 60:
        return clock.isoformat()
    return first.isoformat()


def day_text(year: int | None, month: int | None, *, day: int | None) -> str | None:
    """Write a date as far as it is known, `2014-07-??`; raises ValueError for no date."""
    if year is None:
        return None
    date(year, 1 if month is None else month, 1 if day is None or month is None else day)
    if month is None:
        return f"{year:04}-??-??"
    return f"{year:04}-{month:02}-??" if day is None else f"{year:04}-{month:02}-{day:02}"
