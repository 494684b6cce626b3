"""How large a workbook is when opened, before it is, and which cells have no value of their own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.errors import InputError
from auditor.ingest.found import shown
from auditor.ingest.zips import CHUNK, FAULTS_OF_DATA, MOST_RATIO, RATIO_COUNTS_FROM, Archives

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from zipfile import ZipFile

MOST_BYTES = 1 << 30
MOST_PARTS = 10_000
MOST_CELLS = 32_000_000
OVERLAP = 256
SHEET = re.compile(r"xl/worksheets/[^/]+\.xml")
PLACE = re.compile(rb'\br="([A-Z]{0,3})([0-9]{1,7})"')
NO_VALUE = re.compile(rb'</f>\s*(?:<v\s*/>|<v></v>)?\s*</c>|<c\b[^>]*\bt="e"')


@dataclass(frozen=True, slots=True)
class Bounds:
    """The last row and column that a sheet names, and its cells without a value of their own."""

    rows: int
    columns: int
    without_value: int


def check_workbook(path: Path) -> int:
    """Give the number of cells whose formula has no value or is an error.

    Raises InputError where the workbook is damaged, or would take more memory than is allowed.
    """
    archives = Archives()
    try:
        archive = archives.open(path)
        _check_parts(archive)
        sheets = [info.filename for info in archive.infolist() if SHEET.fullmatch(info.filename)]
        return sum(_check_sheet(archive, sheet) for sheet in sheets)
    except FAULTS_OF_DATA as fault:
        raise InputError("reading.xlsx_damaged", reason=shown(str(fault))) from fault
    finally:
        archives.close()


def _check_parts(archive: ZipFile) -> None:
    """Refuse a workbook whose parts are too many, too large, or grow too much."""
    infos = archive.infolist()
    size, packed = sum(i.file_size for i in infos), sum(i.compress_size for i in infos)
    grows = size > RATIO_COUNTS_FROM and size > MOST_RATIO * max(packed, 1)
    if len(infos) > MOST_PARTS or size > MOST_BYTES or grows:
        raise InputError("reading.xlsx_too_large", limit=MOST_BYTES >> 20)


def _check_sheet(archive: ZipFile, sheet: str) -> int:
    """Refuse a sheet of too many cells; give its cells without a value."""
    bounds = _bounds(_windows(archive, sheet))
    if bounds.rows * bounds.columns > MOST_CELLS:
        raise InputError("reading.xlsx_cells", sheet=shown(sheet), limit=MOST_CELLS)
    return bounds.without_value


def _bounds(windows: Iterator[bytes]) -> Bounds:
    """Find the last row and column that a sheet names."""
    rows, column, without_value = 1, b"A", 0
    for window in windows:
        places = PLACE.findall(window)
        rows = max([rows, *(int(row) for _, row in places)])
        column = max([column, *{name for name, _ in places}], key=lambda name: (len(name), name))
        without_value += len(NO_VALUE.findall(window))
    return Bounds(rows, _number(column), without_value)


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
