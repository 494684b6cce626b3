"""The counts of all batches put together, and taken apart by casino and table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from auditor.checks.figures import Values

KEYS = ("casino_id", "table_id", "part")
PLACES = 2  # of things that are alike, so many are named

Group = tuple[tuple[str, str, str], "Values"]


def groups(tables: Iterable[pa.Table]) -> Iterator[Group]:
    """Give the columns of each casino, table and part of it, whatever the order of the batches.

    What each row says stays a row of its own: kinds add up what is to be added up.
    """
    whole = pa.concat_tables(tables, promote_options="permissive")
    if "mark" in whole.column_names:
        whole = with_twins(whole)
    rest = [name for name in whole.column_names if name not in KEYS]
    ordered = whole.sort_by([(name, "ascending") for name in (*KEYS, *rest)])
    listed = ordered.group_by(list(KEYS), use_threads=False).aggregate(
        [(name, "list") for name in rest]
    )
    for row in listed.to_pylist():
        casino, table, part = (str(row[name]) for name in KEYS)
        yield (casino, table, part), {name: row[f"{name}_list"] for name in rest}


def with_twins(rows: pa.Table) -> pa.Table:
    """Say of each row where the others of its casino with the same mark are; empty for none."""
    keys = np.array(
        [
            f"{row['casino_id']}\n{row['mark']}"
            for row in rows.select(["casino_id", "mark"]).to_pylist()
        ]
    )
    _, of, times = np.unique(keys, return_inverse=True, return_counts=True)
    alike: dict[int, list[str]] = {}
    for place, mark in zip(rows["place"].to_pylist(), of.tolist(), strict=True):
        if times[mark] > 1:
            alike.setdefault(mark, []).append(place)
    told = [" = ".join(sorted(alike.get(mark, ()))[:PLACES]) for mark in of.tolist()]
    return rows.append_column("twins", pa.array(told, pa.string()))
