"""The figures of the benchmarks, kept for the README: each with its limit, the last one taken.

Each is kept beside the machine's load over the five minutes before: whether it was quiet.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple

KEPT = Path(__file__).parent / "figures" / "bench.json"


class Figure(NamedTuple):
    """One figure: what it is, its value, its limit and how it came about.

    `is_least`: the limit is the least that it should be, not the most.
    """

    what: str
    value: float
    limit: float
    how: str
    is_least: bool = False

    @property
    def holds(self) -> bool:
        """Say whether the value is within its limit."""
        return self.value >= self.limit if self.is_least else self.value <= self.limit


def show(*figures: Figure) -> None:
    """Print figures, each against its limit, and keep them."""
    for each in figures:
        word = "within" if each.holds else "UNDER" if each.is_least else "OVER"
        print(f"{each.what:28}{each.value:8.2f}  {word:6} {each.limit:<5g} {each.how}", flush=True)
    keep(*figures)


def keep(*figures: Figure, kept: Path = KEPT) -> None:
    """Keep figures, each in the place of the one of its name that was taken before."""
    known = json.loads(kept.read_text("utf-8")) if kept.is_file() else {}
    for each in figures:
        known[each.what] = {
            "value": round(each.value, 3),
            "limit": each.limit,
            "least": each.is_least,
            "how": each.how,
            "load": round(os.getloadavg()[1], 1),
        }
    kept.write_text(json.dumps(known, indent=1) + "\n", "utf-8")
