"""The readings of ambiguous clauses: what fails under each, and which the authority adopted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.report.compose.clauses import tally_of
from auditor.report.compose.context import last_date
from auditor.report.model.report import ReadingRow, ReadingTable
from auditor.report.words.wording import parse_day, pick

if TYPE_CHECKING:
    from decimal import Decimal

    from auditor.report.audit.document import Finding, Rule
    from auditor.report.audit.readings import AdoptedReading, ReadingFails, RuleReadings
    from auditor.report.compose.context import Context

Money = tuple[tuple["Decimal", str, str], ...]


def build_readings(context: Context) -> tuple[ReadingTable, ...]:
    """Give a table for each rule under some reading of which a subject fails."""
    return tuple(_table(each, context) for each in _of_casino(context) if _fails(each))


def build_agreed(context: Context) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """List the readings under which nothing that was judged fails, in words, with their rules."""
    told = {(each.norm, each.rule) for each in _of_casino(context) if _fails(each)}
    judged = {(o.norm, o.rule) for o in context.casino.outcomes if tally_of(o).judged}
    agreed: dict[str, list[str]] = {}
    for rule in context.audit.rules:
        if (rule.norm, rule.rule) in judged - told:
            for reading in rule.readings:
                agreed.setdefault(pick(reading, context.lang), []).append(rule.rule)
    return tuple((words, tuple(rules)) for words, rules in agreed.items())


def _of_casino(context: Context) -> tuple[RuleReadings, ...]:
    """Give what the audit says of this casino's rules with several readings."""
    casino = context.casino.casino_id
    return tuple(each for each in context.audit.readings if each.casino_id == casino)


def _fails(found: RuleReadings) -> bool:
    """Tell whether some reading has a subject that fails."""
    return any(each.fails for each in found.readings)


def _table(found: RuleReadings, context: Context) -> ReadingTable:
    """Put one rule's readings side by side, those that agree in one row."""
    rule = context.index.rules.get((found.norm, found.rule))
    here = _adopted_for(rule, context) if rule else []
    adopted = {each.reading for each in here if _applies(each, context)}
    rows: dict[tuple[int, Money, bool], list[str]] = {}
    for each in found.readings:
        key = (each.fails, _money(each), each.id in adopted)
        rows.setdefault(key, []).append(pick(each, context.lang) or each.id)
    return ReadingTable(
        rule=found.rule,
        title=pick(rule.title, context.lang) if rule else found.rule,
        rows=tuple(ReadingRow(tuple(names), *key) for key, names in rows.items()),
        under_all=ReadingRow((), found.under_all.fails, _money(found.under_all)),
    )


def _money(found: ReadingFails) -> Money:
    """Give the money at stake by currency and who is owed."""
    return tuple((each.amount, each.currency or "", each.owed_to or "") for each in found.money)


def _adopted_for(rule: Rule, context: Context) -> list[AdoptedReading]:
    """Give the readings that the authority adopted for a rule or its clauses in this casino."""
    named = {rule.rule, *rule.clauses}
    return [each for each in _adopted_here(context) if each.clause in named]


def _applies(adopted: AdoptedReading, context: Context) -> bool:
    """Tell whether an adopted reading applied on the last gaming date of this casino."""
    since, last = parse_day(adopted.since), last_date(context.casino)
    return since is None or (last is not None and since <= last)


def _adopted_here(context: Context) -> list[AdoptedReading]:
    """Give the readings that the authority adopted for this casino."""
    here = {None, context.casino.casino_id}
    return [each for each in context.audit.readings_adopted if each.casino_id in here]


def build_adopted(context: Context) -> tuple[str, ...]:
    """Say which readings the authority adopted for this casino."""
    return tuple(
        context.wording.say("adopted_line", clause=each.clause, adopted=_said(each, context))
        for each in _adopted_here(context)
    )


def adopted_words(finding: Finding, context: Context) -> str | None:
    """Say by which adopted reading alone a finding is judged; None where by every reading."""
    rule = context.index.rules.get((finding.norm, finding.rule))
    if rule is None or finding.reading_adopted is None:
        return None
    found = (
        each for each in _adopted_for(rule, context) if each.reading == finding.reading_adopted
    )
    adopted = next(found, None)
    if adopted is None:
        return None
    return context.wording.say("adopted_finding", adopted=_said(adopted, context))


def _said(adopted: AdoptedReading, context: Context) -> str:
    """Say in words which reading was adopted, by whom, when, by which act, and from when."""
    words = context.wording
    day, since = (words.day(parse_day(each)) for each in (adopted.on, adopted.since))
    parts = [words.say("adopted_reading", reading=_name(adopted, context))]
    parts += [words.say("adopted_by", by=adopted.adopted_by)] if adopted.adopted_by else []
    parts += [words.say("adopted_on", day=day)] if day else []
    parts += [words.say("adopted_act", act=adopted.reference)] if adopted.reference else []
    parts += [words.say("adopted_from", day=since)] if since else []
    return "".join(parts)


def _name(adopted: AdoptedReading, context: Context) -> str:
    """Give the words of an adopted reading, its id where no rule of the clause names it."""
    known = (
        pick(reading, context.lang)
        for rule in context.audit.rules
        if adopted.clause in {rule.rule, *rule.clauses}
        for reading in rule.readings
        if reading.id == adopted.reading
    )
    return next(known, "") or adopted.reading
