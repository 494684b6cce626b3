"""Three-valued truth in the short form that the witnesses of whole nights use; None: not known."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tests.witness import saying

if TYPE_CHECKING:
    from tests.witness.saying import Truth

NOT_ASSESSABLE, OBSERVATION, VIOLATION = "not_assessable", "observation", "violation"


def every(*parts: Truth) -> Truth:
    """Say whether all hold: one that fails decides."""
    return saying.every(parts)


def either(*parts: Truth) -> Truth:
    """Say whether any holds: one that holds decides."""
    return saying.some(parts)


def negated(part: Truth) -> Truth:
    """Turn a truth round."""
    return None if part is None else not part


@cache
def word(*readings: Truth, broken: str = VIOLATION) -> str:
    """Give the verdict that some readings of the law come to, where the rule bears."""
    return saying.word(True, *readings, fails=broken)
