"""Lawful nights made wrong at random: cells emptied, exchanged, nudged, rows lost and doubled."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from auditor.games.log_model import Column, Kind, tables

if TYPE_CHECKING:
    from collections.abc import Mapping

Tables = dict[str, pa.Table]
Mask = NDArray[np.bool_]
# What says where a row stands; a night in which it is wrong would be another night.
FIXED = frozenset(
    {
        *("session_id", "hand_id", "shoe_id", "bet_id", "roll_id", "board_id", "casino_id"),
        *("table_id", "game", "gaming_date", "currency", "zone", "date_earliest", "date_latest"),
        *("idx", "seq", "hand_no", "shoe_no", "number", "parent_bet_id"),
    }
)
# Emptying one of these makes a whole session not assessable: seldom, or nothing else is seen.
SELDOM = frozenset({("events", "hand_id"), ("bets", "parent_bet_id"), ("cards", "cancelled")})
DOUBLED = {
    "cards": ("idx", 100),
    "bets": ("bet_id", "*"),
    "rolls": ("roll_id", "*"),
    "events": ("seq", 1_000_000),
    "boards": ("board_id", "*"),
}
SECOND = 1_000_000
NUDGES = (-1, 1)
MONEY_NUDGES = ("-1", "-0.01", "0.01", "1")
TIME_NUDGES = tuple(SECOND * n for n in (-60, -5, -1, 1, 5, 60))


def disturb(night: Mapping[str, pa.Table], random: np.random.Generator, *, rate: float) -> Tables:
    """Give a night with a share of its cells and rows made wrong; ids and dates stay."""
    found = {}
    for name, rows in night.items():
        changed = rows
        for column in tables()[name].columns:
            changed = _cells_changed(changed, name, column=column, random=random, rate=rate)
        found[name] = _rows_changed(changed, name, random=random, rate=rate)
    return found


def _cells_changed(
    rows: pa.Table, table: str, *, column: Column, random: np.random.Generator, rate: float
) -> pa.Table:
    """Empty, exchange and nudge some cells of a column."""
    cells = rows[column.name].combine_chunks()
    if column.name in FIXED and (table, column.name) not in SELDOM:
        return rows
    if cells.null_count == len(cells):
        return rows
    share = rate / 50 if (table, column.name) in SELDOM else rate
    if column.name not in FIXED:
        others = cells.take(pa.array(random.integers(0, len(cells), len(cells))))
        cells = pc.if_else(_some(len(cells), random, rate=share), others, cells)
        cells = pc.if_else(
            _some(len(cells), random, rate=share), _nudged(cells, column, random=random), cells
        )
    if not column.required:
        gone = _some(len(cells), random, rate=share)
        cells = pc.if_else(gone, pa.scalar(None, cells.type), cells)
    return rows.set_column(rows.schema.get_field_index(column.name), column.name, cells)


def _nudged(cells: pa.Array, column: Column, *, random: np.random.Generator) -> pa.Array:
    """Move numbers, amounts and times by a little, choose words anew; other cells stay."""
    if column.kind is Kind.MONEY:
        by = pa.array(map(Decimal, MONEY_NUDGES), cells.type)
        chosen = by.take(pa.array(random.integers(0, len(by), len(cells))))
        return pc.add(cells, chosen).cast(cells.type)
    if column.kind is Kind.TIME:
        seconds = pa.array(random.choice(TIME_NUDGES, len(cells)))
        return pc.add(cells.cast(pa.int64()), seconds).cast(cells.type)
    if column.kind is Kind.CHOICE:
        return pa.array(random.choice(column.choices, len(cells)), cells.type)
    if column.kind is Kind.INTEGER:
        return pc.add(cells, pa.array(random.choice(NUDGES, len(cells))))
    return cells


def _rows_changed(
    rows: pa.Table, table: str, *, random: np.random.Generator, rate: float
) -> pa.Table:
    """Lose some rows, and double some under a key of their own."""
    if table not in DOUBLED or not rows.num_rows:
        return rows
    key, mark = DOUBLED[table]
    doubled = rows.filter(_some(rows.num_rows, random, rate=rate / 2))
    other = (
        pc.add(doubled[key], mark)
        if isinstance(mark, int)
        else pc.binary_join_element_wise(doubled[key], mark, "")
    )
    doubled = doubled.set_column(doubled.schema.get_field_index(key), key, other)
    kept = rows.filter(pc.invert(_some(rows.num_rows, random, rate=rate / 2)))
    return pa.concat_tables([kept, doubled.cast(kept.schema)])


def _some(count: int, random: np.random.Generator, *, rate: float) -> pa.Array:
    """Choose a share of so many places."""
    return pa.array(random.random(count) < rate)
