"""Why a cell was not taken, as SQL that gives the words in one language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.games.log_model import MONEY_DECIMALS, Kind
from auditor.ingest.convert import times
from auditor.ingest.convert.cells import WHOLE_DIGITS, whole
from auditor.sql import literal, name
from auditor.texts import say

if TYPE_CHECKING:
    from auditor.ingest.convert.plan import ColumnPlan, Writing

SHOWN = 200
VALUE = "{value}"


def reason(plan: ColumnPlan, writing: Writing, *, lang: str) -> str:
    """Give the SQL of the reason why a column of a row was not taken, in one language."""
    cell = name(plan.written)
    missing = _said(
        "missing_column" if plan.theirs is None else "missing_cell",
        plan,
        writing=writing,
        lang=lang,
    )
    if plan.is_plain_text:
        return missing
    cases = [f"WHEN {cell} IS NULL THEN {missing}"]
    for test, key in _special(plan, cell, writing=writing):
        cases.append(f"WHEN {test} THEN {_said(key, plan, writing=writing, lang=lang)}")
    return f"CASE {' '.join(cases)} ELSE {_said(_key(plan), plan, writing=writing, lang=lang)} END"


def shown(cell: str) -> str:
    """Give a cell's text as it is told, as SQL: the first 200 characters."""
    return f"CASE WHEN length({cell}) > {SHOWN} THEN left({cell}, {SHOWN}) || '…' ELSE {cell} END"


def _said(key: str, plan: ColumnPlan, *, writing: Writing, lang: str) -> str:
    """Give the words of a reason as SQL, with the cell's text put in."""
    words = say(
        f"storing.{key}",
        lang=lang,
        value=VALUE,
        column=plan.column.name,
        example=f"1{writing.marks.thousands or ''}234{writing.marks.decimal}50",
        formats=_formats(plan, writing),
        choices=", ".join(plan.choices),
        first=times.FIRST_YEAR,
        last=times.LAST_YEAR,
    )
    return f"replace({literal(words)}, {literal(VALUE)}, coalesce({shown(name(plan.written))}, ''))"


def _formats(plan: ColumnPlan, writing: Writing) -> str:
    """Give the formats that a date or time may have, for people."""
    if plan.column.kind is Kind.DATE:
        return ", ".join((*writing.formats.dates, "2003-07-11"))
    return ", ".join((*writing.formats.times, "2003-07-11T20:01:00-05:00"))


def _key(plan: ColumnPlan) -> str:
    """Give the key of the reason why a cell is not of its kind."""
    if plan.choices:
        return {"type": "bad_event", "zone": "bad_zone"}.get(plan.column.name, "bad_choice")
    if plan.column.kind is Kind.TEXT:
        return {"to": "bad_receiver"}.get(plan.column.name, "bad_casino")
    return f"bad_{plan.column.kind.value}"


def _special(plan: ColumnPlan, cell: str, *, writing: Writing) -> tuple[tuple[str, str], ...]:
    """Give the tests that tell more of a bad cell, each with the key of its reason."""
    if plan.column.kind is Kind.MONEY:
        digits = f"length(regexp_replace({cell}, '[^0-9]', '', 'g'))"
        long = f"{whole(cell, r'[+-]?[0-9]+')} AND {digits} > {WHOLE_DIGITS}"
        many = whole(cell, f"[+-]?[0-9]+[.,][0-9]{{{MONEY_DECIMALS + 1},}}")
        return (long, "too_many_digits"), (many, "too_many_decimals")
    if plan.column.kind in {Kind.DATE, Kind.TIME}:
        is_read = f"{_unbounded(plan, cell, writing=writing)} IS NOT NULL"
        starts = f"regexp_matches({cell}, {literal('^' + times.DAY)})"
        return (is_read, "not_our_years"), (starts, "no_such_time")
    return ()


def _unbounded(plan: ColumnPlan, cell: str, *, writing: Writing) -> str:
    """Give the SQL that reads a date or time of whatever year."""
    if plan.column.kind is Kind.DATE:
        return times.date(cell, writing.formats)
    return times.time(cell, writing.formats, full=True)
