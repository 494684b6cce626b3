"""The rulebook narrowed to the rules of Mini-Bacará that the pandas script checks too.

The script's checks that are no rules of ours are left to it: ids that stand twice and bets without
a hand, which are found when a log is read, and Banca's total, which no rule asks for.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import yaml

from auditor.rulebook.load import default_rules

if TYPE_CHECKING:
    from pathlib import Path

# Check of the script → rules: its one check of payouts is eight of ours.
SAME = {
    "hand number left out": ("REC-1",),
    "decks": ("MIN-2c.2",),
    "card too often": ("MIN-2c",),
    "dealer": ("MIN-3",),
    "air drawn": ("MIN-7a",),
    "banca drew": ("MIN-9e3.3",),
    "banca stood": ("MIN-9d1", "MIN-9d2.3"),
    "all air and drew": ("MIN-7a.2",),
    "reveal": ("MIN-6b.2",),
    "option": ("MIN-6b.3",),
    "kind": ("MIN-4a",),
    "placed": ("MIN-4c",),
    "not authorised": ("MIN-5c",),
    "nobody seated": ("MIN-5d",),
    "box too full": ("MIN-5b",),
    "payout": (
        *("MIN-9a", "MIN-9b", "MIN-9d1.2", "MIN-9d2", "MIN-9e2", "MIN-9f"),
        *("MIN-10a", "MIN-10b"),
    ),
}
# A house file may adopt a reading of these: a rulebook without them refuses its store.
ADOPTED = ("MIN-9f.2", "MIN-11c")
NORMS = ("uy-1978-mini-bacara", "record")


def narrowed(folder: Path) -> Path:
    """Write the rulebook with those rules alone into a folder, made anew, and give it back."""
    shutil.rmtree(folder, ignore_errors=True)
    kept = {*ADOPTED, *(rule for rules in SAME.values() for rule in rules)}
    for norm in NORMS:
        shutil.copytree(default_rules() / norm, folder / norm)
        rules = folder / norm / "rules.yaml"
        own = [rule for rule in yaml.safe_load(rules.read_text("utf-8")) if rule["id"] in kept]
        rules.write_text(yaml.safe_dump(own, allow_unicode=True), "utf-8")
        _unruled(folder / norm / "norm.yaml", ruled=_clauses(own))
    return folder


def _clauses(rules: list[dict[str, str | list[str]]]) -> set[str]:
    """Give the clauses that some rules stand for."""
    named = [rule["clause"] for rule in rules]
    return {each for one in named for each in ([one] if isinstance(one, str) else one)}


def _unruled(identity: Path, *, ruled: set[str]) -> None:
    """Say of each clause whose rules were left out that it is for people to check."""
    norm = yaml.safe_load(identity.read_text("utf-8"))
    for clause in norm["clauses"]:
        if clause["status"] in {"automated", "partial"} and clause["id"] not in ruled:
            clause["status"] = "manual"
            clause["reason"] = {"es": "No se mide.", "en": "Not measured."}
    identity.write_text(yaml.safe_dump(norm, allow_unicode=True), "utf-8")
