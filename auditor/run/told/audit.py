"""All that goes into the document of one audit."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from auditor.rulebook.model import Norm, Rulebook
    from auditor.run.judge.context import Context
    from auditor.run.judge.task import Outcome
    from auditor.run.told.baseline import Baseline
    from auditor.run.told.outcomes import Problem, Told
    from auditor.run.told.waivers import Waiver
    from auditor.store.house import House


@dataclass(frozen=True, slots=True)
class Assumed:
    """Something taken for granted, in both languages, and the casinos whose log it bears on."""

    es: str
    en: str
    casinos: frozenset[str]


@dataclass(frozen=True, slots=True)
class Ingested:
    """What the store says of its sources: records in and out, rejects, problems, assumptions."""

    sources: tuple[Told, ...] = ()
    rejects: tuple[Told, ...] = ()
    problems: tuple[Problem, ...] = ()
    assumptions: tuple[Assumed, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """What an audit was asked for: norms, casinos, gaming dates, the rulebook of a day."""

    norms: tuple[str, ...] = ()
    casinos: tuple[str, ...] = ()
    first: date | None = None
    last: date | None = None
    as_known_at: date | None = None

    @property
    def is_partial(self) -> bool:
        """Tell whether only some partitions were asked for."""
        return bool(self.casinos or self.first or self.last)


@dataclass(frozen=True, slots=True)
class Audit:
    """All that goes into one audit's document.

    `no_checks`: why those of chance and of the record were not made; empty where they were.
    """

    rulebook: Rulebook
    norms: tuple[Norm, ...]
    context: Context
    outcome: Outcome
    houses: Mapping[str, House]
    ingested: Ingested
    strict: bool = False
    date: date | None = None
    asked: Asked = field(default_factory=Asked)
    no_checks: str = ""
    waivers: tuple[Waiver, ...] = ()
    baseline: Baseline | None = None
