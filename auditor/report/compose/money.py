"""The money at stake, by who is owed, and what would be given back to each person."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from auditor.report.compose.debts import (
    HOUSE,
    OWED_BY_PERSON,
    TABLE,
    ZERO,
    beyond_players,
    counted_once,
    role_of,
    told_once,
)
from auditor.report.model.lines import MoneyLine
from auditor.report.model.report import Restitution
from auditor.rulebook.model import ROLES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from decimal import Decimal

    from auditor.report.audit.document import Finding
    from auditor.report.compose.context import Context

    Counted = tuple[Finding, Decimal]

VERDICTS = ("violation", "indeterminate", "observation")


def money_lines(findings: Iterable[Finding]) -> tuple[MoneyLine, ...]:
    """Add up what is owed over the findings of one rule, by verdict, to whom, and currency."""
    counted = ((each, abs(each.at_stake)) for each in findings if each.at_stake)
    return _lines(beyond_players(counted))


def money_in_all(context: Context) -> tuple[MoneyLine, ...]:
    """Add up what is owed over all the findings of a casino, each debt once."""
    return _lines(counted_once(context))


def _lines(counted: Iterable[Counted]) -> tuple[MoneyLine, ...]:
    """Add up amounts by verdict, to whom, and currency; nothing where all of it is told already."""
    groups: dict[tuple[str, str, str], list[Decimal]] = {}
    for finding, amount in counted:
        key = (finding.verdict, role_of(finding), finding.currency or "")
        groups.setdefault(key, []).append(amount)
    order = sorted(groups, key=lambda key: (VERDICTS.index(key[0]), key[1:]))
    return tuple(_money_line(key, groups[key]) for key in order if any(groups[key]))


def _money_line(key: tuple[str, str, str], amounts: list[Decimal]) -> MoneyLine:
    """Add up one group."""
    verdict, role, currency = key
    return MoneyLine(role, verdict, currency, sum(amounts, ZERO), len(amounts))


def restitution(context: Context) -> tuple[Restitution, ...]:
    """Add up, for each person, what the violations found would give or take; largest first.

    What he had too much is told whole, also where the others are owed it by name.
    """
    groups: dict[tuple[str, str], list[Counted]] = {}
    for finding, amount in _of_violations(told_once(context)):
        if _concerns_person(finding):
            key = (person_of(finding), finding.currency or "")
            groups.setdefault(key, []).append((finding, amount))
    lines = [_restitution(key, found) for key, found in groups.items()]
    return tuple(sorted(lines, key=lambda line: (-line.due, -line.excess, line.person)))


def owed_apart(context: Context) -> tuple[Restitution, ...]:
    """Add up what the violations found give to the house, the table, and to whom is not stated."""
    groups: dict[tuple[str, str], list[Counted]] = {}
    for finding, amount in _of_violations(counted_once(context)):
        role = role_of(finding)
        if role in {HOUSE, TABLE, ""}:
            groups.setdefault((role, finding.currency or ""), []).append((finding, amount))
    return tuple(
        Restitution(*key, _sum(groups[key]), ZERO, len(groups[key]), _places(groups[key]))
        for key in sorted(groups, reverse=True)
    )


def _of_violations(counted: Iterable[Counted]) -> tuple[Counted, ...]:
    """Give the violations that have money which no other has told already."""
    return tuple(each for each in counted if each[1] and each[0].verdict == "violation")


def _concerns_person(finding: Finding) -> bool:
    """Say whether a person is owed, or had what the house or the table is owed."""
    role = role_of(finding)
    return bool(role) and (role not in OWED_BY_PERSON or bool(person_of(finding)))


def _restitution(key: tuple[str, str], found: list[Counted]) -> Restitution:
    """Add up the findings of one person in one currency."""
    person, currency = key
    return Restitution(
        person=person,
        currency=currency,
        due=_sum(each for each in found if role_of(each[0]) not in OWED_BY_PERSON),
        excess=_sum(each for each in found if role_of(each[0]) in OWED_BY_PERSON),
        findings=len(found),
        places=_places(found),
    )


def _places(found: Iterable[Counted]) -> tuple[tuple[str, int], ...]:
    """Count the findings of each table, most first."""
    tables = Counter(finding.table_id or "—" for finding, _ in found)
    return tuple(sorted(tables.items(), key=lambda table: (-table[1], table[0])))


def owed_in_all(lines: Iterable[Restitution]) -> tuple[tuple[str, Decimal, Decimal], ...]:
    """Add up what some people are owed and what they had too much, by currency."""
    sums: dict[str, tuple[Decimal, Decimal]] = {}
    for line in lines:
        due, excess = sums.get(line.currency, (ZERO, ZERO))
        sums[line.currency] = (due + line.due, excess + line.excess)
    return tuple((currency, *both) for currency, both in sorted(sums.items()))


def _sum(found: Iterable[Counted]) -> Decimal:
    """Add up amounts."""
    return sum((amount for _, amount in found), ZERO)


def person_of(finding: Finding) -> str:
    """Name the person concerned: the id in `owed_to`, the banker, else the subject's player."""
    owed_to = finding.owed_to or ""
    if owed_to and owed_to not in ROLES:
        return owed_to
    banker = finding.facts.get("banker_player_id") if not finding.player_id else None
    return str(banker or finding.player_id or "")
