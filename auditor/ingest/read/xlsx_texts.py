"""How much text the cells of a workbook have together: each names one of the texts they share."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from xml.parsers import expat

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from zipfile import ZipFile

SHARED = re.compile(r"xl/sharedstrings\.xml", re.IGNORECASE)
# A value, and its number where nothing else stands in it; whatever prefix its element has.
VALUE = re.compile(rb"<(?:[^\s<>/:]+:)?v\b[^>]*>(?:([0-9]{1,9})</)?")
CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Texts:
    """The lengths of the texts that cells share, in their order, and the longest."""

    lengths: tuple[int, ...] = ()
    longest: int = 0

    def told(self, window: bytes) -> int:
        """Give how much text the cells of a part of a sheet have at most.

        A number counts as that of a text; a value that is not plainly one counts as the longest,
        and so does one that may stand across the window's end.
        """
        numbers = VALUE.findall(window)
        return self.longest + sum(self._length(number) for number in numbers)

    def _length(self, number: bytes) -> int:
        """Give the length of the text of a number."""
        at = int(number or -1)
        return self.lengths[at] if 0 <= at < len(self.lengths) else self.longest * (not number)


def shared_texts(archive: ZipFile) -> Texts:
    """Measure the texts that cells share; raises ValueError where they are no plain XML."""
    parts = [one.filename for one in archive.infolist() if SHARED.fullmatch(one.filename)]
    lengths = tuple(length for part in parts for length in _lengths(_chunks(archive, part)))
    return Texts(lengths, max(lengths, default=0))


def _chunks(archive: ZipFile, part: str) -> Iterator[bytes]:
    """Walk the bytes of a part."""
    with archive.open(part) as source:
        while chunk := source.read(CHUNK):
            yield chunk


def _lengths(chunks: Iterable[bytes]) -> list[int]:
    """Give the length of each text; raises ValueError for what is no XML, or defines entities."""
    found: list[int] = []
    parser = expat.ParserCreate()
    parser.buffer_text = True

    def begin(name: str, _attributes: object) -> None:
        if name.rpartition(":")[2] == "si":
            found.append(0)

    def add(text: str) -> None:
        if found:
            found[-1] += len(text)

    def refuse(*_given: object) -> None:
        raise ValueError("<!DOCTYPE>")

    parser.StartElementHandler = begin
    parser.CharacterDataHandler = add
    parser.StartDoctypeDeclHandler = refuse
    try:
        for chunk in chunks:
            parser.Parse(chunk, False)  # noqa: FBT003  # not the last
        parser.Parse(b"", True)  # noqa: FBT003  # the last
    except expat.ExpatError as error:
        raise ValueError(str(error)) from error
    return found
