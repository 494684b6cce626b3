"""The rows that several tests ask for are read once: those that meet one of them, and no others."""

from __future__ import annotations

from dataclasses import replace

import pyarrow as pa
import pytest

from auditor.evaluate.apart import set_apart
from auditor.evaluate.bind import IDENTITY, BoundRule
from auditor.evaluate.readings import pick_sql
from auditor.evaluate.scope import Chosen
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
    """Make ten rows whose `a` counts up, `b` down, and `c` is named by no rule; give their SQL.

    Row n lies in hand n of session 1; the last two in no hand of session 2.
    """
    own = {
        "hand_key": "CASE WHEN n < 8 THEN n END",
        "session_key": "CASE WHEN n < 8 THEN 1 ELSE 2 END",
    }
    rest = ", ".join(f"{own.get(each, 'NULL')} AS {each}" for each in (*IDENTITY, *SCOPE))
    run(connection, "CREATE SCHEMA norm")
    run(
        connection,
        f"CREATE TABLE ten AS SELECT n AS a, -n AS b, n AS c, {rest} FROM range(10) t(n)",
    )
    return "SELECT * FROM ten"


def _apart(within: list[list[int] | None]) -> tuple[list[int], set[str]]:
    """Set apart the rows that meet either test among those within some hands or sessions."""
    connection = connect(threads=1)
    rows = _rows(connection)
    beside = [(FIRST, "a > 6"), (SECOND, "b = -2")]
    listed = pa.chunked_array([pa.array(within, pa.list_(pa.int64()))])
    with set_apart(connection, rows, told=[], beside=beside, within=listed):
        run(connection, "DROP TABLE ten")
        found = query(connection, "SELECT * FROM norm.apart")
    return sorted(found["a"].to_pylist()), set(found.column_names)


def test_rows_that_meet_either_test_are_set_apart() -> None:
    """Rows 2, 7, 8 and 9 meet one of the tests, and are there though the rows are gone."""
    assert _apart([[2, 7], None, [2, -2]]) == ([2, 7, 8, 9], {"a", "b", *IDENTITY, *SCOPE})


@pytest.mark.parametrize(
    ("within", "there"), [([[7]], [7]), ([[-2]], [8, 9]), ([[3, -1]], []), ([None], []), ([], [])]
)
def test_nothing_else_is_looked_at(within: list[list[int] | None], there: list[int]) -> None:
    """Hand 7 alone, what is in no hand of session 2 alone, where no row meets a test, nowhere."""
    assert _apart(within)[0] == there


@pytest.mark.parametrize(
    ("a", "b", "verdict", "is_picked", "where_adopted"),
    [
        ("true", "true", 1, False, False),
        ("false", "false", 2, True, True),
        ("false", "true", 4, True, True),
        ("false", "NULL", 5, True, True),  # fails under one reading; the other is not known
        ("NULL", "NULL", 5, False, False),
        ("true", "false", 1, False, True),  # passes by the reading adopted, fails by the other
    ],
)
def test_a_row_that_fails_under_some_reading_is_picked(
    a: str, b: str, verdict: int, is_picked: bool, where_adopted: bool
) -> None:
    rule = replace(RULE, require="", readings={"one": "a", "other": "b"})
    bound = BoundRule(rule, (), ("a", "b"), ())
    row = f"SELECT {a}::BOOLEAN AS a, {b}::BOOLEAN AS b, true AS in_force, {verdict} AS v0"
    for adopted, due in (({}, is_picked), ({"K1": Chosen("one")}, where_adopted)):
        picked = pick_sql(bound, adopted, number=0)
        found = query(connect(threads=1), f"SELECT {picked} AS picked FROM ({row})")
        assert found["picked"].to_pylist() == [due]
