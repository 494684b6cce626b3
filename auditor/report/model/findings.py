"""The findings in a report, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date
    from decimal import Decimal

    from auditor.report.audit.beside import Review
    from auditor.report.audit.document import Cell
    from auditor.report.model.report import MoneyLine, NormLine, Tally


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
class ReplayStep:
    """One step of a hand: what happened, with cards or dice, and what the law required there.

    `is_whole`: it tells the finding itself, which is about no single step. `record`: the file and
    the record of a broken step.
    """

    time: str | None
    text: str
    cards: tuple[str, ...] = ()
    dice: tuple[str, ...] = ()
    points: str | None = None
    broken: bool = False
    due: str | None = None
    is_whole: bool = False
    record: str | None = None


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card on the table: as logged, dealt face down or up, dealt in the street, broken there."""

    card: str
    is_down: bool
    is_new: bool
    broken: bool = False


@dataclass(frozen=True, slots=True)
class SeatCards:
    """What a player holds in a street; what was due of a card dealt to him, and its record."""

    who: str
    cards: tuple[TableCard, ...]
    due: str | None = None
    record: str | None = None


@dataclass(frozen=True, slots=True)
class StreetStep:
    """One action of a street, and the pot after it; `record` as in a ReplayStep."""

    time: str | None
    who: str | None
    text: str
    cards: tuple[str, ...]
    pot: str
    is_fold: bool = False
    broken: bool = False
    due: str | None = None
    record: str | None = None


@dataclass(frozen=True, slots=True)
class Street:
    """A street of a hand of stud: who is out, what the others hold, what they do.

    `order`: of the first street, the players in the order in which they were dealt to.
    """

    title: str
    out: tuple[str, ...]
    seats: tuple[SeatCards, ...]
    steps: tuple[StreetStep, ...]
    broken: bool = False
    due: str | None = None
    order: tuple[str, ...] = ()

    @property
    def is_broken(self) -> bool:
        """Say whether the street, an action or a card of it is broken."""
        cards = (card.broken for seat in self.seats for card in seat.cards)
        return self.broken or any(cards) or any(step.broken for step in self.steps)


@dataclass(frozen=True, slots=True)
class Replay:
    """A hand step by step, or street by street, and the hands before it that lead to it.

    `records`: the files that its rows are from, each with its records.
    """

    history: tuple[ReplayStep, ...]
    steps: tuple[ReplayStep, ...]
    streets: tuple[Street, ...] = ()
    records: tuple[str, ...] = ()

    @property
    def _broken(self) -> tuple[ReplayStep | StreetStep, ...]:
        """Give the steps that are broken, of the hand or of its streets."""
        steps: list[ReplayStep | StreetStep] = [*self.steps]
        steps += [step for street in self.streets for step in street.steps]
        return tuple(step for step in steps if step.broken)

    @property
    def broken_at(self) -> str | None:
        """Give the hour of the first step that is broken; None where none has an hour."""
        return next((step.time for step in self._broken if step.time), None)

    @property
    def breaks_untimed(self) -> bool:
        """Say whether what is broken is one step whose hour is not recorded: what was paid."""
        broken = [step for step in self.steps if step.broken]
        return len(broken) == 1 and broken[0].time is None and not broken[0].is_whole

    @property
    def broken_records(self) -> tuple[str, ...]:
        """Give the files and records of the steps that are broken, where they are recorded."""
        return tuple(step.record for step in self._broken if step.record)

    @property
    def broken_part(self) -> Replay:
        """Give the streets in which something is broken, and of their actions the broken ones."""
        parts = (
            replace(
                street,
                seats=tuple(seat for seat in street.seats if any(c.broken for c in seat.cards)),
                steps=tuple(step for step in street.steps if step.broken),
            )
            for street in self.streets
        )
        return Replay((), (), tuple(each for each in parts if each.is_broken))


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
