"""Columns of the log model made of arrays: ids, times, money, and tables of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from auditor.games.log_model import MONEY_DECIMALS, MONEY_DIGITS, arrow_schema, tables

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from auditor.simulate.spec import Partition

Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]

MICROSECONDS = 1_000_000


def log_table(name: str, columns: Mapping[str, pa.Array], *, count: int) -> pa.Table:
    """Give a table of the log model, its other columns and its source empty."""
    schema = arrow_schema(tables()[name])
    empty = {
        field.name: pa.nulls(count, field.type) for field in schema if field.name not in columns
    }
    filled = {key: column.cast(schema.field(key).type) for key, column in columns.items()}
    return pa.table({**empty, **filled}).select(schema.names).cast(schema)


def session_ids(partitions: Sequence[Partition]) -> pa.Array:
    """Give the session of each partition."""
    return pa.array([partition.session_id for partition in partitions])


def session_columns(
    partitions: Sequence[Partition], *, game: str, venue: tuple[str, str]
) -> dict[str, pa.Array]:
    """Give what every game's sessions have: ids, date, and the venue's zone and currency."""
    count = len(partitions)
    days = pa.array([partition.gaming_date for partition in partitions])
    return {
        "session_id": session_ids(partitions),
        "casino_id": pa.array([partition.casino_id for partition in partitions]),
        "table_id": pa.array([partition.table_id for partition in partitions]),
        "game": pa.repeat(game, count),
        "gaming_date": days,
        "date_earliest": days,
        "date_latest": days,
        "zone": pa.repeat(venue[0], count),
        "currency": pa.repeat(venue[1], count),
    }


def midnights(partitions: Sequence[Partition]) -> Numbers:
    """Give the midnight of each partition's gaming date, in microseconds."""
    days = [np.datetime64(each.gaming_date, "us").astype(np.int64) for each in partitions]
    return np.array(days, dtype=np.int64)


def ids(parent: pa.Array, *, mark: str, number: Numbers) -> pa.Array:
    """Make ids of a parent's id, a mark and a number of five digits."""
    digits = pc.utf8_lpad(pa.array(number).cast(pa.string()), 5, "0")
    return pc.binary_join_element_wise(parent, digits, mark)


def times(microseconds: Numbers) -> pa.Array:
    """Give times of UTC."""
    return pa.array(microseconds).cast(pa.timestamp("us", tz="UTC"))


def money(amounts: Numbers) -> pa.Array:
    """Give whole amounts as decimals of four places, written as Arrow holds them: 16 bytes each."""
    scaled = amounts.astype(np.int64) * 10**MONEY_DECIMALS
    words = np.stack([scaled, scaled >> 63], axis=1)
    kind = pa.decimal128(MONEY_DIGITS, MONEY_DECIMALS)
    return pa.Array.from_buffers(kind, len(scaled), [None, pa.py_buffer(words.tobytes())])
