"""The canonical rows with their places, as SQL: in order, in UTC, ready to be written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyarrow.compute as pc

from auditor.games.log_model import Kind, tables
from auditor.ingest.convert.zones import has_doubt, stretches, to_utc
from auditor.ingest.place.places import OF_HAND, OF_SESSION
from auditor.sql import literal, name, query

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping
    from datetime import datetime

    import pyarrow as pa

    from auditor.ingest.convert.zones import Stretch
    from auditor.sql import Connection

ORDER = {
    "shoes": ("shoe_no", "shoe_id"),
    "hands": ("hand_no", "hand_id"),
    "cards": ("idx",),
    "rolls": ("seq",),
    "events": ("seq",),
    "boards": ("number", "copy", "board_id"),
}
ORDER_KEY = "order "
PARTITION_COLUMNS = ("casino_id", "gaming_date")
OF_SESSION_ROW = ("table_id", "currency", "zone")
ZONE = "CASE WHEN p.is_house_zone OR o.zone IS NULL THEN p.zone ELSE o.zone END"
Zones = dict[str, "tuple[Stretch, ...]"]


@dataclass(frozen=True, slots=True)
class Doubt:
    """Clock times of one column of one source that came twice or never were, and so stay empty."""

    source: int
    table: str
    column: str
    count: int
    first_record: int


@dataclass(frozen=True, slots=True)
class Placing:
    """What is known of all placed rows: the zones in use, and the tables that had rows dropped.

    `zones` maps each zone to its stretches over the clock times that are there, `filled` a table to
    the only columns that are not NULL in every row, where that is known. `columns` maps a table to
    its staged rows, where they are held as Arrow.
    """

    zones: Zones
    dropped: frozenset[str]
    filled: Mapping[str, frozenset[str]]
    columns: Mapping[str, pa.RecordBatch]


def placing_of(
    connection: Connection,
    present: Iterable[str],
    *,
    filled: Mapping[str, frozenset[str]],
    columns: Mapping[str, pa.RecordBatch],
) -> Placing:
    """Look over the placed rows of the tables present, the rest as `Placing` has it."""
    named = query(connection, _ZONES, why="zones")["zone"].to_pylist()
    span = _span(connection, present)
    zones = {zone: stretches(zone, span[0], last=span[1]) for zone in sorted(named)} if span else {}
    dropped = query(connection, 'SELECT DISTINCT "table" FROM place.dropped', why="dropped")
    return Placing(zones, frozenset(dropped["table"].to_pylist()), filled, columns)


def placed_rows(table_name: str, placing: Placing) -> str:
    """Give a table's canonical rows, as SQL.

    Columns: entry, part and source (numbers), source_record, and the log model's columns but for
    sessions' casino_id and gaming_date, which the partition gives, and for columns of other tables
    that no row fills: there is nothing to sort in them. Times are UTC without a zone.
    """
    every = _columns(table_name, placing.zones)
    filled = placing.filled.get(table_name, every.keys()) if table_name != "sessions" else {*every}
    columns = {ours: one for ours, one in every.items() if ours in filled}
    return _ordered(table_name, columns | {"source_record": "c.record"}, placing=placing)


def placed_lines(table_name: str, placing: Placing, *, is_sorted: bool) -> str:
    """Give which rows of Arrow are a table's canonical rows, as SQL: entry, part, source and line.

    Beside them stand the times that are not UTC already, and where the rows are not to be sorted
    what they are sorted by: `order 0`, `order 1` and so on.
    """
    held, every = placing.columns[table_name], _columns(table_name, placing.zones)
    clocks = (one.name for one in tables()[table_name].columns if one.kind is Kind.TIME)
    there = (one for one in clocks if one in held.schema.names)
    moved = {one: every[one] for one in there if has_clocks(held.column(f"{one} utc"))}
    columns = {"line": "c.rowid"} | moved
    if is_sorted:
        return _ordered(table_name, columns, placing=placing)
    keys = {f"{ORDER_KEY}{n}": key for n, key in enumerate(_order(table_name))}
    return _listed(table_name, columns | keys, placing=placing)


def twin_rows(table_name: str, placing: Placing) -> str:
    """Give the canonical rows of a table's keys that stand twice in the stage, as SQL.

    What came later is told by `key`, `first_line` and `"table"` as in `place.twin`; of what came
    first these are NULL. `line` and `source` are of every row, as are casino_id and gaming_date.
    """
    columns = "".join(
        f", {one} AS {name(ours)}" for ours, one in _columns(table_name, placing.zones).items()
    )
    if table_name == "sessions":
        place = "JOIN place.session_row AS r ON r.line = c.rowid JOIN place.session_row AS p"
        place += " ON p.line = c.rowid JOIN place.part AS n ON n.casino_id = r.casino_id"
        place += " AND n.gaming_date IS NOT DISTINCT FROM r.gaming_date"
    else:
        place = f"{_parent(table_name)} JOIN place.part AS n ON n.part = abs(p.part)"
    twins = f'SELECT * FROM place.twin WHERE "table" = {literal(table_name)}'
    return (
        f'SELECT c.rowid AS line, c.source, t."table", t.record, t.key, t.first_line,'
        f" n.casino_id, n.gaming_date{columns}"
        f" FROM stage.{table_name} AS c {place} JOIN stage.origin AS o ON o.source = c.source"
        f" LEFT JOIN ({twins}) AS t ON t.line = c.rowid"
        f" WHERE t.line IS NOT NULL OR c.rowid IN (SELECT first_line FROM ({twins}))"
    )


def has_clocks(is_utc: pa.Array) -> bool:
    """Tell whether some time is not UTC."""
    return pc.all(is_utc).as_py() is False


def _ordered(table_name: str, columns: Mapping[str, str], *, placing: Placing) -> str:
    """Give columns of a table's placed rows in the order in which they are stored, as SQL."""
    rows = _listed(table_name, columns, placing=placing)
    return f"{rows} ORDER BY {', '.join(_order(table_name))}"


def _listed(table_name: str, columns: Mapping[str, str], *, placing: Placing) -> str:
    """Give columns of a table's placed rows in any order, as SQL: entry, part and source first."""
    listed = "".join(f", {one} AS {name(ours)}" for ours, one in columns.items())
    return f"SELECT o.entry, p.part, c.source{listed} {_rows(table_name, placing.dropped)}"


def _order(table_name: str) -> tuple[str, ...]:
    """Give what a table's rows are sorted by, as SQL."""
    hand = ("p.hand_no", "hash(p.id)") if table_name in OF_HAND else ()
    own = tuple(f"c.{name(column)}" for column in ORDER.get(table_name, ()))
    return ("o.entry", "p.part", "p.home", *hand, *own, "c.source", "c.record")


def doubts(
    connection: Connection, placing: Placing, *, present: Iterable[str]
) -> tuple[Doubt, ...]:
    """Find the clock times of the tables present that came twice or never were."""
    zones = placing.zones
    if not has_doubt(zones.values()):
        return ()
    found: list[Doubt] = []
    for table in (tables()[one] for one in sorted(present)):
        for column in (one.name for one in table.columns if one.kind is Kind.TIME):
            clock = f"c.{name(column)} IS NOT NULL AND {_utc(column, zones)} IS NULL"
            sql = (
                "SELECT c.source, count(*) AS count, min(c.record) AS first_record"
                f" {_rows(table.name, placing.dropped)} WHERE {clock} GROUP BY c.source"
            )
            rows = query(connection, sql, why=table.name).to_pylist()
            found += [Doubt(table=table.name, column=column, **row) for row in rows]
    return tuple(found)


def _rows(table: str, dropped: Container[str]) -> str:
    """Give the rows of a table that have a place and were not dropped, as SQL."""
    if table == "sessions":
        place = (
            "JOIN place.session_home AS p ON p.line = c.rowid"
            " JOIN place.session_row AS r ON r.line = c.rowid"
        )
    else:
        place = _parent(table)
    rows = f"FROM stage.{table} AS c {place} JOIN stage.origin AS o ON o.source = c.source"
    out = f'SELECT line AS row FROM place.dropped WHERE "table" = {literal(table)}'
    return f"{rows} ANTI JOIN ({out}) AS d ON d.row = c.rowid" if table in dropped else rows


def _parent(table: str) -> str:
    """Give the SQL that joins a table's rows to the session or hand that they belong to."""
    kind = "session" if table in OF_SESSION else "hand"
    return f"JOIN place.{kind} AS p ON p.scope = c.scope AND p.id = c.{kind}_id AND p.n = 1"


def _columns(table: str, zones: Zones) -> dict[str, str]:
    """Give the SQL of each column of a table."""
    found: dict[str, str] = {}
    for column in tables()[table].columns:
        if table == "sessions" and column.name in PARTITION_COLUMNS:
            continue
        if table == "sessions" and column.name in OF_SESSION_ROW:
            found[column.name] = f"r.{name(column.name)}"
        elif column.kind is Kind.TIME:
            found[column.name] = _utc(column.name, zones)
        else:
            found[column.name] = f"c.{name(column.name)}"
    if table == "sessions":
        found |= {
            day: f"coalesce(c.{day}, r.gaming_date)" for day in ("date_earliest", "date_latest")
        }
    return found


def _utc(column: str, zones: Mapping[str, tuple[Stretch, ...]]) -> str:
    """Give the SQL of a time in UTC."""
    clock = f"c.{name(column)}"
    placed = to_utc(clock, ZONE, zones=zones) if zones else "NULL::TIMESTAMP"
    return f"CASE WHEN c.{name(f'{column} utc')} THEN {clock} ELSE {placed} END"


def _span(connection: Connection, present: Iterable[str]) -> tuple[datetime, datetime] | None:
    """Give the first and last clock time that waits for its zone; None where there is none."""
    parts = [
        f"SELECT min({name(column.name)}) AS first, max({name(column.name)}) AS last"
        f" FROM stage.{table.name} WHERE NOT {name(f'{column.name} utc')}"
        for table in (tables()[one] for one in present)
        for column in table.columns
        if column.kind is Kind.TIME
    ]
    if not parts:
        return None
    span = f"SELECT min(first) AS first, max(last) AS last FROM ({' UNION ALL '.join(parts)})"
    row = query(connection, span, why="times").to_pylist()[0]
    return None if row["first"] is None else (row["first"], row["last"])


_ZONES = """
SELECT DISTINCT zone FROM (
    SELECT zone FROM place.session UNION ALL SELECT zone FROM place.hand
    UNION ALL SELECT zone FROM stage.origin
) WHERE zone IS NOT NULL
"""
