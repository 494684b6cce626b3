"""Between which times to look on the video, where the end of the hand is not in the log."""

from __future__ import annotations

import csv
import json
import shutil
from typing import TYPE_CHECKING

import pytest

from auditor.api import audit, ingest

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

HOUR = "2005-06-18T{}-05:00"


@pytest.mark.parametrize(
    ("erased", "kept", "ends"),
    [
        ((), None, {"A13": "20:20:30", "A18": "20:26:30"}),
        (("ended_at",), None, {"A13": "20:22:00", "A18": "20:28:00"}),  # J06 and J08 begin
        (("ended_at",), ("J05", "J07"), {"A13": "20:25:00", "A18": "21:00:00"}),  # J07; it closes
        (("ended_at", "closed_at"), ("J05", "J07"), {"A13": "20:25:00", "A18": None}),
    ],
    ids=["logged", "the next hand", "the table closes", "nothing"],
)
def test_a_window_runs_until_the_hand_must_be_over(
    sample_logs: Path,
    tmp_path: Path,
    *,
    erased: tuple[str, ...],
    kept: tuple[str, ...] | None,
    ends: dict[str, str | None],
) -> None:
    night = tmp_path / "night"
    shutil.copytree(sample_logs / "bling_bling", night)
    for name in ("hands", "sessions"):
        _without(night / f"{name}.csv", erased, kept=kept if name == "hands" else None)
    ingest([night], tmp_path / "store")
    audit(tmp_path / "store", tmp_path / "out")
    document = json.loads((tmp_path / "out" / "audit.json").read_bytes())
    windows = {each["subject"]: each["window"]["to"] for each in document["findings"]}
    told = {subject: windows[subject] for subject in ends}
    assert told == {subject: end and HOUR.format(end) for subject, end in ends.items()}


def test_the_window_of_a_bank_that_changes_hands_begins_where_the_hand_before_ended(
    sample_logs: Path, tmp_path: Path
) -> None:
    # J05 ends at 20:49:20; the bank is passed at :26 and taken at :50, before J06 begins at :59.
    ingest([sample_logs / "bacara"], tmp_path / "store")
    audit(tmp_path / "store", tmp_path / "out")
    document = json.loads((tmp_path / "out" / "audit.json").read_bytes())
    [taken] = [each for each in document["findings"] if each["rule"] == "BAC-8.6"]
    assert (taken["at"], taken["window"]["from"]) == (
        HOUR.format("20:49:50"),
        HOUR.format("20:49:20"),
    )


def test_the_window_of_a_bet_begins_with_the_hands_first_bet(
    sample_logs: Path, tmp_path: Path
) -> None:
    # Of M05 the first bet is of 21:21:20, before its first card; M04 ended long before.
    ingest([sample_logs / "mini_bacara"], tmp_path / "store")
    audit(tmp_path / "store", tmp_path / "out")
    document = json.loads((tmp_path / "out" / "audit.json").read_bytes())
    [paid] = [each for each in document["findings"] if each["rule"] == "MIN-10a"]
    assert paid["window"]["from"] == "2024-09-14T21:21:20-03:00"


def _without(path: Path, erased: Iterable[str], *, kept: tuple[str, ...] | None) -> None:
    """Leave out some columns of a table, and of the hands all but some."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    rows = [row for row in rows if kept is None or row["hand_id"] in kept]
    columns = [column for column in rows[0] if column not in erased]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(rows)
