"""Writer of findings.xlsx: findings, rules, rejects and problems; typed cells, inert text."""

from __future__ import annotations

import re
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from xlsxwriter import Workbook

from auditor.report.forms.csv import COLUMNS, finding_cells
from auditor.report.words.wording import Wording, choose, pick

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

    from auditor.report.audit.document import Audit, Cell, Finding, Outcome
    from auditor.report.audit.read import AuditRead

NAME = "findings.xlsx"
MOST_ROWS = 1_048_575  # of one sheet, below its header
MOST_SIGNS = 32_767  # of one cell; a longer text says by its last sign that it goes on
MOST_DIGITS = 15  # a number of a workbook keeps no more; longer ones stay text
NO_DATE = datetime(2000, 1, 1)  # noqa: DTZ001 (a workbook knows no zones)
DAY = re.compile(r"\d{4}-\d\d-\d\d")
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
NUMERIC = frozenset({"expected", "observed", "at_stake", "source_record"})
DATED = frozenset({"gaming_date"})
COUNTED = (
    "total", "passed", "violation", "observation", "indeterminate", "not_assessable",
    "out_of_scope",
)  # fmt: skip

Row: TypeAlias = "Sequence[Cell]"


class Sheet(NamedTuple):
    """A sheet: its name, its columns (those of numbers and dates are typed) and its rows."""

    name: str
    columns: Sequence[str]
    rows: Iterable[Row]


class Marks(NamedTuple):
    """How cells look."""

    head: Format
    day: Format
    number: Format


def write(read: AuditRead, out: Path, *, lang: str) -> Iterable[Path]:
    """Write `findings.xlsx`; gives its path."""
    path = out / NAME
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    with Workbook(str(path), options) as book:
        book.set_properties({"created": NO_DATE, "title": f"auditor {read.sha256[:12]}"})
        marks = Marks(
            book.add_format({"bold": True, "bottom": 1}),
            book.add_format({"num_format": "yyyy-mm-dd"}),
            book.add_format({"num_format": "#,##0.00##"}),
        )
        for sheet in _sheets(read.audit, Wording(lang)):
            _put(book.add_worksheet(sheet.name), sheet, marks=marks)
    yield path


def _sheets(audit: Audit, wording: Wording) -> Iterator[Sheet]:
    """Give the sheets; findings that overflow one go on in the next."""
    lang = wording.lang
    for number, part in enumerate(_parts(audit.findings)):
        name = wording.say("sheet_findings") + (f" {number + 1}" if number else "")
        yield Sheet(name, COLUMNS, (finding_cells(each, lang) for each in part))
    titles = {(each.norm, each.rule): pick(each.title, lang) for each in audit.rules if each.title}
    outcomes = (_outcome(each, titles.get((each.norm, each.rule), "")) for each in audit.outcomes)
    yield Sheet(
        wording.say("sheet_rules"), ("norm", "rule", "title", *COUNTED, "missing"), outcomes
    )
    yield Sheet(
        wording.say("sheet_rejects"),
        ("source", "record", "column", "value", "reason"),
        (
            (each.source, each.record, each.column, each.value,
             choose(each.reason, each.reason_en, lang=lang))
            for each in audit.rejects
        ),
    )  # fmt: skip
    yield Sheet(
        wording.say("sheet_problems"),
        ("kind", "source", "rule", "column", "reason", "exit"),
        (
            (each.kind, each.source, each.rule, each.column,
             choose(each.reason, each.reason_en, lang=lang), each.exit)
            for each in audit.problems
        ),
    )  # fmt: skip


def _parts(findings: Sequence[Finding]) -> Iterator[Sequence[Finding]]:
    """Cut findings into sheets; an audit without any still has one."""
    for start in range(0, max(len(findings), 1), MOST_ROWS):
        yield findings[start : start + MOST_ROWS]


def _outcome(outcome: Outcome, title: str) -> Row:
    """Give the cells of one rule."""
    missing = "; ".join(f"{column}: {count}" for column, count in outcome.missing.items())
    counts = (getattr(outcome, column) for column in COUNTED)
    return (outcome.norm, outcome.rule, title, *counts, missing)


def _put(place: Worksheet, sheet: Sheet, *, marks: Marks) -> None:
    """Write a sheet, row by row."""
    place.freeze_panes(1, 0)
    for column, name in enumerate(sheet.columns):
        place.write_string(0, column, name, marks.head)
    last = 0
    for last, row in enumerate(sheet.rows, start=1):
        for column, (name, cell) in enumerate(zip(sheet.columns, row, strict=True)):
            _put_cell(place, (last, column), cell=_typed(name, cell), marks=marks)
    place.autofilter(0, 0, last, len(sheet.columns) - 1)


def _typed(column: str, cell: Cell) -> Cell | Decimal | datetime:
    """Give a cell as what it is: a day, a number that the workbook holds exactly, or text."""
    if column in DATED and isinstance(cell, str) and DAY.fullmatch(cell):
        return datetime.fromisoformat(cell)
    if column in NUMERIC and isinstance(cell, str) and NUMBER.fullmatch(cell):
        number = Decimal(cell)
        plain = f"{number.normalize():f}" == cell or "." in cell
        return number if plain and len(number.as_tuple().digits) <= MOST_DIGITS else cell
    return cell


def _put_cell(
    place: Worksheet, at: tuple[int, int], *, cell: Cell | Decimal | datetime, marks: Marks
) -> None:
    """Write one cell; text is text, whatever it begins with."""
    if cell is None:
        return
    if isinstance(cell, datetime):
        place.write_datetime(*at, cell, marks.day)
    elif isinstance(cell, bool):
        place.write_boolean(*at, cell)
    elif isinstance(cell, int):
        place.write_number(*at, cell)
    elif isinstance(cell, Decimal):
        place.write_number(*at, float(cell), marks.number)  # exact: no more digits than it holds
    else:
        place.write_string(*at, cell if len(cell) <= MOST_SIGNS else f"{cell[: MOST_SIGNS - 1]}…")
