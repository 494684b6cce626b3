"""Whose a log says that it is: one that comes for a casino gives nothing of certain others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.errors import UsageError
from auditor.ingest.commit.said_days import said_in

if TYPE_CHECKING:
    from collections.abc import Collection

    from auditor.ingest.read.inputs import Reading
    from auditor.sql import Connection


def refuse_others(connection: Connection, reading: Reading, *, others: Collection[str]) -> None:
    """Raise UsageError where sessions or a house file that were read are of one of some casinos.

    Else whoever may write to the inbox of one could accuse another, or say by which norm it is
    judged.
    """
    if not others:
        return
    said = [(house.name, house.casino_id) for house in reading.houses]
    for raw in reading.tables:
        if raw.table == "sessions":
            ids = said_in(connection, raw, column="casino_id") - {None}
            said += [(raw.source.name, casino) for casino in sorted(map(str, ids))]
    for source, casino in said:
        if casino in others:
            raise UsageError("storing.of_another", source=source, casino=casino)
