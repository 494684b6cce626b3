"""What the summary knows of the nights: from the marks of their reports, never from their rows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from auditor.nightly.marks import WHOLE, read_mark, report_folders

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from pathlib import Path

    from auditor.nightly.config import CasinoInbox
    from auditor.run.again.fingerprint import Place
    from auditor.run.told.outcomes import Told


@dataclass(frozen=True, slots=True)
class Deadline:
    """A finding: the last day on which its video is kept, and how many are left."""

    casino_id: str
    gaming_date: date
    finding: Told
    keep_until: date
    days_left: int


@dataclass(frozen=True, slots=True)
class Silent:
    """Tables declared as open on a gaming date of which no log was received."""

    casino_id: str
    gaming_date: date
    tables: tuple[str, ...]
    days_left: int


def marks_in(out: Path) -> dict[Place, Told]:
    """Read the marks of all nights whose report is whole, by casino and date."""
    return {place: mark for place, folder in report_folders(out) if (mark := read_mark(folder))}


def are_there(out: Path, told: Collection[str]) -> bool:
    """Tell whether the reports of the nights that were told, and the audit of the whole, are there.

    Without them findings and received tables would be forgotten: somebody took them away.
    """
    there = {f"{casino} {day}" for casino, day in marks_in(out)}
    return not told or (there.issuperset(told) and all((out / name).is_file() for name in WHOLE))


def marks_since(out: Path, first: date) -> dict[Place, Told]:
    """Read the marks of the nights from a gaming date on."""
    recent = (
        (place, folder) for place, folder in report_folders(out) if place[1] and place[1] >= first
    )
    return {place: mark for place, folder in recent if (mark := read_mark(folder))}


def deadlines(marks: Mapping[Place, Told], *, today: date, video_days: int) -> tuple[Deadline, ...]:
    """Give the findings whose video is still kept, those that are lost soonest first."""
    found = _last_days(marks, today=today, video_days=video_days)
    return tuple(each for each in found if each.days_left >= 0)


def lapsed(marks: Mapping[Place, Told], *, today: date, video_days: int) -> tuple[Deadline, ...]:
    """Give the findings whose video need not be kept any more, the longest gone first."""
    found = _last_days(marks, today=today, video_days=video_days)
    return tuple(each for each in found if each.days_left < 0)


def nights_ahead(marks: Mapping[Place, Told], *, today: date) -> tuple[tuple[str, date], ...]:
    """Give the nights whose gaming date is past tomorrow, which is so in no zone."""
    last = today + timedelta(days=1)
    return tuple(sorted((casino, day) for casino, day in marks if day is not None and day > last))


def _last_days(marks: Mapping[Place, Told], *, today: date, video_days: int) -> list[Deadline]:
    """Give the last day of the video of each finding that has a date, the soonest first."""
    found = [
        Deadline(casino, day, finding, until, (until - today).days)
        for (casino, day), mark in marks.items()
        if day is not None
        for until in (day + timedelta(days=video_days),)
        for finding in _findings(mark)
    ]
    return sorted(found, key=lambda one: (one.keep_until, one.casino_id))


def silent_tables(
    inboxes: Iterable[CasinoInbox], marks: Mapping[Place, Told], *, today: date, video_days: int
) -> tuple[Silent, ...]:
    """Name the tables that were declared as open and sent no log, while their video is kept.

    The gaming date of today is not over, and is not asked for.
    """
    found = []
    for inbox in inboxes:
        for back in range(video_days, 0, -1):
            day = today - timedelta(days=back)
            wanting = tuple(_wanting(inbox, day, received=marks.get((inbox.casino_id, day))))
            if wanting:
                found.append(Silent(inbox.casino_id, day, wanting, video_days - back))
    return tuple(found)


def _wanting(inbox: CasinoInbox, day: date, *, received: Told | None) -> Iterator[str]:
    """Name the tables of a casino that were open on a day and are not among those received."""
    there = received["tables"] if received else []
    sent = {str(one) for one in there} if isinstance(there, list) else set()
    declared = {one for each in inbox.openings if each.holds(day) for one in each.tables}
    yield from sorted(declared - sent)


def _findings(mark: Told) -> list[Told]:
    """Give the findings of a night."""
    found = mark["findings"]
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
