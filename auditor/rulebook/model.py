"""What a rule pack says, as plain frozen data."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date  # noqa: TC003  # pydantic reads the annotations
from decimal import Decimal
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*)\}")
DUE = "due.sql"
# Who may be owed, by role; any other word is a person's id.
ROLES = frozenset({"house", "player", "banker", "punto", "banca", "bettor", "partner", "table"})
STRICT: Mapping[str, str] = {"extra": "forbid"}


class Status(StrEnum):
    """How far a clause can be judged from a log."""

    AUTOMATED = "automated"
    PARTIAL = "partial"
    MANUAL = "manual"
    ORGANISATIONAL = "organisational"
    DEFINITION = "definition"
    NOT_IN_TEXT = "not_in_text"
    NOT_NORM = "not_norm"
    UNDECIDED = "undecided"


class RuleKind(StrEnum):
    """Whether breaking a rule breaks a duty, or only departs from advice."""

    DUTY = "duty"
    ADVICE = "advice"


class Certainty(StrEnum):
    """Where a statement about the law comes from."""

    SEED = "seed"
    SRC = "src"
    INF = "inf"
    GK = "gk"


class ParameterType(StrEnum):
    """The type of a number or word of the law."""

    DECIMAL = "decimal"
    INTEGER = "integer"
    TEXT = "text"
    BOOLEAN = "boolean"


# What fits the engine's BIGINT and DECIMAL(18, 6) exactly, written in one way.
NUMBERS = {
    ParameterType.INTEGER: re.compile(r"-?[0-9]{1,18}"),
    ParameterType.DECIMAL: re.compile(r"-?[0-9]{1,12}(?:\.[0-9]{1,6})?"),
}


@dataclass(frozen=True, slots=True)
class Text:
    """A text in Spanish and in English."""

    es: str
    en: str
    __pydantic_config__: ClassVar[Mapping[str, str]] = STRICT


@dataclass(frozen=True, slots=True)
class Known:
    """The days on which the rulebook held something, first and last; an open end is None.

    It is not the law's time: `known: {from: 2026-03-01}` on a value in force since 2003 says that
    the rulebook has had it only since March 2026. `audit --as-known-at DAY` leaves out what it had
    not yet, or no longer; without it what is known to this day stands, and what has a `to` is out.
    """

    first: date | None = None
    last: date | None = None
    __pydantic_config__: ClassVar[Mapping[str, str]] = STRICT

    def holds(self, day: date | None) -> bool:
        """Tell whether it was known on a day; None is the latest knowledge."""
        if day is None:
            return self.last is None
        return (not self.first or self.first <= day) and (not self.last or day <= self.last)

    def covers(self, other: Known) -> bool:
        """Tell whether every day on which another was known is one of this."""
        begins = not self.first or bool(other.first and self.first <= other.first)
        return begins and (not self.last or bool(other.last and other.last <= self.last))

    def overlaps(self, other: Known) -> bool:
        """Tell whether there is a day on which both were known."""
        starts = [each.first for each in (self, other) if each.first]
        ends = [each.last for each in (self, other) if each.last]
        return not starts or not ends or max(starts) <= min(ends)


@dataclass(frozen=True, slots=True)
class EarlierDue:
    """A script of what was due that `due.sql` has replaced: its file beside it, and until when.

    `due_before: [{file: due-2025.sql, known: {to: 2026-03-31}}]` in `norm.yaml`.
    """

    file: str
    known: Known
    __pydantic_config__: ClassVar[Mapping[str, str]] = STRICT


@dataclass(frozen=True, slots=True)
class InForce:
    """The days on which a norm is in force; an open end is None."""

    first: date | None
    last: date | None
    certainty: str
    note: Text
    __pydantic_config__: ClassVar[Mapping[str, str]] = STRICT


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a norm: its words, what they mean, and how far a log can show it."""

    id: str
    article: str
    status: Status
    paraphrase: Text
    certainty: Certainty
    quote: tuple[str, ...] = ()
    reason: Text | None = None
    __pydantic_config__: ClassVar[Mapping[str, str]] = STRICT


@dataclass(frozen=True, slots=True)
class Identity:
    """The `norm.yaml` of a pack: which norm it is, where and when it governs, clause by clause."""

    id: str
    prefix: str
    games: tuple[str, ...]
    jurisdiction: str | None
    title: Text
    citation: Text
    authority: Text
    edition: str
    in_force: InForce
    clauses: tuple[Clause, ...]
    text_sha256: str | None = None
    known: Known = field(default_factory=Known)
    due_before: tuple[EarlierDue, ...] = ()
    readings: dict[str, Text] = field(default_factory=dict)
    finding_word: Text = field(default_factory=lambda: Text(es="infracción", en="violation"))
    __pydantic_config__: ClassVar[Mapping[str, str]] = STRICT


@dataclass(frozen=True, slots=True)
class ParameterValue:
    """A parameter's value from a day on, and the clause that sets it."""

    first: date | None
    value: str
    clause: tuple[str, ...]
    known: Known = field(default_factory=Known)
    __pydantic_config__: ClassVar[Mapping[str, str]] = STRICT


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number or word of the law, by the day from which it holds."""

    id: str
    type: ParameterType
    unit: Text
    values: tuple[ParameterValue, ...]
    __pydantic_config__: ClassVar[Mapping[str, str]] = STRICT


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: on which rows, when it applies, what it requires and what is said if it fails."""

    id: str
    clause: tuple[str, ...]
    title: Text
    grain: str
    kind: RuleKind
    when: str
    message: Text
    cases: str
    require: str | None = None
    readings: dict[str, str] = field(default_factory=dict)
    expected: str | None = None
    observed: str | None = None
    at_stake: str | dict[str, str] | None = None
    owed_to: str | None = None
    cause: str | None = None
    over_reports: Text | None = None
    under_reports: Text | None = None
    games: tuple[str, ...] = ()
    first: date | None = None
    last: date | None = None
    known: Known = field(default_factory=Known)
    __pydantic_config__: ClassVar[Mapping[str, str]] = STRICT

    @property
    def branches(self) -> dict[str, str]:
        """Give each reading's expression by its id; a rule with one `require` has the id ''."""
        return self.readings or {"": self.require or ""}


@dataclass(frozen=True, slots=True)
class Norm:
    """One norm whole: identity, law's text, parameters, rules and what was due.

    `due` is the script `due_file`; `earlier`: those that stood in its place, file → SQL.
    """

    folder: Path
    identity: Identity
    text: str
    text_sha256: str
    parameters: tuple[Parameter, ...]
    rules: tuple[Rule, ...]
    due: str
    due_file: str = DUE
    earlier: Mapping[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """Give the norm's id, its folder's name."""
        return self.identity.id

    @property
    def prefix(self) -> str:
        """Give the prefix of its clauses' ids."""
        return self.identity.prefix

    def clause(self, clause_id: str) -> Clause:
        """Give a clause by its id; raises StopIteration for an unknown one."""
        return next(clause for clause in self.identity.clauses if clause.id == clause_id)

    def rules_of(self, game: str, grain: str) -> tuple[Rule, ...]:
        """Give the rules that judge one grain of one game."""
        return tuple(
            rule
            for rule in self.rules
            if rule.grain == grain and game in (rule.games or self.identity.games)
        )


@dataclass(frozen=True, slots=True)
class Rulebook:
    """Every norm of a rules folder as it was known on a day, and the hash of all that was read."""

    folder: Path
    norms: tuple[Norm, ...]
    sha256: str

    def narrowed(self, wanted: tuple[str, ...]) -> tuple[Norm, ...]:
        """Give the norms named by folder or prefix; all where none is named."""
        if not wanted:
            return self.norms
        return tuple(norm for norm in self.norms if norm.id in wanted or norm.prefix in wanted)


def typed_value(kind: ParameterType, text: str) -> Decimal | int | bool | str:
    """Read a parameter's text as its type; raises ValueError where it does not fit whole."""
    if kind is ParameterType.TEXT:
        return text
    if kind is ParameterType.BOOLEAN:
        return {"true": True, "false": False}[text]
    if NUMBERS[kind].fullmatch(text) is None:
        raise ValueError(text)
    return int(text) if kind is ParameterType.INTEGER else Decimal(text)
