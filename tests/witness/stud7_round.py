"""Who sits round a table of stud: the way round it, and one player to a zone."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.witness.saying import Truth


def goes_round(seats: list[int]) -> bool:
    """Say whether seats are those of a table gone round once, one way or the other."""
    ways = []
    for each in (seats, seats[::-1]):
        start = each.index(min(each))
        ways.append(each[start:] + each[:start] == sorted(each))
    return any(ways)


def is_one_to_one(pairs: Sequence[tuple[object, object]]) -> Truth:
    """Say whether each of the first has one of the second; None where some are not known."""
    seconds: dict[object, set[object]] = defaultdict(set)
    for first, second in pairs:
        if first is not None and second is not None:
            seconds[first].add(second)
    if any(len(each) > 1 for each in seconds.values()):
        return False
    return None if any(None in pair for pair in pairs) else True
