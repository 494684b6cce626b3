"""The figures of one test before it is judged among the others, and the columns of its counts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

Values = dict[str, list[float | str | None]]
Said = dict[str, str | int]


@dataclass(frozen=True, slots=True)
class Figures:
    """What a test gave: how much it saw (`n`), and either a probability or a count of faults.

    p: None where there was not enough to test. tests: how many were made, for which p is corrected
    already. power: the chance of seeing the check's effect at a level. worst: what stands out most,
    by the names of the text that tells it. whole: how many there were to count, known or not.
    """

    n: int
    p: float | None = None
    statistic: float | None = None
    tests: int = 1
    power: Callable[[float], float] | None = None
    faults: int | None = None
    whole: int = 0
    worst: Said = field(default_factory=dict)


def numbers(values: Values, name: str) -> NDArray[np.float64]:
    """Give a column as numbers."""
    return np.array(values[name], dtype=np.float64)


def total(values: Values, name: str) -> float:
    """Add a column up."""
    return float(numbers(values, name).sum())


def by_outcome(values: Values, name: str, *, places: Mapping[str, int]) -> NDArray[np.float64]:
    """Add a column up for each outcome, in the order of the outcomes."""
    summed = np.zeros(len(places))
    np.add.at(summed, [places[str(each)] for each in values["outcome"]], numbers(values, name))
    return summed


def text(values: Values, name: str, *, at: int) -> str:
    """Give one cell of a column as text."""
    return str(values[name][at])
