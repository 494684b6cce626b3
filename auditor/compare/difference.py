"""The findings and counts that differ between two audits, each with what may be its cause."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.compare.causes import Cause, cause, causes_of
from auditor.compare.read import by_key, listed, read_told, text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pydantic import JsonValue

    from auditor.compare.causes import Place
    from auditor.compare.read import AuditTold, Told

Pair = tuple["JsonValue", "JsonValue"]
VERDICTS = (
    "pass",
    "violation",
    "observation",
    "indeterminate",
    "not_assessable",
    "out_of_scope",
)
FIELDS = (
    "verdict",
    "expected",
    "observed",
    "at_stake",
    "owed_to",
    "currency",
    "readings",
    "clauses",
    "message",
    "message_en",
    "at",
    "table_id",
    "session_id",
    "shoe_id",
    "hand_id",
    "dealer_id",
    "player_id",
)
EQUAL, WORSE, OTHER = 0, 3, 4


@dataclass(frozen=True, slots=True)
class FindingChange:
    """A finding that appears, vanishes or changes: its fields from what to what, and why."""

    how: str
    finding: Told
    fields: dict[str, Pair]
    causes: tuple[Cause, ...]

    @property
    def is_new_violation(self) -> bool:
        """Tell whether it is a violation that the old audit did not have."""
        verdict = self.fields.get("verdict", (None, None))[1]
        return verdict == "violation"


@dataclass(frozen=True, slots=True)
class CountChange:
    """A rule whose verdicts at a casino add up otherwise: verdict → old and new count, and why."""

    norm: str
    rule: str
    casino_id: str
    counts: dict[str, Pair]
    causes: tuple[Cause, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """All that differs between two audits; nothing where they are equal."""

    causes: tuple[Cause, ...]
    findings: tuple[FindingChange, ...]
    counts: tuple[CountChange, ...]

    @property
    def exit_code(self) -> int:
        """Give 0 where nothing differs, 3 for a violation that is new, else 4."""
        if any(change.is_new_violation for change in self.findings):
            return WORSE
        return OTHER if self.causes or self.findings or self.counts else EQUAL


def compare(old: Path, new: Path) -> Difference:
    """Compare two audits by their folders or files; raises InputError for what cannot be read."""
    return difference_of(read_told(old), read_told(new))


def difference_of(old: AuditTold, new: AuditTold) -> Difference:
    """Find which findings and counts differ, and which difference of conditions bears on each."""
    causes = causes_of(old, new)
    findings = tuple(_findings(old, new, causes=causes))
    return Difference(causes, findings, tuple(_counts(old, new, causes=causes)))


def _findings(
    old: AuditTold, new: AuditTold, *, causes: tuple[Cause, ...]
) -> Iterator[FindingChange]:
    """Walk the findings of both audits by their ids, in the order of the new one's."""
    before, after = _by_id(old.findings), _by_id(new.findings)
    for key in dict.fromkeys([*after, *before]):
        was, now = before.get(key), after.get(key)
        fields = _fields(was or {}, now or {})
        if fields:
            how = "changes" if was and now else "appears" if now else "vanishes"
            finding = now or was or {}
            yield FindingChange(how, finding, fields, _bearing(causes, _place(finding)))


def _by_id(findings: tuple[Told, ...]) -> dict[tuple[str, int], Told]:
    """Give findings by id, numbered where several share one."""
    seen: dict[str, int] = {}
    found = {}
    for finding in findings:
        key = text(finding, "id")
        seen[key] = seen.get(key, 0) + 1
        found[key, seen[key]] = finding
    return found


def _fields(was: Told, now: Told) -> dict[str, Pair]:
    """Give the fields of a finding that differ; where the record stands in its source is none."""
    return {key: (was.get(key), now.get(key)) for key in FIELDS if was.get(key) != now.get(key)}


def _place(finding: Told) -> Place:
    """Give where a finding stands: norm, rule, casino."""
    return (text(finding, "norm"), text(finding, "rule"), text(finding, "casino_id"))


def _bearing(causes: tuple[Cause, ...], place: Place) -> tuple[Cause, ...]:
    """Give the causes that bear on a place; that none does is said, not passed over."""
    return tuple(each for each in causes if each.bears.on(place)) or (cause("unknown", "—"),)


def _counts(old: AuditTold, new: AuditTold, *, causes: tuple[Cause, ...]) -> Iterator[CountChange]:
    """Walk the counts of each rule at each casino."""
    before, after = _by_place(old), _by_place(new)
    for place in sorted({*before, *after}):
        was, now = before.get(place, {}), after.get(place, {})
        counts = {
            word: (was.get(word, 0), now.get(word, 0))
            for word in VERDICTS
            if was.get(word, 0) != now.get(word, 0)
        }
        if counts:
            yield CountChange(*place, counts, _bearing(causes, place))


def _by_place(audit: AuditTold) -> dict[Place, Told]:
    """Give how each rule came out by norm, rule and casino."""
    return {
        (norm, rule, text(casino, "casino_id")): outcome
        for casino in audit.casinos
        for (norm, rule), outcome in by_key(_outcomes(casino), "norm", "rule").items()
    }


def _outcomes(casino: Told) -> tuple[Told, ...]:
    """Give the outcomes of one casino."""
    return tuple(each for each in listed(casino, "outcomes") if isinstance(each, dict))
