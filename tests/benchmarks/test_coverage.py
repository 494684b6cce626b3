"""The figures of coverage: sums of what the norms hold, counted here without the program."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import yaml

from benchmarks.coverage import FIGURES, measured

if TYPE_CHECKING:
    from pathlib import Path


def sentences(rules: Path) -> int:
    """Count the lines of the texts that hold something."""
    texts = [path.read_text("utf-8") for path in rules.glob("*/text.txt")]
    return sum(bool(line.strip()) for text in texts for line in text.splitlines())


def cases(rules: Path) -> int:
    """Count the cases of every file."""
    files = [path.read_text("utf-8") for path in rules.glob("*/cases/*.yaml")]
    return sum(len(yaml.load(text, yaml.CSafeLoader)["cases"]) for text in files)


def test_the_figures_are_what_the_files_hold(rules_dir: Path) -> None:
    told = measured()["total"]
    assert isinstance(told, dict)
    found = (told["sentences_total"], told["cases"], told["gaps"])
    assert found == (sentences(rules_dir), cases(rules_dir), 0)
    assert told["sentences_accounted"] == told["sentences_total"]
    assert told["automated_complete"] == told["automated_total"]


def test_the_committed_figures_are_of_the_norms_there_are(rules_dir: Path) -> None:
    """Write them again with `python -m benchmarks.coverage`."""
    committed = json.loads(FIGURES.read_text("utf-8"))
    norms = sorted(path.parent.name for path in rules_dir.glob("*/norm.yaml"))
    assert [norm["norm"] for norm in committed["norms"]] == norms
    assert committed["total"]["gaps"] == 0
