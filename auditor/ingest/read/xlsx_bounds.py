"""How large a workbook is when opened, before it is, and which cells have no value of their own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.errors import InputError
from auditor.ingest.find.found import shown
from auditor.ingest.find.zips import CHUNK, FAULTS_OF_DATA, MOST_RATIO, RATIO_COUNTS_FROM, Archives
from auditor.ingest.read.xlsx_texts import shared_texts
from auditor.texts.reasons import reason_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from zipfile import ZipFile

    from auditor.ingest.read.xlsx_texts import Texts

MOST_BYTES = 1 << 30
MOST_PARTS = 10_000
MOST_CELLS = 32_000_000
OVERLAP = 256
MOST_TEXT = 1 << 30
PLACE = re.compile(rb"\br\s*=\s*[\"']([A-Za-z]{0,3})([0-9]{1,7})[\"']")
NO_VALUE = re.compile(rb'</f>\s*(?:<v\s*/>|<v></v>)?\s*</c>|<c\b[^>]*\bt="e"')


@dataclass(frozen=True, slots=True)
class Bounds:
    """The last row and column that a sheet names, its cells without a value, and their text."""

    rows: int
    columns: int
    without_value: int
    text: int


def check_workbook(path: Path) -> int:
    """Give the number of cells whose formula has no value or is an error.

    Raises InputError where the workbook is damaged, or would take more memory than is allowed.
    """
    archives = Archives()
    try:
        archive = archives.open(path)
        _check_parts(archive)
        texts = shared_texts(archive)
        # A sheet is where the workbook says it is: any part may be one.
        parts = [one.filename for one in archive.infolist() if not one.is_dir()]
        return sum(_check_sheet(archive, part, texts=texts) for part in parts)
    except FAULTS_OF_DATA as fault:
        raise InputError("reading.xlsx_damaged", reason=reason_of(shown(str(fault)))) from fault
    finally:
        archives.close()


def _check_parts(archive: ZipFile) -> None:
    """Refuse a workbook whose parts are too many, too large, or grow too much."""
    infos = archive.infolist()
    size, packed = sum(i.file_size for i in infos), sum(i.compress_size for i in infos)
    grows = size > RATIO_COUNTS_FROM and size > MOST_RATIO * max(packed, 1)
    if len(infos) > MOST_PARTS or size > MOST_BYTES or grows:
        raise InputError("reading.xlsx_too_large", limit=MOST_BYTES >> 20)


def _check_sheet(archive: ZipFile, sheet: str, *, texts: Texts) -> int:
    """Refuse a sheet of too many cells, or too much text in them; give its cells without a value.

    A text that many cells share is held once for each of them.
    """
    bounds = _bounds(_windows(archive, sheet), texts)
    if bounds.text > MOST_TEXT:
        raise InputError("reading.xlsx_too_large", limit=MOST_TEXT >> 20)
    if bounds.rows * bounds.columns > MOST_CELLS:
        raise InputError("reading.xlsx_cells", sheet=shown(sheet), limit=MOST_CELLS)
    return bounds.without_value


def _bounds(windows: Iterator[bytes], texts: Texts) -> Bounds:
    """Find the last row and column that a sheet names, and how much text it has."""
    rows, column, without_value, text = 1, b"A", 0, 0
    for window in windows:
        places = PLACE.findall(window)
        rows = max([rows, *(int(row) for _, row in places)])
        names = {name.upper() for name, _ in places}
        column = max([column, *names], key=lambda name: (len(name), name))
        without_value += len(NO_VALUE.findall(window))
        text += texts.told(window)
    return Bounds(rows, _number(column), without_value, text)


def _windows(archive: ZipFile, sheet: str) -> Iterator[bytes]:
    """Walk a part of a workbook in windows that end where a cell ends."""
    held = b""
    with archive.open(sheet) as source:
        while chunk := source.read(CHUNK):
            data = held + chunk
            cut = data.rfind(b"</c>") + len(b"</c>")
            cut = cut if cut >= len(b"</c>") else max(0, len(data) - OVERLAP)
            yield data[:cut]
            held = data[cut:]
    yield held


def _number(column: bytes) -> int:
    """Give the number of a column by its letters."""
    number = 0
    for letter in column:
        number = 26 * number + letter - ord("A") + 1
    return number
