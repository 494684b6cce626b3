"""Zip archives: read entry by entry, bounded, and nothing outside the scratch folder."""

from __future__ import annotations

import io
import warnings
import zipfile
from typing import TYPE_CHECKING

import pytest

from auditor.ingest.find import zips

if TYPE_CHECKING:
    from pathlib import Path

    from tests.ingest.conftest import Read

BETS = b"bet_id,hand_id,kind\nb1,h1,fila\n"


def zipped(*entries: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    """Make a zip of entries."""
    target = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore")
        for name, data in entries:
            archive.writestr(name, data)
    return target.getvalue()


def test_the_entries_of_a_zip_are_read_under_its_name(read: Read) -> None:
    got = read({"night.zip": zipped(("sub/bets.csv", BETS))})
    assert (got.only.source.name, got.only.source.path) == ("night.zip/sub/bets.csv", None)
    assert got.rows() == [(1, "b1", "h1", "fila")]


@pytest.mark.parametrize(
    "name", ["../../up.csv", "/up.csv", "a/../../up.csv", "C:/up.csv", "..\\up.csv", "a/.."]
)
def test_an_entry_that_leads_out_of_the_zip_is_named_and_the_rest_read(
    read: Read, tmp_path: Path, name: str
) -> None:
    got = read({"night.zip": zipped((name, BETS), ("bets.csv", BETS))})
    assert got.skipped == {f"night.zip/{name}": "zip_traversal"}
    assert [raw.source.name for raw in got.reading.tables] == ["night.zip/bets.csv"]
    assert [path.name for path in tmp_path.rglob("*.csv")] == []


def test_of_two_entries_of_a_name_the_first_is_read(read: Read) -> None:
    got = read({"n.zip": zipped(("bets.csv", BETS), ("bets.csv", BETS.replace(b"b1", b"b2")))})
    assert (got.rows()[0][1], got.skipped) == ("b1", {"n.zip/bets.csv": "zip_twice"})


def test_a_link_inside_a_zip_is_not_followed(read: Read) -> None:
    link = zipfile.ZipInfo("bets.csv")
    link.external_attr = 0o120777 << 16
    assert read({"n.zip": zipped((link, b"/etc/passwd"))}).skipped == {"n.zip/bets.csv": "zip_link"}


def test_an_encrypted_entry_is_skipped(read: Read) -> None:
    data = bytearray(zipped(("bets.csv", BETS)))
    data[data.rfind(b"PK\x01\x02") + 8] |= 1
    assert read({"n.zip": bytes(data)}).skipped == {"n.zip/bets.csv": "zip_encrypted"}


def test_an_entry_that_grows_too_much_is_skipped(read: Read) -> None:
    data = zipped(("bomb.csv", b"0" * (zips.RATIO_COUNTS_FROM + 1)), ("bets.csv", BETS))
    got = read({"n.zip": data})
    assert (got.skipped, len(got.rows())) == ({"n.zip/bomb.csv": "zip_ratio"}, 1)


def test_all_entries_together_have_a_bound(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zips, "MOST_BYTES_IN_ALL", len(BETS))
    got = read({"n.zip": zipped(("bets.csv", BETS), ("bets-2.csv", BETS))})
    assert got.skipped == {"n.zip/bets-2.csv": "zip_too_large"}


def test_many_small_entries_may_not_grow_without_bound(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zips, "FREE_BYTES_IN_ALL", 1000)
    monkeypatch.setattr(zips, "MOST_RATIO", 2)
    data = zipped(*[(f"bets-{n}.csv", BETS + b"b1,h1,fila\n" * 400) for n in range(3)])
    assert "zip_too_large" in read({"n.zip": data}).skipped.values()


def test_a_single_entry_has_a_bound(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zips, "MOST_BYTES", len(BETS) - 1)
    got = read({"n.zip": zipped(("bets.csv", BETS))})
    assert got.skipped == {"n.zip/bets.csv": "zip_too_large"}


def test_the_number_of_entries_has_a_bound(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zips, "MOST_ENTRIES", 1)
    got = read({"n.zip": zipped(("bets.csv", BETS), ("hands.csv", BETS))})
    assert (got.skipped, got.reading.tables) == ({"n.zip": "zip_entries"}, ())


def test_the_list_of_entries_has_a_bound(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zips, "MOST_DIRECTORY", 10)
    assert read({"n.zip": zipped(("bets.csv", BETS))}).skipped == {"n.zip": "zip_entries"}


def test_a_zip_cut_short_is_skipped_and_the_rest_read(read: Read) -> None:
    data = zipped(("bets.csv", BETS))
    got = read({"a.csv": BETS, "b.zip": data[: len(data) // 2]})
    assert (got.skipped, len(got.reading.tables)) == ({"b.zip": "zip_unreadable"}, 1)


def test_a_damaged_entry_is_skipped_and_the_rest_read(read: Read) -> None:
    data = bytearray(zipped(("bets.csv", BETS), ("hands.csv", b"hand_id,session_id\nh1,s1\n")))
    data[data.find(BETS[:0] + b"bets.csv") + 10] ^= 0xFF
    got = read({"n.zip": bytes(data)})
    assert (got.skipped, got.only.table) == ({"n.zip/bets.csv": "zip_damaged"}, "hands")


def test_an_entry_larger_than_the_zip_says_is_skipped(read: Read) -> None:
    data = bytearray(zipped(("bets.csv", BETS * 9)))
    at = data.rfind(b"PK\x01\x02") + 24
    data[at : at + 4] = (1).to_bytes(4, "little")
    assert set(read({"n.zip": bytes(data)}).skipped.values()) <= {"zip_damaged", "zip_lies"}
    assert read({"n.zip": bytes(data)}).reading.tables == ()


def test_a_zip_inside_a_zip_is_skipped(read: Read) -> None:
    got = read({"n.zip": zipped(("inner.zip", zipped(("bets.csv", BETS))))})
    assert got.skipped == {"n.zip/inner.zip": "zip_in_zip"}


def test_a_zip_of_nothing_is_no_fault(read: Read) -> None:
    got = read({"n.zip": zipped()})
    assert (got.reading.tables, got.skipped) == ((), {})


def test_a_zip_under_another_name_is_known_by_its_content(read: Read) -> None:
    assert read({"bets.csv": zipped(("bets.csv", BETS))}).only.source.name == "bets.csv/bets.csv"


def test_the_mapping_and_house_files_inside_a_zip_are_used(read: Read) -> None:
    mapping = b'[columns]\n"apu" = "bet_id"\n'
    house = b'casino_id = "X"\n'
    entries = (
        ("mapping.toml", mapping),
        ("house-X.toml", house),
        ("d/bets.csv", b"apu,hand_id\na,b\n"),
    )
    got = read({"n.zip": zipped(*entries)})
    assert got.only.mapping.columns[""] == {"apu": "bet_id"}
    assert [one.casino_id for one in got.reading.houses] == ["X"]
