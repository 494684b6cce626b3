"""How each column of a table of raw rows is read, as SQL over its cells."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from zoneinfo import available_timezones

from auditor.games.log_model import Kind, event_families, tables
from auditor.ingest.convert import cells, times
from auditor.ingest.convert.cells import Marks
from auditor.ingest.mapping.model import fold
from auditor.ingest.mapping.names import spanish, truth_words, value_words
from auditor.store.layout import LONGEST_ID

if TYPE_CHECKING:
    from collections import abc

    from auditor.games.log_model import Column
    from auditor.ingest.mapping.model import Mapping

GIVEN_BY_FLAGS = ("casino_id", "table_id", "gaming_date", "currency")


@dataclass(frozen=True, slots=True)
class Writing:
    """How the cells of a raw table are written: marks, formats, words for true and false."""

    marks: Marks
    formats: times.Formats
    true: frozenset[str]
    false: frozenset[str]


@dataclass(frozen=True, slots=True)
class ColumnPlan:
    """One column to read: ours and theirs (None: not there), whether a record needs it, words.

    `choices` are the values allowed where the set is closed; `spelled` and `folded` are their
    values and ours, as written and folded.
    """

    column: Column
    theirs: str | None
    required: bool
    choices: tuple[str, ...] = ()
    spelled: abc.Mapping[str, str] = field(default_factory=dict)
    folded: abc.Mapping[str, str] = field(default_factory=dict)

    @property
    def written(self) -> str:
        """Give the name under which the cell's text stands beside its value."""
        return f"{self.column.name} as written"

    @property
    def is_plain_text(self) -> bool:
        """Tell whether the column takes any text as it is."""
        is_text = self.column.kind is Kind.TEXT and not self.choices
        return is_text and self.column.name not in {"to", "casino_id"}


def writing_of(mapping: Mapping) -> Writing:
    """Give how cells are written; what a mapping does not declare is as the log model has it."""
    dialect = mapping.dialect
    true, false = truth_words(mapping)
    return Writing(
        marks=Marks(dialect.decimal or ".", dialect.thousands),
        formats=times.formats_of(dialect.date, dialect.datetime),
        true=true,
        false=false,
    )


def plans_of(
    table: str, known: abc.Mapping[str, str], *, mapping: Mapping, spared: abc.Set[str]
) -> tuple[ColumnPlan, ...]:
    """Plan every column of a table; `known` is ours → theirs, `spared` are never required.

    What flags may give (casino, table, date, currency) is required only where the column is there.
    """
    return tuple(
        _plan(table, column, mapping=mapping, known=known, spared=spared)
        for column in tables()[table].columns
        if column.name in known or column.required
    )


def value(plan: ColumnPlan, cell: str, *, writing: Writing, full: bool) -> str:
    """Give the SQL that reads one cell; NULL where it cannot be read."""
    column = plan.column
    if plan.choices:
        return _choice(plan, cell, full=full)
    word = cells.translated(cell, plan.folded, full=True) if plan.folded else cell
    if column.kind in {Kind.TIME, Kind.DATE, Kind.BOOLEAN}:
        return _word(column, word, writing=writing, full=full)
    if column.kind is Kind.MONEY:
        return cells.money(word, writing.marks, full=full)
    if column.kind is Kind.INTEGER:
        return cells.integer(word, writing.marks, full=full)
    return _text(column, word, full=full)


def _word(column: Column, word: str, *, writing: Writing, full: bool) -> str:
    """Give the SQL that reads a date, a time or a truth."""
    if column.kind is Kind.TIME:
        return times.of_our_years(times.time(word, writing.formats, full=full))
    if column.kind is Kind.DATE:
        return times.of_our_years(times.date(word, writing.formats))
    return cells.boolean(word, true=writing.true, false=writing.false, full=full)


def _text(column: Column, word: str, *, full: bool) -> str:
    """Give the SQL that reads a cell of cards or of free text."""
    if column.kind is Kind.CARD:
        return cells.card(word, full=full)
    if column.kind is Kind.CARDS:
        return cells.cards(word, full=full)
    if column.name == "casino_id":
        return cells.short(word, LONGEST_ID, full=full)
    return cells.receiver(word) if column.name == "to" else word


def _choice(plan: ColumnPlan, cell: str, *, full: bool) -> str:
    """Give the SQL that reads a word of a closed set: theirs where it is declared, else ours."""
    words = plan.folded if full else plan.spelled
    theirs = cells.choice(cells.translated(cell, words, full=full), plan.choices)
    kept = [ours for ours in plan.choices if plan.folded.get(fold(ours), ours) == ours]
    return cells.choice(cell, kept, otherwise=theirs)


def _plan(
    table: str,
    column: Column,
    *,
    mapping: Mapping,
    known: abc.Mapping[str, str],
    spared: abc.Set[str],
) -> ColumnPlan:
    """Plan one column of a table."""
    choices = _choices(table, column, known=known)
    words = value_words(mapping, column.name, table=table)
    translates = choices or any(theirs != ours for theirs, ours in words.items())
    return ColumnPlan(
        column=column,
        theirs=known.get(column.name),
        required=_is_required(table, column, known=known) and column.name not in spared,
        choices=choices,
        spelled=_spelled(mapping, table, column=column.name),
        folded=words if translates else {},
    )


def _is_required(table: str, column: Column, *, known: abc.Container[str]) -> bool:
    """Tell whether a record without this cell cannot be used."""
    if table == "sessions" and column.name in GIVEN_BY_FLAGS:
        return column.name in known
    return column.required


def _choices(table: str, column: Column, *, known: abc.Container[str]) -> tuple[str, ...]:
    """Give the closed set of a column's values: also of events' types and of names of zones."""
    if column.name == "zone" and column.name in known:
        return tuple(sorted(available_timezones()))
    if (table, column.name) == ("events", "type"):
        return tuple(sorted({one for family in event_families().values() for one in family}))
    return column.choices


def _spelled(mapping: Mapping, table: str, *, column: str) -> dict[str, str]:
    """Give the values that are translated, as they are written in the mapping: theirs → ours."""
    found: dict[str, str] = {}
    for known in (spanish().values, mapping.values):
        for key in ("", table):
            found |= known.get(key, {}).get(column, {})
    return found
