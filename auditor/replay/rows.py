"""The canonical rows of one batch, put before the replay as `raw.<table>`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.games.log_model import SOURCE_COLUMNS, sql_type, tables
from auditor.sql import run, sql_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    import pyarrow as pa

    from auditor.sql import Connection
    from auditor.store.read import Partition

UNDATED = "DATE '0001-01-01'"
LOST_COLUMNS = (
    "casino_id",
    "gaming_date",
    "source_sha256",
    "table",
    "session_id",
    "shoe_id",
    "hand_id",
)


def rows_of_partitions(
    connection: Connection, partitions: Iterable[Partition], *, only: frozenset[str] | None = None
) -> None:
    """Make `raw.<table>` views over the files of some partitions, or of some tables only.

    The sessions, few and asked for many times, are read at once.
    """
    _schema(connection)
    kept = tuple(partitions)
    for table in tables():
        wanted = kept if only is None or table in only else ()
        paths = [path for partition in wanted for path in partition.files.get(table, ())]
        source = _parquet(paths) if paths else _nothing(table)
        _make(connection, table, source=source, at_once=table == "sessions")


def rows_of_tables(connection: Connection, given: Mapping[str, pa.Table]) -> None:
    """Make `raw.<table>` of Arrow tables that carry casino_id and gaming_date."""
    _schema(connection)
    for table in tables():
        if table in given:
            connection.register(f"given_{table}", given[table])
        source = f"given_{table}" if table in given else _nothing(table)
        _make(connection, table, source=source)


def lost_records(connection: Connection, rejects: pa.Table) -> None:
    """Make `raw.lost`: what can still be read of rejected records, but for exact copies."""
    connection.register("given_rejects", rejects)
    wanted = ", ".join(f'"{column}"' for column in LOST_COLUMNS)
    own = f"SELECT {wanted} FROM given_rejects WHERE copy_of IS NULL"
    run(connection, f"CREATE OR REPLACE TABLE raw.lost AS {own}")
    connection.unregister("given_rejects")


def _schema(connection: Connection) -> None:
    """Make the schema, empty."""
    run(connection, "CREATE SCHEMA IF NOT EXISTS raw")


def _make(connection: Connection, table: str, *, source: str, at_once: bool = False) -> None:
    """Make one view (or table), each undated row on a day of its own that no log has."""
    dated = f"SELECT *, coalesce(gaming_date, {UNDATED}) AS part_date FROM {source}"
    kind = "TABLE" if at_once else "VIEW"
    run(connection, f"CREATE OR REPLACE {kind} raw.{table} AS {dated}", why=table)


def _parquet(paths: list[str]) -> str:
    """Read Parquet files, the partition's columns from their folders."""
    types = "{'casino_id': VARCHAR, 'gaming_date': DATE}"
    how = f"hive_partitioning = true, hive_types = {types}, union_by_name = true"
    return f"read_parquet({sql_list(paths)}, {how})"


def _nothing(table: str) -> str:
    """Give a table of the log model with no rows."""
    model = tables()[table]
    typed = {column.name: sql_type(column.kind) for column in model.columns}
    typed |= dict.fromkeys(SOURCE_COLUMNS, "VARCHAR") | {"source_record": "BIGINT"}
    typed |= {"casino_id": "VARCHAR", "gaming_date": "DATE"}
    nulls = ", ".join(f'NULL::{kind} AS "{name}"' for name, kind in typed.items())
    return f"(SELECT {nulls} WHERE false)"
