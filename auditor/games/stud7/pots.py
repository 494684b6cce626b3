"""Main and side pots: to each by the part of the pot in which his money was (art. 9 g)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Longs = NDArray[np.int64]
Flags = NDArray[np.bool_]
_NO_LEVEL = np.iinfo(np.int64).max


@dataclass(frozen=True, slots=True)
class Shares:
    """What is due to each place, with an odd chip given to nobody (`down`) or to it (`up`)."""

    down: Longs
    up: Longs


def settle(put: Longs, stays: Flags, *, score: Longs, unit: Longs) -> Shares:
    """Share out each hand's pots; all arrays are (hand, place), money in whole small units.

    `put`: what each place put in, also those who folded; `stays`: who did not fold; `score`: the
    worth of each hand, read only among those who stay; `unit`: the hand's least chip, below which
    no share is cut. A bet that nobody called is a pot of one, and so goes back.
    """
    down, up = np.zeros_like(put), np.zeros_like(put)
    levels = np.sort(np.where(stays, put, _NO_LEVEL), axis=1)
    below = np.zeros(len(put), dtype=np.int64)
    last = levels.max(axis=1, where=levels < _NO_LEVEL, initial=0)
    for level in levels.T:
        rows = np.flatnonzero((level < _NO_LEVEL) & (level > below))
        if len(rows):
            top = np.where(level[rows] == last[rows], _NO_LEVEL, level[rows])
            pot = _between(put[rows], below[rows], top=top)
            winners = _winners(put[rows] >= level[rows, None], stays[rows], score=score[rows])
            low, high = _cut(pot, winners.sum(axis=1), unit=unit[rows])
            down[rows] += np.where(winners, low[:, None], 0)
            up[rows] += np.where(winners, high[:, None], 0)
            below[rows] = level[rows]
    return Shares(down, up)


def uncalled(put: Longs, stays: Flags) -> Longs:
    """Give the part of each place's money that nobody else matched; 0 for who folded."""
    if not len(put):
        return np.zeros_like(put)
    ordered = np.sort(put, axis=1)
    alone = np.maximum(put - ordered[:, [-2]], 0)
    return np.asarray(np.where(stays, alone, 0), dtype=np.int64)


def _between(put: Longs, below: Longs, *, top: Longs) -> Longs:
    """Add up the money that lies between two levels."""
    slices = np.minimum(put, top[:, None]) - np.minimum(put, below[:, None])
    return np.asarray(slices.sum(axis=1), dtype=np.int64)


def _winners(takes_part: Flags, stays: Flags, *, score: Longs) -> Flags:
    """Mark who has the best hand of those in a pot."""
    eligible = takes_part & stays
    best = np.where(eligible, score, -2).max(axis=1)
    return np.asarray(eligible & (score == best[:, None]), dtype=np.bool_)


def _cut(pot: Longs, winners: Longs, *, unit: Longs) -> tuple[Longs, Longs]:
    """Cut a pot in equal shares: the most that each surely gets, and that plus an odd chip."""
    exact = pot % (winners * unit) == 0
    low = pot // (winners * unit) * unit
    return low, np.where(exact, low, low + unit)
