"""How many records each source has: rows of its raw tables and what could not be parsed at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from auditor.ingest.convert.batch import is_own_format
from auditor.ingest.convert.faults import add_rejects
from auditor.sql import name, query

if TYPE_CHECKING:
    from auditor.ingest.convert.intake import Intake
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


def count_records(connection: Connection, intake: Intake) -> dict[int, int]:
    """Count the records of each source: call it when all are staged or rejected, none placed yet.

    A record of a game's own format may give rows of several tables and counts once.
    """
    own = {p.source for p in intake.pieces if is_own_format(p.raw.source.kind)}
    rows = " UNION ALL ".join(
        f"SELECT source, record FROM stage.{table}" for table in (*sorted(intake.tables), "reject")
    )
    listed = ", ".join(map(str, sorted(own))) or NO_SOURCE
    found = query(connection, _COUNT.format(rows=rows, own=listed), why="records").to_pylist()
    return {row["source"]: row["records"] for row in found}


_COUNT = """
SELECT source, count(*) AS records FROM ({rows}) WHERE source NOT IN ({own}) GROUP BY source
UNION ALL
SELECT source, count(DISTINCT record) FROM ({rows}) WHERE source IN ({own}) GROUP BY source
"""
