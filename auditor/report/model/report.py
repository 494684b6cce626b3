"""The report of one casino as plain data, in one language; the writers only lay it out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date
    from decimal import Decimal

    from auditor.report.audit.beside import Baseline, Redaction, Waiver
    from auditor.report.audit.document import Problem, Reject, Source
    from auditor.report.model.checks import CheckFamily
    from auditor.report.model.findings import Explored, Gravest, NormFindings
    from auditor.report.model.lines import MoneyLine, NormLine, Tally
    from auditor.report.model.places import PlaceList, Trend
    from auditor.report.words.deadlines import DeadlineLine
    from auditor.report.words.frame import Frame


@dataclass(frozen=True, slots=True)
class Limits:
    """How many of each list a form of the report shows.

    `rejects` bounds problems and files too, `explored` counts over all rules, `gravest` those that
    the first page names.
    """

    detailed: int
    listed: int
    rejects: int
    players: int
    bars: int = 12
    explored: int = 0
    gravest: int = 3


@dataclass(frozen=True, slots=True)
class Identity:
    """Who was audited; None where the house file does not say."""

    casino_id: str
    operator: str | None
    ruc: str | None
    register_code: str | None
    address: str | None
    representative: str | None
    zone: str | None
    house_declared: bool


@dataclass(frozen=True, slots=True)
class GameLine:
    """What was audited of one game; `unit` says what its hands are called (`hands`, `boards`)."""

    name: str
    tables: int
    sessions: int
    unit: str
    hands: int | None
    bets: int | None
    first: date | None
    last: date | None


@dataclass(frozen=True, slots=True)
class Scope:
    """What was audited, over all games of the casino."""

    games: tuple[GameLine, ...]
    ungoverned: tuple[tuple[str, int, int], ...]
    first: date | None
    last: date | None


@dataclass(frozen=True, slots=True)
class Restitution:
    """What the violations found would give to one person (`due`), or have them give back.

    `places` counts the findings of each table, most first. Of what is owed to the house, or to
    whom is not stated, `person` is `house` or nothing.
    """

    person: str
    currency: str
    due: Decimal
    excess: Decimal
    findings: int
    places: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """One rule with findings, for the chart: what was found out of what was judged."""

    label: str
    article: str
    title: str
    tally: Tally


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One rule with its counts, what was missing, and where it may say too much or too little."""

    rule: str
    title: str
    tally: Tally
    missing: tuple[tuple[str, int], ...]
    over_reports: str | None
    under_reports: str | None


@dataclass(frozen=True, slots=True)
class ClauseLine:
    """One clause with its status, and the rules counted under it.

    `elsewhere` names rules that judge it too, each with the clause under which it is counted.
    """

    clause: str
    article: str | None
    paraphrase: str
    status: str
    reason: str | None
    rules: tuple[RuleLine, ...]
    elsewhere: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class NormClauses:
    """Every clause of one norm, in the order of its text, and the sum of its rules' counts."""

    norm: NormLine
    clauses: tuple[ClauseLine, ...]
    tally: Tally


@dataclass(frozen=True, slots=True)
class Stamp:
    """What identifies the run: version, hashes, the date where given, the key of pseudonyms."""

    version: str
    rules_hash: str
    audit_sha256: str
    date: str | None
    redaction: Redaction | None = None


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """What fails under some readings that agree, in words: subjects, and the money.

    `money`: amount, currency and who is owed.
    """

    names: tuple[str, ...]
    fails: int
    money: tuple[tuple[Decimal, str, str], ...]
    is_adopted: bool = False


@dataclass(frozen=True, slots=True)
class ReadingTable:
    """The readings of one rule side by side; `under_all` is what fails under every one of them."""

    rule: str
    title: str
    rows: tuple[ReadingRow, ...]
    under_all: ReadingRow


@dataclass(frozen=True, slots=True)
class CasinoReport:
    """The whole report of one casino; a `…_total` counts a list of which the first are shown.

    `judged_by_law` counts the checks that were made against a law, and not the record itself;
    `problems_open` the problems that change the exit code, of which `problems_gaps` are values that
    are wanting here and there. `restitution_omitted`: of the people not shown, by currency, what
    they are owed and what they had too much; `restitution_total_money`: of all people. What is owed
    to the house, the table, or to whom is not stated is `restitution_apart`. `videos_past`:
    findings whose video was no longer to be kept on the report's day. `annexed`: findings that an
    annex lists, or 0. `hands_with_violations`: 0 where one of them is of no hand. `beside`: of each
    finding told in full the others of its hand, by their ids. `told_twice`: findings whose money
    another tells already.
    """

    lang: str
    identity: Identity
    frame: Frame
    stamp: Stamp
    scope: Scope
    norms: tuple[NormLine, ...]
    tally: Tally
    judged_by_law: int
    gravest: tuple[Gravest, ...]
    hands_with_violations: int
    told_twice: int
    tables_with_findings: tuple[str, ...]
    money: tuple[MoneyLine, ...]
    bars: tuple[Bar, ...]
    bars_total: int
    places: tuple[PlaceList, ...]
    trend: Trend | None
    findings: tuple[NormFindings, ...]
    beside: Mapping[str, tuple[str, ...]]
    explored: tuple[Explored, ...]
    restitution: tuple[Restitution, ...]
    restitution_total: int
    restitution_omitted: tuple[tuple[str, Decimal, Decimal], ...]
    restitution_apart: tuple[Restitution, ...]
    restitution_total_money: tuple[tuple[str, Decimal, Decimal], ...]
    clauses: tuple[NormClauses, ...]
    rules: tuple[RuleLine, ...]
    readings: tuple[ReadingTable, ...]
    readings_agreed: tuple[tuple[str, tuple[str, ...]], ...]
    adopted: tuple[str, ...]
    checks: tuple[CheckFamily, ...]
    assumptions: tuple[str, ...]
    assumptions_total: int
    problems: tuple[Problem, ...]
    problems_total: int
    problems_open: int
    problems_gaps: int
    rejects: tuple[Reject, ...]
    rejects_total: int
    copies_total: int
    sources: tuple[Source, ...]
    sources_total: int
    notified: str | None
    annexed: int
    deadlines: tuple[DeadlineLine, ...]
    videos_past: int
    waived: int
    reviewed: Mapping[str, int]
    waivers: tuple[Waiver, ...]
    baseline: Baseline | None

    @property
    def found(self) -> int:
        """How many findings there are, shown or not."""
        parts = (part for norm in self.findings for part in norm.articles)
        return sum(rule.total for part in parts for rule in part.rules)
