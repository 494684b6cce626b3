"""Two audits, or two rulebooks, compared: the first difference, in words that point to it."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from auditor.dossier.inside import unzip
from auditor.rulebook.load import rule_files
from auditor.run.told.baseline import ALONGSIDE
from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    Document = Mapping[str, object]


def first_difference(told: Document, found: Document, *, whole: bool) -> str | None:
    """Name the first finding that differs, with what differs of it, then the first count of a rule.

    Counts are compared only where `whole` says that every row was audited again.
    """
    mine, theirs = _by_id(told, "findings"), _by_id(found, "findings")
    for name in dict.fromkeys([*mine, *theirs]):
        one = mine.get(name) or theirs[name]
        place = f"{one.get('rule')} {one.get('subject')} ({name})"
        if name not in theirs or name not in mine:
            code = "dossier.difference_lacks" if name not in mine else "dossier.difference_alone"
            return f"{place}: {say(code, lang='es')} ({say(code, lang='en')})"
        if (difference := _row_difference(mine[name], theirs[name])) is not None:
            return f"{place} {difference}"
    return _outcome_difference(told, found) if whole else None


def rules_difference(content: bytes, folder: Path) -> str | None:
    """Name the first file of a zipped rulebook that differs from a folder's, and its line."""
    inside = unzip(content, "rules.zip")
    own = {path.relative_to(folder).as_posix(): path.read_bytes() for path in rule_files(folder)}
    for name in sorted({*inside, *own}):
        if name not in own or name not in inside:
            return f"{name}: {'−' if name not in own else '+'}"
        if inside[name] != own[name]:
            return f"{name}:{_first_line(inside[name], own[name])}"
    return None


def _by_id(document: Document, key: str) -> dict[str, Mapping[str, object]]:
    """Give the items of a list by their id."""
    found = document.get(key)
    return {str(each["id"]): each for each in found} if isinstance(found, list) else {}


def _row_difference(one: Mapping[str, object], other: Mapping[str, object]) -> str | None:
    """Name the first key whose values differ."""
    for key in dict.fromkeys([*one, *other]):
        if key not in ALONGSIDE and one.get(key) != other.get(key):
            return f"{key}: {one.get(key)!r} → {other.get(key)!r}"
    return None


def _outcome_difference(told: Document, found: Document) -> str | None:
    """Name the first rule whose counts differ."""
    mine, theirs = _outcomes(told), _outcomes(found)
    for rule in dict.fromkeys([*mine, *theirs]):
        difference = _row_difference(mine.get(rule, {}), theirs.get(rule, {}))
        if difference is not None:
            return f"{' '.join(rule)} {difference}"
    return None


def _outcomes(document: Document) -> dict[tuple[str, str], Mapping[str, object]]:
    """Give the counts of each rule."""
    found = document.get("outcomes")
    rows = found if isinstance(found, list) else []
    return {(str(each["norm"]), str(each["rule"])): each for each in rows}


def _first_line(one: bytes, other: bytes) -> int:
    """Give the number of the first line that differs."""
    lines = zip_longest(one.splitlines(), other.splitlines())
    return next((n for n, (left, right) in enumerate(lines, start=1) if left != right), 0)
