"""Rows that need no sorting are known from those that do."""

from __future__ import annotations

import pyarrow as pa
import pytest

from auditor.ingest.commit import in_order as module
from auditor.ingest.commit.in_order import in_order


def lines(*rows: tuple[int | str | None, ...]) -> pa.Table:
    """Give lines: their number, and two things that they are sorted by."""
    names = ("line", "order 0", "order 1")
    return pa.table([pa.array(column) for column in zip(*rows, strict=True)], names=names)


@pytest.mark.parametrize("most", [0, 1_000])
def test_rows_in_order_are_put_by_number_and_keep_no_keys(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_STRETCHES", most)
    found = in_order(lines((2, 5, 9), (3, 6, 1), (0, 1, 7), (1, 5, 8)))
    assert found is not None
    assert found.to_pydict() == {"line": [0, 1, 2, 3]}


def test_stretches_that_overlap_are_left_to_the_engine() -> None:
    assert in_order(lines((0, 1, 1), (2, 3, 1), (1, 2, 1), (3, 4, 1))) is None


def test_no_rows_are_in_order() -> None:
    table = pa.table({"line": pa.array([], pa.int64()), "order 0": pa.array([], pa.int64())})
    assert in_order(table) == table.select(["line"])


@pytest.mark.parametrize(
    "rows",
    [
        [(0, 2, 1), (1, 1, 2)],  # the first key falls
        [(0, 1, 2), (1, 1, 1)],  # the second falls where the first is the same
        [(0, 1, 1), (1, 1, 1)],  # nothing tells them apart
        [(0, 1, 1), (1, 1, None)],
        [(0, 1, "a"), (1, 1, "b")],  # only the engine knows how it sorts texts
    ],
)
def test_rows_that_are_not_seen_to_be_in_order_are_left_to_the_engine(
    rows: list[tuple[int | str | None, ...]],
) -> None:
    assert in_order(lines(*rows)) is None


def test_a_key_counts_only_where_those_before_it_are_the_same() -> None:
    found = in_order(lines((0, 1, 9), (1, 2, 1), (2, 2, 3)))
    assert found is not None
    assert found["line"].to_pylist() == [0, 1, 2]
