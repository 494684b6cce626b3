"""Marks and date formats that nobody declared, known only where a file leaves no doubt."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from auditor.games.log_model import Kind, tables
from auditor.ingest.mapping.names import column_in, known_columns
from auditor.ingest.source import RawTable, text_of
from auditor.sql import literal, name, query

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from auditor.ingest.mapping.model import Dialect
    from auditor.sql import Connection
    from auditor.texts import Words

SAMPLE = 2048
SIGN = r"[-+\x{2212}]?"
ODD_NUMBER = r".*[0-9][^0-9.].*|.*[.].*[.].*"
GROUPING = {"'": "'", "’": "\\x{2019}", " ": " ", "\u00a0": "\\x{a0}", "\u202f": "\\x{202f}"}
DAY_FIRST = r".*\b[0-9]{1,2}[/.-][0-9]{1,2}[/.-][0-9]{4}\b.*"
ODD = {Kind.MONEY: ODD_NUMBER, Kind.DATE: DAY_FIRST, Kind.TIME: DAY_FIRST}
SEPARATORS = ("/", "-", ".")
LAST_MONTH = 12
WRITTEN = {"csv", "xlsx"}


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of numbers that a file's amounts agree on."""

    decimal: str
    thousands: str | None


@dataclass(frozen=True, slots=True)
class _Cells:
    """The cells of some columns of a raw table."""

    connection: Connection
    relation: str
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Days:
    """How all cells of one kind write days: whether a number past 12 stands first or second."""

    first_past: bool
    second_past: bool
    clock: str | None


def detect(connection: Connection, raw: RawTable) -> RawTable:
    """Give a raw table with what its cells leave no doubt of put into its dialect, and said."""
    said: list[Words] = []
    dialect = raw.mapping.dialect
    is_odd = _odd(connection, raw)
    if Kind.MONEY in is_odd and dialect.decimal is None and dialect.thousands is None:
        marks = detect_marks(connection, raw)
        if marks:
            dialect = replace(dialect, decimal=marks.decimal, thousands=marks.thousands)
            said.append(_marks_said(raw, marks))
    if dialect.decimal is None and dialect.thousands is None and _may_group(connection, raw):
        said.append(text_of("reading.points_assumed", file=raw.source.name))
    if is_odd & {Kind.DATE, Kind.TIME} and dialect.date is None and dialect.datetime is None:
        dated = detect_dates(connection, raw, dialect=dialect)
        if dated is not dialect:
            shown = dated.datetime or dated.date
            said.append(text_of("reading.dates_assumed", file=raw.source.name, format=shown))
            dialect = dated
    if not said:
        return raw
    mapping = replace(raw.mapping, dialect=dialect)
    return replace(raw, mapping=mapping, assumptions=(*raw.assumptions, *said))


def detect_marks(connection: Connection, raw: RawTable) -> Marks | None:
    """Give the marks of a table's amounts; None where they are plain, or leave a doubt."""
    cells = _cells(connection, raw, kinds={Kind.MONEY})
    counts = _counts(cells, _NUMBERS)
    decimals = {mark for mark in ",." if counts[f"decimal {mark}"] or counts[f"both {mark}"]}
    other = {",": ".", ".": ","}
    thousands = {other[mark] for mark in ",." if counts[f"both {mark}"]}
    thousands |= {mark for mark in (",", ".", *GROUPING) if counts[f"groups {mark}"]}
    return _agreed(decimals, thousands, short_comma=counts["short ,"] > 0)


def _may_group(connection: Connection, raw: RawTable) -> bool:
    """Say whether the points of amounts, read before decimals, may stand between thousands.

    So it is where three digits follow each of them, and somebody wrote them: `1.500`.
    """
    every = _cells(connection, raw, kinds={Kind.MONEY})
    some = replace(every, relation=f"(SELECT * FROM {raw.relation} LIMIT {SAMPLE})")
    counted = (_counts(cells, _POINTS) for cells in (some, every))
    return raw.source.kind in WRITTEN and all(0 < one["short"] == one["any"] for one in counted)


def _agreed(decimals: set[str], thousands: set[str], *, short_comma: bool) -> Marks | None:
    """Give the marks on which all amounts agree; `1,234` is one or the other, and so a doubt."""
    if len(decimals) > 1 or len(thousands) > 1 or decimals & thousands:
        return None
    group = next(iter(thousands), None)
    decimal = next(iter(decimals), "," if group == "." else ".")
    if short_comma and decimal == ",":
        return None
    return Marks(decimal, group) if (decimal, group) != (".", None) else None


def detect_dates(connection: Connection, raw: RawTable, *, dialect: Dialect) -> Dialect:
    """Give a dialect with the date formats of a table; the same one where there is a doubt."""
    cells = {kind: _cells(connection, raw, kinds={kind}) for kind in (Kind.DATE, Kind.TIME)}
    for mark in SEPARATORS:
        found = {kind: _days(own, mark) for kind, own in cells.items()}
        whole = {kind: days for kind, days in found.items() if days}
        day = _order(whole.values(), mark)
        if day:
            clock = whole[Kind.TIME].clock if Kind.TIME in whole else None
            date = day if Kind.DATE in whole else None
            return replace(dialect, date=date, datetime=f"{day} {clock}" if clock else None)
    return dialect


def _order(found: Iterable[_Days], mark: str) -> str | None:
    """Give the format of a day; None where no number past 12 tells the day from the month."""
    days = list(found)
    first, second = any(d.first_past for d in days), any(d.second_past for d in days)
    if first == second:
        return None
    return f"%d{mark}%m{mark}%Y" if first else f"%m{mark}%d{mark}%Y"


def _days(cells: _Cells, mark: str) -> _Days | None:
    """Look at how some cells write days; None where there are none, or they differ."""
    sign = f"\\x{{{ord(mark):x}}}"
    day = f"([0-9]{{1,2}}){sign}([0-9]{{1,2}}){sign}[0-9]{{4}}"
    clocks = {"%H:%M:%S": " [0-9]{1,2}:[0-9]{2}:[0-9]{2}", "%H:%M": " [0-9]{1,2}:[0-9]{2}"}
    patterns = {"all": ".*", "day": day} | {c: f"{day}{shape}" for c, shape in clocks.items()}
    counts = _counts(cells, patterns)
    used = [shape for shape in ("day", *clocks) if counts[shape]]
    if counts["all"] == 0 or len(used) != 1 or counts[used[0]] != counts["all"]:
        return None
    past = f"(?:1[3-9]|[2-9][0-9]){sign}"
    order = {"first": f"{past}.*", "second": f"[0-9]{{1,2}}{sign}{past}.*"}
    beyond = _counts(cells, order)
    clock = None if used[0] == "day" else used[0]
    return _Days(beyond["first"] > 0, beyond["second"] > 0, clock)


def _cells(connection: Connection, raw: RawTable, *, kinds: set[Kind]) -> _Cells:
    """Give the cells of a raw table's columns of some kinds."""
    known = known_columns(raw.mapping, raw.table)
    of_kind = {column.name for column in tables()[raw.table].columns if column.kind in kinds}
    columns = tuple(one for one in raw.columns if column_in(known, one) in of_kind)
    return _Cells(connection, raw.relation, columns)


def _odd(connection: Connection, raw: RawTable) -> set[Kind]:
    """Give the kinds of which one of the first cells is not written as the log model has it."""
    tests = {
        kind: [
            f"regexp_full_match({name(one)}, {literal(pattern)})"
            for one in _cells(connection, raw, kinds={kind}).columns
        ]
        for kind, pattern in ODD.items()
    }
    found = ", ".join(
        f"coalesce(bool_or({' OR '.join(own) or 'false'}), false) AS {name(kind)}"
        for kind, own in tests.items()
    )
    rows = f"SELECT * FROM {raw.relation} LIMIT {SAMPLE}"
    row = query(connection, f"SELECT {found} FROM ({rows})", why="dialect").to_pylist()[0]
    return {kind for kind in ODD if row[kind]}


def _counts(cells: _Cells, patterns: Mapping[str, str]) -> dict[str, int]:
    """Count the cells that have each pattern as a whole."""
    if not cells.columns:
        return dict.fromkeys(patterns, 0)
    listed = ", ".join(name(column) for column in cells.columns)
    counts = ", ".join(
        f"count(*) FILTER (regexp_full_match(cell, {literal(pattern)})) AS {name(key)}"
        for key, pattern in patterns.items()
    )
    each = f"SELECT trim(unnest([{listed}])) AS cell FROM {cells.relation}"
    sql = f"SELECT {counts} FROM ({each}) WHERE cell <> ''"
    row = query(cells.connection, sql, why="dialect")
    return {key: int(row[key][0].as_py()) for key in patterns}


def _marks_said(raw: RawTable, marks: Marks) -> Words:
    """Say with which marks the amounts were read."""
    group = {" ": "espacio/space", "\u00a0": "U+00A0", "\u202f": "U+202F", None: "–"}
    return text_of(
        "reading.marks_assumed",
        file=raw.source.name,
        decimal=marks.decimal,
        thousands=group.get(marks.thousands, marks.thousands),
    )


_NUMBERS = {
    "decimal ,": f"{SIGN}[0-9]+,[0-9]{{1,2}}",
    "decimal .": f"{SIGN}[0-9]+[.][0-9]{{1,2}}",
    "both ,": f"{SIGN}[0-9]{{1,3}}([.][0-9]{{3}})+,[0-9]{{1,2}}",
    "both .": f"{SIGN}[0-9]{{1,3}}(,[0-9]{{3}})+[.][0-9]{{1,2}}",
    "groups ,": f"{SIGN}[0-9]{{1,3}}(,[0-9]{{3}}){{2,}}",
    "groups .": f"{SIGN}[0-9]{{1,3}}([.][0-9]{{3}}){{2,}}",
    "short ,": f"{SIGN}[0-9]{{1,3}},[0-9]{{3}}",
    **{
        f"groups {mark}": f"{SIGN}[0-9]{{1,3}}({shape}[0-9]{{3}})+([.,][0-9]{{1,2}})?"
        for mark, shape in GROUPING.items()
    },
}
_POINTS = {"any": ".*[.].*", "short": f"{SIGN}[1-9][0-9]{{0,2}}[.][0-9]{{3}}"}
