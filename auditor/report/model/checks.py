"""The checks beside the articles in a report: chance, and the record itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CheckLine:
    """What a check says of one table."""

    table: str
    verdict: str
    sentence: str


@dataclass(frozen=True, slots=True)
class CheckPart:
    """One check with what it says of the first tables, the doubtful ones before the others.

    verdicts: how often it said each word, over all of them.
    """

    check: str
    title: str
    method: str
    verdicts: tuple[tuple[str, int], ...]
    lines: tuple[CheckLine, ...]
    total: int


@dataclass(frozen=True, slots=True)
class CheckFamily:
    """The checks of one family: `chance` or `record`."""

    family: str
    checks: tuple[CheckPart, ...]
