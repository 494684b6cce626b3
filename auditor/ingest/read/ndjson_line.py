"""One line of NDJSON: the record that it holds, or why it holds none."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.errors import InputError
from auditor.ingest.mapping.header import MOST_COLUMNS, table_of_columns
from auditor.ingest.mapping.names import canonical_table, column_in, known_columns
from auditor.ingest.read.broken import Broken, is_readable
from auditor.ingest.read.csv_body import LONGEST_RECORD
from auditor.ingest.source import text_of
from auditor.texts.reasons import reason_of

if TYPE_CHECKING:
    from auditor.ingest.mapping.model import Mapping
    from auditor.texts import Words

TABLE = "table"
WHOLE_PAIR = re.compile(r'"([^"\\]+)"\s*:\s*(?:"([^"\\]*)"|(-?\d+(?:\.\d+)?)(?=\s*[,}]))')


@dataclass(frozen=True, slots=True)
class Line:
    """One record: its line, its table and its cells as text, None where empty."""

    record: int
    table: str
    cells: dict[str, str | None]


class LineReader:
    """What is known of all lines of a file: its name's table, the decimal mark, tables seen."""

    def __init__(self, stem: str, mapping: Mapping) -> None:
        """Begin with what the file's name and mapping tell."""
        self._stem, self._mapping = stem, mapping
        self._mark = mapping.dialect.decimal or "."
        self._named: dict[str, str | None] = {}
        self._by_columns: dict[tuple[str, ...], str | None] = {}
        self._spelt: dict[tuple[str, str], str] = {}
        self._spellings: dict[tuple[str, ...], tuple[str, ...]] = {}
        self.hint = canonical_table(mapping, stem)

    def read(self, record: int, line: str) -> Line | Broken:
        """Read one line; a line that is no record is broken, with what can still be read of it."""
        try:
            cells = self._cells(_pairs(line))
            table = self._table(cells)
            names = self._names(table, tuple(name for name in cells if name != TABLE))
        except _NoRecordError as fault:
            return self.broken(record, line, reason=fault.reason, column=fault.column)
        cells.pop(TABLE, None)
        return Line(record, table, dict(zip(names, cells.values(), strict=True)))

    def _names(self, table: str, written: tuple[str, ...]) -> tuple[str, ...]:
        """Give the names of a record's columns as the first record of its table spells them.

        Raises where two of them are one column.
        """
        seen = (table, *written)
        if seen not in self._spellings:
            if len(self._spellings) >= MOST_COLUMNS:  # lines of ever new columns fill no memory
                self._spellings.clear()
            known = known_columns(self._mapping, table)
            ours = [column_in(known, name) or name for name in written]
            for place, name in enumerate(written):
                if ours[place] in ours[:place]:
                    raise _NoRecordError(text_of("reading.json_twice", column=name), name)
            pairs = zip(ours, written, strict=True)
            names = (self._spelt.setdefault((table, one), name) for one, name in pairs)
            self._spellings[seen] = tuple(names)
        return self._spellings[seen]

    def _cells(self, pairs: list[tuple[str, object]]) -> dict[str, str | None]:
        """Give the cells of an object; raises where a name stands twice, or a value is nested."""
        if len(pairs) > MOST_COLUMNS:
            reason = text_of("reading.too_many_columns", count=len(pairs), limit=MOST_COLUMNS)
            raise _NoRecordError(reason)
        cells: dict[str, str | None] = {}
        for name, value in pairs:
            if name in cells:
                raise _NoRecordError(text_of("reading.json_twice", column=name), name)
            cells[name] = self._text(name, value)
        return cells

    def _text(self, name: str, value: object) -> str | None:
        """Write a value as text; a number just as it stands, with the dialect's mark."""
        if isinstance(value, str):
            if "\0" in value or not (value.isascii() or _is_text(value)):
                raise _NoRecordError(text_of("reading.no_text"), name)
            return value or None
        if isinstance(value, list):
            raise _NoRecordError(text_of("reading.json_nested", column=name), name)
        if isinstance(value, tuple):
            return str(value[0]).replace(".", self._mark)
        return None if value is None else str(value).lower()

    def _table(self, cells: dict[str, str | None]) -> str:
        """Give the table of a record: as it says, as the file's name says, or by its columns."""
        named = cells.get(TABLE)
        if named is not None:
            if named not in self._named:
                self._named[named] = canonical_table(self._mapping, named)
            table = self._named[named]
            if table is None:
                raise _NoRecordError(text_of("reading.json_unknown_table", table=named), TABLE)
            return table
        table = self.hint or self._table_by_columns(tuple(cells))
        if table is None:
            raise _NoRecordError(text_of("reading.json_no_table"), TABLE)
        return table

    def _table_by_columns(self, columns: tuple[str, ...]) -> str | None:
        """Give the table that columns belong to; None where they tell none."""
        if columns not in self._by_columns:
            try:
                table = table_of_columns(columns, stem=self._stem, mapping=self._mapping)
            except InputError:
                table = None
            self._by_columns[columns] = table
        return self._by_columns[columns]

    def broken(self, record: int, line: str, *, reason: Words, column: str | None = None) -> Broken:
        """Make a broken record, with the pairs that are whole in its line."""
        pairs = {name: text or number for name, text, number in WHOLE_PAIR.findall(line)}
        named = pairs.pop(TABLE, None)
        table = (canonical_table(self._mapping, named) if named else self.hint) or ""
        known = known_columns(self._mapping, table) if table else {}
        ours = {column_in(known, name): value for name, value in pairs.items()}
        cells = {name: value for name, value in ours.items() if name and is_readable(value)}
        return Broken(record, reason, value=line, column=column, table=table, cells=cells)


class _NoRecordError(Exception):
    """A line that is no record: why, and the column at fault."""

    def __init__(self, reason: Words, column: str | None = None) -> None:
        """Keep the reason and the column."""
        super().__init__(reason.en)
        self.reason, self.column = reason, column


def _pairs(line: str) -> list[tuple[str, object]]:
    """Parse a line as one object: its pairs, numbers as one-tuples of their text."""
    if len(line) > LONGEST_RECORD:
        raise _NoRecordError(text_of("reading.record_too_long", limit=LONGEST_RECORD >> 20))
    if not line.lstrip("\ufeff \t").startswith("{"):
        raise _NoRecordError(text_of("reading.json_no_object"))
    try:
        parsed = json.loads(
            line.lstrip("\ufeff"),
            parse_float=_number,
            parse_int=_number,
            parse_constant=lambda word: _no_number(word, line),
            object_pairs_hook=list,
        )
    except (ValueError, RecursionError) as fault:
        told = text_of("reading.json_broken", reason=reason_of(fault))
        reason = text_of("reading.json_comma") if line.rstrip().endswith("},") else told
        raise _NoRecordError(reason) from fault
    return list(parsed)


def _number(text: str) -> tuple[str]:
    """Keep a number as its text, told from a text by standing in a tuple."""
    return (text,)


def _no_number(word: str, line: str) -> None:
    """Refuse NaN and Infinity, which are no JSON."""
    (column, *_) = [*re.findall(rf'"([^"\\]+)"\s*:\s*{word}', line), None]
    raise _NoRecordError(text_of("reading.json_no_number", word=word), column)


def _is_text(text: str) -> bool:
    """Say whether a text can be written as UTF-8 (a lone surrogate cannot)."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
