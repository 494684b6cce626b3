"""What `audit.json` holds, as plain dataclasses that follow its contract.

Keys that are not known here are passed over, and what an older audit does not say has a default.
"""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Annotated, TypeAlias

from pydantic import Field

from auditor.report.audit.beside import Baseline, Redaction, Review, Waiver
from auditor.report.audit.checks import CheckResult
from auditor.report.audit.readings import (
    AdoptedReading,
    FindingReading,
    ReadingName,
    RuleReadings,
)

# What a cell of a finding may hold; amounts come as text, so that no float touches money.
Cell: TypeAlias = bool | int | str | None


@dataclass(frozen=True, slots=True)
class Text:
    """Words in the two languages."""

    es: str
    en: str | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """What ran: version of the program, hash of the rules, exit code, the date where given."""

    version: str = ""
    rules_hash: str = ""
    exit: int = 0
    schema_version: int | str | None = None
    date: str | None = None
    redaction: Redaction | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """One file read, with its SHA-256; written + rejected = records."""

    name: str
    sha256: str = ""
    records: int = 0
    written: int = 0
    rejected: int = 0
    casinos: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reject:
    """One record that could not be used, and why; `copy`: all that it says another says."""

    source: str
    record: int | None = None
    column: str | None = None
    value: Cell = None
    reason: str = ""
    reason_en: str | None = None
    table: str | None = None
    copy: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that kept a part of the work from being done."""

    kind: str
    source: str | None = None
    rule: str | None = None
    column: str | None = None
    reason: str = ""
    reason_en: str | None = None
    exit: int | None = None


@dataclass(frozen=True, slots=True)
class InForce:
    """The dates between which a norm holds; `to` is empty where no end is known."""

    since: Annotated[str | None, Field(validation_alias="from")] = None
    to: str | None = None
    certainty: str | None = None
    note: Text | None = None


@dataclass(frozen=True, slots=True)
class Norm:
    """One norm that was applied, and the edition of its text."""

    id: str
    prefix: str = ""
    edition: str | None = None
    in_force: InForce | None = None
    text_sha256: str | None = None
    title: Text | None = None
    citation: Text | None = None
    authority: Text | None = None
    jurisdiction: str | None = None
    finding_word: Text | None = None


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a norm: its words, what they ask, and how far they can be judged."""

    norm: str
    clause: str
    status: str = ""
    reason: str | None = None
    reason_en: str | None = None
    article: str | None = None
    quote: tuple[str, ...] = ()
    paraphrase: Text | None = None
    certainty: str | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: the clauses it serves and where it may say too much or too little."""

    norm: str
    rule: str
    clauses: tuple[str, ...] = ()
    title: Text | None = None
    grain: str = ""
    kind: str = ""
    over_reports: Text | None = None
    under_reports: Text | None = None
    readings: tuple[ReadingName, ...] = ()
    expected: str | None = None
    observed: str | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The verdicts of one rule, counted; the six add up to the total."""

    norm: str
    rule: str
    clause: str | list[str] = ""
    grain: str = ""
    total: int = 0
    passed: Annotated[int, Field(validation_alias="pass")] = 0
    violation: int = 0
    observation: int = 0
    indeterminate: int = 0
    not_assessable: int = 0
    out_of_scope: int = 0
    missing: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Place:
    """The source record that a finding stands on."""

    name: str = ""
    sha256: str = ""
    record: int | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """The local times between which the video shows the finding (ISO 8601 with offset)."""

    since: Annotated[str | None, Field(alias="from")] = None
    to: str | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a replay that the engine made."""

    es: str
    en: str | None = None
    cards: tuple[str, ...] = ()
    points: Cell = None
    broken: bool = False
    due_es: str | None = None
    due_en: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One violation, observation or indeterminate; `at_stake` of any sign is owed to `owed_to`."""

    id: str
    norm: str
    rule: str
    verdict: str
    casino_id: str
    clause: str = ""
    clauses: tuple[str, ...] = ()
    citation: str = ""
    table_id: str | None = None
    gaming_date: str | None = None
    session_id: str | None = None
    shoe_id: str | None = None
    hand_id: str | None = None
    subject: str = ""
    at: str | None = None
    dealer_id: str | None = None
    player_id: str | None = None
    game: str | None = None
    expected: Cell = None
    observed: Cell = None
    at_stake: Decimal | None = None
    owed_to: str | None = None
    currency: str | None = None
    readings: tuple[FindingReading, ...] = ()
    reading_adopted: str | None = None
    cause: str | None = None
    cause_en: str | None = None
    message: str = ""
    message_en: str | None = None
    source: Place | None = None
    facts: dict[str, Cell] = field(default_factory=dict)
    window: Window | None = None
    video_ref: str | None = None
    replay: tuple[Step, ...] = ()
    waiver: Waiver | None = None
    since_baseline: str | None = None
    review: Review | None = None


@dataclass(frozen=True, slots=True)
class GameScope:
    """What there was of one game; `subjects` counts the rows of each grain.

    `played` counts its hands (boards) by place: kind (table, date, hour, dealer) → name → hands.
    """

    game: str
    tables: int | tuple[str, ...] = 0
    sessions: int = 0
    subjects: dict[str, int] = field(default_factory=dict)
    played: dict[str, dict[str, int] | None] = field(default_factory=dict)
    first_date: str | None = None
    last_date: str | None = None


@dataclass(frozen=True, slots=True)
class Casino:
    """One casino: what the house file says of it and what was found there."""

    casino_id: str
    jurisdiction: str | None = None
    operator: str | None = None
    ruc: str | None = None
    register_code: str | None = None
    address: str | None = None
    representative: str | None = None
    zone: str | None = None
    currency: str | None = None
    house_declared: bool = False
    sessions: int = 0
    games: tuple[GameScope, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    ungoverned: tuple[GameScope, ...] = ()
    assumptions: tuple[str, ...] | None = None
    assumptions_en: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Audit:
    """A whole audit: what was read, by which rules, and what came of it."""

    run: Run
    sources: tuple[Source, ...] = ()
    rejects: tuple[Reject, ...] = ()
    problems: tuple[Problem, ...] = ()
    assumptions: tuple[str, ...] = ()
    assumptions_en: tuple[str, ...] = ()
    norms: tuple[Norm, ...] = ()
    clauses: tuple[Clause, ...] = ()
    rules: tuple[Rule, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    findings: tuple[Finding, ...] = ()
    casinos: tuple[Casino, ...] = ()
    checks: tuple[CheckResult, ...] = ()
    readings: tuple[RuleReadings, ...] = ()
    readings_adopted: tuple[AdoptedReading, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    baseline: Baseline | None = None
