"""The tags of plain PBN as columns, found in all of a text at once.

Plain is a text whose tags each begin a line and whose every record says for itself which event it
is of and what was dealt, each tag once: none of what is read here has a backslash, or is inherited.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from auditor.arrays import array_of
from auditor.games.bridge.tags import IDENTITY, NAMES

if TYPE_CHECKING:
    from numpy.typing import NDArray

WORD = 8
LONGEST = 1 << 30
NEWLINE, BLANK, QUOTE, HASH, OPENING, BACKSLASH = b'\n "#[\\'


@dataclass(frozen=True, slots=True)
class PlainTags:
    """The values of a text's tags in their order, and where each record's are.

    `where` has a row for each of `NAMES` and a column for each record: the number of the value, or
    -1. The values of record n are those from `starts[n]` up to `starts[n + 1]`.
    """

    values: pa.StringArray
    where: NDArray[np.int64]
    starts: NDArray[np.int64]

    def column(self, name: str, records: NDArray[np.int64]) -> pa.StringArray:
        """Give a tag's value in some records; NULL where one has none."""
        own = self.where[NAMES.index(name)][records]
        if not (own >= 0).any():
            return pa.nulls(len(own), pa.string())
        return self.values.take(array_of(own, known=own >= 0))

    def joined(self, records: NDArray[np.int64]) -> pa.StringArray:
        """Give all values of some records, NUL between them."""
        lists = pa.ListArray.from_arrays(array_of(self.starts.astype(np.int32)), self.values)
        return pc.binary_join(lists.take(array_of(records)), "\0")


@dataclass(frozen=True, slots=True)
class _Found:
    """Tags in their order: the line of each, its number among `NAMES`, where its value lies."""

    line: NDArray[np.int64]
    name: NDArray[np.int64]
    start: NDArray[np.int64]
    end: NDArray[np.int64]


def plain_tags(text: str) -> PlainTags | None:
    """Find the tags of a text without comments; None where it is not plain."""
    if len(text) > LONGEST:
        return None
    data = np.frombuffer(text.encode(), dtype=np.uint8)
    newlines = np.flatnonzero(data == NEWLINE)
    starts = np.concatenate(([0], newlines + 1))
    found = _found(data, starts, ends=np.append(newlines, len(data)))
    if found is None or not len(found.line):
        return None
    # An empty line ends a record.
    game = np.cumsum(np.diff(starts, append=len(data) + 1) == 1)[found.line]
    is_first = np.diff(game, prepend=-1) != 0
    record, firsts = np.cumsum(is_first) - 1, np.flatnonzero(is_first)
    where = np.full((len(NAMES), len(firsts)), -1, dtype=np.int64)
    where[found.name, record] = np.arange(len(record))
    if not _is_plain(where, many=len(record)):
        return None
    return PlainTags(_values(data, found), where, np.append(firsts, len(record)))


def _found(
    data: NDArray[np.uint8], starts: NDArray[np.int64], *, ends: NDArray[np.int64]
) -> _Found | None:
    """Find the tags that are known; None where one is not written plainly."""
    padded = np.concatenate((data, np.zeros(2 * WORD, dtype=np.uint8)))
    lines = np.flatnonzero(padded[starts] == OPENING)
    if (padded[starts[lines] + 1] == BLANK).any() or _has_tags_within(padded, many=len(lines)):
        return None
    name, length = _named(padded, starts[lines])
    known = name >= 0
    line, name = lines[known], name[known]
    opening = starts[line] + length[known]
    quotes = np.append(np.flatnonzero(data == QUOTE), len(data))
    end = quotes[np.minimum(np.searchsorted(quotes, opening) + 1, len(quotes) - 1)]
    is_odd = (padded[opening] != QUOTE) | (padded[opening + 1] == HASH) | (end >= ends[line])
    escapes = np.flatnonzero(data == BACKSLASH)
    if len(escapes):
        is_odd |= np.diff(np.searchsorted(escapes, (opening, end)), axis=0)[0] > 0
    return None if is_odd.any() else _Found(line, name, opening + 1, end)


def _has_tags_within(padded: NDArray[np.uint8], *, many: int) -> bool:
    """Say whether a tag that is known may stand within a line, where so many begin one."""
    if np.count_nonzero(padded == OPENING) == many:
        return False
    every = np.flatnonzero(padded == OPENING)
    within = every[(every > 0) & (padded[every - 1] != NEWLINE)]
    name, _ = _named(padded, within)
    return bool((name >= 0).any() or (padded[within + 1] == BLANK).any())


def _named(
    padded: NDArray[np.uint8], at: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Give the number among `NAMES` of each tag, -1 for another, and the length up to its value."""
    words: NDArray[np.uint64] = np.ndarray((len(padded) - WORD + 1,), "<u8", padded, strides=(1,))
    first, second = words[at], words[at + WORD]
    name, length = np.full(len(at), -1), np.zeros(len(at), dtype=np.int64)
    for number, one in enumerate(NAMES):
        sign = f"[{one} ".encode()
        is_it = _begins(first, sign[:WORD]) & _begins(second, sign[WORD:])
        name[is_it], length[is_it] = number, len(sign)
    return name, length


def _begins(words: NDArray[np.uint64], sign: bytes) -> NDArray[np.bool_]:
    """Say which words of eight bytes begin with a sign."""
    mask = np.uint64((1 << 8 * len(sign)) - 1)
    is_it: NDArray[np.bool_] = (words & mask) == np.uint64(int.from_bytes(sign, "little"))
    return is_it


def _is_plain(where: NDArray[np.int64], *, many: int) -> bool:
    """Say whether each record has each tag once, a deal, and something of its own event."""
    there = where >= 0
    identity = there[[NAMES.index(name) for name in IDENTITY]].any(axis=0)
    return bool(there.sum() == many and there[NAMES.index("Deal")].all() and identity.all())


def _values(data: NDArray[np.uint8], found: _Found) -> pa.StringArray:
    """Cut the values out of the text."""
    bounds = np.stack((found.start, found.end), axis=1).ravel().astype(np.int32)
    cut = [None, pa.py_buffer(np.append(bounds, bounds[-1:])), pa.py_buffer(data)]
    every = pa.Array.from_buffers(pa.string(), len(bounds), cut)
    return every.take(array_of(np.arange(0, len(bounds), 2)))
