"""Records that cannot be used: each told with its cell, why, and what can still be read of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.games.log_model import tables
from auditor.ingest.convert import times
from auditor.ingest.convert.reasons import reason, shown
from auditor.sql import literal, name, run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from auditor.games.log_model import Table
    from auditor.ingest.convert.plan import ColumnPlan, Writing
    from auditor.sql import Connection

REJECT_COLUMNS = {
    "source": "INTEGER",
    "scope": "INTEGER",
    "table": "VARCHAR",
    "record": "BIGINT",
    "column": "VARCHAR",
    "value": "VARCHAR",
    "reason_es": "VARCHAR",
    "reason_en": "VARCHAR",
    "casino_id": "VARCHAR",
    "session_id": "VARCHAR",
    "shoe_id": "VARCHAR",
    "hand_id": "VARCHAR",
    "key": "VARCHAR",
    "aside": "BOOLEAN",
    "copy_of": "VARCHAR",
}
SCOPE_IDS = ("session_id", "shoe_id", "hand_id")
KEY_MARKS = {"cards": "#"}


def open_rejects(connection: Connection) -> None:
    """Make the empty tables of rejects, `stage.reject`, and of hands rejected earlier."""
    columns = ", ".join(f"{name(column)} {kind}" for column, kind in REJECT_COLUMNS.items())
    run(connection, f"CREATE TABLE stage.reject ({columns})")
    run(connection, "CREATE TABLE stage.lost_hand (scope INTEGER, hand_id VARCHAR)")


def add_rejects(connection: Connection, told: dict[str, str], *, rows: str) -> None:
    """Add rejects: the SQL of each column (NULL where none is given) over some rows."""
    columns = ", ".join(map(name, told))
    values = ", ".join(told.values())
    run(
        connection,
        f"INSERT INTO stage.reject ({columns}) SELECT {values} FROM {rows}",
        why="rejects",
    )


def fault(plan: ColumnPlan) -> str:
    """Tell, as SQL, whether a column of a fully read row makes it unusable."""
    cell, ours = name(plan.written), name(plan.column.name)
    bad = f"{ours} IS NULL AND {cell} IS NOT NULL"
    if plan.column.name == "gaming_date":
        bad += f" AND NOT {times.is_partial(cell)}"
    return f"({bad} OR {cell} IS NULL)" if plan.required else f"({bad})"


def reject_faults(
    connection: Connection, table: str, *, plans: Sequence[ColumnPlan], writing: Writing
) -> None:
    """Reject the rows of `again` that cannot be used, each for one cell of it."""
    first = sorted(plans, key=lambda plan: plan.theirs is None)
    told = {
        "source": "source",
        "scope": "scope",
        "table": literal(table),
        "record": "record",
        "column": _chosen(literal(plan.column.name) for plan in first),
        "value": _chosen(shown(name(plan.written)) for plan in first),
        "reason_es": _chosen(reason(plan, writing, lang="es") for plan in first),
        "reason_en": _chosen(reason(plan, writing, lang="en") for plan in first),
        **{column: _still_read(plans, column) for column in ("casino_id", *SCOPE_IDS)},
        "key": key_text(tables()[table], lambda column: _still_read(plans, column)),
        "aside": "false",
    }
    faults = f"SELECT *, {_first_fault(first)} AS fault FROM again"
    add_rejects(connection, told, rows=f"({faults}) WHERE fault IS NOT NULL")


def key_text(table: Table, value: Callable[[str], str]) -> str:
    """Give the SQL of a row's id as people write it: `b1`, `h1#3` for cards, `s1/12` for events."""
    mark = KEY_MARKS.get(table.name, "/")
    parts = [f"CAST({value(column)} AS VARCHAR)" for column in table.key]
    return f" || {literal(mark)} || ".join(parts)


def _first_fault(plans: Sequence[ColumnPlan]) -> str:
    """Give the SQL of the number of the column to blame: one that is bad, else one missing."""
    bad = [
        f"WHEN {fault(plan)} AND {name(plan.written)} IS NOT NULL THEN {number}"
        for number, plan in enumerate(plans)
    ]
    missing = [f"WHEN {fault(plan)} THEN {number}" for number, plan in enumerate(plans)]
    return f"CASE {' '.join([*bad, *missing])} END"


def _chosen(parts: Iterable[str]) -> str:
    """Give the SQL that takes the part of the column to blame."""
    cases = " ".join(f"WHEN {number} THEN {part}" for number, part in enumerate(parts))
    return f"CASE fault {cases} END"


def _still_read(plans: Sequence[ColumnPlan], column: str) -> str:
    """Give the SQL of an id as it stands in the row; NULL where the table has no such column."""
    found = next((plan for plan in plans if plan.column.name == column), None)
    return name(found.written) if found else "NULL::VARCHAR"
