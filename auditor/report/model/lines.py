"""Lines that several parts of a report share: a norm, a tally of verdicts, a sum of money."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date
    from decimal import Decimal


@dataclass(frozen=True, slots=True)
class NormLine:
    """A norm that was applied: its title, citation, edition and dates in force."""

    id: str
    prefix: str
    title: str
    citation: str
    authority: str | None
    edition: str | None
    since: date | None
    until: date | None
    certainty: str | None
    note: str | None
    text_sha256: str | None
    of_record: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """Verdicts counted; the six add up to the total."""

    total: int = 0
    passed: int = 0
    violation: int = 0
    observation: int = 0
    indeterminate: int = 0
    not_assessable: int = 0
    out_of_scope: int = 0

    @property
    def judged(self) -> int:
        """How many the rule could say something of."""
        return self.passed + self.found

    @property
    def found(self) -> int:
        """How many findings there are."""
        return self.violation + self.observation + self.indeterminate


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """Money at stake: what is owed to someone over `count` findings of one verdict."""

    owed_to: str
    verdict: str
    currency: str
    amount: Decimal
    count: int
