"""XLSX workbooks: each sheet a table, numbers, dates and times written exactly as text."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from python_calamine import CalamineError, CalamineWorkbook

from auditor.errors import InputError
from auditor.games.log_model import tables
from auditor.ingest.find.found import shown, skipped
from auditor.ingest.mapping.header import LINES_ABOVE, find_header_row
from auditor.ingest.mapping.names import canonical_table, column_in, known_columns
from auditor.ingest.read.blanks import BLANKS
from auditor.ingest.read.relation import (
    add_rows,
    drop_unnamed_columns,
    make_relation,
    rows_of,
)
from auditor.ingest.read.typed import cell_text
from auditor.ingest.read.xlsx_bounds import check_workbook
from auditor.ingest.source import RawTable, Skipped, text_of
from auditor.texts.reasons import reason_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from python_calamine import CalamineSheet

    from auditor.games.log_model import Kind
    from auditor.ingest.mapping.header import Header
    from auditor.ingest.read.opened import Opened
    from auditor.sql import Connection
    from auditor.texts import Words

BATCH = 20_000


def read_xlsx(connection: Connection, opened: Opened) -> tuple[RawTable | Skipped, ...]:
    """Read each sheet of a workbook; one that is no table of a log is skipped with the reason.

    Raises InputError where the workbook is damaged or too large.
    """
    without_value = check_workbook(opened.path)
    try:
        workbook = CalamineWorkbook.from_path(str(opened.path))
    except (CalamineError, OSError, ValueError) as fault:
        raise InputError("reading.xlsx_damaged", reason=reason_of(shown(str(fault)))) from fault
    names = workbook.sheet_names
    found: list[RawTable | Skipped] = []
    for name in names:
        is_named = len(names) > 1 or canonical_table(opened.mapping, name) is not None
        sheet = _of_sheet(opened, name, stem=name if is_named else opened.stem)
        found.append(_read_sheet(connection, sheet, rows=workbook.get_sheet_by_name(name)))
    return _with_note(tuple(found), opened, without_value=without_value)


def _of_sheet(opened: Opened, name: str, *, stem: str) -> Opened:
    """Give a workbook as it is read for one sheet."""
    source = replace(opened.source, name=f"{opened.source.name}#{shown(name)}")
    return replace(opened, source=source, stem=stem)


def _read_sheet(
    connection: Connection, opened: Opened, *, rows: CalamineSheet
) -> RawTable | Skipped:
    """Read one sheet into a raw table."""
    walk = rows.iter_rows()
    first = [list(row) for row in islice(walk, LINES_ABOVE + 1)]
    if not any(value != "" for row in first for value in row) and not rows.height:
        return skipped(opened.source.name, "empty_sheet", counts=False)
    try:
        texts = [[cell_text(value, mark=".") or "" for value in row] for row in first]
        header = find_header_row(texts, stem=opened.stem, mapping=opened.mapping)
    except InputError as fault:
        code = fault.code.partition(".")[2]
        return Skipped(opened.source.name, code, fault.say("es"), fault.say("en"))
    return _fill(connection, opened, header=header, rows=_below(header, first, walk=walk))


def _below(
    header: Header, first: Sequence[Sequence[object]], *, walk: Iterator[Sequence[object]]
) -> Iterator[tuple[int, Sequence[object]]]:
    """Walk the rows below a header, each with its number from 1."""
    yield from enumerate(first[header.skip :], start=1)
    yield from enumerate(walk, start=len(first) - header.skip + 1)


def _fill(
    connection: Connection,
    opened: Opened,
    *,
    header: Header,
    rows: Iterator[tuple[int, Sequence[object]]],
) -> RawTable:
    """Write the rows of a sheet into a raw table; rows of no cells, or of blanks, are none."""
    relation = opened.relations.new()
    make_relation(connection, relation, columns=header.columns)
    kinds, mark = _kinds(opened, header), opened.mapping.dialect.decimal or "."
    while batch := list(islice(rows, BATCH)):
        texts = [
            (number, [cell_text(v, mark=mark, kind=k) for v, k in zip(row, kinds, strict=True)])
            for number, row in batch
        ]
        sound = [(number, cells) for number, cells in texts if any(map(_is_text, cells))]
        numbers, cells = [number for number, _ in sound], [cells for _, cells in sound]
        add_rows(connection, relation, rows=rows_of(numbers, cells, names=header.columns))
    return RawTable(
        source=opened.source,
        table=header.table,
        relation=relation,
        columns=drop_unnamed_columns(connection, relation, columns=header.columns),
        assumptions=tuple(_assumptions(opened, header)),
        mapping=opened.mapping,
    )


def _is_text(cell: str | None) -> bool:
    """Tell whether a cell holds more than blanks."""
    return cell is not None and bool(cell.strip(BLANKS))


def _kinds(opened: Opened, header: Header) -> list[Kind | None]:
    """Give what each column holds; None where nobody knows it."""
    known = known_columns(opened.mapping, header.table)
    kinds = {column.name: column.kind for column in tables()[header.table].columns}
    return [kinds.get(column_in(known, column) or "") for column in header.columns]


def _assumptions(opened: Opened, header: Header) -> Iterator[Words]:
    """Say what was passed over above the header."""
    if header.titles and opened.mapping.dialect.skip_rows is None:
        yield text_of("reading.titles_passed", file=opened.source.name, count=header.titles)


def _with_note(
    found: tuple[RawTable | Skipped, ...], opened: Opened, *, without_value: int
) -> tuple[RawTable | Skipped, ...]:
    """Say, with the first table, that cells without a value were read as empty."""
    if not without_value:
        return found
    note = text_of("reading.xlsx_no_value", file=opened.source.name, count=without_value)
    tables_read = [one for one in found if isinstance(one, RawTable)]
    first = tables_read[0] if tables_read else None
    return tuple(
        replace(one, assumptions=(*one.assumptions, note))
        if isinstance(one, RawTable) and one is first
        else one
        for one in found
    )
