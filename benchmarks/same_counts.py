"""Whether the pandas script and the tool say the same of a store: rule by rule, word by word."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from auditor.evaluate.verdict import WORDS

if TYPE_CHECKING:
    from pathlib import Path


class Told(NamedTuple):
    """What one of them says: rows by rule and verdict, and those that fail by rule and reading."""

    verdicts: dict[str, dict[str, int]]
    fails: dict[str, dict[str, int]]


def of_tool(out: Path) -> Told:
    """Read what the tool wrote of a store."""
    audited = json.loads((out / "audit.json").read_text("utf-8"))
    verdicts = {each["rule"]: {word: each[word] for word in WORDS} for each in audited["outcomes"]}
    fails: dict[str, dict[str, int]] = {}
    for rule in audited["readings"]:  # one of each casino
        known = fails.setdefault(rule["rule"], {})
        for reading in rule["readings"]:
            known[reading["id"]] = known.get(reading["id"], 0) + reading["fails"]
    return Told(verdicts, fails)


def of_script(said: str) -> Told:
    """Read what the script printed."""
    told = json.loads(said)
    return Told(told["verdicts"], told["fails"])


def differing(one: Told, other: Told) -> list[str]:
    """Name the rules of which the two say different things, or one of them nothing."""
    rules = sorted(one.verdicts.keys() | other.verdicts.keys())
    return [rule for rule in rules if _of(one, rule) != _of(other, rule)]


def _of(told: Told, rule: str) -> tuple[dict[str, int] | None, dict[str, int]]:
    """Give what one says of a rule; a reading that is not told of has no row that fails."""
    fails = told.fails.get(rule, {})
    return told.verdicts.get(rule), {reading: many for reading, many in fails.items() if many}
