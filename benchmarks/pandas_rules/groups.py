"""Rows that stand together, and what they come to: a sorted groupby without its bookkeeping."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from benchmarks.pandas_rules.verdicts import Flags, Numbers


class Groups(NamedTuple):
    """Where each group of rows begins; no group is empty."""

    starts: Numbers

    def least(self, values: Numbers) -> Numbers:
        """Give the least of each group."""
        return np.minimum.reduceat(values, self.starts)

    def most(self, values: Numbers) -> Numbers:
        """Give the most of each group."""
        return np.maximum.reduceat(values, self.starts)

    def some(self, flags: Flags) -> Flags:
        """Say of each group whether it holds of some row."""
        return np.logical_or.reduceat(flags, self.starts)

    def every(self, flags: Flags) -> Flags:
        """Say of each group whether it holds of every row."""
        return np.logical_and.reduceat(flags, self.starts)

    def bits(self, values: Numbers) -> Numbers:
        """Give the bits that are set in some row of each group."""
        return np.bitwise_or.reduceat(values, self.starts)


def groups(keys: Numbers) -> Groups:
    """Find the groups of rows sorted by a key that is not negative."""
    return Groups(np.flatnonzero(np.diff(keys, prepend=-1)))


def counts(of: Numbers, many: int) -> Numbers:
    """Count the rows of each of so many places."""
    return np.bincount(of, minlength=many)


def rises(values: Numbers, keys: Numbers) -> Flags:
    """Say of each row whether it is above the row before it, of the same key."""
    told = np.zeros(len(values), dtype=bool)
    told[1:] = (values[1:] > values[:-1]) & (keys[1:] == keys[:-1])
    return told


def falls_or_stays(values: Numbers, keys: Numbers) -> Flags:
    """Say of each row whether it is not above the row before it, of the same key."""
    told = np.zeros(len(values), dtype=bool)
    told[1:] = (values[1:] <= values[:-1]) & (keys[1:] == keys[:-1])
    return told
