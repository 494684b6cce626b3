"""Workbooks: each sheet a table, and every cell exactly as a person sees it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING

import openpyxl  # type: ignore[import-untyped]
import pytest

from auditor.ingest.read import xlsx_bounds as workbook_bounds

if TYPE_CHECKING:
    from tests.ingest.conftest import Read

Rows = Sequence[Sequence[object]]

BETS: Rows = [["bet_id", "hand_id", "kind", "stake"]]


def workbook(**sheets: Rows) -> bytes:
    """Make a workbook of sheets."""
    book, target = openpyxl.Workbook(), io.BytesIO()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(target)
    return target.getvalue()


def test_ids_keep_their_look_and_amounts_are_exact(read: Read) -> None:
    rows = [*BETS, [9003, "007", "fila", 12.35], [9004, 101.0, "fila", 0.1 + 0.2]]
    got = read({"n.xlsx": workbook(bets=rows)})
    assert got.rows() == [(1, "9003", "007", "fila", "12.35"), (2, "9004", "101", "fila", "0.3")]


def test_a_row_of_blanks_far_below_is_no_record(read: Read) -> None:
    rows = [*BETS, ["b1", "h1", "fila", 2], [" ", None, "\u00a0"], [None] * 5 + [" "]]
    got = read({"n.xlsx": workbook(bets=rows)})
    assert (got.rows(), got.only.columns) == ([(1, "b1", "h1", "fila", "2")], tuple(BETS[0]))


def test_a_sheet_is_a_table_and_a_source_of_its_own(read: Read) -> None:
    got = read({"n.xlsx": workbook(bets=BETS, hands=[["hand_id", "session_id"]])})
    assert [raw.source.name for raw in got.reading.tables] == ["n.xlsx#bets", "n.xlsx#hands"]


def test_a_single_sheet_goes_by_the_name_of_the_file(read: Read) -> None:
    got = read({"apuestas.xlsx": workbook(Hoja1=[["id_apuesta", "id_jugada"], ["b1", 1]])})
    assert got.only.table == "bets"


@pytest.mark.parametrize(
    ("column", "value", "text"),
    [
        ("placed_at", datetime.fromisoformat("2026-03-07T18:11:52"), "2026-03-07T18:11:52"),
        (
            "placed_at",
            datetime.fromisoformat("2026-03-07T18:11:52.500"),
            "2026-03-07T18:11:52.500000",
        ),
        ("placed_at", date(2026, 3, 7), "2026-03-07T00:00:00"),
        ("selection", date(2006, 2, 2), "2006-02-02"),
        ("placed_at", time(18, 11, 52), "18:11:52"),
        ("selection", timedelta(hours=30, minutes=1), "30:01:00"),
        ("authorised", True, "true"),
        ("stake", 1_000_000_000_000_000, "1000000000000000"),
        ("stake", 0.0000001, "0.0000001"),
        ("stake", -12.5, "-12.5"),
    ],
)
def test_a_typed_cell_is_written_exactly(read: Read, column: str, value: object, text: str) -> None:
    got = read({"n.xlsx": workbook(bets=[["bet_id", "hand_id", column], ["b1", "h1", value]])})
    assert got.rows()[0][3] == text


def test_a_gaming_date_has_no_midnight(read: Read) -> None:
    rows: Rows = [
        ["session_id", "casino_id", "gaming_date"],
        ["s", "c", datetime.fromisoformat("2026-03-07")],
    ]
    assert read({"n.xlsx": workbook(sessions=rows)}).rows()[0][3] == "2026-03-07"


def test_numbers_take_the_decimal_mark_of_the_dialect(read: Read) -> None:
    mapping = b'[dialect]\ndecimal = ","\nthousands = "."\n'
    rows = [*BETS, [9003, "h1", "fila", 1234.5], ["b2", "h1", "fila", "1.234,5"]]
    got = read({"mapping.toml": mapping, "n.xlsx": workbook(bets=rows)})
    assert [row[4] for row in got.rows()] == ["1234,5", "1.234,5"]


def test_titles_are_passed_over_and_records_are_counted_from_the_header(read: Read) -> None:
    rows = [["Casino Lima"], [], *BETS, ["b1", "h1", "fila", 1], [], ["b3", "h1", "fila", 3]]
    got = read({"n.xlsx": workbook(bets=rows)})
    assert [row[:2] for row in got.rows()] == [(1, "b1"), (3, "b3")]
    assert "2" in got.only.assumptions[0].es


def test_a_sheet_that_is_no_log_is_skipped_and_an_empty_one_does_not_count(read: Read) -> None:
    got = read({"n.xlsx": workbook(bets=BETS, Resumen=[["Total", 3]], Hoja2=[])})
    assert {one.name: (one.code, one.counts) for one in got.reading.skipped} == {
        "n.xlsx#Resumen": ("unknown_table", True),
        "n.xlsx#Hoja2": ("empty_sheet", False),
    }


def test_a_column_that_stands_twice_refuses_its_sheet_only(read: Read) -> None:
    twice: Rows = [["hand_id", "session_id", "pot", "pot"]]
    got = read({"n.xlsx": workbook(bets=BETS, hands=twice)})
    assert (got.only.table, got.skipped) == ("bets", {"n.xlsx#hands": "duplicate_column"})


def test_formulas_without_a_value_are_told(read: Read) -> None:
    rows = [*BETS, ["b1", "h1", "fila", "=1+1"]]
    got = read({"n.xlsx": workbook(bets=rows)})
    assert got.rows() == [(1, "b1", "h1", "fila", None)]
    assert "1 celdas" in got.only.assumptions[0].es


def test_a_workbook_cut_short_is_skipped(read: Read) -> None:
    data = workbook(bets=BETS)
    assert list(read({"n.xlsx": data[: len(data) // 2]}).skipped.values()) == ["zip_unreadable"]


def test_a_workbook_under_another_name_is_known_by_its_content(read: Read) -> None:
    assert read({"apuestas.csv": workbook(bets=BETS)}).only.source.kind == "xlsx"


def test_a_cell_far_away_does_not_fill_the_memory(read: Read) -> None:
    data = _edited(workbook(bets=[*BETS, ["b1", 1]]), old=b'r="A2"', new=b'r="XFD1048576"')
    assert read({"n.xlsx": data}).skipped == {"n.xlsx": "xlsx_cells"}


def test_a_workbook_that_grows_too_large_is_skipped(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workbook_bounds, "MOST_BYTES", 1000)
    assert read({"n.xlsx": workbook(bets=BETS)}).skipped == {"n.xlsx": "xlsx_too_large"}


def test_a_workbook_whose_parts_are_no_xml_is_skipped(read: Read) -> None:
    data = _edited(workbook(bets=BETS), old=b"<sheetData", new=b"<<<")
    assert list(read({"n.xlsx": data}).skipped) in (["n.xlsx"], ["n.xlsx#bets"])


def _edited(data: bytes, *, old: bytes, new: bytes) -> bytes:
    """Replace bytes in the first sheet of a workbook."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(target, "w") as copy:
        for name in source.namelist():
            part = source.read(name)
            copy.writestr(name, part.replace(old, new) if "worksheets" in name else part)
    return target.getvalue()
