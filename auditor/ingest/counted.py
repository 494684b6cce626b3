"""How many records each source has: rows of its raw tables and what could not be parsed at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from auditor.ingest.batch import is_own_format
from auditor.ingest.faults import add_rejects
from auditor.sql import name, query, run

if TYPE_CHECKING:
    from collections.abc import Iterable

    from auditor.ingest.batch import Batch
    from auditor.ingest.intake import Intake
    from auditor.sql import Connection

NO_SOURCE = "-1"
_BROKEN = pa.schema(
    [
        ("source", pa.int32()),
        ("scope", pa.int32()),
        ("table", pa.string()),
        ("record", pa.int64()),
        *((column, pa.string()) for column in ("column", "value", "reason_es", "reason_en")),
        *((column, pa.string()) for column in ("session_id", "shoe_id", "hand_id", "key")),
        ("aside", pa.bool_()),
    ]
)


def add_broken(connection: Connection, intake: Intake) -> None:
    """Add to `stage.reject` the records that could not be parsed."""
    rows = [
        {field.name: getattr(one, field.name, None) for field in _BROKEN}
        | {"source": piece.source, "scope": piece.scope, "aside": False}
        for piece in intake.pieces
        for one in piece.raw.broken
    ]
    if rows:
        connection.register("broken", pa.Table.from_pylist(rows, schema=_BROKEN))
        add_rejects(connection, {field.name: name(field.name) for field in _BROKEN}, rows="broken")
        connection.unregister("broken")


def count_records(
    connection: Connection, intake: Intake, *, batches: Iterable[Batch]
) -> dict[int, int]:
    """Count the records of each source; call it before anything but broken records is rejected.

    A record of a game's own format may give rows of several tables and counts once.
    """
    run(connection, "CREATE TABLE stage.counted (source INTEGER, records BIGINT)")
    run(connection, "CREATE TABLE stage.named (source INTEGER, record BIGINT)")
    for batch in batches:
        rows = f"SELECT DISTINCT source, record FROM ({batch.rows()})"
        counted = f"SELECT source, count(*) FROM ({batch.rows()}) GROUP BY source"
        is_own = is_own_format(batch.pieces[0].raw.source.kind)
        into = f"named {rows}" if is_own else f"counted {counted}"
        run(connection, f"INSERT INTO stage.{into}", why=batch.table)
    own = [p.source for p in intake.pieces if is_own_format(p.raw.source.kind)]
    run(connection, _BROKEN_TOO.format(own=", ".join(map(str, own)) or NO_SOURCE), why="records")
    rows = query(connection, _COUNT, why="records").to_pylist()
    return {row["source"]: int(row["records"]) for row in rows}


_BROKEN_TOO = """
INSERT INTO stage.counted SELECT source, count(*) FROM stage.reject
WHERE source NOT IN ({own}) GROUP BY source;
INSERT INTO stage.named SELECT source, record FROM stage.reject WHERE source IN ({own})
"""

_COUNT = """
SELECT source, sum(records) AS records FROM (
    SELECT source, records FROM stage.counted
    UNION ALL SELECT source, count(DISTINCT record) FROM stage.named GROUP BY source
) GROUP BY source
"""
