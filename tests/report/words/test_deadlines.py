"""Deadlines are reckoned from what is known, and left blank where it is not."""

from __future__ import annotations

import subprocess
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from auditor.api import render
from auditor.report.words.deadlines import due_day, months_later
from auditor.report.words.frame import Deadline

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Make = Callable[[int], dict[str, Any]]
    Write = Callable[[Any], Path]


@pytest.mark.parametrize(
    ("start", "due"),
    [
        (date(2026, 3, 2), date(2026, 3, 9)),  # Monday
        (date(2026, 3, 6), date(2026, 3, 13)),  # Friday
        (date(2026, 3, 7), date(2026, 3, 13)),  # Saturday
    ],
)
def test_five_working_days_are_monday_to_friday(start: date, due: date) -> None:
    assert due_day(start, Deadline("", "", working_days=5)) == due


@pytest.mark.parametrize(
    ("start", "months", "due"),
    [
        (date(2026, 3, 31), 9, date(2026, 12, 31)),
        (date(2026, 5, 31), 9, date(2027, 2, 28)),
        (date(2024, 2, 29), 48, date(2028, 2, 29)),
    ],
)
def test_months_run_to_the_same_day(start: date, months: int, due: date) -> None:
    assert months_later(start, months) == due


def test_the_report_reckons_from_the_notice_and_leaves_blank_without(
    make_audit: Make, write_audit: Write
) -> None:
    out = write_audit(make_audit(3))
    render(out, formats=["html"], notified=date(2026, 3, 6))
    page = out / "LIM-01" / "report.html"
    assert "art. 72): <strong>13/03/2026</strong>" in page.read_text("utf-8")
    render(out, formats=["html"])
    blank = "art. 72): por completar: depende del día en que se notifique la imputación"
    assert blank in page.read_text("utf-8")


def test_the_day_of_the_notice_is_given_on_the_command_line(
    program: str, make_audit: Make, write_audit: Write
) -> None:
    out = write_audit(make_audit(3))
    command = [program, "report", str(out), "--format", "html", "--notified", "2026-03-06"]
    subprocess.run(command, capture_output=True, check=True)
    page = (out / "LIM-01" / "report.html").read_text("utf-8")
    assert "art. 259): <strong>06/12/2026</strong>" in page  # nine months later
