"""The records of a CSV file as pieces of UTF-8 in the scratch folder, counted on the way."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from auditor.errors import InputError
from auditor.ingest.find.encodings import utf8_chunks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

PIECE = 1 << 24
STRETCH = 1 << 17
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
    ones. `has_formulas`: there may be cells like `="0012"`. `has_breaks`: some may hold a line end.
    """

    path: Path
    records: int
    size: int
    is_plain: bool
    has_formulas: bool
    has_breaks: bool


@dataclass(frozen=True, slots=True)
class Body:
    """A table without its header: its pieces."""

    pieces: tuple[Piece, ...]

    @property
    def size(self) -> int:
        """Count the bytes of all pieces."""
        return sum(piece.size for piece in self.pieces)

    @property
    def has_formulas(self) -> bool:
        """Say whether there may be cells like `="0012"`."""
        return any(piece.has_formulas for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class _Signs:
    """Where records end in some bytes, and where the quotes up to the last end are."""

    ends: NDArray[np.intp]
    quotes: NDArray[np.intp]
    has_breaks: bool = False


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


def body_pieces(chunks: Iterable[bytes], *, shape: Shape, into: Path) -> Iterator[Piece]:
    """Write UTF-8 chunks of records into pieces, and give each as soon as it is counted.

    Raises InputError where a line is too long to be one.
    """
    writer = _Writer(into, shape)
    with closing(writer):
        for chunk in chunks:
            writer.write(chunk)
            yield from writer.done()
        writer.end()
        yield from writer.done()


class _Writer:
    """Pieces being written, and the counts so far."""

    def __init__(self, into: Path, shape: Shape) -> None:
        """Begin the first piece."""
        self._into, self._shape = into, shape
        self._count, self._pieces = 0, list[Piece]()
        self._tail = b""
        self._refused = tuple(sign.encode("utf-8") for sign in shape.refused)
        self._open()

    def write(self, chunk: bytes) -> None:
        """Write the whole records of a chunk, in stretches that the processor holds nearby."""
        start = 0
        while start < len(chunk):
            end = start + max(STRETCH, len(self._tail))  # a long record is not looked at for ever
            self._take(chunk[start:end])
            start = end

    def _take(self, stretch: bytes) -> None:
        """Write the whole records of a stretch; the rest waits for the next one."""
        data = self._tail + stretch if self._tail else stretch
        signs = _signs(data)
        cut = int(signs.ends[-1]) + 1 if len(signs.ends) else 0
        self._tail = data[cut:]
        self._write(data[:cut], signs)
        if len(self._tail) > LONGEST_LINE:
            self._give_up_on_quotes()

    def end(self) -> None:
        """End the last piece."""
        if self._tail:
            self._is_plain = False
            self._file.write(self._tail)
        self._end()

    def done(self) -> Iterator[Piece]:
        """Give the pieces that have been ended since it was asked."""
        done, self._pieces = self._pieces, []
        yield from done

    def _open(self) -> None:
        """Begin a piece."""
        self._target = self._into / f"piece-{self._count:05}.csv"
        self._file = self._target.open("wb")
        self._records, self._is_plain = 0, True
        self._has_formulas, self._has_breaks = False, False
        self._count += 1

    def close(self) -> None:
        """Close the file of the piece being written."""
        self._file.close()

    def _end(self) -> None:
        """End a piece."""
        size = self._file.tell()
        self._file.close()
        seen = {"has_formulas": self._has_formulas, "has_breaks": self._has_breaks}
        piece = Piece(self._target, self._records, size, is_plain=self._is_plain, **seen)
        self._pieces.append(piece)

    def _write(self, data: bytes, signs: _Signs) -> None:
        """Write whole records; a full piece is followed by a new one."""
        if not len(signs.ends):
            return
        gaps = np.diff(signs.ends, prepend=-1)
        if gaps.min() == 1:
            data, signs = self._without_blank_lines(data, signs)
        self._look_closer(data, signs, longest=int(gaps.max()))
        self._records += len(signs.ends)
        self._file.write(data)
        if self._file.tell() >= PIECE:
            self._end()
            self._open()

    def _without_blank_lines(self, data: bytes, signs: _Signs) -> tuple[bytes, _Signs]:
        """Leave out blank lines, where no quote can make them part of a cell."""
        if b'"' in data:
            self._is_plain = False
            return data, signs
        single = re.sub(rb"\n{2,}", b"\n", data).removeprefix(b"\n")
        return single, _signs(single)

    def _look_closer(self, data: bytes, signs: _Signs, *, longest: int) -> None:
        """Say whether every record can be taken as it is."""
        self._has_breaks = self._has_breaks or signs.has_breaks
        self._has_formulas = self._has_formulas or (b"=" in data and b'="' in data)
        self._is_plain = (
            self._is_plain
            and longest <= LONGEST_RECORD
            and not any(sign in data for sign in self._refused)
            and _is_regular(data, self._shape, signs=signs)
        )

    def _give_up_on_quotes(self) -> None:
        """Write the waiting lines though a quote is open; raises InputError for an endless line."""
        lines, newline, self._tail = self._tail.rpartition(b"\n")
        if not newline:
            raise InputError("reading.line_too_long", limit=LONGEST_LINE >> 20)
        self._is_plain = False
        self._file.write(lines + newline)


def _signs(data: bytes) -> _Signs:
    """Give where the records end, the newlines outside quotes, and where the quotes are."""
    signs = np.frombuffer(data, dtype=np.uint8)
    newlines = np.flatnonzero(signs == NEWLINE)
    if b'"' not in data or not len(newlines):
        return _Signs(newlines, newlines[:0])
    quotes = np.flatnonzero(signs == QUOTE)
    closed = np.searchsorted(quotes, newlines) % 2 == 0
    ends = newlines if closed.all() else newlines[closed]
    before = np.searchsorted(quotes, ends[-1]) if len(ends) else 0
    return _Signs(ends, quotes[:before], has_breaks=len(ends) < len(newlines))


def _is_regular(data: bytes, shape: Shape, *, signs: _Signs) -> bool:
    """Say whether whole records have just the delimiters they need, and quotes only as CSV does.

    The engine lets an empty cell too many pass, so the delimiters outside quotes are counted; and
    a quote inside a bare cell would make that count another than the engine's.
    """
    mark, due = shape.delimiter.encode("utf-8"), len(signs.ends) * (shape.width - 1)
    if not len(signs.quotes):
        return data.count(mark) == due if len(mark) > 1 else _count(data, mark[0]) == due
    if len(mark) > 1:
        return False
    found = _count(data, mark[0])
    is_simple = found == due and not signs.has_breaks
    if not _has_regular_quotes(data, mark[0], quotes=signs.quotes, allow_formulas=is_simple):
        return False
    return is_simple or found - _count_quoted(data, mark[0]) == due


def _has_regular_quotes(
    data: bytes, mark: int, *, quotes: NDArray[np.intp], allow_formulas: bool
) -> bool:
    """Say whether quotes stand only around whole cells, or doubled inside them.

    Formulas such as `="0012"` may be allowed, where no quotes hold a delimiter or a line end.
    """
    signs = np.frombuffer(data, dtype=np.uint8)  # the last is a newline, so before the first is one
    opening, closing = quotes[::2], quotes[1::2]
    odd = opening[~_is_beside(signs[opening - 1], mark)]
    if len(odd) and not allow_formulas:
        return False
    is_formula = (signs[odd - 1] == EQUALS) & _is_edge(signs[odd - 2], mark)
    return bool(_is_beside(signs[closing + 1], mark).all() and is_formula.all())


def _is_edge(signs: NDArray[np.uint8], mark: int) -> NDArray[np.bool_]:
    """Say which signs end a cell."""
    is_edge: NDArray[np.bool_] = (signs == mark) | (signs == NEWLINE)
    return is_edge


def _is_beside(signs: NDArray[np.uint8], mark: int) -> NDArray[np.bool_]:
    """Say which signs may stand beside a quote."""
    is_beside: NDArray[np.bool_] = _is_edge(signs, mark) | (signs == QUOTE)
    return is_beside


def _count(data: bytes, sign: int) -> int:
    """Count a byte."""
    return int(np.count_nonzero(np.frombuffer(data, dtype=np.uint8) == sign))


def _count_quoted(data: bytes, sign: int) -> int:
    """Count a byte inside quotes."""
    signs = np.frombuffer(data, dtype=np.uint8)
    is_quoted = np.bitwise_xor.accumulate(signs == QUOTE)
    return int(np.count_nonzero((signs == sign) & is_quoted))
