"""The README's table of proof says what the figures say, and what was not measured."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from benchmarks.readme import README, table, with_table

if TYPE_CHECKING:
    from pathlib import Path

FOUND = {"planted": 9, "found": 8, "missed": 1, "false": 2}
QUALITY = {
    "mini_bacara": {
        "clean": {"hands": 1_000_000, "findings": 3, "by_rule": {"MIN-10a": 2, "REC-1": 1}},
        "rules": {"MIN-10a": FOUND, "MIN-3": FOUND, "REC-1": FOUND},
    }
}


def row(figures: Path, prefix: str) -> list[str]:
    lines = [line for line in table(figures).splitlines() if line.startswith(f"| `{prefix}`")]
    return [cell.strip() for cell in lines[0].strip("|").split("|")]


def test_the_readme_has_the_table_of_the_committed_figures() -> None:
    text = README.read_text("utf-8")
    assert with_table(text, table()) == text


def test_what_was_not_measured_is_told(tmp_path: Path) -> None:
    assert row(tmp_path, "BAC") == ["`BAC`", *["not run"] * 6]


def test_wrong_findings_of_a_lawful_night_are_told_under_their_own_norm(tmp_path: Path) -> None:
    (tmp_path / "quality.json").write_text(json.dumps(QUALITY), encoding="utf-8")
    assert row(tmp_path, "MIN")[4:6] == ["1,000,000: 2", "16, 2, 4"]
    assert row(tmp_path, "REC")[4:6] == ["1,000,000: 1", "8, 1, 2"]


def test_the_other_figures_are_told_as_they_are(tmp_path: Path) -> None:
    mutants = {"mutants": 120, "refused": 20, "noticed": 99, "by_witness": 9, "equivalent": 1}
    witness = {"hands": 5_000, "verdicts": 9, "disagreements": 0}
    (tmp_path / "mutants.json").write_text(json.dumps({"norms": {"BLB": {"all": mutants}}}))
    (tmp_path / "witness.json").write_text(json.dumps({"bling_bling": witness}))
    assert row(tmp_path, "BLB")[3] == "90, 99 of 100 (1 change nothing)"
    assert row(tmp_path, "BLB")[6] == "5,000: 0"


def test_a_sample_of_the_changes_is_called_one(tmp_path: Path) -> None:
    told = {"in_all": 4_938, "sampled": {"mutants": 120, "refused": 20, "noticed": 99}}
    (tmp_path / "mutants.json").write_text(json.dumps({"norms": {"BAC": told}}))
    assert row(tmp_path, "BAC")[3] == "sample of 4,938: 99, 99 of 100"


def test_a_readme_without_the_marks_is_refused() -> None:
    with pytest.raises(ValueError, match=r"README\.md"):
        with_table("# auditor\n", "| |\n")
