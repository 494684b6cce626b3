"""Where a table's header stands, and which table of the log model it heads."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.errors import InputError
from auditor.games.log_model import tables
from auditor.ingest.mapping.names import canonical_table, column_in, ignores_column, known_columns

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from auditor.ingest.mapping.model import Mapping as CasinoMapping

DELIMITERS = (",", ";", "\t", "|")
LINES_ABOVE = 30
MOST_COLUMNS = 1000
FORMULA = re.compile(r'="(.*)"', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Header:
    """A header that was recognised: its table, its columns, and the rows above and up to it.

    `titles` rows stand above it; the first record follows after `skip` lines; `delimiter` is empty
    in a sheet.
    """

    table: str
    columns: tuple[str, ...]
    titles: int
    skip: int
    delimiter: str = ""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line read as a header: its cells, how many lines it takes, and its delimiter."""

    cells: tuple[str, ...]
    lines: int
    delimiter: str


def find_header(text: str, *, stem: str, mapping: CasinoMapping) -> Header:
    """Find the header of a CSV file in its first characters.

    Raises InputError where there is none, or a name stands in it twice.
    """
    seeker = _Seeker(stem, mapping)
    lines = [f"{line}\n" for line in text.split("\n")]
    declared = mapping.dialect.skip_rows
    places = range(LINES_ABOVE) if declared is None else (declared,)
    for place in places:
        for line in _readings(lines[place:], mapping.dialect.delimiter):
            table = seeker.table_of(line.cells)
            if table:
                columns = header_columns(line.cells)
                return Header(table, columns, place, place + line.lines, line.delimiter)
    raise seeker.nothing_found("".join(lines[declared or 0 :][:1]))


def find_header_row(rows: Sequence[Sequence[str]], *, stem: str, mapping: CasinoMapping) -> Header:
    """Find the header among the first rows of a sheet; raises InputError as `find_header`."""
    seeker = _Seeker(stem, mapping)
    declared = mapping.dialect.skip_rows
    places = range(min(LINES_ABOVE, len(rows))) if declared is None else (declared,)
    for place in places:
        cells = tuple(clean_name(cell) for cell in rows[place]) if place < len(rows) else ()
        table = seeker.table_of(cells)
        if table:
            return Header(table, header_columns(cells), place, place + 1)
    raise seeker.nothing_found(" ".join(cell for row in rows[:1] for cell in row))


def table_of_columns(columns: Sequence[str], *, stem: str, mapping: CasinoMapping) -> str:
    """Give the table that named columns belong to; raises InputError where none fits."""
    seeker = _Seeker(stem, mapping)
    table = seeker.table_of(tuple(columns))
    if table is None:
        raise seeker.nothing_found(", ".join(columns))
    return table


def clean_name(cell: str) -> str:
    """Give a column's name without what wraps it: a byte-order mark, blanks, `="…"`."""
    bare = cell.strip("\ufeff \t\r\n\u00a0")
    wrapped = FORMULA.fullmatch(bare)
    return wrapped.group(1) if wrapped else bare


def header_columns(cells: Sequence[str]) -> tuple[str, ...]:
    """Give the columns' names; one without a name is called by its place.

    Raises InputError where a name stands twice, whatever its case, or there are too many.
    """
    if len(cells) > MOST_COLUMNS:
        raise InputError("reading.too_many_columns", count=len(cells), limit=MOST_COLUMNS)
    names = [cell or f"#{place}" for place, cell in enumerate(cells, start=1)]
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            raise InputError("reading.duplicate_column", column=name)
        seen.add(name.casefold())
    return tuple("record_" if name.casefold() == "record" else name for name in names)


class _Seeker:
    """What a file's name and the mapping tell of its columns."""

    def __init__(self, stem: str, mapping: CasinoMapping) -> None:
        """Find which tables it may be, and the names that their columns go by."""
        self._mapping, self._stem = mapping, stem
        self._hint = canonical_table(mapping, stem)
        candidates = [self._hint] if self._hint else list(tables())
        self._known = {table: known_columns(mapping, table) for table in candidates}

    def table_of(self, cells: tuple[str, ...]) -> str | None:
        """Give the table that a row heads; None where it is no header, or could head two."""
        scores = {table: self._score(cells, known) for table, known in self._known.items()}
        best = max(scores.values())
        fitting = [table for table, score in scores.items() if score == best and best > 0]
        return fitting[0] if len(fitting) == 1 else None

    def nothing_found(self, line: str) -> InputError:
        """Make the error of a file without a header that is known."""
        seen = line.strip()[:80]
        if self._hint:
            return InputError("reading.no_header", table=self._hint, seen=seen)
        return InputError("reading.unknown_table", stem=self._stem, seen=seen)

    def _score(self, cells: tuple[str, ...], known: Mapping[str, str]) -> int:
        """Count the columns known in a row, if they are enough to make it this table's header."""
        named = [cell for cell in cells if cell]
        ours = {column_in(known, cell) for cell in named} - {None}
        ignored = sum(ignores_column(self._mapping, cell) for cell in named)
        table = next(name for name, columns in self._known.items() if columns is known)
        has_key = ours.issuperset(tables()[table].key)
        is_most = self._hint is not None and 2 * (len(ours) + ignored) >= len(named)
        return len(ours) if len(ours) > 1 and (has_key or is_most) else 0


def _readings(lines: list[str], declared: str | None) -> Iterator[_Line]:
    """Read the record at the top of some lines by each delimiter that it may have."""
    for delimiter in (declared,) if declared else DELIMITERS:
        if lines and delimiter in lines[0]:
            line = _read(lines, delimiter)
            if line:
                yield line


def _read(lines: list[str], delimiter: str) -> _Line | None:
    """Read the record at the top of some lines by one delimiter; None where it cannot be."""
    reader = csv.reader(lines, delimiter=delimiter)
    try:
        cells = tuple(clean_name(cell) for cell in next(reader))
    except (csv.Error, StopIteration):
        return None
    return _Line(cells, reader.line_num, delimiter)
