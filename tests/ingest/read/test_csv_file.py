"""CSV as text: every cell as it stands, every record by its number."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from auditor.ingest.read import csv_body as body
from auditor.ingest.read import csv_file as read_csv

if TYPE_CHECKING:
    from tests.ingest.conftest import Read

HEAD = b"bet_id,hand_id,kind,stake\n"
CELL = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)


def test_every_cell_is_text_and_an_empty_one_is_null(read: Read) -> None:
    got = read({"bets.csv": HEAD + b'0012,NA,2-2-6,1e3\n, null ,"",12.345\n'})
    assert got.rows() == [(1, "0012", "NA", "2-2-6", "1e3"), (2, None, " null ", None, "12.345")]


def test_a_header_without_records_is_a_table_without_rows(read: Read) -> None:
    got = read({"bets.csv": HEAD})
    assert (got.only.table, got.rows(), got.skipped) == ("bets", [], {})


def test_a_quoted_cell_may_hold_lines_delimiters_and_quotes(read: Read) -> None:
    got = read({"bets.csv": HEAD + b'b1,"h,1\n\nx","say ""si""",1\nb2,h2,fila,2\n'})
    assert got.rows() == [(1, "b1", "h,1\n\nx", 'say "si"', "1"), (2, "b2", "h2", "fila", "2")]


def test_the_formula_that_keeps_zeros_is_taken_off(read: Read) -> None:
    got = read({"bets.csv": HEAD + b'="0012","=""0013""",fila,="7"\n'})
    assert got.rows() == [(1, "0012", "0013", "fila", "7")]


@pytest.mark.parametrize("line", [b'="a,b",h1,fila,', b'x"a,b"c,h1,fila,', b'="a"x"y,z",h1,1,'])
def test_a_delimiter_in_quotes_inside_a_bare_cell_cuts_it_and_breaks_the_record(
    read: Read, line: bytes
) -> None:
    got = read({"bets.csv": HEAD + line + b"\n"})
    assert (got.rows(), [one.record for one in got.broken]) == ([], [1])


def test_blanks_around_quotes_are_part_of_the_cell(read: Read) -> None:
    got = read({"bets.csv": HEAD + b'b1, "h1" ,fila,\n'})
    assert got.rows() == [(1, "b1", ' "h1" ', "fila", None)]


def test_the_formula_is_taken_off_beside_a_broken_record_too(read: Read) -> None:
    got = read({"bets.csv": HEAD + b'="0012",h1,fila,7\nnote\n'})
    assert got.rows() == [(1, "0012", "h1", "fila", "7")]


def test_a_note_under_the_table_is_a_broken_record_of_its_number(read: Read) -> None:
    got = read({"bets.csv": HEAD + b"b1,h1,fila,1\nb2,h1,fila,2\nTotal: 3\n"})
    assert [(one.record, one.table, one.value, one.hand_id) for one in got.broken] == [
        (3, "bets", "Total: 3", None)
    ]


@pytest.mark.parametrize("line", [b"b2,h1,fila,2,", b"b2,h1,fila", b"b2,h1,fi,la,2"])
def test_a_record_of_another_number_of_cells_is_broken(read: Read, line: bytes) -> None:
    got = read({"bets.csv": HEAD + b"b1,h1,fila,1\n" + line + b"\nb3,h1,fila,3\n"})
    assert [row[0] for row in got.rows()] == [1, 3]
    assert [(one.record, one.hand_id, one.key) for one in got.broken] == [(2, "h1", "b2")]


def test_a_quote_that_never_closes_breaks_its_own_record_only(read: Read) -> None:
    lines = b'b1,h1,fila,1\n"b2,h1,fila,2\nb3,h1,fila,3\nb4,"h1",fila,4\n'
    got = read({"bets.csv": HEAD + lines})
    assert [row[:2] for row in got.rows()] == [(1, "b1"), (3, "b3"), (4, "b4")]
    assert [one.record for one in got.broken] == [2]


def test_signs_after_a_closing_quote_break_the_record(read: Read) -> None:
    got = read({"bets.csv": HEAD + b'b1,"h1"x,fila,1\nb2,h1,fila,2\n'})
    assert ([one.record for one in got.broken], [row[0] for row in got.rows()]) == ([1], [2])


def test_a_quote_inside_a_cell_is_a_quote(read: Read) -> None:
    got = read({"bets.csv": HEAD + b'b1,P "Pepe" Q,fila,1\n'})
    assert got.rows() == [(1, "b1", 'P "Pepe" Q', "fila", "1")]


def test_blank_lines_are_no_records_and_rows_without_cells_are_dropped_and_told(read: Read) -> None:
    got = read({"bets.csv": HEAD + b"\nb1,h1,fila,1\n\n\n,,,\nb3,h1,fila,3\n\n"})
    assert [row[:2] for row in got.rows()] == [(1, "b1"), (3, "b3")]
    assert "1 fila " in got.only.assumptions[0].es


@pytest.mark.parametrize("quoted", [b"", b'b2,h1,"fi""la",2\n', b"b2,h\x001,fila,2\n"])
def test_a_row_of_blanks_is_a_row_without_cells(read: Read, quoted: bytes) -> None:
    blank = "\u00a0, ,,\t\n , , , \n".encode()
    got = read({"bets.csv": HEAD + b"b1,h1,fila,1\n" + quoted + blank})
    assert {row[1] for row in got.rows()} <= {"b1", "b2"}
    assert "2 filas" in got.only.assumptions[0].es


def test_a_nul_breaks_its_record(read: Read) -> None:
    got = read({"bets.csv": HEAD + b"b1,h1,fila,1\nb2,h\x001,fila,2\n"})
    assert [(one.record, one.hand_id) for one in got.broken] == [(2, None)]


def test_a_record_without_end_breaks_alone(read: Read) -> None:
    long = b"b2,h1," + b"x" * (body.LONGEST_RECORD + 1) + b",2\n"
    got = read({"bets.csv": HEAD + b"b1,h1,fila,1\n" + long + b"b3,h1,fila,3\n"})
    assert ([row[0] for row in got.rows()], [one.record for one in got.broken]) == ([1, 3], [2])


def test_a_file_of_one_endless_line_is_skipped(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body, "LONGEST_LINE", 1000)
    got = read({"bets.csv": HEAD + b"x" * 5000})
    assert got.skipped == {"bets.csv": "line_too_long"}


def test_a_column_named_record_does_not_hide_the_number(read: Read) -> None:
    got = read({"bets.csv": b"Record," + HEAD + b"9,b1,h1,fila,1\n"})
    assert (got.only.columns[0], got.rows()[0][:2]) == ("record_", (1, "9"))


def test_a_column_without_name_or_cell_is_dropped(read: Read) -> None:
    got = read({"bets.csv": b"bet_id,hand_id,kind,\nb1,h1,fila,\n"})
    assert (got.only.columns, got.rows()) == (
        ("bet_id", "hand_id", "kind"),
        [(1, "b1", "h1", "fila")],
    )


def test_a_column_without_name_that_has_cells_stays(read: Read) -> None:
    got = read({"bets.csv": b"bet_id,hand_id,kind,\nb1,h1,fila,x\n"})
    assert got.only.columns == ("bet_id", "hand_id", "kind", "#4")


def test_numbers_go_on_from_piece_to_piece(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body, "PIECE", 400)
    monkeypatch.setattr("auditor.ingest.find.encodings.CHUNK", 100)
    lines = [f"b{n},h{n},fila,{n}" if n % 50 else "note" for n in range(1, 201)]
    got = read({"bets.csv": HEAD + "\n".join(lines).encode()})
    assert [row[0] for row in got.rows()] == [n for n in range(1, 201) if n % 50]
    assert all(row[1] == f"b{row[0]}" for row in got.rows())
    assert [one.record for one in got.broken] == [50, 100, 150, 200]


def test_what_the_engine_miscounts_is_read_one_by_one(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read_csv, "count_rows", lambda *_, **__: (0, 0))
    got = read({"bets.csv": HEAD + b"b1,h1,fila,1\nb2,h1,fila,2\n"})
    assert [row[0] for row in got.rows()] == [1, 2]


def test_a_large_file_is_read_from_its_pieces_to_the_same_rows(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = HEAD + b'b1,h1,fila,="1"\n,,,\n"b3",h1,fila,3\n'
    whole = read({"bets.csv": data})
    monkeypatch.setattr(read_csv, "LARGE", 0)
    large = read({"bets.csv": data})
    assert (
        large.rows() == whole.rows() == [(1, "b1", "h1", "fila", "1"), (3, "b3", "h1", "fila", "3")]
    )
    assert large.only.assumptions == whole.only.assumptions


def test_a_large_file_with_a_broken_record_is_read_one_by_one(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read_csv, "LARGE", 0)
    got = read({"bets.csv": HEAD + b"b1,h1,fila,1\nnote\n"})
    assert (len(got.rows()), [one.record for one in got.broken]) == (1, [2])


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.tuples(CELL, CELL, CELL, CELL), max_size=6), st.sampled_from(["\n", "\r\n"]))
def test_what_a_writer_of_csv_writes_is_read_back(
    read: Read, rows: list[tuple[str, str, str, str]], newline: str
) -> None:
    text = io.StringIO(newline="")
    csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator=newline).writerows(rows)
    got = read({"bets.csv": HEAD + text.getvalue().encode()})
    told = [(n, *map(_as_told, row)) for n, row in enumerate(rows, start=1) if any(row)]
    assert (got.rows(), got.broken) == (told, [])


def _as_told(cell: str) -> str | None:
    """Give a cell as it is read back: line ends are line feeds, an empty one is NULL."""
    return cell.replace("\r\n", "\n").replace("\r", "\n") or None
