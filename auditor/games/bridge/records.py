"""Sessions and boards as bridge formats record them: their ids, dates and rows."""

from __future__ import annotations

import calendar
import re
import zlib
from dataclasses import dataclass, field
from itertools import pairwise, product
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from auditor.arrays import array_of
from auditor.games.format import BrokenRecord
from auditor.texts import say

if TYPE_CHECKING:
    from auditor.games.format import Row

SEATS = "NESW"
_DATE = re.compile(r"(\d{4}|\?+)[.\-/](\d{1,2}|\?+)[.\-/](\d{1,2}|\?+)")
_MONTHS = 12
_TRIPLES = tuple(map("".join, product("bcdfghjkmnpqrstv", repeat=3)))


@dataclass(frozen=True, slots=True)
class Dates:
    """A date as far as it is known: the day (or none), and the first and last day it may be."""

    day: str | None
    earliest: str | None
    latest: str | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of one file while it is read: sessions by id, boards, and what was broken."""

    sessions: dict[str, Row] = field(default_factory=dict)
    boards: list[Row] = field(default_factory=list)
    broken: list[BrokenRecord] = field(default_factory=list)
    ids: dict[str, int] = field(default_factory=dict)

    def free_id(self, board_id: str) -> str:
        """Give the id, or the id with (2), (3)… where this file has it already."""
        count = self.ids.get(board_id, 0) + 1
        self.ids[board_id] = count
        return board_id if count == 1 else f"{board_id} ({count})"

    def free_ids(self, board_ids: pa.StringArray) -> pa.StringArray:
        """Give all the ids of a file, as `free_id` gives each."""
        if pc.count_distinct(board_ids).as_py() == len(board_ids):
            return board_ids
        return pa.array(map(self.free_id, board_ids.to_pylist()), pa.string())

    def lose(self, record: int, code: str, /, **context: object) -> None:
        """Note a record that gives no board, with the reason in both languages."""
        es, en = (say(f"bridge.{code}", lang=lang, **context) for lang in ("es", "en"))
        self.broken.append(BrokenRecord(record, "boards", es, en))

    def tables(self) -> dict[str, list[Row]]:
        """Give the rows by table of the log model."""
        return {"sessions": list(self.sessions.values()), "boards": self.boards}


def session_row(session_id: str, dates: Dates, *, record: int) -> Row:
    """Make the row of a session of bridge; sala, table and currency are not in these formats."""
    return {
        "record": str(record),
        "session_id": session_id,
        "game": "bridge",
        "gaming_date": dates.day,
        "date_earliest": dates.earliest,
        "date_latest": dates.latest,
    }


def partial_date(text: str) -> Dates:
    """Read `2004.05.05`, or `2014.07.??` and the like; nothing is known of any other text."""
    match = _DATE.fullmatch(text.strip())
    if match is None or not match[1].isdigit():
        return Dates(None, None, None)
    year = int(match[1])
    months = _span(match[2], last=_MONTHS)
    days = _span(match[3], last=_last_day(year, months[1]))
    if not 1 <= days[0] <= days[1] <= _last_day(year, months[1]):
        return Dates(None, None, None)
    earliest = f"{year:04}-{months[0]:02}-{days[0]:02}"
    latest = f"{year:04}-{months[1]:02}-{days[1]:02}"
    return Dates(earliest if earliest == latest else None, earliest, latest)


def short_code(text: str) -> str:
    """Give six letters that tell one text from another, the same in every run; no digit."""
    number = zlib.crc32(text.encode())
    return _TRIPLES[number % len(_TRIPLES)] + _TRIPLES[number // len(_TRIPLES) % len(_TRIPLES)]


def short_codes(texts: pa.StringArray, *, after: str) -> pa.StringArray:
    """Give the short code of each text, with another before it."""
    _, offsets, data = texts.buffers()
    ends = np.frombuffer(offsets, np.int32)[texts.offset : texts.offset + len(texts) + 1]
    signs, seed = memoryview(data or b""), zlib.crc32(after.encode())
    sums = [zlib.crc32(signs[start:end], seed) for start, end in pairwise(ends.tolist())]
    numbers, many = np.array(sums, dtype=np.int64), len(_TRIPLES)
    triples = pa.array(_TRIPLES)
    parts = (triples.take(array_of(each % many)) for each in (numbers, numbers // many))
    return pc.binary_join_element_wise(*parts, "")


def _span(part: str, *, last: int) -> tuple[int, int]:
    """Give the first and the last value of a part of a date, which may be `??`."""
    return (int(part), int(part)) if part.isdigit() else (1, last)


def _last_day(year: int, month: int) -> int:
    """Give the last day of a month; 0 for a month that cannot be."""
    known = 1 <= month <= _MONTHS and year >= 1
    return calendar.monthrange(year, month)[1] if known else 0
