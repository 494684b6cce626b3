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
VERDICTS = ("violation", "indeterminate", "observation")


def money_lines(findings: Iterable[Finding]) -> tuple[MoneyLine, ...]:
    """Add up the money at stake by verdict, who is owed, and currency."""
    groups: dict[tuple[str, str, str], list[Decimal]] = {}
    for finding in findings:
        if finding.at_stake:
            key = (finding.verdict, role_of(finding), finding.currency or "")
            groups.setdefault(key, []).append(finding.at_stake)
    order = sorted(groups, key=lambda key: (VERDICTS.index(key[0]), key[1:]))
    return tuple(_money_line(key, groups[key]) for key in order)


def _money_line(key: tuple[str, str, str], amounts: list[Decimal]) -> MoneyLine:
    """Add up one group, what is owed apart from what was had too much."""
    verdict, role, currency = key
    due, excess = _split(amounts)
    return MoneyLine(role, verdict, currency, due, excess, len(amounts))


def _split(amounts: Iterable[Decimal]) -> tuple[Decimal, Decimal]:
    """Add up the positive amounts and the negative ones, both as positive sums."""
    amounts = tuple(amounts)
    return sum((a for a in amounts if a > 0), ZERO), -sum((a for a in amounts if a < 0), ZERO)


def role_of(finding: Finding) -> str:
    """Say whom the money concerns by role; a person named by id is a player."""
    owed_to = finding.owed_to or ""
    return owed_to if owed_to in ROLES or not owed_to else "player"


def restitution(context: Context) -> tuple[Restitution, ...]:
    """Add up, for each person, what the violations found would give back; largest first."""
    groups: dict[tuple[str, str, str], list[Finding]] = {}
    for finding in context.findings:
        if finding.verdict == "violation" and finding.at_stake and role_of(finding) != "house":
            key = (_person(finding), role_of(finding), finding.currency or "")
            groups.setdefault(key, []).append(finding)
    lines = [_restitution(key, found) for key, found in groups.items()]
    return tuple(sorted(lines, key=lambda line: (-line.due, -line.excess, line.person)))


def _restitution(key: tuple[str, str, str], found: list[Finding]) -> Restitution:
    """Add up the findings of one person in one currency."""
    person, role, currency = key
    due, excess = _split(finding.at_stake for finding in found if finding.at_stake)
    tables = Counter(finding.table_id or "—" for finding in found)
    places = ", ".join(f"{table} ({count})" for table, count in sorted(tables.items()))
    return Restitution(person, role, currency, due, excess, len(found), places)


def _person(finding: Finding) -> str:
    """Name the person concerned: the id in `owed_to`, else the player of the subject."""
    owed_to = finding.owed_to or ""
    if owed_to and owed_to not in ROLES:
        return owed_to
    banker = finding.facts.get("banker_player_id") if owed_to == "banker" else None
    return str(banker or finding.player_id or "")
