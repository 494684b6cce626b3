"""Raw tables in the database: `record` BIGINT and every cell as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from auditor.ingest.read.blanks import BLANKS
from auditor.sql import literal, name, query, run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from auditor.sql import Connection

PREFIX = "raw_"
_VIEW = "reading_batch"


class RelationNames:
    """Names for raw tables that no other of a connection has."""

    def __init__(self, connection: Connection) -> None:
        """Begin after the last raw table of a connection."""
        made = [int(row["number"]) for row in _made(connection)]
        self.last = max(made, default=0)

    def new(self) -> str:
        """Give the next name."""
        self.last += 1
        return f"{PREFIX}{self.last}"


def make_relation(connection: Connection, relation: str, *, columns: Sequence[str]) -> None:
    """Make an empty raw table."""
    cells = "".join(f", {name(column)} VARCHAR" for column in columns)
    run(connection, f"CREATE TABLE {relation} (record BIGINT{cells})", why=relation)


def add_rows(connection: Connection, relation: str, *, rows: pa.Table) -> None:
    """Add rows of `record` and texts to a raw table; empty cells become NULL."""
    names = [one for one in rows.column_names if one != "record"]
    cells = "".join(f", nullif({name(column)}, '')" for column in names)
    targets = "".join(f", {name(column)}" for column in names)
    connection.register(_VIEW, rows)
    try:
        run(
            connection,
            f"INSERT INTO {relation} (record{targets}) SELECT record{cells} FROM {_VIEW}",
            why=relation,
        )
    finally:
        connection.unregister(_VIEW)


def rows_of(
    numbers: Sequence[int], cells: Sequence[Sequence[str | None]], *, names: Sequence[str]
) -> pa.Table:
    """Make Arrow rows of record numbers and of records' cells."""
    columns = list(zip(*cells, strict=True)) if cells else [() for _ in names]
    arrays = [pa.array(column, pa.string()) for column in columns]
    return pa.table([pa.array(numbers, pa.int64()), *arrays], names=["record", *names])


def count_rows(connection: Connection, relation: str, *, columns: Sequence[str]) -> tuple[int, int]:
    """Count the rows of a raw table, and those of them without any cell."""
    sql = f"SELECT count(*) AS n, count(*) FILTER ({no_cell(columns)}) AS empty FROM {relation}"
    row = query(connection, sql, why=relation).to_pylist()[0]
    return int(row["n"]), int(row["empty"])


def drop_empty_rows(connection: Connection, relation: str, *, columns: Sequence[str]) -> None:
    """Drop the rows without any cell."""
    run(connection, f"DELETE FROM {relation} WHERE {no_cell(columns)}", why=relation)


def drop_unnamed_columns(
    connection: Connection, relation: str, *, columns: Sequence[str]
) -> tuple[str, ...]:
    """Drop the columns that have neither name nor cell, and give those that stay."""
    unnamed = [column for column in columns if column.startswith("#")]
    empty = {column for column in unnamed if _is_empty(connection, relation, column=column)}
    for column in empty:
        run(connection, f"ALTER TABLE {relation} DROP COLUMN {name(column)}", why=relation)
    return tuple(column for column in columns if column not in empty)


def _is_empty(connection: Connection, relation: str, *, column: str) -> bool:
    """Say whether a column has no cell."""
    counted = query(connection, f"SELECT count({name(column)}) AS n FROM {relation}", why=relation)
    return bool(counted["n"][0].as_py() == 0)


def drop_relations(connection: Connection, *, after: int) -> None:
    """Drop the raw tables made after the one of a number."""
    for row in _made(connection):
        if int(row["number"]) > after:
            run(connection, f"DROP {row['kind']} {PREFIX}{row['number']}")


def _made(connection: Connection) -> list[dict[str, str]]:
    """List the raw tables of a connection: their numbers, and whether each is a table or a view."""
    number = f"try_cast(substr(name, {len(PREFIX) + 1}) AS BIGINT)"
    rows: list[dict[str, str]] = query(
        connection,
        f"SELECT {number} AS number, kind FROM ("
        "SELECT table_name AS name, 'TABLE' AS kind FROM duckdb_tables() UNION ALL "
        "SELECT view_name, 'VIEW' FROM duckdb_views()) "
        f"WHERE starts_with(name, {literal(PREFIX)}) AND {number} IS NOT NULL",
        why="raw tables",
    ).to_pylist()
    return rows


def no_cell(columns: Sequence[str]) -> str:
    """Write that a row has no cell, or blanks alone in them."""
    cells = (f"nullif(trim({name(column)}, {literal(BLANKS)}), '')" for column in columns)
    return f"coalesce({', '.join(cells)}) IS NULL"
