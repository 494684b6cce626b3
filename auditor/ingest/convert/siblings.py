"""What of a set was read before, where the rest of it is read now: its ids are still its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from auditor.sql import run

if TYPE_CHECKING:
    from collections.abc import Iterable

    from auditor.ingest.convert.intake import Intake
    from auditor.sql import Connection
    from auditor.store.entry import SourceEntry


def open_siblings(connection: Connection) -> None:
    """Make the empty table `stage.sibling`."""
    columns = "scope INTEGER, sha256 VARCHAR, casino_id VARCHAR, gaming_date DATE"
    run(connection, f"CREATE TABLE stage.sibling ({columns})")


def tell_siblings(connection: Connection, intake: Intake, *, live: Iterable[SourceEntry]) -> None:
    """Fill `stage.sibling`: by set, the bytes that were read beside the same sessions, and where.

    Rows that are tentative themselves are nobody's own.
    """
    entry_of = {one.number: one.entry for one in intake.origins}
    scopes: dict[str, set[int]] = {}
    for piece in intake.pieces:
        setting = intake.inputs[entry_of[piece.source]].setting
        if setting:
            scopes.setdefault(setting, set()).add(piece.scope)
    found = {
        (scope, entry.sha256, one.casino_id, one.gaming_date)
        for entry in live
        for scope in scopes.get(entry.setting, ())
        for one in entry.settled_files
        if one.table in {"sessions", "hands"}
    }
    if found:
        rows = [dict(zip(_SIBLING.names, one, strict=True)) for one in found]
        connection.register("siblings", pa.Table.from_pylist(rows, schema=_SIBLING))
        run(connection, "INSERT INTO stage.sibling SELECT * FROM siblings", why="siblings")
        connection.unregister("siblings")


_SIBLING = pa.schema(
    [
        ("scope", pa.int32()),
        ("sha256", pa.string()),
        ("casino_id", pa.string()),
        ("gaming_date", pa.date32()),
    ]
)
