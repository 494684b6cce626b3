"""The one door to DuckDB: connections that read only what they were given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import duckdb

from auditor.errors import ResourceError, SqlError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    import pyarrow as pa

Connection = duckdb.DuckDBPyConnection
EngineError = duckdb.Error
Config = dict[str, str | bool | int | float | list[str]]
_OF_THE_MACHINE = (duckdb.OutOfMemoryException, duckdb.IOException)


def connect(
    *,
    allowed: Iterable[Path] = (),
    threads: int | None = None,
    memory: str | None = None,
    keeps: str | None = None,
) -> Connection:
    """Open an in-memory database that may touch only the folders and files in `allowed`.

    No extension is loaded or fetched, and the settings cannot be changed afterwards. One that will
    be emptied and filled again `keeps` up to so much memory for itself, which is cleared but once,
    and no files that it has read.
    """
    config = _config(threads, memory)
    if keeps is not None:
        config |= {"block_allocator_memory": keeps, "enable_external_file_cache": False}
    connection = duckdb.connect(":memory:", config=config)
    folders, files = _split(allowed)
    connection.execute("SET TimeZone = 'UTC'")
    connection.execute(f"SET allowed_directories = {folders}")
    connection.execute(f"SET allowed_paths = {files}")
    connection.execute("SET enable_external_access = false")
    connection.execute("SET lock_configuration = true")
    return connection


def empty(connection: Connection) -> None:
    """Drop every schema that was made, and all that is in it."""
    found = connection.execute("SELECT schema_name FROM duckdb_schemas() WHERE NOT internal")
    for (schema,) in found.fetchall():
        if schema != "main":
            connection.execute(f"DROP SCHEMA {name(schema)} CASCADE")


def _config(threads: int | None, memory: str | None) -> Config:
    """Give the settings of a new connection."""
    config: Config = {
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "preserve_insertion_order": False,
    }
    if threads is not None:
        config["threads"] = threads
    if memory is not None:
        config["memory_limit"] = memory
    return config


def _split(allowed: Iterable[Path]) -> tuple[str, str]:
    """Split what may be read into folders and files, as SQL lists."""
    paths = list(allowed)
    folders = [f"{path.resolve()}/" for path in paths if path.is_dir()]
    files = [str(path.resolve()) for path in paths if not path.is_dir()]
    return sql_list(folders), sql_list(files)


def literal(text: str) -> str:
    """Quote a text as an SQL string."""
    return "'" + text.replace("'", "''") + "'"


def name(identifier: str) -> str:
    """Quote an identifier, whatever it holds."""
    return '"' + identifier.replace('"', '""') + '"'


def sql_list(texts: Iterable[str]) -> str:
    """Write texts as an SQL list."""
    return "[" + ", ".join(literal(text) for text in texts) + "]"


def query(connection: Connection, sql: str, *, why: str = "") -> pa.Table:
    """Run a query and give its rows as an Arrow table; raises SqlError, saying what it was for."""
    try:
        return connection.sql(sql).to_arrow_table()
    except duckdb.Error as error:
        raise _told(error, why) from error


def value(connection: Connection, sql: str, *, parameters: list[object] | None = None) -> object:
    """Give the one value of a query, its result read out; None where it has no row.

    Raises EngineError as the engine does: for queries that people wrote and may be wrong.
    """
    rows = connection.execute(sql, parameters).fetchall()
    return rows[0][0] if rows else None


def run(connection: Connection, sql: str, *, why: str = "") -> None:
    """Run a statement for its effect; raises SqlError, saying what it was for."""
    try:
        connection.execute(sql)
    except duckdb.Error as error:
        raise _told(error, why) from error


def _told(error: duckdb.Error, why: str) -> SqlError:
    """Tell apart a query that is wrong, and a machine that could not do it."""
    if isinstance(error, _OF_THE_MACHINE):
        return ResourceError("sql.resources", why=why, reason=str(error))
    return SqlError("sql.failed", why=why, reason=str(error))
