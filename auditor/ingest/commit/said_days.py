"""Which gaming dates the sessions beside an input say, before anything is taken in."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from auditor.ingest.convert.cells import trimmed
from auditor.ingest.convert.plan import plans_of, value, writing_of
from auditor.ingest.mapping.columns import columns_of
from auditor.sql import name, query

if TYPE_CHECKING:
    from datetime import date

    from auditor.ingest.convert.intake import Input
    from auditor.ingest.source import RawTable
    from auditor.sql import Connection

DAY = "gaming_date"


def days_beside(connection: Connection, one: Input) -> set[date | None]:
    """Give the gaming dates of the sessions that make an input's setting; None: one not said."""
    said = {day for raw in one.sessions for day in said_in(connection, raw, column=DAY)}
    return {cast("date | None", day) or one.gaming_date for day in said}


def said_in(connection: Connection, raw: RawTable, *, column: str) -> set[object]:
    """Give the values that a raw table says in one of our columns; None: not said, or not read."""
    known = columns_of(raw.columns, raw.mapping, table=raw.table).known
    if column not in known:
        return {None}
    plans = plans_of(raw.table, known, mapping=raw.mapping, spared=frozenset())
    (plan,) = (each for each in plans if each.column.name == column)
    read = value(plan, "cell", writing=writing_of(raw.mapping), full=True)
    cells = f"SELECT {trimmed(name(known[column]))} AS cell FROM {name(raw.relation)}"
    rows = query(connection, f"SELECT DISTINCT {read} AS said FROM ({cells})", why=raw.table)
    return set(rows["said"].to_pylist())
