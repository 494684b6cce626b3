"""The games' own formats (PBN, LIN, PHH…): each read by its game, its rows made raw tables."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

import pyarrow as pa

from auditor.errors import InputError
from auditor.ingest.find.encodings import utf8_chunks
from auditor.ingest.find.found import shown
from auditor.ingest.mapping.model import Dialect, Mapping
from auditor.ingest.read.broken import Broken, rejects
from auditor.ingest.read.relation import add_rows, make_relation
from auditor.ingest.source import RawTable, Skipped, text_of
from auditor.texts import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from auditor.games.format import BrokenRecord, Format, FormatReading, Row
    from auditor.ingest.read.opened import Opened
    from auditor.sql import Connection

MOST_BYTES = 64 << 20


def read_format(
    connection: Connection, opened: Opened, *, game_format: Format
) -> tuple[RawTable | Skipped, ...]:
    """Read a file of a game's format; what no game here plays is skipped, record by record."""
    if opened.survey.size > MOST_BYTES:
        raise InputError("reading.file_too_large", limit=MOST_BYTES >> 20)
    data = b"".join(utf8_chunks(opened.path, opened.survey.encoding))
    reading = game_format.read(text_of_bytes(data), opened.source.name)
    refused = tuple(_refused(opened, one, reading=reading) for one in reading.refused)
    return *_tables(connection, opened, reading=reading), *refused


def text_of_bytes(data: bytes) -> str:
    """Give UTF-8 as text; what is none becomes U+FFFD, and so does NUL, which no text holds."""
    return data.decode("utf-8", "replace").removeprefix("\ufeff").replace("\0", "\ufffd")


def _tables(
    connection: Connection, opened: Opened, *, reading: FormatReading
) -> tuple[RawTable, ...]:
    """Make a raw table of each table that the format gave, and of each that has broken records."""
    names = dict.fromkeys(chain(reading.tables, (one.table for one in reading.broken)))
    said = (*_assumptions(opened), *(Words(es, en) for es, en in reading.assumed))
    mapping = Mapping(dialect=Dialect(zone=opened.mapping.dialect.zone))
    found: list[RawTable] = []
    for table in names:
        rows = _rows(reading.tables.get(table, []))
        columns = tuple(rows.column_names[1:])
        relation = opened.relations.new()
        make_relation(connection, relation, columns=columns)
        add_rows(connection, relation, rows=rows)
        broken = [_broken(one) for one in reading.broken if one.table == table]
        found.append(
            RawTable(
                source=opened.source,
                table=table,
                relation=relation,
                columns=columns,
                broken=rejects(opened.source, broken),
                assumptions=said if not found else (),
                mapping=mapping,
            )
        )
    return tuple(found)


def _rows(rows: Sequence[Row] | pa.Table) -> pa.Table:
    """Make Arrow rows of a format's, `record` the first of their columns and a number."""
    if isinstance(rows, pa.Table):
        return rows.set_column(0, "record", rows["record"].cast(pa.int64()))
    columns = (one for one in dict.fromkeys(chain.from_iterable(rows)) if one != "record")
    numbers = pa.array([int(row["record"] or 0) for row in rows], pa.int64())
    cells = {column: pa.array([row.get(column) for row in rows], pa.string()) for column in columns}
    return pa.table({"record": numbers, **cells})


def _broken(one: BrokenRecord) -> Broken:
    """Make the broken record of one that the format could not read."""
    return Broken(one.record, Words(one.reason_es, one.reason_en), table=one.table)


def _refused(opened: Opened, one: BrokenRecord, *, reading: FormatReading) -> Skipped:
    """Say that a record is of no game that is played here."""
    is_alone = len(reading.refused) == 1 and not reading.tables
    name = opened.source.name if is_alone else f"{opened.source.name}#{one.record}"
    return Skipped(shown(name), "not_played_here", one.reason_es, one.reason_en)


def _assumptions(opened: Opened) -> tuple[Words, ...]:
    """Say in which encoding the file was read, where it is not UTF-8."""
    encoding, file = opened.survey.encoding, opened.source.name
    if opened.mapping.dialect.encoding or encoding in {"utf-8", "utf-8-sig"}:
        return ()
    return (text_of("reading.encoding_assumed", file=file, encoding=encoding),)
