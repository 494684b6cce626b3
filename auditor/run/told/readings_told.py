"""The readings of ambiguous clauses as `audit.json` tells them, side by side."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from typing import TYPE_CHECKING

from auditor.evaluate.findings import plain_decimal
from auditor.evaluate.readings import ALL

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from auditor.evaluate.findings import Plain
    from auditor.evaluate.readings import ReadingsCount
    from auditor.rulebook.model import Norm, Rule
    from auditor.run.told.outcomes import Told
    from auditor.store.house import House

RuleKey = tuple[str, str, str]


def readings_adopted(houses: Mapping[str, House]) -> list[Plain]:
    """Tell which readings of ambiguous clauses an authority has adopted, by whom and when."""
    return [
        {
            "casino_id": casino,
            "clause": clause,
            "reading": adopted.reading,
            "adopted_by": adopted.adopted_by,
            "on": adopted.on.isoformat() if adopted.on else None,
            "reference": adopted.reference,
            "from": adopted.applies.isoformat() if adopted.applies else None,
        }
        for casino, house in sorted(houses.items())
        for clause, adopted in sorted(house.readings.items())
    ]


def readings_told(
    counts: Iterable[ReadingsCount], norms: tuple[Norm, ...], *, casinos: Iterable[Told]
) -> list[Plain]:
    """Tell, casino by casino and rule by rule, what fails under each reading and under all."""
    tallies = _summed(counts)
    rules = {
        (norm.id, rule.id): (norm, rule) for norm in norms for rule in norm.rules if rule.readings
    }
    return [
        _told(*rules[key], casino=str(casino["casino_id"]), tallies=tallies)
        for casino in casinos
        for key in _judged(casino)
        if key in rules
    ]


def _judged(casino: Told) -> list[tuple[str, str]]:
    """Give the rules by which a casino was judged: norm and rule."""
    outcomes = casino["outcomes"]
    rows = outcomes if isinstance(outcomes, list) else []
    return [(str(row["norm"]), str(row["rule"])) for row in rows if isinstance(row, dict)]


def _summed(counts: Iterable[ReadingsCount]) -> Mapping[RuleKey, list[ReadingsCount]]:
    """Gather the counts of each rule in each casino."""
    gathered: dict[RuleKey, list[ReadingsCount]] = defaultdict(list)
    for count in counts:
        gathered[count.casino_id, count.norm, count.rule].append(count)
    return gathered


def _told(
    norm: Norm, rule: Rule, *, casino: str, tallies: Mapping[RuleKey, list[ReadingsCount]]
) -> Plain:
    """Tell one rule's readings in one casino."""
    words = norm.identity.readings
    tally = tallies.get((casino, norm.id, rule.id), [])
    return {
        "casino_id": casino,
        "norm": norm.id,
        "rule": rule.id,
        "clause": rule.clause[0],
        "readings": [
            {"id": key, "es": words[key].es, "en": words[key].en, **_fails(tally, key)}
            for key in rule.readings
        ],
        "under_all": _fails(tally, ALL),
    }


def _fails(tally: list[ReadingsCount], key: str) -> dict[str, Plain]:
    """Tell how many subjects fail under one reading, and the money by currency and who is owed."""
    money: dict[tuple[str, str], Decimal] = defaultdict(Decimal)
    for count in tally:
        money[count.currency or "", count.owed_to or ""] += count.money[key]
    return {
        "fails": sum(count.fails[key] for count in tally),
        "money": [
            {
                "currency": currency or None,
                "owed_to": owed_to or None,
                "amount": plain_decimal(amount),
            }
            for (currency, owed_to), amount in sorted(money.items())
            if amount
        ],
    }
