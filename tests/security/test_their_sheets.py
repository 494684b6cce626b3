"""Sheets that would fill the memory, far cells and long texts, however strangers write them."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

import pytest

from auditor.errors import InputError
from auditor.ingest.read.xlsx_bounds import check_workbook
from tests.security.samples import samples

if TYPE_CHECKING:
    from pathlib import Path

SHEET, STRINGS, PLACES = (
    "xl/worksheets/sheet1.xml",
    "xl/sharedStrings.xml",
    "xl/_rels/workbook.xml.rels",
)
FAR = {
    "as Excel does": b'<c r="XFD1048576">',
    "in other quotes": b"<c r='XFD1048576'>",
    "in small letters": b'<c r="xfd1048576">',
    "with room around": b'<c r = "XFD1048576">',
}
ASKED = {
    "as Excel does": b'<c t="s"><v>%d</v></c>',
    "in other quotes": b"<c t='s'><v >%d</v></c>",
    "with a prefix": b'<x:c t="s"><x:v>%d</x:v></x:c>',
    "as plain characters": b'<c t="s"><v><![CDATA[%d]]></v></c>',
    "in two pieces": b'<c t="s"><v>0<!-- -->%d</v></c>',
}
LONG = b"x" * (1 << 20)
HELD = {
    "in one piece": b"<si><t>%s</t></si>" % LONG,
    "with a prefix": b"<x:si><x:t>%s</x:t></x:si>" % LONG,
    "in pieces": b"<si><t>%s</t></si>" % ((LONG[: 1 << 10] + b"<!-- <si> -->") * 1024),
    "in runs": b"<si>%s</si>" % (b"<r><t>%s</t></r>" % LONG[: 1 << 10] * 1024),
}
CELLS = 2_000


def _parts() -> dict[str, bytes]:
    """Give the parts of the sample workbook."""
    with zipfile.ZipFile(io.BytesIO(samples()["xlsx"][1])) as source:
        return {name: source.read(name) for name in source.namelist()}


def _refused(folder: Path, parts: dict[str, bytes]) -> str:
    """Write a workbook, and give why it is refused; empty where it is not."""
    path = folder / "night.xlsx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in parts.items():
            made.writestr(name, content)
    try:
        check_workbook(path)
    except InputError as fault:
        return fault.code
    return ""


def _with_cells(parts: dict[str, bytes], cells: bytes) -> dict[str, bytes]:
    """Put a row of cells at the end of the sheet."""
    end = b"<row>%s</row></sheetData>" % cells
    return parts | {SHEET: parts[SHEET].replace(b"</sheetData>", end)}


def _with_text(parts: dict[str, bytes], text: bytes) -> tuple[dict[str, bytes], int]:
    """Put a text that cells share behind the others; gives its number too."""
    strings = parts[STRINGS].replace(b"</sst>", text + b"</sst>")
    return parts | {STRINGS: strings}, parts[STRINGS].count(b"<si>")


def test_a_sound_workbook_is_not_refused(tmp_path: Path) -> None:
    parts, number = _with_text(_parts(), b"<si><t>%s</t></si>" % LONG[:1000])
    assert _refused(tmp_path, _with_cells(parts, ASKED["as Excel does"] % number * CELLS)) == ""


@pytest.mark.parametrize("how", FAR)
@pytest.mark.parametrize("where", [SHEET, "xl/other.bin"])
def test_a_cell_far_away_is_seen(tmp_path: Path, *, how: str, where: str) -> None:
    parts = _with_cells(_parts(), FAR[how] + b"<v>1</v></c>")
    sheet, there = parts.pop(SHEET), SHEET.removeprefix("xl/").encode()
    assert there in parts[PLACES]
    places = parts[PLACES].replace(there, where.removeprefix("xl/").encode())
    assert _refused(tmp_path, parts | {where: sheet, PLACES: places}) == "reading.xlsx_cells"


@pytest.mark.parametrize("how", ASKED)
def test_a_long_text_counts_in_each_cell_that_asks_for_it(tmp_path: Path, how: str) -> None:
    parts, number = _with_text(_parts(), HELD["in one piece"])
    told = _refused(tmp_path, _with_cells(parts, ASKED[how] % number * CELLS))
    assert told == "reading.xlsx_too_large"


@pytest.mark.parametrize("how", HELD)
def test_a_long_text_is_measured_however_it_is_written(tmp_path: Path, how: str) -> None:
    parts, number = _with_text(_parts(), HELD[how])
    told = _refused(tmp_path, _with_cells(parts, ASKED["as Excel does"] % number * CELLS))
    assert told == "reading.xlsx_too_large"


@pytest.mark.parametrize("text", [b"<si><t>", b"<!DOCTYPE x>", b"&a;", b"\0"])
def test_texts_that_are_no_plain_xml_are_refused(tmp_path: Path, text: bytes) -> None:
    parts = _parts()
    parts[STRINGS] = parts[STRINGS].replace(b"<sst", text + b"<sst", 1)
    assert _refused(tmp_path, parts) == "reading.xlsx_damaged"
