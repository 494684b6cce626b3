"""Reading inputs: mappings and houses beside the logs, and nothing that ends the run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from auditor.errors import HouseError, MappingError
from auditor.ingest.read.inputs import ReadOptions, read_inputs
from auditor.sql import connect, query
from tests.ingest.conftest import make_folder

if TYPE_CHECKING:
    from pathlib import Path

    from tests.ingest.conftest import Read

BETS = b"bet_id,hand_id,kind\nb1,h1,fila\n"
SIGNS = [
    b"bet_id,hand_id\n",
    b'"',
    b",",
    b"\n",
    b"\r\n",
    b"\0",
    b"\xff",
    b'="1"',
    b"{",
    b"PK\x03\x04",
]


def named(decimal: str) -> bytes:
    """Write a mapping that is known by its decimal mark."""
    return f'[dialect]\ndecimal = "{decimal}"\n'.encode()


def test_the_nearest_mapping_above_a_file_holds(read: Read) -> None:
    files = {"mapping.toml": named(","), "a/mapping.toml": named("."), "a/b/bets.csv": BETS}
    got = read({**files, "hands.csv": b"hand_id,session_id\n"})
    marks = {raw.source.name: raw.mapping.dialect.decimal for raw in got.reading.tables}
    assert marks == {"a/b/bets.csv": ".", "hands.csv": ","}


def test_no_mapping_above_the_input_is_looked_for(read: Read, tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "up", {"mapping.toml": named(","), "night/bets.csv": BETS})
    assert read(folder / "night").only.mapping.dialect.decimal is None


def test_the_files_beside_a_single_file_are_used(read: Read, tmp_path: Path) -> None:
    beside = {"mapping.toml": named(","), "house-X.toml": b'casino_id = "X"', "other.csv": BETS}
    folder = make_folder(tmp_path / "night", {**beside, "bets.csv": BETS})
    got = read(folder / "bets.csv")
    assert (got.only.mapping.dialect.decimal, len(got.reading.houses)) == (",", 1)


def test_a_mapping_and_houses_that_flags_name_stand_instead(tmp_path: Path) -> None:
    folder = make_folder(
        tmp_path / "night", {"mapping.toml": b"x", "house-X.toml": b"x", "bets.csv": BETS}
    )
    flags = make_folder(tmp_path / "flags", {"m.toml": named(","), "h.toml": b'casino_id = "Y"'})
    options = ReadOptions(tmp_path, mapping=flags / "m.toml", houses=(flags / "h.toml",))
    got = read_inputs(connect(allowed=[tmp_path]), [folder], options=options)
    assert got.tables[0].mapping.dialect.decimal == ","
    assert [house.casino_id for house in got.houses] == ["Y"]


@pytest.mark.parametrize(
    ("name", "error"), [("mapping.toml", MappingError), ("house-X.toml", HouseError)]
)
def test_a_file_beside_the_logs_that_cannot_be_used_is_an_error(
    read: Read, name: str, error: type[Exception]
) -> None:
    with pytest.raises(error, match=name):
        read({name: b"x = 1", "bets.csv": BETS})


def test_one_casino_has_one_house_file(read: Read) -> None:
    same = {"a/house-X.toml": b'casino_id = "X"', "b/house-X.toml": b'casino_id = "X"'}
    assert len(read(same).reading.houses) == 1
    with pytest.raises(HouseError, match="house-X"):
        read({**same, "c/house-X.toml": b'casino_id = "X"\ncurrency = "PEN"'})


def test_an_ignored_file_does_not_count(read: Read) -> None:
    got = read({"mapping.toml": b'[ignore]\nfiles = ["*.log"]\n', "a.log": b"x", "bets.csv": BETS})
    (ignored,) = got.reading.skipped
    assert (ignored.name, ignored.code, ignored.counts) == ("a.log", "ignored", False)


def test_a_file_that_nobody_knows_is_skipped_and_counts(read: Read) -> None:
    (skipped,) = read({"notes.txt": b"hello\nworld\n", "bets.csv": BETS}).reading.skipped
    assert (skipped.name, skipped.code, skipped.counts) == ("notes.txt", "unknown_table", True)


def test_a_file_of_parts_goes_by_the_folder_that_names_a_table(read: Read) -> None:
    assert read({"apuestas/part-1.csv": b"bet_id,foo\n1,2\n"}).skipped != {}
    got = read({"apuestas/part-1.csv": b"bet_id,kind,foo\n1,2,3\n"})
    assert got.only.table == "bets"


def test_a_failure_leaves_no_table_behind_and_the_rest_is_read(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("auditor.ingest.read.csv_file.drop_unnamed_columns", fail)
    got = read({"bets.csv": BETS, "n.ndjson": b'{"table":"bets","bet_id":"b1"}\n'})
    assert (got.skipped, got.rows()) == ({"bets.csv": "failed"}, [(1, "b1")])
    made = "SELECT table_name FROM duckdb_tables() UNION ALL SELECT view_name FROM duckdb_views()"
    found = query(got.connection, f"SELECT count(*) AS n FROM ({made} WHERE NOT internal)")
    assert found["n"].to_pylist() == [1]


def test_nothing_stays_in_the_scratch_folder_but_what_is_still_read(
    read: Read, tmp_path: Path
) -> None:
    got = read({"bets.csv": BETS, "n.ndjson": b'{"table":"bets","bet_id":"b1"}\n', "x.csv": b"x"})
    assert (len(got.reading.tables), list((tmp_path / "scratch").iterdir())) == (2, [])


def test_a_second_reading_of_one_connection_has_names_of_its_own(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "night", {"bets.csv": BETS})
    connection, options = connect(allowed=[tmp_path]), ReadOptions(tmp_path)
    first = read_inputs(connection, [folder], options=options)
    second = read_inputs(connection, [folder], options=options)
    assert first.tables[0].relation != second.tables[0].relation


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.sampled_from(SIGNS) | st.binary(max_size=20), max_size=12).map(b"".join))
def test_whatever_the_bytes_are_a_file_is_read_or_skipped_with_a_reason(
    read: Read, data: bytes
) -> None:
    got = read({"bets.csv": data})
    told = {one.code for one in got.reading.skipped if one.name == "bets.csv"}
    assert "failed" not in told
    assert bool(got.reading.tables) != bool(told)
