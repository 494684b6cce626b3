"""Who is owed by a finding, and what of its money no other finding has told already."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from auditor.rulebook.model import ROLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from auditor.report.audit.document import Finding
    from auditor.report.compose.context import Context

    Counted = tuple[Finding, Decimal]

ZERO = Decimal(0)
HOUSE, TABLE, PLAYER, SEAT = "house", "table", "player", "seat"
# What is owed to these, the person of the finding had too much.
OWED_BY_PERSON = frozenset({HOUSE, TABLE})


class Debt(NamedTuple):
    """What is owed, and in which hand: findings that share it may tell of the same money."""

    verdict: str
    role: str
    currency: str
    session: str
    hand: str


def counted_once(context: Context) -> tuple[Counted, ...]:
    """Give each finding of a casino that has money, and what of it is owed and not told already.

    Debts to different creditors stay apart, but for the table: see `beyond_players`.
    """
    return beyond_players(told_once(context))


def beyond_players(counted: Iterable[Counted]) -> tuple[Counted, ...]:
    """Count what is owed to the table only as far as it is more than what its players are owed.

    The table is the players of the hand: where one rule finds that one of them had too much of the
    pot and others too little, that is the same money, and it is told as theirs.
    """
    found = tuple(counted)
    of_players: dict[tuple[str, Debt], Decimal] = {}
    for each, _ in found:
        if role_of(each) == PLAYER and each.hand_id:
            key = (each.rule, _debt(each, TABLE))
            of_players[key] = of_players.get(key, ZERO) + abs(each.at_stake or ZERO)
    beyond: list[Counted] = []
    for each, amount in found:
        key = (each.rule, _debt(each, role_of(each)))
        told = min(of_players.get(key, ZERO), amount)
        of_players[key] = of_players.get(key, ZERO) - told
        beyond.append((each, amount - told))
    return tuple(beyond)


def players_behind(found: Iterable[Finding]) -> dict[str, tuple[Finding, ...]]:
    """Give, by finding that owes the table, the findings of its rule that tell whose money it is.

    Only where all of it is theirs: the same money, found where it was paid and where it is wanting.
    """
    counted = beyond_players((each, abs(each.at_stake)) for each in found if each.at_stake)
    theirs: dict[Debt, list[Finding]] = {}
    for each, _ in counted:
        if role_of(each) == PLAYER and each.hand_id:
            theirs.setdefault(_debt(each, TABLE), []).append(each)
    return {
        each.id: tuple(theirs[_debt(each, TABLE)])
        for each, beyond in counted
        if role_of(each) == TABLE and not beyond
    }


def told_once(context: Context) -> tuple[Counted, ...]:
    """Give each finding of a casino that has money, and what of it no other rule has told already.

    Several rules may find the same money wanting. Of those that judge one subject the largest
    counts; what a rule on a whole hand finds counts as far as it is more than what others find on
    the hand's seats, which say whose it is.
    """
    told = _by_subject(context.findings)
    seats: dict[Debt, Decimal] = {}
    for (debt, _), rules in told.items():
        if _grain(context, rules[0][0]) == SEAT:
            seats[debt] = seats.get(debt, ZERO) + max(map(total, rules))
    counted: list[Counted] = []
    for (debt, subject), rules in told.items():
        on_seats = seats.get(debt, ZERO) if subject == debt.hand else ZERO
        counted += _split(rules, max(max(map(total, rules)) - on_seats, ZERO))
    return tuple(counted)


def _by_subject(findings: Iterable[Finding]) -> dict[tuple[Debt, str], Sequence[list[Finding]]]:
    """Gather the findings that have money by debt and subject, those of one rule together."""
    found: dict[tuple[Debt, str], dict[str, list[Finding]]] = {}
    for each in findings:
        if each.at_stake:
            key = (_debt(each, role_of(each)), each.subject or each.id)
            rules = found.setdefault(key, {})
            rules.setdefault(each.rule, []).append(each)
    return {key: tuple(rules.values()) for key, rules in found.items()}


def _debt(finding: Finding, role: str) -> Debt:
    """Give the debt that a finding tells of, as owed to a role."""
    where = (finding.session_id or "", finding.hand_id or "")
    return Debt(finding.verdict, role, finding.currency or "", *where)


def _split(rules: Sequence[list[Finding]], amount: Decimal) -> Iterator[Counted]:
    """Give what one subject comes to to the rule that finds most, and nothing to the others."""
    most = max(rules, key=total)
    for found in rules:
        for each in found:
            own = min(abs(each.at_stake or ZERO), amount) if found is most else ZERO
            amount -= own
            yield each, own


def _grain(context: Context, finding: Finding) -> str:
    """Say what the rule of a finding judges: a hand, a seat, a bet."""
    rule = context.index.rules.get((finding.norm, finding.rule))
    return rule.grain if rule else ""


def total(found: Iterable[Finding]) -> Decimal:
    """Add up the amounts of some findings, whatever their sign."""
    return sum((abs(finding.at_stake or ZERO) for finding in found), ZERO)


def role_of(finding: Finding) -> str:
    """Say who is owed, by role; a person named by id is a player."""
    owed_to = finding.owed_to or ""
    return owed_to if owed_to in ROLES or not owed_to else PLAYER
