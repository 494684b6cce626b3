"""The verdicts of every rule summed, and a problem as `audit.json` tells it."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.evaluate.verdict import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from auditor.evaluate.findings import Plain
    from auditor.evaluate.judge import Count
    from auditor.rulebook.model import Norm
    from auditor.run.judge.census import Census

Told = dict[str, "Plain"]


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that was not judged, or not read: what, where, why, and whether it counts.

    `casino`: the one that it bears on; None where it bears on all, or on its source's.
    """

    kind: str
    reason: str
    reason_en: str
    source: str | None = None
    rule: str | None = None
    column: str | None = None
    exit: int = 4
    casino: str | None = None

    def told(self) -> Told:
        """Give the problem as `audit.json` has it."""
        return {
            "kind": self.kind,
            "source": self.source,
            "rule": self.rule,
            "column": self.column,
            "reason": self.reason,
            "reason_en": self.reason_en,
            "exit": self.exit,
            "casino_id": self.casino,
        }


def summed(
    counts: Iterable[Count], norms: tuple[Norm, ...], *, census: Iterable[Census]
) -> list[Told]:
    """Sum the verdicts of every rule of some norms; a rule without rows is told with its zeros."""
    tallies: dict[tuple[str, str], dict[str, int]] = defaultdict(lambda: dict.fromkeys(WORDS, 0))
    missing: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    for count in counts:
        key = (count.norm, count.rule)
        for word, number in count.verdicts.items():
            tallies[key][word] += number
        for column, number in count.missing.items():
            missing[key][column] = missing[key].get(column, 0) + number
    games = {each.game for each in census}
    return [
        _outcome(norm, rule_id, tally=tallies[norm.id, rule_id], missing=missing[norm.id, rule_id])
        for norm in norms
        for rule_id in (
            rule.id for rule in norm.rules if games & set(rule.games or norm.identity.games)
        )
    ]


def _outcome(
    norm: Norm, rule_id: str, *, tally: Mapping[str, int], missing: Mapping[str, int]
) -> Told:
    """Tell how one rule came out."""
    rule = next(rule for rule in norm.rules if rule.id == rule_id)
    return {
        "norm": norm.id,
        "rule": rule.id,
        "clause": rule.clause[0],
        "grain": rule.grain,
        "total": sum(tally.values()),
        **dict(tally),
        "missing": dict(sorted(missing.items())),
    }
