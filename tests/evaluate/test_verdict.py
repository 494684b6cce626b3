"""Verdicts: three-valued logic over every combination of true, false and not recorded."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from itertools import product
from typing import TYPE_CHECKING

import pytest

from auditor.evaluate.bind import BoundRule
from auditor.evaluate.scope import Chosen
from auditor.evaluate.verdict import Verdict, verdict_sql
from auditor.rulebook.model import Rule, RuleKind, Text
from auditor.sql import connect, value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.sql import Connection

Truth = bool | None
ALL: tuple[Truth, ...] = (True, False, None)


@pytest.fixture(name="connection", scope="module")
def _connection() -> Iterator[Connection]:
    connection = connect(threads=1)
    yield connection
    connection.close()


def _rule(*, kind: RuleKind = RuleKind.DUTY, readings: dict[str, str] | None = None) -> BoundRule:
    words = Text(es="", en="")
    rule = Rule(
        id="X-1",
        clause=("X-1",),
        title=words,
        grain="hand",
        kind=kind,
        when="w",
        message=words,
        cases="",
        require=None if readings else "r",
        readings=readings or {},
    )
    return BoundRule(rule, ("w",), ("r", "s") if readings else ("r",), ())


def _judge(connection: Connection, bound: BoundRule, row: dict[str, Truth | str]) -> str:
    cells = ", ".join(
        f"{_cell(cell)} AS {column}" for column, cell in {"scope_casino": "c", **row}.items()
    )
    number = value(connection, f"SELECT {verdict_sql(bound, {})} FROM (SELECT {cells})")
    return Verdict(int(str(number))).word


def _cell(cell: Truth | str) -> str:
    if isinstance(cell, str):
        return f"'{cell}'"
    return f"{'NULL' if cell is None else str(cell).lower()}::BOOLEAN"


def _due(*, in_force: Truth, when: Truth, require: Truth) -> str:
    if in_force is False or when is False:
        return "out_of_scope"
    if in_force is None or when is None or require is None:
        return "not_assessable"
    return "pass" if require else "violation"


@pytest.mark.parametrize(("in_force", "when", "require"), list(product(ALL, ALL, ALL)))
def test_missing_data_never_passes_and_never_convicts(
    connection: Connection, in_force: Truth, when: Truth, require: Truth
) -> None:
    row: dict[str, Truth | str] = {"in_force": in_force, "w": when, "r": require}
    due = _due(in_force=in_force, when=when, require=require)
    assert due == _judge(connection, _rule(), row)


def test_advice_gives_an_observation(connection: Connection) -> None:
    row: dict[str, Truth | str] = {"in_force": True, "w": True, "r": False}
    assert _judge(connection, _rule(kind=RuleKind.ADVICE), row) == "observation"


@pytest.mark.parametrize(
    ("first", "second", "due"),
    [
        (True, True, "pass"),
        (False, False, "violation"),
        (True, False, "indeterminate"),
        (False, True, "indeterminate"),
        (None, True, "not_assessable"),
        (False, None, "not_assessable"),
        (None, None, "not_assessable"),
    ],
)
def test_ambiguous_law_convicts_only_where_every_reading_does(
    connection: Connection, first: Truth, second: Truth, due: str
) -> None:
    row: dict[str, Truth | str] = {"in_force": True, "w": True, "r": first, "s": second}
    assert due == _judge(connection, _rule(readings={"one": "r", "two": "s"}), row)


def test_a_reading_that_was_adopted_decides_alone(connection: Connection) -> None:
    bound = _rule(readings={"one": "r", "two": "s"})
    sql = verdict_sql(bound, {"c": Chosen("two")})
    row = "SELECT 'c' AS scope_casino, true AS in_force, true AS w, true AS r, false AS s"
    assert value(connection, f"SELECT {sql} FROM ({row})") == Verdict.VIOLATION


def test_a_reading_adopted_at_one_casino_leaves_another_alone(connection: Connection) -> None:
    bound = _rule(readings={"one": "r", "two": "s"})
    sql = verdict_sql(bound, {"c": Chosen("two")})
    row = "SELECT 'd' AS scope_casino, true AS in_force, true AS w, true AS r, false AS s"
    assert value(connection, f"SELECT {sql} FROM ({row})") == Verdict.INDETERMINATE


@pytest.mark.parametrize(
    ("day", "due"),
    [
        ("DATE '2025-12-31'", Verdict.INDETERMINATE),
        ("DATE '2026-01-01'", Verdict.VIOLATION),
        ("NULL::DATE", Verdict.INDETERMINATE),
    ],
)
def test_a_reading_decides_only_from_the_day_on_which_it_applies(
    connection: Connection, day: str, due: Verdict
) -> None:
    sql = verdict_sql(
        _rule(readings={"one": "r", "two": "s"}), {"c": Chosen("two", date(2026, 1, 1))}
    )
    row = (
        f"SELECT 'c' AS scope_casino, {day} AS scope_earliest, true AS in_force, "
        "true AS w, true AS r, false AS s"
    )
    assert value(connection, f"SELECT {sql} FROM ({row})") == due


@pytest.mark.parametrize(
    ("require", "known"), list(product(("a = b OR c = d", "a = b"), (True, False)))
)
def test_a_pass_needs_every_column_that_the_rule_reads(
    connection: Connection, require: str, known: bool
) -> None:
    columns = ("a", "b", "c", "d") if "c" in require else ("a", "b")
    rule = replace(_rule().rule, require=require)
    bound = BoundRule(rule, ("w",), columns, ())
    cells = f"1 AS a, {'1' if known else 'NULL'} AS b, 2 AS c, 2 AS d"
    row = f"SELECT 'c' AS scope_casino, true AS in_force, true AS w, {cells}"
    due = Verdict.PASS if known else Verdict.NOT_ASSESSABLE
    assert due == value(connection, f"SELECT {verdict_sql(bound, {})} FROM ({row})")
