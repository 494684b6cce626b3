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
NEWLINE, QUOTE, EQUALS = 0x0A, 0x22, 0x3D


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

    `has_formulas`: there may be cells like `="0012"`. `has_quotes`: some cells may be quoted.
    """

    pieces: tuple[Piece, ...]
    size: int
    has_formulas: bool
    has_quotes: bool


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
        self._has_formulas, self._has_quotes, self._size = False, False, 0
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
        return Body(tuple(self._pieces), self._size, self._has_formulas, self._has_quotes)

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
        self._has_quotes = self._has_quotes or b'"' in data
        self._has_formulas = self._has_formulas or (b"=" in data and b'="' in data)
        self._is_plain = (
            self._is_plain
            and longest <= LONGEST_RECORD
            and not any(sign in data for sign in self._refused)
            and _is_regular(data, self._shape, records=records)
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
    before = np.searchsorted(np.flatnonzero(signs == QUOTE), newlines)
    closed: NDArray[np.intp] = newlines[before % 2 == 0]
    return closed


def _is_regular(data: bytes, shape: Shape, *, records: int) -> bool:
    """Say whether whole records have just the delimiters they need, and quotes only as CSV does.

    The engine lets an empty cell too many pass, so the delimiters outside quotes are counted; and
    a quote inside a bare cell would make that count another than the engine's.
    """
    mark, due = shape.delimiter.encode("utf-8"), records * (shape.width - 1)
    if b'"' not in data:
        return data.count(mark) == due if len(mark) > 1 else _count(data, mark[0]) == due
    if len(mark) > 1:
        return False
    found, newlines = _count(data, mark[0]), _count(data, NEWLINE)
    is_simple = found == due and newlines == records
    if not _has_regular_quotes(data, mark[0], allow_formulas=is_simple):
        return False
    return is_simple or found - _count_quoted(data, mark[0]) == due


def _has_regular_quotes(data: bytes, mark: int, *, allow_formulas: bool) -> bool:
    """Say whether quotes stand only around whole cells, or doubled inside them.

    Formulas such as `="0012"` may be allowed, where no quotes hold a delimiter or a line end.
    """
    signs = np.frombuffer(b"\n" + data, dtype=np.uint8)
    quotes = np.flatnonzero(signs == QUOTE)
    if len(quotes) % 2:
        return False
    is_edge = np.zeros(256, dtype=bool)
    is_edge[[mark, NEWLINE]] = True
    is_beside = is_edge.copy()
    is_beside[QUOTE] = True
    opening, closing = quotes[::2], quotes[1::2]
    odd = opening[~is_beside[signs[opening - 1]]]
    if len(odd) and not allow_formulas:
        return False
    is_formula = (signs[odd - 1] == EQUALS) & is_edge[signs[odd - 2]]
    return bool(is_beside[signs[closing + 1]].all() and is_formula.all())


def _count(data: bytes, sign: int) -> int:
    """Count a byte."""
    return int(np.count_nonzero(np.frombuffer(data, dtype=np.uint8) == sign))


def _count_quoted(data: bytes, sign: int) -> int:
    """Count a byte inside quotes."""
    signs = np.frombuffer(data, dtype=np.uint8)
    is_quoted = np.bitwise_xor.accumulate(signs == QUOTE)
    return int(np.count_nonzero((signs == sign) & is_quoted))
