"""Waivers: findings that somebody has answered for, told as such and left out of the exit code.

A waiver names a rule, what it covers, why, who approved it, from when until when, and where that is
written. It covers findings whose gaming date lies within its days; never one without a date. What
the house owes to players cannot be waived: whoever answers for the house cannot renounce for them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.errors import UsageError
from auditor.store.plain import read_plain
from auditor.store.toml_section import MAX_BYTES, parse_toml

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date
    from pathlib import Path

    from auditor.evaluate.findings import Finding
    from auditor.rulebook.model import Norm, Rule
    from auditor.run.told.outcomes import Told
    from auditor.store.toml_section import Section

SCOPE = (
    "casino_id", "table_id", "session_id", "shoe_id", "hand_id", "subject", "dealer_id",
    "player_id",
)  # fmt: skip
NEEDED = ("rule", "reason", "approved_by", "reference")
DAYS = ("from", "until")
HOUSE = "house"
FOUND = ("violation", "observation", "indeterminate")


@dataclass(frozen=True, slots=True)
class Waiver:
    """One waiver: the rule, its first and last gaming date, and what of a finding it covers."""

    rule: str
    first: date
    last: date
    scope: Mapping[str, str]
    reason: str
    approved_by: str
    reference: str

    def covers(self, finding: Finding) -> bool:
        """Tell whether a finding is covered."""
        day = finding["gaming_date"]
        return (
            finding["rule"] == self.rule
            and day is not None
            and self.first.isoformat() <= str(day) <= self.last.isoformat()
            and all(finding.get(key) == value for key, value in self.scope.items())
        )


def read_waivers(path: Path, norms: Iterable[Norm]) -> tuple[Waiver, ...]:
    """Read a waiver file; raises UsageError, naming the file and the key, for what cannot be used.

    A rule that does not exist, or cannot be waived, cannot be used.
    """
    data = read_plain(path, most=MAX_BYTES, error=UsageError)
    top = parse_toml(data, file=path.name, error=UsageError)
    top.only(["waiver"])
    rules = {rule.id: rule for norm in norms for rule in norm.rules}
    return tuple(_waiver(section, rules) for section in top.sections("waiver"))


def can_be_waived(rule: Rule) -> bool:
    """Tell whether a rule can be waived: not where its breach leaves money owed to a player."""
    return rule.owed_to in {None, HOUSE}


def waived(findings: Sequence[Finding], waivers: Sequence[Waiver]) -> list[Finding]:
    """Give findings, those covered with the first waiver that covers them under `waiver`."""
    told = []
    for finding in findings:
        found = next((each for each in waivers if each.covers(finding)), None)
        told.append(finding if found is None else finding | {"waiver": _named(found)})
    return told


def waivers_told(
    waivers: Sequence[Waiver], findings: Iterable[Finding], *, today: date | None
) -> list[Told]:
    """Tell each waiver, how many findings it covers, and whether it is expired or of no use."""
    names = Counter(str(finding["waiver"]) for finding in findings if "waiver" in finding)
    told = []
    for each in waivers:
        count = names[str(_named(each))]
        expired = today is not None and each.last < today
        state = "expired" if expired else "used" if count else "unused"
        told.append(_named(each) | {"scope": dict(each.scope), "findings": count, "state": state})
    return told


def left(outcomes: Iterable[Told], findings: Iterable[Finding]) -> list[Told]:
    """Give the counts of rules without the findings that are waived: what is still to answer."""
    gone = Counter(
        (str(each["norm"]), str(each["rule"]), str(each["verdict"]))
        for each in findings
        if "waiver" in each
    )
    return [
        row
        | {
            verdict: int(str(row[verdict])) - gone[str(row["norm"]), str(row["rule"]), verdict]
            for verdict in FOUND
        }
        for row in outcomes
    ]


def _named(waiver: Waiver) -> Told:
    """Tell one waiver."""
    return {
        "rule": waiver.rule,
        "from": waiver.first.isoformat(),
        "until": waiver.last.isoformat(),
        "reason": waiver.reason,
        "approved_by": waiver.approved_by,
        "reference": waiver.reference,
    }


def _waiver(section: Section, rules: Mapping[str, Rule]) -> Waiver:
    """Read one waiver; raises UsageError for what cannot be used."""
    section.only((*NEEDED, *DAYS, *SCOPE))
    texts = {key: section.text(key) or "" for key in NEEDED}
    days = {key: section.day(key) for key in DAYS}
    for key, value in {**texts, **days}.items():
        if not value:
            raise section.refuse("missing", key)
    rule = rules.get(texts["rule"])
    if rule is None:
        raise UsageError("run.waiver_of_no_rule", file=section.file, rule=texts["rule"])
    if not can_be_waived(rule):
        raise UsageError("run.cannot_be_waived", file=section.file, rule=rule.id)
    first, last = days["from"], days["until"]
    if first is None or last is None or last < first:
        raise UsageError("run.dates_crossed", first=first, last=last)
    scope = {key: value for key in SCOPE if (value := section.text(key)) is not None}
    return Waiver(first=first, last=last, scope=scope, **texts)
