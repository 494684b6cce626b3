"""Nights with planted breaches: each is found, and nothing else is."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from auditor.api import run

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

ACCUSING = frozenset({"violation", "observation", "indeterminate"})
NIGHTS = ("night-a", "night-peru", "night-clean")


@dataclass(frozen=True, slots=True)
class Planted:
    """A row of an expectation: clause (`X/Y`: either), verdict, hand (empty: any), subject."""

    clauses: frozenset[str]
    verdict: str
    hand_id: str
    subject: str
    may_be_absent: bool

    def is_met_by(self, finding: dict[str, object]) -> bool:
        same = finding["clause"] in self.clauses and finding["verdict"] == self.verdict
        of_hand = self.hand_id and finding["hand_id"] == self.hand_id
        return same and bool(finding["subject"] == self.subject or of_hand)


def _planted(path: Path) -> list[Planted]:
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Planted(
                frozenset(row["clause"].split("/")),
                row["verdict"],
                row.get("hand_id") or "",
                row["subject"],
                row["why"].startswith("also"),
            )
            for row in csv.DictReader(file)
        ]


def _findings(inputs: Path, out: Path) -> list[dict[str, object]]:
    frame = run([inputs], out)[1].findings
    rows: list[dict[str, object]] = frame.to_dict("records")  # type: ignore[assignment]  # str keys
    return [row for row in rows if row["verdict"] in ACCUSING]


def _told(rows: Iterable[dict[str, object]]) -> list[str]:
    return [f"{row['clause']} {row['verdict']} {row['subject']} {row['message']}" for row in rows]


@pytest.mark.parametrize("night", NIGHTS)
def test_a_night_gives_what_was_planted_and_nothing_else(
    shared_data: Path, tmp_path: Path, night: str
) -> None:
    planted = _planted(shared_data / f"{night}.expected.csv")
    findings = _findings(shared_data / night, tmp_path)
    lost = [row for row in planted if not any(map(row.is_met_by, findings))]
    over = [row for row in findings if not any(each.is_met_by(row) for each in planted)]
    assert [row for row in lost if not row.may_be_absent] == []
    assert _told(over) == []


def test_each_sample_shows_what_its_expectation_says(sample_logs: Path, tmp_path: Path) -> None:
    folders = sorted(path.parent for path in sample_logs.glob("*/expected.csv"))
    for folder in folders:
        planted = _planted(folder / "expected.csv")
        findings = _findings(folder, tmp_path / folder.name)
        lost = [row for row in planted if not any(map(row.is_met_by, findings))]
        over = [row for row in findings if not any(each.is_met_by(row) for each in planted)]
        assert (folder.name, [], []) == (folder.name, lost, _told(over))
    assert folders
