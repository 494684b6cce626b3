"""The records of a CSV file as pieces of UTF-8 in the scratch folder, counted on the way."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from auditor.errors import InputError
from auditor.ingest.encodings import utf8_chunks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

PIECE = 1 << 24
LONGEST_LINE = 1 << 24
LONGEST_RECORD = 1 << 20
NEWLINE, QUOTE = 0x0A, 0x22


@dataclass(frozen=True, slots=True)
class Shape:
    """What a record looks like: the sign between its cells, how many, and what no cell may hold."""

    delimiter: str
    width: int
    is_damaged: bool = False

    @property
    def refused(self) -> tuple[str, ...]:
        """Give the signs that no record may hold."""
        return ("\0", "\ufffd") if self.is_damaged else ("\0",)


@dataclass(frozen=True, slots=True)
class Piece:
    """One file of whole records, and their number.

    `is_plain` is false where each has to be looked at by itself: cells are missing or too many,
    signs that are no text, a very long record, quotes that do not close, blank lines among quoted
    ones.
    """

    path: Path
    records: int
    is_plain: bool


@dataclass(frozen=True, slots=True)
class Body:
    """A table without its header: its pieces, and how many bytes they have together.

    `has_formulas`: there may be cells like `="0012"`.
    """

    pieces: tuple[Piece, ...]
    size: int
    has_formulas: bool


def body_chunks(path: Path, *, encoding: str, skip: int) -> Iterator[bytes]:
    """Walk a text file as UTF-8 below its first `skip` lines, the last line ended."""
    last = b""
    for chunk in utf8_chunks(path, encoding):
        rest = chunk
        while skip and rest:
            _, newline, rest = rest.partition(b"\n")
            skip -= len(newline)
        if rest:
            last = rest
            yield rest
    if last and not last.endswith(b"\n"):
        yield b"\n"


def write_body(chunks: Iterable[bytes], *, shape: Shape, into: Path) -> Body:
    """Write UTF-8 chunks of records into pieces, and count them.

    Raises InputError where a line is too long to be one.
    """
    writer = _Writer(into, shape)
    with closing(writer):
        for chunk in chunks:
            writer.write(chunk)
        return writer.body()


class _Writer:
    """Pieces being written, and the counts so far."""

    def __init__(self, into: Path, shape: Shape) -> None:
        """Begin the first piece."""
        self._into, self._shape = into, shape
        self._pieces: list[Piece] = []
        self._tail = b""
        self._refused = tuple(sign.encode("utf-8") for sign in shape.refused)
        self._has_formulas, self._size = False, 0
        self._open()

    def write(self, chunk: bytes) -> None:
        """Write the whole records of a chunk; the rest waits for the next one."""
        data = self._tail + chunk if self._tail else chunk
        ends = _record_ends(data)
        cut = int(ends[-1]) + 1 if len(ends) else 0
        self._tail = data[cut:]
        self._write(data[:cut], ends)
        if len(self._tail) > LONGEST_LINE:
            self._give_up_on_quotes()

    def body(self) -> Body:
        """End the last piece and tell what was counted."""
        if self._tail:
            self._is_plain = False
            self._file.write(self._tail)
        self._end()
        return Body(tuple(self._pieces), self._size, self._has_formulas)

    def _open(self) -> None:
        """Begin a piece."""
        self._target = self._into / f"piece-{len(self._pieces):05}.csv"
        self._file = self._target.open("wb")
        self._records, self._is_plain = 0, True

    def close(self) -> None:
        """Close the file of the piece being written."""
        self._file.close()

    def _end(self) -> None:
        """End a piece."""
        self._size += self._file.tell()
        self._file.close()
        self._pieces.append(Piece(self._target, self._records, self._is_plain))

    def _write(self, data: bytes, ends: NDArray[np.intp]) -> None:
        """Write whole records; a full piece is followed by a new one."""
        if not len(ends):
            return
        gaps = np.diff(ends, prepend=-1)
        if gaps.min() == 1:
            data, ends = self._without_blank_lines(data, ends)
        self._look_closer(data, records=len(ends), longest=int(gaps.max()))
        self._records += len(ends)
        self._file.write(data)
        if self._file.tell() >= PIECE:
            self._end()
            self._open()

    def _without_blank_lines(
        self, data: bytes, ends: NDArray[np.intp]
    ) -> tuple[bytes, NDArray[np.intp]]:
        """Leave out blank lines, where no quote can make them part of a cell."""
        if b'"' in data:
            self._is_plain = False
            return data, ends
        single = re.sub(rb"\n{2,}", b"\n", data).removeprefix(b"\n")
        return single, _record_ends(single)

    def _look_closer(self, data: bytes, *, records: int, longest: int) -> None:
        """Say whether every record can be taken as it is."""
        self._has_formulas = self._has_formulas or (b'"' in data and b'="' in data)
        self._is_plain = (
            self._is_plain
            and longest <= LONGEST_RECORD
            and not any(sign in data for sign in self._refused)
            and _has_delimiters(data, self._shape, records=records)
        )

    def _give_up_on_quotes(self) -> None:
        """Write the waiting lines though a quote is open; raises InputError for an endless line."""
        lines, newline, self._tail = self._tail.rpartition(b"\n")
        if not newline:
            raise InputError("reading.line_too_long", limit=LONGEST_LINE >> 20)
        self._is_plain = False
        self._file.write(lines + newline)


def _record_ends(data: bytes) -> NDArray[np.intp]:
    """Give where the records end: the places of the newlines outside quotes."""
    signs = np.frombuffer(data, dtype=np.uint8)
    newlines = np.flatnonzero(signs == NEWLINE)
    if b'"' not in data or not len(newlines):
        return newlines
    starts = np.concatenate(([0], newlines[:-1] + 1))
    quotes = np.add.reduceat((signs[: newlines[-1] + 1] == QUOTE).view(np.uint8), starts)
    closed: NDArray[np.intp] = newlines[np.cumsum(quotes & 1) % 2 == 0]
    return closed


def _has_delimiters(data: bytes, shape: Shape, *, records: int) -> bool:
    """Say whether there are just as many delimiters outside quotes as the records need."""
    due = records * (shape.width - 1)
    mark = shape.delimiter.encode("utf-8")
    if len(mark) > 1:
        return data.count(mark) == due
    signs = np.frombuffer(data, dtype=np.uint8)
    is_mark = signs == mark[0]
    if int(np.count_nonzero(is_mark)) == due:
        return True
    if b'"' not in data:
        return False
    is_quoted = np.bitwise_xor.accumulate(signs == QUOTE)
    return int(np.count_nonzero(is_mark & ~is_quoted)) == due
