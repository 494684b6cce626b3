"""The rows that several tests ask for are read once: those that meet one of them, and no others."""

from __future__ import annotations

from auditor.evaluate.apart import set_apart
from auditor.evaluate.bind import IDENTITY, BoundRule
from auditor.rulebook.model import Rule, RuleKind, Text
from auditor.sql import Connection, connect, query, run

WORDS = Text(es="", en="")
RULE = Rule(
    id="X-1",
    clause=("X-1",),
    title=WORDS,
    grain="bet",
    kind=RuleKind.DUTY,
    when="true",
    message=WORDS,
    cases="",
    require="a > 0",
)
SCOPE = ("scope_casino", "scope_earliest", "scope_latest", "in_force")
FIRST, SECOND = BoundRule(RULE, ("a",), (), ()), BoundRule(RULE, ("b",), (), ())


def _rows(connection: Connection) -> str:
    """Make ten rows whose `a` counts up, `b` down, and `c` is named by no rule; give their SQL."""
    rest = ", ".join(f"NULL AS {each}" for each in (*IDENTITY, *SCOPE))
    run(connection, "CREATE SCHEMA norm")
    run(
        connection,
        f"CREATE TABLE ten AS SELECT n AS a, -n AS b, n AS c, {rest} FROM range(10) t(n)",
    )
    return "SELECT * FROM ten"


def test_rows_that_meet_either_test_are_set_apart() -> None:
    """Rows 0 and 8, 9 meet one of the tests, and are there though the rows are gone."""
    connection = connect(threads=1)
    rows = _rows(connection)
    with set_apart(connection, rows, wanted=[(FIRST, "a > 7"), (SECOND, "b = 0")]) as few:
        run(connection, "DROP TABLE ten")
        found = query(connection, few)
    assert sorted(found["a"].to_pylist()) == [0, 8, 9]
    assert set(found.column_names) == {"a", "b", *IDENTITY, *SCOPE}


def test_rows_that_one_test_asks_for_are_left_where_they_are() -> None:
    """One reading of the rows is no fewer than one copy of them."""
    connection = connect(threads=1)
    rows = _rows(connection)
    with set_apart(connection, rows, wanted=[(FIRST, "a > 7")]) as few:
        assert few == rows
