"""Parquet: typed columns written exactly as text, as a view over the file."""

from __future__ import annotations

import os
import re
import shutil
from typing import TYPE_CHECKING

import pyarrow.parquet as pq

from auditor.errors import InputError, SqlError
from auditor.games.log_model import Kind, tables
from auditor.ingest.find.found import shown, skipped
from auditor.ingest.mapping.header import header_columns, table_of_columns
from auditor.ingest.mapping.names import canonical_table, column_in, known_columns
from auditor.ingest.source import RawTable
from auditor.sql import literal, name, query, run
from auditor.texts.reasons import reason_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from auditor.ingest.read.opened import Opened
    from auditor.ingest.source import Skipped
    from auditor.sql import Connection

TABLE = "table"
NUMBERS = re.compile(r"U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|DECIMAL\(.*\)|FLOAT|DOUBLE")
PLAIN = re.compile(r'VARCHAR|BOOLEAN|TIME|UUID|ENUM\(.*\)|"NULL"')
CLOCK = re.compile(r"TIMESTAMP(_S|_MS|_NS)?")
MOMENTS = {"TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ_NS"}


def read_parquet(connection: Connection, opened: Opened) -> tuple[RawTable | Skipped, ...]:
    """Read a Parquet file into a raw table, or one for each table that its column `table` names.

    Raises InputError where it is damaged, a column is nested or stands twice, or no table fits its
    columns.
    """
    path = str(_within(opened))
    source = f"read_parquet({literal(path)}, file_row_number = true)"
    try:
        types = _types(connection, source)
        _read_through(connection, source, columns=tuple(types))
        header_columns(pq.read_schema(path).names)  # the engine gives a second one another name
        return tuple(_tables(connection, opened, source=source, types=types))
    except SqlError as fault:
        reason = shown(str(fault.context.get("reason", "")).replace(path, opened.source.name))
        raise InputError("reading.parquet_damaged", reason=reason_of(reason)) from fault


def _within(opened: Opened) -> Path:
    """Give the file's path inside the scratch folder, where the engine may read."""
    target = opened.scratch / "file.parquet"
    try:
        os.link(opened.path, target)
    except OSError:
        shutil.copyfile(opened.path, target)
    return target


def _types(connection: Connection, source: str) -> dict[str, str]:
    """Give the columns and their SQL types."""
    rows = query(connection, f"SELECT * FROM (DESCRIBE SELECT * FROM {source})").to_pylist()
    types = {row["column_name"]: row["column_type"] for row in rows}
    types.pop("file_row_number", None)
    return types


def _read_through(connection: Connection, source: str, *, columns: Sequence[str]) -> None:
    """Read every page once, so that damage shows now."""
    cells = ", ".join(name(column) for column in columns)
    query(connection, f"SELECT bit_xor(hash({cells})) FROM {source}", why="parquet")


def _tables(
    connection: Connection, opened: Opened, *, source: str, types: Mapping[str, str]
) -> Iterator[RawTable | Skipped]:
    """Make the raw tables: one, or one for each value of the column `table`."""
    if TABLE not in types or canonical_table(opened.mapping, opened.stem):
        table = table_of_columns(tuple(types), stem=opened.stem, mapping=opened.mapping)
        yield _view(connection, opened, source=source, types=types, table=table)
        return
    rest = {column: kind for column, kind in types.items() if column != TABLE}
    values = query(connection, f"SELECT DISTINCT {name(TABLE)} AS v FROM {source} ORDER BY v")
    for value in values["v"].to_pylist():
        said = canonical_table(opened.mapping, str(value))
        if said is None:
            yield skipped(f"{opened.source.name}#{value}", "parquet_unknown_table", table=value)
        else:
            part = f"(SELECT * FROM {source} WHERE {name(TABLE)} = {literal(str(value))})"
            yield _view(connection, opened, source=part, types=rest, table=said)


def _view(
    connection: Connection,
    opened: Opened,
    *,
    source: str,
    types: Mapping[str, str],
    table: str,
) -> RawTable:
    """Make one raw table as a view."""
    known = known_columns(opened.mapping, table)
    kinds = {column.name: column.kind for column in tables()[table].columns}
    more = {one: value for one, value in opened.folders.items() if one not in types}
    columns = header_columns((*types, *more))
    mark = opened.mapping.dialect.decimal or "."
    cells = [
        _cell(column, sql_type, mark=mark, kind=kinds.get(column_in(known, column) or ""))
        for column, sql_type in types.items()
    ]
    cells += ["NULL::VARCHAR" if value is None else literal(value) for value in more.values()]
    listed = "".join(
        f", nullif({cell}, '') AS {name(column)}"
        for cell, column in zip(cells, columns, strict=True)
    )
    relation = opened.relations.new()
    sql = f"CREATE VIEW {relation} AS SELECT file_row_number + 1 AS record{listed} FROM {source}"
    run(connection, sql, why=relation)
    return RawTable(opened.source, table, relation, columns, mapping=opened.mapping)


def _cell(column: str, sql_type: str, *, mark: str, kind: Kind | None) -> str:
    """Write one cell's exact text; raises InputError for a nested or binary column of ours."""
    cell, text = name(column), f"CAST({name(column)} AS VARCHAR)"
    if PLAIN.fullmatch(sql_type):
        return text
    if NUMBERS.fullmatch(sql_type):
        whole = f"regexp_replace({text}, '\\.0$', '')" if sql_type in {"FLOAT", "DOUBLE"} else text
        return f"replace({whole}, '.', {literal(mark)})"
    if sql_type == "DATE":
        return f"{text} || 'T00:00:00'" if kind is Kind.TIME else text
    if CLOCK.fullmatch(sql_type):
        iso = f"replace({text}, ' ', 'T')"
        return f"regexp_replace({iso}, 'T00:00:00$', '')" if kind is Kind.DATE else iso
    if sql_type in MOMENTS:
        return f"replace(CAST({cell} AT TIME ZONE 'UTC' AS VARCHAR), ' ', 'T') || '+00:00'"
    if kind is None:
        return "NULL::VARCHAR"
    raise InputError("reading.parquet_nested", column=column, kind=sql_type)
