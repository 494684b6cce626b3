"""The money at stake, by who is owed, and what would be given back to each person."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING

from auditor.report.context import ROLES
from auditor.report.model import MoneyLine, Restitution

if TYPE_CHECKING:
    from collections.abc import Iterable

    from auditor.report.audit_file import Finding
    from auditor.report.context import Context

ZERO = Decimal(0)
HOUSE = "house"
VERDICTS = ("violation", "indeterminate", "observation")


def money_lines(findings: Iterable[Finding]) -> tuple[MoneyLine, ...]:
    """Add up what is owed, by verdict, to whom, and currency."""
    groups: dict[tuple[str, str, str], list[Decimal]] = {}
    for finding in findings:
        if finding.at_stake:
            key = (finding.verdict, role_of(finding), finding.currency or "")
            groups.setdefault(key, []).append(abs(finding.at_stake))
    order = sorted(groups, key=lambda key: (VERDICTS.index(key[0]), key[1:]))
    return tuple(_money_line(key, groups[key]) for key in order)


def _money_line(key: tuple[str, str, str], amounts: list[Decimal]) -> MoneyLine:
    """Add up one group."""
    verdict, role, currency = key
    return MoneyLine(role, verdict, currency, sum(amounts, ZERO), len(amounts))


def role_of(finding: Finding) -> str:
    """Say who is owed, by role; a person named by id is a player."""
    owed_to = finding.owed_to or ""
    return owed_to if owed_to in ROLES or not owed_to else "player"


def restitution(context: Context) -> tuple[Restitution, ...]:
    """Add up, for each person, what the violations found would give or take; largest first."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in context.findings:
        if finding.verdict == "violation" and finding.at_stake and _concerns_person(finding):
            groups.setdefault((person_of(finding), finding.currency or ""), []).append(finding)
    lines = [_restitution(key, found) for key, found in groups.items()]
    return tuple(sorted(lines, key=lambda line: (-line.due, -line.excess, line.person)))


def owed_apart(context: Context) -> tuple[Restitution, ...]:
    """Add up what the violations found give to the house, and to whom is not stated."""
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in context.findings:
        role = role_of(finding)
        if finding.verdict == "violation" and finding.at_stake and role in {HOUSE, ""}:
            groups.setdefault((role, finding.currency or ""), []).append(finding)
    return tuple(
        Restitution(*key, _total(groups[key]), ZERO, len(groups[key]), _places(groups[key]))
        for key in sorted(groups, reverse=True)
    )


def _concerns_person(finding: Finding) -> bool:
    """Say whether someone other than the house is owed, or had what the house is owed."""
    return bool(role_of(finding)) and (role_of(finding) != HOUSE or bool(person_of(finding)))


def _restitution(key: tuple[str, str], found: list[Finding]) -> Restitution:
    """Add up the findings of one person in one currency."""
    person, currency = key
    return Restitution(
        person=person,
        currency=currency,
        due=_total(f for f in found if role_of(f) != HOUSE),
        excess=_total(f for f in found if role_of(f) == HOUSE),
        findings=len(found),
        places=_places(found),
    )


def _places(found: list[Finding]) -> tuple[tuple[str, int], ...]:
    """Count the findings of each table, most first."""
    tables = Counter(finding.table_id or "—" for finding in found)
    return tuple(sorted(tables.items(), key=lambda table: (-table[1], table[0])))


def owed_in_all(lines: Iterable[Restitution]) -> tuple[tuple[str, Decimal, Decimal], ...]:
    """Add up what some people are owed and what they had too much, by currency."""
    sums: dict[str, tuple[Decimal, Decimal]] = {}
    for line in lines:
        due, excess = sums.get(line.currency, (ZERO, ZERO))
        sums[line.currency] = (due + line.due, excess + line.excess)
    return tuple((currency, *both) for currency, both in sorted(sums.items()))


def _total(found: Iterable[Finding]) -> Decimal:
    """Add up the amounts of some findings, whatever their sign."""
    return sum((abs(finding.at_stake or ZERO) for finding in found), ZERO)


def person_of(finding: Finding) -> str:
    """Name the person concerned: the id in `owed_to`, the banker, else the subject's player."""
    owed_to = finding.owed_to or ""
    if owed_to and owed_to not in ROLES:
        return owed_to
    banker = finding.facts.get("banker_player_id") if not finding.player_id else None
    return str(banker or finding.player_id or "")
