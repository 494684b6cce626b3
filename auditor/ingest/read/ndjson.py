"""NDJSON: each line a record of the table that it names, numbers kept as they are written."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import pyarrow as pa

from auditor.errors import InputError
from auditor.ingest.find.encodings import text_lines
from auditor.ingest.mapping.header import MOST_COLUMNS, header_columns
from auditor.ingest.read.broken import Broken, rejects
from auditor.ingest.read.csv_body import LONGEST_RECORD
from auditor.ingest.read.ndjson_line import Line, LineReader
from auditor.ingest.read.relation import add_rows, make_relation
from auditor.ingest.source import RawTable, text_of
from auditor.texts import Words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.ingest.read.opened import Opened
    from auditor.ingest.source import Reject
    from auditor.sql import Connection

BATCH = 20_000
Parts = dict[str, list[pa.Table]]


def read_ndjson(connection: Connection, opened: Opened) -> tuple[RawTable, ...]:
    """Read NDJSON into a raw table for each table that its lines name.

    The broken lines stand with the first of them. Raises InputError where no line can be placed,
    or one table has two columns of a name.
    """
    reader = LineReader(opened.stem, opened.mapping)
    parts: Parts = {}
    broken = rejects(opened.source, _collect(opened, reader, parts=parts))
    if not parts and broken and reader.hint:
        parts[reader.hint] = [pa.table({"record": pa.array([], pa.int64())})]
    if not parts:
        first = Words(broken[0].reason_es, broken[0].reason_en) if broken else "-"
        raise InputError("reading.nothing_read", count=len(broken), reason=first)
    made = [_table(connection, opened, table=table, parts=own) for table, own in parts.items()]
    return _with_broken(made[0], broken), *made[1:]


def _collect(opened: Opened, reader: LineReader, *, parts: Parts) -> Iterator[Broken]:
    """Read every line: sound records go to the parts of their table, broken ones are given."""
    lines = text_lines(opened.path, opened.survey.encoding, longest=LONGEST_RECORD)
    numbered = ((number, line) for number, line in enumerate(lines, start=1) if line.strip())
    while batch := list(islice(numbered, BATCH)):
        sound: dict[str, list[Line]] = {}
        for number, line in batch:
            read = _read_line(opened, reader, number=number, line=line)
            if isinstance(read, Broken):
                yield read
            else:
                sound.setdefault(read.table, []).append(read)
        for table, own in sound.items():
            parts.setdefault(table, []).append(_rows(own))


def _read_line(opened: Opened, reader: LineReader, *, number: int, line: str) -> Line | Broken:
    """Read one line; one with bytes that are no text is broken."""
    if opened.survey.is_damaged and "\ufffd" in line:
        return reader.broken(number, line, reason=text_of("reading.no_text"))
    return reader.read(number, line)


def _rows(lines: list[Line]) -> pa.Table:
    """Make Arrow rows of records, with every column that one has; raises InputError of too many."""
    names = dict.fromkeys(name for line in lines for name in line.cells)
    if len(names) > MOST_COLUMNS:
        raise InputError("reading.too_many_columns", count=len(names), limit=MOST_COLUMNS)
    numbers = pa.array([line.record for line in lines], pa.int64())
    cells = [pa.array([line.cells.get(one) for line in lines], pa.string()) for one in names]
    return pa.table([numbers, *cells], names=["\0record", *names])


def _table(
    connection: Connection, opened: Opened, *, table: str, parts: list[pa.Table]
) -> RawTable:
    """Make the raw table of one table's rows."""
    found = list(dict.fromkeys(name for part in parts for name in part.column_names[1:]))
    columns = header_columns(found)
    names = dict(zip(found, columns, strict=True))
    relation = opened.relations.new()
    make_relation(connection, relation, columns=columns)
    for part in parts:
        ours = ["record", *(names[name] for name in part.column_names[1:])]
        add_rows(connection, relation, rows=part.rename_columns(ours))
    return RawTable(opened.source, table, relation, columns, mapping=opened.mapping)


def _with_broken(raw: RawTable, broken: tuple[Reject, ...]) -> RawTable:
    """Give a raw table with the broken records of its source."""
    return RawTable(
        source=raw.source,
        table=raw.table,
        relation=raw.relation,
        columns=raw.columns,
        broken=broken,
        mapping=raw.mapping,
    )
