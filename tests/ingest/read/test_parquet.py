"""Parquet: typed columns as exact text."""

from __future__ import annotations

import io
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from auditor.ingest.ingest import ingest
from auditor.store import partitions

if TYPE_CHECKING:
    from pathlib import Path

    from tests.ingest.conftest import Read


def parquet(**columns: pa.Array) -> bytes:
    """Write columns as Parquet."""
    target = io.BytesIO()
    pq.write_table(
        pa.table({"bet_id": pa.array(["b1"]), "hand_id": pa.array(["h1"]), **columns}), target
    )
    return target.getvalue()


@pytest.mark.parametrize(
    ("column", "value", "text"),
    [
        ("stake", pa.array([Decimal("12.3000")], pa.decimal128(18, 4)), "12.3000"),
        ("stake", pa.array([12.35]), "12.35"),
        ("stake", pa.array([101.0]), "101"),
        ("seat", pa.array([7], pa.int32()), "7"),
        ("seat", pa.array([2**64 - 1], pa.uint64()), "18446744073709551615"),
        ("authorised", pa.array([True]), "true"),
        (
            "placed_at",
            pa.array([datetime.fromisoformat("2026-03-07T18:11:52.500")]),
            "2026-03-07T18:11:52.5",
        ),
        (
            "placed_at",
            pa.array([datetime(2026, 3, 7, 23, tzinfo=UTC)], pa.timestamp("us", "America/Lima")),
            "2026-03-07T23:00:00+00:00",
        ),
        (
            "placed_at",
            pa.array([datetime(2026, 3, 7, 23, tzinfo=UTC)], pa.timestamp("ns", "America/Lima")),
            "2026-03-07T23:00:00+00:00",
        ),
        ("placed_at", pa.array([date(2026, 3, 7)]), "2026-03-07T00:00:00"),
        ("selection", pa.array(["2-2-6"]).dictionary_encode(), "2-2-6"),
        ("selection", pa.array([""]), None),
        ("selection", pa.array([None], pa.null()), None),
    ],
)
def test_a_typed_cell_is_written_exactly(
    read: Read, column: str, value: pa.Array, text: str | None
) -> None:
    got = read({"bets.parquet": parquet(**{column: value})})
    assert got.rows() == [(1, "b1", "h1", text)]


def test_a_gaming_date_kept_as_a_time_is_its_day(read: Read) -> None:
    columns = {
        "session_id": pa.array(["s"]),
        "gaming_date": pa.array([datetime.fromisoformat("2026-03-07")]),
    }
    target = io.BytesIO()
    pq.write_table(pa.table(columns), target)
    assert read({"sessions.parquet": target.getvalue()}).rows() == [(1, "s", "2026-03-07")]


def test_numbers_take_the_decimal_mark_of_the_dialect(read: Read) -> None:
    mapping = b'[dialect]\ndecimal = ","\n'
    got = read({"mapping.toml": mapping, "bets.parquet": parquet(stake=pa.array([12.5]))})
    assert got.rows()[0][3] == "12,5"


def test_a_column_names_the_tables_of_a_file_of_several(read: Read) -> None:
    table = pa.table({"table": ["bets", "rolls", "bats"], "bet_id": ["b1", None, None]})
    target = io.BytesIO()
    pq.write_table(table, target)
    got = read({"night.parquet": target.getvalue()})
    assert (got.rows("bets"), got.rows("rolls")) == ([(1, "b1")], [(2, None)])
    assert got.skipped == {"night.parquet#bats": "parquet_unknown_table"}


def test_hive_folders_tell_the_table_and_give_their_values(read: Read) -> None:
    folder = "bets/casino_id=LIM%2001/gaming_date=__HIVE_DEFAULT_PARTITION__"
    got = read({f"{folder}/part-0.parquet": parquet()})
    assert (got.only.table, got.rows()) == ("bets", [(1, "b1", "h1", "LIM 01", None)])


def test_columns_tell_the_table_where_no_name_does(read: Read) -> None:
    assert read({"part-0.parquet": parquet(stake=pa.array([1]))}).only.table == "bets"


@pytest.mark.parametrize("value", [pa.array([["9H"]]), pa.array([{"a": 1}]), pa.array([b"\xff"])])
def test_a_nested_or_binary_column_refuses_the_file_by_its_name(
    read: Read, value: pa.Array
) -> None:
    got = read({"bets.parquet": parquet(selection=value)})
    assert got.skipped == {"bets.parquet": "parquet_nested"}
    assert "selection" in got.reading.skipped[0].reason_es


def test_a_column_that_stands_twice_refuses_the_file(read: Read) -> None:
    twice = parquet(stake=pa.array([1]), STAKE=pa.array([2]))
    assert read({"bets.parquet": twice}).skipped == {"bets.parquet": "duplicate_column"}


def test_a_nested_column_that_nobody_knows_costs_no_other(read: Read) -> None:
    got = read({"bets.parquet": parquet(extra=pa.array([{"a": 1}]))})
    assert got.rows() == [(1, "b1", "h1", None)]


def test_damage_anywhere_shows_at_once(read: Read) -> None:
    data = bytearray(parquet(selection=pa.array(["x" * 100])))
    data[4:60] = b"\xff" * 56
    assert read({"bets.parquet": bytes(data)}).skipped == {"bets.parquet": "parquet_damaged"}


def test_a_file_cut_short_is_skipped_without_telling_of_the_scratch_folder(read: Read) -> None:
    got = read({"bets.parquet": parquet()[:80]})
    assert got.skipped == {"bets.parquet": "parquet_damaged"}
    assert "scratch" not in got.reading.skipped[0].reason_en


def test_the_same_bytes_in_folders_of_two_casinos_are_two_sources_and_twice_the_same(
    tmp_path: Path,
) -> None:
    night, store = tmp_path / "night", tmp_path / "store"
    rows = pa.table({"session_id": ["s1"], "game": ["bling_bling"], "table_id": ["t"]})
    for casino in ("A", "B"):
        own = night / f"casino_id={casino}" / "gaming_date=2026-03-01"
        own.mkdir(parents=True)
        pq.write_table(rows, own / "sessions.parquet")
    first, again = ingest([night], store), ingest([night], store)
    assert [(one.records, one.written) for one in first.sources] == [(1, 1), (1, 1)]
    assert [one.key for one in again.sources] == [one.key for one in first.sources]
    assert [one.casino_id for one in partitions(store)] == ["A", "B"]
