"""How a witness says a verdict: three-valued truth, readings, and the day a norm begins."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from tests.witness.rows import in_force

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from datetime import date

    from tests.witness.rows import Said, Session

Truth = bool | None  # None: not known
FURTHER = re.compile(r"\.\d+$")  # of a rule's id, where a clause has several


def every(parts: Iterable[Truth]) -> Truth:
    """Say whether all parts are true; one that is false decides, else one that is not known."""
    known: Truth = True
    for part in parts:
        if part is False:
            return False
        if part is None:
            known = None
    return known


def some(parts: Iterable[Truth]) -> Truth:
    """Say whether any part is true; one that is true decides, else one that is not known."""
    known: Truth = False
    for part in parts:
        if part:
            return True
        if part is None:
            known = None
    return known


def less(a: int | None, b: int | None) -> Truth:
    """Compare two numbers; None where one is not known."""
    return None if a is None or b is None else a < b


def up_to(a: int | None, b: int | None) -> Truth:
    """Compare two numbers; None where one is not known."""
    return None if a is None or b is None else a <= b


@cache
def word(scope: Truth, *readings: Truth, fails: str = "violation") -> str:
    """Give the verdict: out of scope, what every reading agrees on, or why nothing can be said."""
    if scope is False:
        return "out_of_scope"
    if scope is None:
        return "not_assessable"
    if all(reading is False for reading in readings):
        return fails
    if all(readings):
        return "pass"
    return "not_assessable" if None in readings else "indeterminate"


def read(session: Session, rule: str, scope: Truth, **readings: Truth) -> str:
    """Give the verdict by every reading, or by the one that the authority adopted here."""
    return word(scope, *adopted(session, rule, readings))


def adopted(session: Session, rule: str, readings: Mapping[str, Truth]) -> tuple[Truth, ...]:
    """Give what each reading says, or only the one that the authority adopted here."""
    told = session.house.readings if session.house else {}
    for clause in (rule, FURTHER.sub("", rule)):
        chosen = told.get(clause)
        if chosen and chosen.reading in readings and is_since(session, chosen.on):
            return (readings[chosen.reading],)
    return tuple(readings.values())


def is_since(session: Session, day: date | None) -> bool:
    """Tell whether a session is surely of a day or later (None: of any)."""
    earliest = session.row["date_earliest"]
    return day is None or bool(earliest and earliest >= day)


def dated(
    sessions: Iterable[Session],
    first: date | None,
    judge: Callable[[Session], Iterator[Said]],
) -> Iterator[Said]:
    """Judge each session by a norm in force from a day on; before it, all is out of scope."""
    for session in sessions:
        governed = in_force(session, first)
        if governed:
            yield from judge(session)
            continue
        for rule, subject, verdict in judge(session):
            is_out = governed is False or verdict == "out_of_scope"
            yield rule, subject, "out_of_scope" if is_out else "not_assessable"
