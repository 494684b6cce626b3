"""What a store already holds, as SQL over its files: for parents and for keys that stand twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.sql import name, query, sql_list

if TYPE_CHECKING:
    from collections.abc import Iterable

    from auditor.sql import Connection
    from auditor.store.read import Partition

HIVE = "hive_partitioning = true, hive_types = {'casino_id': VARCHAR, 'gaming_date': DATE}"


def kept_rows(table: str, partitions: Iterable[Partition], *, columns: Iterable[str]) -> str | None:
    """Give the rows of one table that some partitions hold, as SQL; None where there are none."""
    paths = [path for one in partitions for path in one.files.get(table, ())]
    if not paths:
        return None
    wanted = ", ".join(name(column) for column in ("casino_id", "gaming_date", *columns))
    return f"SELECT {wanted} FROM read_parquet({sql_list(paths)}, {HIVE}, union_by_name = true)"


def touched(connection: Connection, kept: tuple[Partition, ...]) -> tuple[Partition, ...]:
    """Give the partitions of the store that new rows go to."""
    if not kept:
        return ()
    rows = query(connection, "SELECT casino_id, gaming_date FROM place.part").to_pylist()
    new = {(row["casino_id"], row["gaming_date"]) for row in rows}
    return tuple(one for one in kept if (one.casino_id, one.gaming_date) in new)
