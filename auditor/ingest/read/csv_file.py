"""CSV as text: read whole by the engine, or record by record where one of them is amiss."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from auditor.errors import SqlError
from auditor.ingest.find.encodings import head_text
from auditor.ingest.mapping.header import FORMULA, find_header
from auditor.ingest.mapping.names import column_in, known_columns
from auditor.ingest.read.broken import rejects
from auditor.ingest.read.csv_body import (
    LONGEST_RECORD,
    PIECE,
    Body,
    Shape,
    body_chunks,
    body_pieces,
)
from auditor.ingest.read.csv_records import broken_of, cells_of, read_lines, read_records
from auditor.ingest.read.csv_text import numbered, piece_rows, plain_rows, without_empty_rows
from auditor.ingest.read.relation import (
    add_rows,
    count_rows,
    drop_empty_rows,
    drop_unnamed_columns,
    make_relation,
    no_cell,
    rows_of,
)
from auditor.ingest.source import Held, RawTable, Reject, text_of
from auditor.sql import literal, name, query, run
from auditor.store.ahead import ahead

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    import pyarrow as pa

    from auditor.ingest.mapping.header import Header
    from auditor.ingest.read.broken import Broken
    from auditor.ingest.read.csv_body import Piece
    from auditor.ingest.read.opened import Opened
    from auditor.sql import Connection
    from auditor.texts import Words

BATCH = 20_000
LARGE = 1 << 29
AHEAD = 2
LONGEST_IN_ENGINE = 2 * LONGEST_RECORD


@dataclass(frozen=True, slots=True)
class _Reading:
    """One CSV file being read: where to, its header, what a record looks like, and its records.

    `texts` are its rows where all that it holds are plain cells.
    """

    opened: Opened
    relation: str
    header: Header
    shape: Shape
    body: Body
    texts: pa.Table | None
    held: Held = field(default_factory=Held)


def read_csv(connection: Connection, opened: Opened) -> tuple[RawTable, ...]:
    """Read a CSV file into a raw table; raises InputError where it cannot be one."""
    reading = _begin(opened, opened.relations.new())
    header, relation = reading.header, reading.relation
    broken: tuple[Reject, ...] = ()
    empty = _read_whole(connection, reading)
    if empty is None:
        make_relation(connection, relation, columns=header.columns)
        broken = rejects(opened.source, _read_pieces(connection, reading))
        _, empty = count_rows(connection, relation, columns=header.columns)
        _tidy(connection, reading, empty=empty)
    raw = RawTable(
        source=opened.source,
        table=header.table,
        relation=relation,
        columns=drop_unnamed_columns(connection, relation, columns=header.columns),
        broken=broken,
        assumptions=tuple(_assumptions(opened, header, empty=empty)),
        mapping=opened.mapping,
        held=reading.held,
    )
    return (raw,)


def _begin(opened: Opened, relation: str) -> _Reading:
    """Find the header, and cut what is below it into pieces."""
    encoding = opened.survey.encoding
    text = head_text(opened.path, encoding)
    header = find_header(text, stem=opened.stem, mapping=opened.mapping)
    shape = Shape(header.delimiter, len(header.columns), opened.survey.is_damaged)
    texts = _plain_texts(opened, header, shape=shape)
    if texts is not None:
        return _Reading(opened, relation, header, shape, Body(()), texts)
    chunks = body_chunks(opened.path, encoding=encoding, skip=header.skip)
    pieces = body_pieces(chunks, shape=shape, into=opened.scratch)
    is_long = opened.survey.size > PIECE  # then another thread cuts them
    with ahead(pieces, AHEAD) if is_long else nullcontext(pieces) as cut:
        return _Reading(opened, relation, header, shape, *_cut(cut, header))


def _plain_texts(opened: Opened, header: Header, *, shape: Shape) -> pa.Table | None:
    """Read what is below a header without writing it anew, where it is plain and not too large."""
    if opened.survey.size > LARGE or not _is_usual(header):
        return None
    chunks = body_chunks(opened.path, encoding=opened.survey.encoding, skip=header.skip)
    read = plain_rows(chunks, header.columns, shape=shape)
    return numbered(read) if read else None


def _cut(pieces: Iterable[Piece], header: Header) -> tuple[Body, pa.Table | None]:
    """Walk pieces as they are cut, and read each by Arrow as long as all are plain cells."""
    cut: list[Piece] = []
    read: list[pa.Table] | None = [] if _is_usual(header) else None
    for piece in pieces:
        cut.append(piece)
        rows = None
        if read is not None and sum(one.size for one in cut) <= LARGE:
            rows = piece_rows(piece, header.columns, delimiter=header.delimiter)
        read = None if read is None or rows is None else [*read, rows]
    return Body(tuple(cut)), numbered(read) if read else None


def _is_usual(header: Header) -> bool:
    """Say whether Arrow can read what is below a header: one sign cuts, each column has a name."""
    columns = header.columns
    is_named_once = len(set(columns)) == len(columns) and not _has_unnamed(header)
    return is_named_once and len(header.delimiter.encode()) == 1


def _read_whole(connection: Connection, reading: _Reading) -> int | None:
    """Let the engine read every piece; give the number of rows without any cell, left out.

    None, and no table, where a record has to be looked at by itself, or the engine found another
    number of records than was counted. What is too large for a table becomes a view of its pieces.
    """
    pieces, relation, columns = reading.body.pieces, reading.relation, reading.header.columns
    if not all(piece.is_plain for piece in pieces):
        return None
    if reading.texts is not None:
        return _registered(connection, reading, rows=reading.texts)
    kind, select = "VIEW" if _is_large(reading) else "TABLE", _select(reading, pieces, after=0)
    try:
        run(connection, f"CREATE {kind} {relation} AS {select}")
        rows, empty = count_rows(connection, relation, columns=columns)
    except SqlError:
        run(connection, f"DROP {kind} IF EXISTS {relation}")
        return None
    if rows != sum(piece.records for piece in pieces):
        run(connection, f"DROP {kind} {relation}")
        return None
    if kind == "VIEW":
        some = f"SELECT * FROM ({select}) WHERE NOT ({no_cell(columns)})"
        run(connection, f"CREATE OR REPLACE VIEW {relation} AS {some if empty else select}")
    else:
        _tidy(connection, reading, empty=empty)
    return empty


def _registered(connection: Connection, reading: _Reading, *, rows: pa.Table) -> int:
    """Let a raw table be rows of Arrow; give the number of those without any cell, left out."""
    filled = without_empty_rows(rows)
    connection.register(reading.relation, filled)
    reading.held.rows = filled
    _remove_pieces(reading)
    return int(rows.num_rows - filled.num_rows)


def _has_unnamed(header: Header) -> bool:
    """Say whether some column has no name."""
    return any(column.startswith("#") for column in header.columns)


def _is_large(reading: _Reading) -> bool:
    """Say whether a file's records are better left on disk; unnamed columns have to be read."""
    return reading.body.size > LARGE and not _has_unnamed(reading.header)


def _tidy(connection: Connection, reading: _Reading, *, empty: int) -> None:
    """Drop the rows without any cell from a raw table, and remove the pieces that were read."""
    if empty:
        drop_empty_rows(connection, reading.relation, columns=reading.header.columns)
    _remove_pieces(reading)


def _remove_pieces(reading: _Reading) -> None:
    """Remove the pieces that were read."""
    for piece in reading.body.pieces:
        piece.path.unlink()


def _read_pieces(connection: Connection, reading: _Reading) -> Iterator[Broken]:
    """Read piece by piece into the raw table, and give the records that are broken."""
    after = 0
    for piece in reading.body.pieces:
        if piece.is_plain and _add_piece(connection, reading, piece=piece, after=after):
            after += piece.records
        else:
            after = yield from _read_each(connection, reading, piece=piece, after=after)


def _add_piece(connection: Connection, reading: _Reading, *, piece: Piece, after: int) -> bool:
    """Let the engine read a piece; say whether it found just the records that were counted."""
    select = _select(reading, (piece,), after=after)
    try:
        run(connection, f"INSERT INTO {reading.relation} {select}")
    except SqlError:
        return False
    condition = f"FROM {reading.relation} WHERE record > {after}"
    if query(connection, f"SELECT count(*) AS n {condition}")["n"][0].as_py() == piece.records:
        return True
    run(connection, f"DELETE {condition}")
    return False


def _select(reading: _Reading, pieces: Sequence[Piece], *, after: int) -> str:
    """Write the query that reads pieces: every cell as text, nothing guessed."""
    cells = "".join(f", {_cell(reading, one)}" for one in reading.header.columns)
    parts = []
    for piece in pieces:
        number = f"row_number() OVER () + {after} AS record"
        parts.append(f"SELECT {number}{cells} FROM {_source(reading, piece)}")
        after += piece.records
    return " UNION ALL ".join(parts)


def _source(reading: _Reading, piece: Piece) -> str:
    """Write the call that reads a piece."""
    columns = ", ".join(f"{literal(one)}: 'VARCHAR'" for one in reading.header.columns)
    return (
        f"read_csv({literal(str(piece.path))}, columns = {{{columns}}}, auto_detect = false, "
        f"delim = {literal(reading.shape.delimiter)}, quote = '\"', escape = '\"', "
        "header = false, nullstr = '', strict_mode = true, parallel = false, "
        f"max_line_size = {LONGEST_IN_ENGINE})"
    )


def _cell(reading: _Reading, column: str) -> str:
    """Write one cell, without the formula that keeps zeros in a spreadsheet."""
    if not reading.body.has_formulas:
        return name(column)
    bare = f"regexp_replace({name(column)}, {literal(f'^{FORMULA.pattern}$')}, '\\1', 's')"
    return f"nullif({bare}, '') AS {name(column)}"


def _read_each(
    connection: Connection, reading: _Reading, *, piece: Piece, after: int
) -> Generator[Broken, None, int]:
    """Read a piece record by record; give the broken ones, and at the end the last number."""
    header = reading.header
    known = known_columns(reading.opened.mapping, header.table)
    ours = tuple(column_in(known, column) for column in header.columns)
    records = read_records(read_lines([piece.path]), reading.shape, after=after)
    while batch := list(islice(records, BATCH)):
        sound = [parsed for parsed in batch if parsed.fault is None]
        numbers = [parsed.record for parsed in sound]
        rows = rows_of(numbers, [cells_of(parsed) for parsed in sound], names=header.columns)
        add_rows(connection, reading.relation, rows=rows)
        amiss = (parsed for parsed in batch if parsed.fault is not None)
        yield from (broken_of(parsed, table=header.table, columns=ours) for parsed in amiss)
        after = batch[-1].record
    return after


def _assumptions(opened: Opened, header: Header, *, empty: int) -> Iterator[Words]:
    """Say what was neither declared nor as the log model has it."""
    dialect, file = opened.mapping.dialect, opened.source.name
    encoding = opened.survey.encoding
    if dialect.encoding is None and encoding not in {"utf-8", "utf-8-sig"}:
        yield text_of("reading.encoding_assumed", file=file, encoding=encoding)
    if dialect.delimiter is None and header.delimiter != ",":
        yield text_of("reading.delimiter_assumed", file=file, delimiter=_shown(header.delimiter))
    if dialect.skip_rows is None and header.titles:
        yield text_of("reading.titles_passed", file=file, count=header.titles)
    if empty:
        yield text_of("reading.empty_rows", file=file, count=empty)


def _shown(delimiter: str) -> str:
    """Give a delimiter as people name it."""
    return "TAB" if delimiter == "\t" else delimiter
