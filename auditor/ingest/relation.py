"""Raw tables in the database: `record` BIGINT and every cell as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from auditor.sql import literal, name, query, run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from auditor.sql import Connection

PREFIX = "raw_"
_VIEW = "reading_batch"


def new_relation(connection: Connection) -> str:
    """Give a name that no raw table of this connection has."""
    taken = query(
        connection,
        "SELECT coalesce(max(try_cast(substr(name, 5) AS BIGINT)), 0) + 1 AS next FROM ("
        "SELECT table_name AS name FROM duckdb_tables() UNION ALL "
        "SELECT view_name FROM duckdb_views()) "
        f"WHERE starts_with(name, {literal(PREFIX)})",
        why="raw tables",
    )
    return f"{PREFIX}{taken['next'][0].as_py()}"


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


def drop_empty_rows(connection: Connection, relation: str, *, columns: Sequence[str]) -> int:
    """Drop the rows without any cell, and say how many there were."""
    nothing = f"coalesce({', '.join(name(column) for column in columns)}) IS NULL"
    counted = query(
        connection, f"SELECT count(*) AS n FROM {relation} WHERE {nothing}", why=relation
    )
    empty = int(counted["n"][0].as_py())
    if empty:
        run(connection, f"DELETE FROM {relation} WHERE {nothing}", why=relation)
    return empty


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


def drop_relations(connection: Connection, *, first: str) -> None:
    """Drop a raw table, or view, and those made after it."""
    made = query(
        connection,
        "SELECT name, kind FROM (SELECT table_name AS name, 'TABLE' AS kind FROM duckdb_tables()"
        " UNION ALL SELECT view_name, 'VIEW' FROM duckdb_views()) "
        f"WHERE starts_with(name, {literal(PREFIX)}) "
        f"AND try_cast(substr(name, 5) AS BIGINT) >= {int(first.removeprefix(PREFIX))}",
    )
    for row in made.to_pylist():
        run(connection, f"DROP {row['kind']} {row['name']}")
