"""Verdicts in three values: what is missing never passes, and ambiguous law never convicts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pandas.arrays import BooleanArray

if TYPE_CHECKING:
    import pandas as pd

Flags = NDArray[np.bool_]
Numbers = NDArray[np.int64]
Truth = Flags | BooleanArray
ONLY = "require"
WORDS = ("pass", "violation", "observation", "indeterminate", "not_assessable", "out_of_scope")


class Scope(NamedTuple):
    """The rows that a rule judges, how many it does not, and of how many that cannot be told."""

    rows: slice | Numbers
    out: int
    unknown: int

    def of(self, values: pd.Series) -> Numbers:
        """Give the numbers of a column in those rows."""
        told: Numbers = values.to_numpy()[self.rows]
        return told


class Outcome(NamedTuple):
    """How a rule came out: rows by verdict, and the rows that fail under each of its readings."""

    verdicts: Counter[str]
    fails: Counter[str]


Outcomes = dict[str, Outcome]
EVERY = Scope(slice(None), 0, 0)


def known(values: Flags, where: Flags) -> BooleanArray:
    """Give truth values that are missing but in some rows."""
    return BooleanArray(values, ~where)


def within(when: Truth) -> Scope:
    """Give the rows in which a condition holds."""
    yes, no = _told(when)
    rows, out = np.flatnonzero(yes), int(np.count_nonzero(no))
    return Scope(rows, out, len(yes) - out - len(rows))


def judge(
    scope: Scope, *, adopted: str | None = None, broken: str = "violation", **readings: Truth
) -> Outcome:
    """Judge the rows in scope by every reading, or by the one that was adopted."""
    told = {reading: _told(truth) for reading, truth in readings.items()}
    fails = Counter({reading: int(np.count_nonzero(no)) for reading, (_, no) in told.items()})
    decisive = [told[adopted]] if adopted else [*told.values()]
    holds = np.logical_and.reduce([yes for yes, _ in decisive])
    breaks = np.logical_and.reduce([no for _, no in decisive])
    decided = np.logical_and.reduce([yes | no for yes, no in decisive])
    passed, broke, split = (int(np.count_nonzero(each)) for each in (holds, breaks, decided))
    verdicts = Counter(dict.fromkeys(WORDS, 0))
    verdicts["pass"], verdicts[broken] = passed, broke
    verdicts["indeterminate"] = split - passed - broke
    verdicts["not_assessable"] = len(holds) - split + scope.unknown
    verdicts["out_of_scope"] = scope.out
    return Outcome(verdicts, fails)


def _told(truth: Truth) -> tuple[Flags, Flags]:
    """Give where a truth value is true, and where it is false."""
    if not isinstance(truth, BooleanArray):
        return truth, ~truth
    yes = truth.to_numpy(dtype=bool, na_value=False)
    no = (~truth).to_numpy(dtype=bool, na_value=False)
    return yes, no
