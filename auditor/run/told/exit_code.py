"""The exit code of an audit: the contract with whoever runs it at night."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

CONFORMING, INTERNAL, USAGE, VIOLATION, DOUBT, INTEGRITY = range(6)
RECORD = "record"


def exit_code(
    *,
    outcomes: Iterable[Mapping[str, object]],
    problems: Iterable[int],
    rejects: int,
    gaps: int,
    strict: bool,
) -> int:
    """Give 3 with a violation; 4 with anything that was not judged or is in doubt; else 0.

    `gaps` counts rows not assessable for want of a value that their session has elsewhere;
    with `strict`, a column that the log never fills counts too.
    """
    rows = list(outcomes)
    if any(row["violation"] for row in rows):
        return VIOLATION
    doubtful = any(row["indeterminate"] for row in rows)
    recorded = any(row["observation"] for row in rows if row["norm"] == RECORD)
    unjudged = strict and any(row["not_assessable"] for row in rows)
    return DOUBT if any([doubtful, recorded, unjudged, rejects, gaps, *problems]) else CONFORMING
