"""The words of a finding: its message and values, its verdict, and what each reading says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.report.model.findings import ReadingLine
from auditor.report.words.wording import DECIMALS, TIME, choose, parse_moment, pick

if TYPE_CHECKING:
    from datetime import datetime
    from decimal import Decimal

    from auditor.report.audit.document import Cell, Finding
    from auditor.report.compose.context import Context

SEATS = frozenset({"seat", "due_seat", "next_seat_due"})
# Facts that are codes of a closed set: the family of texts that has their words.
WORDED = {
    "winner": "side",
    "winner_by_points": "side",
    "dealt_by": "who",
    "shuffled_by": "who",
    "dealer_role": "who",
    "face": "face",
    "face_due": "face",
}
# A value has two decimals or more where its fact is DECIMAL, as all money of the log is and what
# is reckoned from it; of such facts this alone is none: how likely an order of cards has to be.
NO_MONEY = frozenset({"shuffle_tail"})


def message_of(context: Context, finding: Finding) -> str:
    """Give the words of a finding, its times, dates and amounts as people read them."""
    words = choose(finding.message, finding.message_en, lang=context.lang)
    return context.wording.prose(words, currency=finding.currency or "")


def observed_of(context: Context, finding: Finding) -> Cell:
    """Give what the record shows."""
    rule = context.index.rules.get((finding.norm, finding.rule))
    return _value(context, finding, value=finding.observed, fact=rule.observed if rule else None)


def _value(context: Context, finding: Finding, *, value: Cell, fact: str | None) -> Cell:
    """Give a value of a finding in words: a seat, a side or who by its fact, or a sum of money."""
    if fact in SEATS and value is not None:
        return context.wording.say("stud_seat", seat=value)
    if fact in WORDED and isinstance(value, str):
        return context.wording.word(WORDED[fact], value)
    if isinstance(value, str) and fact not in NO_MONEY and DECIMALS.fullmatch(value):
        return context.wording.prose(value, currency=finding.currency or "")
    return value


def expected_of(context: Context, finding: Finding) -> Cell:
    """Give what was due; a time that was overstepped is the latest that would have done."""
    due = finding.expected
    latest, seen = _moment(due), _moment(finding.observed)
    if latest and seen and (latest.tzinfo is None) == (seen.tzinfo is None) and latest < seen:
        return context.wording.say("latest", moment=context.wording.moment(str(due)))
    rule = context.index.rules.get((finding.norm, finding.rule))
    return _value(context, finding, value=due, fact=rule.expected if rule else None)


def _moment(value: Cell) -> datetime | None:
    """Read a value that is a time, and not a bare day; None for any other."""
    return parse_moment(value) if isinstance(value, str) and TIME.fullmatch(value) else None


def word_of(context: Context, verdict: str, *, norm: str) -> str:
    """Say how a verdict is called under a norm."""
    if verdict != "violation":
        return context.wording.word("verdict", verdict)
    known = context.index.norms.get(norm)
    return (pick(known.finding_word, context.lang) if known else "") or context.frame.violation_one


def reading_lines(context: Context, finding: Finding) -> tuple[ReadingLine, ...]:
    """Say what the readings of the clause say of the finding, those that agree together."""
    rule = context.index.rules.get((finding.norm, finding.rule))
    names = {known.id: pick(known, context.lang) for known in rule.readings} if rule else {}
    groups: dict[tuple[str | None, Decimal | None], list[str]] = {}
    for reading in finding.readings:
        key = (reading.verdict, reading.at_stake)
        groups.setdefault(key, []).append(names.get(reading.id) or reading.id)
    return tuple(ReadingLine(tuple(told), *key) for key, told in groups.items())
