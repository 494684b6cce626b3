"""The law's deadlines, reckoned from the notice of the charge or from the gaming dates."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from auditor.report.words.frame import Deadline

SATURDAY = 5


@dataclass(frozen=True, slots=True)
class DeadlineLine:
    """A deadline in words, and its day; None where what it counts from is not known.

    `counts_from`: `notice`, `finding`, or None for a deadline without a day of its own; `is_past`:
    the report was made after that day.
    """

    text: str
    day: date | None
    counts_from: str | None
    is_past: bool = False


@dataclass(frozen=True, slots=True)
class Known:
    """From what deadlines count: notice of the charge, first gaming date with a finding.

    `made`: the day of the report, by which one has passed or not; None where it has none.
    """

    notice: date | None
    finding: date | None
    made: date | None = None


def deadline_line(deadline: Deadline, text: str, *, known: Known) -> DeadlineLine:
    """Reckon one deadline."""
    start = known.notice if deadline.counts_from == "notice" else known.finding
    day = due_day(start, deadline) if start and deadline.counts_from else None
    is_past = day is not None and known.made is not None and day < known.made
    return DeadlineLine(text, day, counts_from=deadline.counts_from, is_past=is_past)


def due_day(start: date, deadline: Deadline) -> date:
    """Give the last day; working days are Monday to Friday, months run to the same day."""
    day = months_later(start, deadline.months + 12 * deadline.years)
    left = deadline.working_days
    while left:
        day += timedelta(days=1)
        left -= day.weekday() < SATURDAY
    return day


def months_later(start: date, months: int) -> date:
    """Give the same day so many months later, the month's last where it has no such day."""
    year, month = divmod(start.year * 12 + start.month - 1 + months, 12)
    last = calendar.monthrange(year, month + 1)[1]
    return date(year, month + 1, min(start.day, last))
