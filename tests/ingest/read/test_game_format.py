"""The games' own formats as raw tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.games.format import BrokenRecord, Format, FormatReading, formats
from auditor.ingest.read import game_format as read_format

if TYPE_CHECKING:
    import pytest

    from auditor.games.format import Row
    from tests.ingest.conftest import Read

ROWS: list[Row] = [
    {"record": "1", "board_id": "1", "deal": None},
    {"record": "2", "board_id": "2", "copy": ""},
]


def pretend(monkeypatch: pytest.MonkeyPatch, reading: FormatReading) -> None:
    """Let one format give a reading of every file that begins with `%`."""
    made = Format(
        "foo", "bridge", (".foo",), lambda head: head.startswith(b"%"), lambda *_: reading
    )
    for module in ("auditor.ingest.find.sniff", "auditor.ingest.read.inputs"):
        monkeypatch.setattr(f"{module}.formats", lambda: (made,))


def test_the_rows_of_a_format_are_raw_tables_of_its_columns(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(monkeypatch, FormatReading(tables={"boards": ROWS}))
    got = read({"a.foo": b"%"})
    assert (got.only.source.kind, got.only.columns) == ("foo", ("board_id", "deal", "copy"))
    assert got.rows() == [(1, "1", None, None), (2, "2", None, None)]


def test_a_broken_record_stands_with_its_table_even_where_no_row_does(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = [BrokenRecord(3, "boards", "mal", "bad")]
    pretend(monkeypatch, FormatReading(tables={}, broken=broken))
    got = read({"a.foo": b"%"})
    assert [(one.record, one.table, one.reason_es) for one in got.broken] == [(3, "boards", "mal")]
    assert got.rows("boards") == []


def test_what_a_format_assumed_is_told_with_its_first_table(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = {"boards": ROWS, "hands": ROWS}
    pretend(monkeypatch, FormatReading(tables, assumed=(("se toma", "taken"),)))
    first, second = read({"a.foo": b"%"}).reading.tables
    assert ([(one.es, one.en) for one in first.assumptions], second.assumptions) == (
        [("se toma", "taken")], (),
    )  # fmt: skip


def test_what_no_game_here_plays_is_skipped_by_the_name_of_the_file(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = [BrokenRecord(1, "hands", "otro juego", "another game")]
    pretend(monkeypatch, FormatReading(tables={}, refused=refused))
    assert read({"a.foo": b"%"}).skipped == {"a.foo": "not_played_here"}


def test_of_several_records_the_refused_one_is_named_by_number(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = [BrokenRecord(2, "hands", "otro juego", "another game")]
    pretend(monkeypatch, FormatReading(tables={"boards": ROWS}, refused=refused))
    assert read({"a.foo": b"%"}).skipped == {"a.foo#2": "not_played_here"}


def test_a_format_that_fails_is_told_and_the_rest_is_read(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Format("foo", "bridge", (".foo",), lambda head: head.startswith(b"%"), lambda *_: 1 / 0)  # type: ignore[arg-type]
    for module in ("auditor.ingest.find.sniff", "auditor.ingest.read.inputs"):
        monkeypatch.setattr(f"{module}.formats", lambda: (made,))
    got = read({"a.foo": b"%", "bets.csv": b"bet_id,hand_id\n"})
    assert (got.skipped, got.only.table) == ({"a.foo": "failed"}, "bets")


def test_a_file_too_large_for_a_format_is_skipped(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read_format, "MOST_BYTES", 3)
    assert read({"a.pbn": b'% PBN 2.1\n[Board "1"]\n'}).skipped == {"a.pbn": "file_too_large"}


def test_no_format_has_the_name_of_a_kind_that_is_read_otherwise() -> None:
    assert {one.id for one in formats()} & {"csv", "xlsx", "ndjson", "parquet"} == set()
