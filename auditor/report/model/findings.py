"""The findings in a report, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date
    from decimal import Decimal

    from auditor.report.audit.beside import Review
    from auditor.report.audit.document import Cell
    from auditor.report.model.lines import MoneyLine, NormLine, Tally
    from auditor.report.model.replay import Replay


@dataclass(frozen=True, slots=True)
class ReadingLine:
    """What some readings of the clause, by their names, say of a finding."""

    names: tuple[str, ...]
    verdict: str | None
    at_stake: Decimal | None


@dataclass(frozen=True, slots=True)
class Video:
    """Where to look on the video (local times) and the day until which it is kept, if known.

    `is_open`: the hand's end is not known; `is_past`: the video was no longer kept on the day of
    the report; `camera`: what the log names the video by.
    """

    day: date | None
    start: str | None
    end: str | None
    keep_until: date | None
    is_open: bool = False
    is_past: bool = False
    camera: str | None = None


@dataclass(frozen=True, slots=True)
class FindingView:
    """One finding, ready to be laid out; `told_at`: the finding before it that tells its hand.

    `same_money`: of what the table is owed, whose it is by other findings: name and their ids.
    """

    id: str
    verdict: str
    word: str
    message: str
    citation: str
    table: str | None
    day: date | None
    time: str | None
    session: str | None
    shoe: str | None
    hand: str | None
    subject: str
    dealer: str | None
    player: str | None
    expected: Cell
    observed: Cell
    at_stake: Decimal | None
    owed_to: str | None
    currency: str
    readings: tuple[ReadingLine, ...]
    adopted: str | None
    source: str | None
    record: int | None
    source_sha256: str | None
    video: Video
    replay: Replay | None
    waiver: str | None = None
    review: str | None = None
    since: str | None = None
    told_at: str | None = None
    same_money: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Explored:
    """A finding in the list to explore, with what it is sought, sorted and added up by.

    `place` names the norm's prefix and the article, `role` who is owed (empty where nobody is),
    `causes` those of its rule that it shares, `when` counts seconds since 1970 UTC, None where
    there is no date.
    """

    view: FindingView
    place: str
    prefix: str
    rule: str
    title: str
    role: str
    causes: tuple[str, ...]
    when: int | None
    review: Review | None


@dataclass(frozen=True, slots=True)
class Gravest:
    """The gravest finding of a rule, for the first page; `anchor` is where it is told in full.

    `count`: how many findings the rule has.
    """

    view: FindingView
    article: str | None
    rule: str
    title: str
    anchor: str
    count: int


@dataclass(frozen=True, slots=True)
class ClauseText:
    """The words of a clause, quoted, and what they ask in plain language."""

    clause: str
    article: str | None
    quote: tuple[str, ...]
    paraphrase: str
    certainty: str | None


@dataclass(frozen=True, slots=True)
class CauseLine:
    """Findings of one cause, told once: how many, the money, and at which tables."""

    text: str
    count: int
    money: tuple[MoneyLine, ...]
    tables: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleFindings:
    """The findings of one rule: counts, money, causes, the first ones in full, more in a list."""

    rule: str
    title: str
    word: str
    clauses: tuple[ClauseText, ...]
    tally: Tally
    money: tuple[MoneyLine, ...]
    causes: tuple[CauseLine, ...]
    detailed: tuple[FindingView, ...]
    listed: tuple[FindingView, ...]
    total: int
    omitted_money: tuple[MoneyLine, ...]

    @property
    def omitted(self) -> int:
        """How many findings are shown neither in full nor in the list."""
        return self.total - len(self.detailed) - len(self.listed)


@dataclass(frozen=True, slots=True)
class ArticleFindings:
    """The findings under one article of a norm."""

    article: str | None
    rules: tuple[RuleFindings, ...]


@dataclass(frozen=True, slots=True)
class NormFindings:
    """The findings under one norm, article by article in the order of its text."""

    norm: NormLine
    articles: tuple[ArticleFindings, ...]
