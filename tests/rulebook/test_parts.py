"""Conditions taken apart: their ANDs, what they compare, and where a comparison turns."""

from __future__ import annotations

import pytest

from auditor.rulebook.parts import Comparison, comparisons, conjuncts, differences
from auditor.sql import connect, value


@pytest.mark.parametrize(
    ("sql", "parts"),
    [
        ("is_side_bet", ("is_side_bet",)),
        ("a AND b = 1 AND NOT c", ("a", "b = 1", "NOT c")),
        ("a OR b AND c", ("a OR b AND c",)),
        ("(a OR b) AND (c = 1 OR d = 1)", ("a OR b", "(c = 1) OR (d = 1)")),
    ],
)
def test_a_condition_is_split_at_its_outermost_ands(sql: str, parts: tuple[str, ...]) -> None:
    assert conjuncts(sql) == parts


@pytest.mark.parametrize(
    ("sql", "pairs"),
    [
        ("won", []),
        ("a + b <= c", [("(a + b)", "c")]),
        ("NOT (a = 1 OR b > c)", [("a", "1"), ("b", "c")]),
        ("a BETWEEN 1 AND b", [("a", "1"), ("a", "b")]),
        ("kind IN ('x', 'y')", [("kind", "'x'"), ("kind", "'y'")]),
        ("abs(a - b) <= c", [("abs((a - b))", "c")]),
    ],
)
def test_every_comparison_is_found(sql: str, pairs: list[tuple[str, str]]) -> None:
    assert [(each.left, each.right) for each in comparisons(sql)] == pairs


@pytest.mark.parametrize(
    ("left", "right", "column", "turns"),
    [
        ("a", "7", "a", {7}),
        ("a + b", "7", "a", {5}),
        ("b * a", "7 - b", "a", {2.5}),
        ("abs(a - b)", "3", "a", {-1, 5}),
        ("9", "abs(-1 * a)", "a", {-9, 9}),
    ],
)
def test_a_comparison_turns_where_its_sides_are_equal(
    left: str, right: str, column: str, turns: set[float]
) -> None:
    found = set()
    for at_zero, at_one in differences(Comparison(left, right), column):
        sql = f"SELECT -({at_zero}) / (({at_one}) - ({at_zero})) FROM (SELECT 2 AS b)"
        found.add(float(str(value(connect(threads=1), sql))))
    assert found == turns
