"""From raw text to typed rows: every cell matched whole and converted exactly, or a reject made.

Staged rows (`stage.<table>`) hold `source`, `scope`, `record` and the log model's columns; a time
is the clock as written beside `<column> utc`, whether that is UTC already. Rejects are in
`stage.reject`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa

from auditor.games.log_model import Kind, sql_type, tables
from auditor.ingest.convert import cells, times
from auditor.ingest.convert.batch import cell_name
from auditor.ingest.convert.columnar import read_in_columns
from auditor.ingest.convert.faults import fault, open_rejects, reject_faults
from auditor.ingest.convert.plan import plans_of, value, writing_of
from auditor.ingest.convert.siblings import open_siblings
from auditor.sql import name, query, run

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from auditor.games.log_model import Table
    from auditor.ingest.convert.batch import Batch
    from auditor.ingest.convert.plan import ColumnPlan, Writing
    from auditor.sql import Connection

PART = 122_880
DATE_BOUNDS = {"date_earliest": "first_day", "date_latest": "last_day"}


def open_stage(connection: Connection) -> None:
    """Make the empty staged tables and the table of rejects."""
    run(connection, "CREATE SCHEMA stage")
    open_rejects(connection)
    for table in tables().values():
        columns = ", ".join(f"{name(column)} {kind}" for column, kind in staged_columns(table))
        run(connection, f"CREATE TABLE stage.{table.name} ({columns})")
    open_siblings(connection)


def staged_columns(table: Table) -> tuple[tuple[str, str], ...]:
    """Give the columns of a staged table with their SQL types."""
    found = [("source", "INTEGER"), ("scope", "INTEGER"), ("record", "BIGINT"), ("doubt", "BIGINT")]
    for column in table.columns:
        if column.kind is Kind.TIME:
            found += [(column.name, "TIMESTAMP"), (f"{column.name} utc", "BOOLEAN")]
        else:
            found.append((column.name, sql_type(column.kind)))
    return tuple(found)


def convert(
    connection: Connection, batch: Batch, *, known: Mapping[str, str], is_alone: bool = False
) -> pa.RecordBatch | None:
    """Convert a batch into its staged table; what cannot be read goes to `stage.reject`.

    `known` is ours → theirs. A batch that is alone in its table and of the plainest spelling is
    read in columns: the staged table shows them, and they are given back. In any other the rows
    that are not of the plainest spelling are read a second time.
    """
    plans = plans_of(batch.table, known, mapping=batch.mapping, spared=batch.spared)
    writing = writing_of(batch.mapping)
    if is_alone:
        columns = read_in_columns(connection, batch, plans=plans, writing=writing)
        if columns is not None:
            _show(connection, tables()[batch.table], columns=columns)
            return columns
    _convert_rows(connection, batch, plans=plans, writing=writing)
    return None


def _show(connection: Connection, table: Table, *, columns: pa.RecordBatch) -> None:
    """Let a staged table show rows of Arrow, in parts that several threads can take."""
    relation, count = f"columns_of_{table.name}", columns.num_rows
    parts = [columns.slice(start, PART) for start in range(0, count, PART)]
    connection.register(relation, pa.Table.from_batches(parts))
    cells = ", ".join(
        name(column) if column in columns.schema.names else f"NULL::{kind} AS {name(column)}"
        for column, kind in staged_columns(table)
    )
    run(connection, f"DROP TABLE stage.{table.name}", why=table.name)
    view = f"CREATE VIEW stage.{table.name} AS SELECT rowid, {cells} FROM {relation}"
    run(connection, view, why=table.name)


def _convert_rows(
    connection: Connection, batch: Batch, *, plans: Sequence[ColumnPlan], writing: Writing
) -> None:
    """Convert a batch row by row."""
    rows = _read(_rows(batch, plans), plans, writing=writing, full=False)
    doubt = " OR ".join(_is_doubtful(plan) for plan in plans) or "false"
    _insert(
        connection, batch.table, plans=plans, source=rows, doubt=f"CASE WHEN {doubt} THEN line END"
    )
    doubtful = f"SELECT source, doubt AS line FROM stage.{batch.table} WHERE doubt IS NOT NULL"
    run(connection, f"CREATE OR REPLACE TEMP TABLE doubtful AS {doubtful}", why=batch.table)
    if query(connection, "SELECT 1 FROM doubtful LIMIT 1").num_rows:
        _read_again(connection, batch, plans=plans, writing=writing)


def _read_again(
    connection: Connection, batch: Batch, *, plans: Sequence[ColumnPlan], writing: Writing
) -> None:
    """Read the doubtful rows of a batch by every spelling allowed, and reject what still fails."""
    run(connection, f"DELETE FROM stage.{batch.table} WHERE doubt IS NOT NULL")
    again = f"SELECT * FROM ({_rows(batch, plans)}) SEMI JOIN doubtful USING (source, line)"
    rows = _read(again, plans, writing=writing, full=True)
    run(connection, f"CREATE OR REPLACE TEMP TABLE again AS {rows}", why=batch.table)
    sound = " AND ".join(f"NOT ({fault(plan)})" for plan in plans)
    source = f"SELECT * FROM again WHERE {sound}"
    _insert(connection, batch.table, plans=plans, source=source, doubt="NULL")
    reject_faults(connection, batch.table, plans=plans, writing=writing)


def _rows(batch: Batch, plans: Sequence[ColumnPlan]) -> str:
    """Give the rows of a batch with the cells that are planned, as SQL."""
    return batch.rows(plan.theirs for plan in plans if plan.theirs is not None)


def _read(rows: str, plans: Sequence[ColumnPlan], *, writing: Writing, full: bool) -> str:
    """Give the SQL that reads rows: each planned column as written and by its value."""
    written = ", ".join(f"{_written(plan, full=full)} AS {name(plan.written)}" for plan in plans)
    values = ", ".join(_values(plans, writing, full=full))
    return f"SELECT *, {values} FROM (SELECT source, scope, line, record, {written} FROM ({rows}))"


def _written(plan: ColumnPlan, *, full: bool) -> str:
    """Give the SQL of a cell's text; NULL where its column is not there."""
    if plan.theirs is None:
        return "NULL::VARCHAR"
    cell = cell_name(plan.theirs)
    return cells.trimmed(cell) if full else cell


def _values(plans: Sequence[ColumnPlan], writing: Writing, *, full: bool) -> Iterable[str]:
    """Walk the SQL of the values of rows."""
    for plan in plans:
        cell, ours = name(plan.written), plan.column.name
        yield f"{value(plan, cell, writing=writing, full=full)} AS {name(ours)}"
        if plan.column.kind is Kind.TIME:
            utc = times.is_utc(cell, writing.formats, full=full)
            yield f"{utc} AS {name(f'{ours} utc')}"
        if ours == "gaming_date":
            partial = f"CASE WHEN {times.is_partial(cell)} THEN"
            yield f"{partial} {times.earliest(cell)} ELSE {name(ours)} END AS first_day"
            yield f"{partial} {times.latest(cell)} ELSE {name(ours)} END AS last_day"


def _insert(
    connection: Connection, table: str, *, plans: Sequence[ColumnPlan], source: str, doubt: str
) -> None:
    """Put read rows into their staged table."""
    ours = {"source": "source", "scope": "scope", "record": "record", "doubt": doubt}
    for plan in plans:
        ours[plan.column.name] = name(plan.column.name)
        if plan.column.kind is Kind.TIME:
            ours[f"{plan.column.name} utc"] = name(f"{plan.column.name} utc")
    if "gaming_date" in ours:
        ours |= {one: _bound(ours, one, day=day) for one, day in DATE_BOUNDS.items()}
    columns, given = ", ".join(map(name, ours)), ", ".join(ours.values())
    run(
        connection,
        f"INSERT INTO stage.{table} ({columns}) SELECT {given} FROM ({source})",
        why=table,
    )


def _bound(ours: Mapping[str, str], column: str, *, day: str) -> str:
    """Give the SQL of a bound of the gaming date: of the date itself, else as the log gives it."""
    return f"coalesce({day}, {ours[column]})" if column in ours else day


def _is_doubtful(plan: ColumnPlan) -> str:
    """Tell, as SQL, whether a quickly read column has to be read again."""
    cell, ours = name(plan.written), name(plan.column.name)
    if plan.required:
        return _odd_text(plan, cell) if plan.is_plain_text else f"{ours} IS NULL"
    if plan.is_plain_text:
        return _odd_text(plan, cell)
    return f"({ours} IS NULL AND {cell} IS NOT NULL)"


def _odd_text(plan: ColumnPlan, cell: str) -> str:
    """Tell, as SQL, whether a text has to be trimmed, or is missing where it is needed."""
    absent = "true" if plan.required else "false"
    return f"coalesce({cells.has_outer_blanks(cell)}, {absent})"
