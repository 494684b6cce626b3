"""CSV read record by record, for files in which some record is amiss: each by its number."""

from __future__ import annotations

import csv
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.ingest.mapping.header import FORMULA
from auditor.ingest.read.broken import Broken, is_readable
from auditor.ingest.read.csv_body import LONGEST_RECORD
from auditor.ingest.source import text_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from auditor.ingest.read.csv_body import Shape
    from auditor.texts import Words

MOST_LINES = 1000
MOST_RETRIES = 1000


@dataclass(frozen=True, slots=True)
class Parsed:
    """One record: its number, its cells as they came, and what is amiss with it (None: nothing)."""

    record: int
    cells: tuple[str, ...]
    line: str
    fault: Words | None = None


def read_lines(paths: Iterable[Path]) -> Iterator[str]:
    """Walk the lines of UTF-8 files; one longer than a record may be is cut past that length."""
    for path in paths:
        with path.open("rb") as file:
            while line := file.readline(LONGEST_RECORD + 1):
                yield line.decode("utf-8", "replace")
                while line and not line.endswith(b"\n"):
                    line = file.readline(LONGEST_RECORD)


def read_records(lines: Iterator[str], shape: Shape, *, after: int = 0) -> Iterator[Parsed]:
    """Read the records that follow `after` others, each by its number; blank lines are none.

    A record that takes several lines and comes out wrong is a fault of its first line only: a
    quote stands there that opens nothing, and reading goes on with the line below.
    """
    ahead = _Ahead(lines)
    number = after
    while (line := ahead.next()) is not None:
        if line.strip("\n"):
            number += 1
            yield _read_one(line, ahead, number=number, shape=shape)


def broken_of(parsed: Parsed, *, table: str, columns: tuple[str | None, ...]) -> Broken:
    """Make the broken record of a parsed one; `columns` are ours, None where nobody knows it.

    Ids are taken from it only where most of its cells are there and they can be printed.
    """
    is_whole = 2 * len(parsed.cells) > len(columns)
    named = zip(columns, parsed.cells, strict=False) if is_whole else ()
    cells = {ours: cell for ours, cell in named if ours and is_readable(cell)}
    reason = parsed.fault or text_of("reading.bad_quotes")
    return Broken(parsed.record, reason, value=parsed.line, table=table, cells=cells)


def cells_of(parsed: Parsed) -> tuple[str, ...]:
    """Give a record's cells without the formulas that keep zeros in a spreadsheet."""
    return tuple(cell if cell[:2] != '="' else _unwrapped(cell) for cell in parsed.cells)


class _Ahead:
    """Lines, some of which may be put back; putting back is given up where it has no end."""

    def __init__(self, lines: Iterator[str]) -> None:
        """Begin before the first line."""
        self._lines = lines
        self._back: deque[str] = deque()
        self.retries = 0

    def next(self) -> str | None:
        """Give the next line, None after the last."""
        return self._back.popleft() if self._back else next(self._lines, None)

    def put_back(self, lines: list[str]) -> None:
        """Put lines back, to be given again."""
        self._back.extendleft(reversed(lines))
        self.retries += bool(lines)

    def feed(self, first: str, taken: list[str]) -> Iterator[str]:
        """Give a line and those below it, noting which were taken."""
        yield first
        most = MOST_LINES if self.retries < MOST_RETRIES else 0
        while len(taken) < most and (line := self.next()) is not None:
            taken.append(line)
            yield line


def _read_one(line: str, ahead: _Ahead, *, number: int, shape: Shape) -> Parsed:
    """Read the record that begins with a line."""
    if '"' not in line or len(line) > LONGEST_RECORD:
        cells = tuple(line.rstrip("\n").split(shape.delimiter))
        return Parsed(number, cells, line, _fault(cells, line, shape=shape))
    taken: list[str] = []
    try:
        reader = csv.reader(ahead.feed(line, taken), delimiter=shape.delimiter, strict=True)
        cells = tuple(next(reader))
        fault = _fault(cells, "".join([line, *taken]), shape=shape)
    except csv.Error:
        cells, fault = (), text_of("reading.bad_quotes")
    if fault and taken:
        ahead.put_back(taken)
        cells, fault = (), text_of("reading.bad_quotes")
    return Parsed(number, cells, line, fault)


def _fault(cells: tuple[str, ...], text: str, *, shape: Shape) -> Words | None:
    """Say what is amiss with a record; None if it can be taken."""
    if len(text) > LONGEST_RECORD:
        return text_of("reading.record_too_long", limit=LONGEST_RECORD >> 20)
    if len(cells) != shape.width:
        return text_of("reading.ragged", found=len(cells), due=shape.width)
    if any(sign in text for sign in shape.refused):
        return text_of("reading.no_text")
    return None


def _unwrapped(cell: str) -> str:
    """Give what a formula like `="0012"` says; another formula stays."""
    match = FORMULA.fullmatch(cell)
    return match.group(1) if match else cell
