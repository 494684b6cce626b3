"""One change of a rule or a fact, with an id that stays while what it changes stays."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from auditor.rulebook.model import Norm, Rule


@dataclass(frozen=True, slots=True)
class Mutant:
    """What is changed (`place`), how (`kind`), from what to what; and the changed thing itself.

    One of these stands: `rule`, a rule as changed; `norm`, a norm whose numbers or dates are
    changed; `sql`, the changed SQL of the step `place`.
    """

    norm: str
    place: str
    kind: str
    before: str
    after: str
    rule: Rule | None = None
    changed: Norm | None = None
    sql: str = ""
    nth: int = 0

    @property
    def id(self) -> str:
        """Give an id made of the content: another line above or below leaves it as it is."""
        parts = (self.norm, self.place, self.kind, self.before, self.after, str(self.nth))
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]

    @property
    def told(self) -> str:
        """Say the change in one line."""
        return f"{self.place}, {self.kind}: {self.before} → {self.after}"


def numbered(mutants: Iterable[Mutant]) -> Iterator[Mutant]:
    """Number those that are alike, so that each has an id of its own."""
    seen: Counter[str] = Counter()
    for mutant in mutants:
        alike = mutant.id
        yield replace(mutant, nth=seen[alike])
        seen[alike] += 1
