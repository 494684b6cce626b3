"""Each operator makes its own kind of change, and nothing else."""

from __future__ import annotations

import pytest

from benchmarks.mutants.scripts import part_mutants
from benchmarks.mutants.stage import Part


def _mutants(sql: str) -> set[tuple[str, str, str]]:
    part = Part("fact.t", sql, frozenset())
    return {(each.kind, each.before, each.after) for each in part_mutants(part, prefix="XXX")}


@pytest.mark.parametrize(
    ("sql", "kind", "before", "after"),
    [
        ("SELECT a FROM log.t WHERE a = 'x'", "comparison turned", "(a = 'x')", "(a != 'x')"),
        ("SELECT a FROM log.t WHERE a < b", "comparison turned", "(a < b)", "(a >= b)"),
        ("SELECT a FROM log.t WHERE a < b", "comparison loosened", "(a < b)", "(a <= b)"),
        ("SELECT a FROM log.t WHERE a >= b", "comparison loosened", "(a >= b)", "(a > b)"),
        ("SELECT a + 2 AS c FROM log.t", "constant moved", "2", "3"),
        ("SELECT a + 2 AS c FROM log.t", "constant moved", "2", "1"),
        ("SELECT a FROM log.t WHERE a AND b", "AND/OR swapped", "(a AND b)", "(a OR b)"),
        (
            "SELECT coalesce(a, b) AS c FROM log.t",
            "coalesce removed",
            "COALESCE(a, b) AS c",
            "a AS c",
        ),
        ("SELECT sum(a) AS c FROM log.t", "aggregate swapped", "sum(a) AS c", "max(a) AS c"),
        ("SELECT min(a) AS c FROM log.t", "aggregate swapped", "min(a) AS c", "max(a) AS c"),
    ],
)
def test_an_operator_changes_one_thing(sql: str, kind: str, before: str, after: str) -> None:
    assert (kind, before, after) in _mutants(sql)


def test_each_branch_of_a_case_is_dropped() -> None:
    dropped = {
        after
        for kind, _, after in _mutants(
            "SELECT CASE WHEN a THEN x WHEN b THEN y END AS c FROM log.t"
        )
        if kind == "CASE branch dropped"
    }
    assert [("WHEN (a)" in each, "WHEN (b)" in each) for each in sorted(dropped)] == [
        (True, False),
        (False, True),
    ]


def test_a_left_join_loses_the_rows_without_a_match() -> None:
    part = Part("fact.t", "SELECT x.a FROM log.x LEFT JOIN log.y USING (k)", frozenset())
    narrowed = [each for each in part_mutants(part, prefix="X") if "JOIN" in each.kind]
    assert ["LEFT" in each.sql for each in narrowed] == [False]


def test_a_column_is_emptied_and_keeps_its_name() -> None:
    part = Part("fact.t", "SELECT x.a, NULL::INT AS b FROM log.x", frozenset())
    emptied = [each.sql for each in part_mutants(part, prefix="X") if each.kind == "column emptied"]
    assert len(emptied) == 1
    assert "CASE  WHEN (false) THEN (x.a) ELSE NULL END AS a" in emptied[0]


def test_a_window_forgets_a_partition_and_its_frame_moves() -> None:
    sql = (
        "SELECT sum(a) OVER (PARTITION BY p, q ORDER BY o "
        "ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS c FROM log.t"
    )
    after = {each[2] for each in _mutants(sql) if each[0].startswith("window")}
    assert {"PARTITION BY p ORDER" in each for each in after} == {True, False}
    assert any("CURRENT ROW" in each for each in after)


def test_an_id_stays_while_what_is_changed_stays() -> None:
    def ids(sql: str) -> set[str]:
        part = Part("fact.t", sql, frozenset())
        return {each.id for each in part_mutants(part, prefix="X") if "turned" in each.kind}

    assert ids("SELECT a FROM log.t WHERE a < b") == ids("SELECT a, c FROM log.t\nWHERE  a < b")
    assert ids("SELECT a FROM log.t WHERE a < b") != ids("SELECT a FROM log.t WHERE a < c")
