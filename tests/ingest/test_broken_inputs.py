"""The shared broken inputs and the night of a Peruvian office, as far as reading goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.ingest.conftest import Read

NIGHT = {
    "apuestas.csv": ("bets", 2138),
    "cartas.csv": ("cards", 1694),
    "incidencias.csv": ("events", 1106),
    "jugadas.csv": ("hands", 420),
    "lanzamientos.csv": ("rolls", 162),
    "sesiones.csv": ("sessions", 4),
    "zapatos.csv": ("shoes", 6),
}


def test_the_night_of_a_peruvian_office_is_read_whole(read: Read, shared_data: Path) -> None:
    got = read(shared_data / "night-peru")
    counted = {raw.source.name: (raw.table, len(got.rows(raw.table))) for raw in got.reading.tables}
    assert (counted, got.broken, got.skipped) == (NIGHT, [], {})
    assert {house.casino_id for house in got.reading.houses} == {"LIM-01", "MVD-01"}


@pytest.mark.parametrize(
    ("case", "name", "records"),
    [("13-trailing-note/input", "bets.csv", [4]), ("25-ndjson-broken-line", "night.ndjson", [8])],
)
def test_the_broken_record_is_told_by_its_number(
    read: Read, shared_data: Path, *, case: str, name: str, records: list[int]
) -> None:
    got = read(shared_data / "broken" / case)
    assert [(one.source_name, one.record) for one in got.broken] == [(name, n) for n in records]


@pytest.mark.parametrize(
    ("case", "skipped"),
    [
        ("15-duplicate-header/input", {"bets.csv": "duplicate_column"}),
        ("24-corrupt-among-good/input", {"miercoles.zip": "zip_unreadable"}),
        ("22-zip-traversal/night.zip", {"night.zip/../../escaped-3b1.csv": "zip_traversal"}),
    ],
)
def test_what_cannot_be_read_is_named_and_the_rest_read(
    read: Read, shared_data: Path, *, case: str, skipped: dict[str, str]
) -> None:
    got = read(shared_data / "broken" / case)
    assert (got.skipped, len(got.reading.tables) > 2) == (skipped, True)


def test_every_deal_of_the_real_bridge_files_is_read(read: Read, shared_data: Path) -> None:
    got = read(shared_data / "real" / "bridge")
    assert (got.skipped, len(got.rows("boards"))) == ({}, 318)
