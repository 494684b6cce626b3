"""Rule expressions: what is allowed, and what would turn missing data into a value."""

from __future__ import annotations

import pytest

from auditor.rulebook.expression import LONGEST, ExpressionFault, parse

ALLOWED = {
    "payout = payout_due": ("payout", "payout_due"),
    "NOT won AND (stake > 0 OR abs(a - b) <= c * d)": ("won", "stake", "a", "b", "c", "d"),
    "kind IN ('fila', 'columna')": ("kind",),
    "seat BETWEEN 1 AND places": ("seat", "places"),
    "-1 * a <> b": ("a", "b"),
    "box_is_open = true": ("box_is_open",),
}
REFUSED = [
    "a IS NULL",
    "a IS NOT TRUE",
    "a IS DISTINCT FROM b",
    "(1, NULL) = (1, 2)",
    "list_contains([1, NULL], 3)",
    "nullif(a, b) = c",
    "coalesce(a, b)",
    "CASE WHEN a THEN b END",
    "if(a, b, c)",
    "list_sum([a, b]) = c",
    "a / b = c",
    "a // b = c",
    "a % b = c",
    "a IN (NULL)",
    "a IN (b, c)",
    "NULL",
    "random() < a",
    "a LIKE 'x'",
    "a || b = c",
    "count(*) > 0",
    "f.a = b",
    "(SELECT 1) = a",
    "EXISTS (SELECT 1)",
    "a = 12",
    "a = 0.05",
    "a, b",
    "a FROM fact.bet",
    "a; DROP TABLE b",
    "a =",
    "a::INTEGER = b",
    "DATE '2003-01-01' = a",
]


@pytest.mark.parametrize(("sql", "names"), ALLOWED.items())
def test_an_allowed_expression_tells_the_names_it_reads(sql: str, names: tuple[str, ...]) -> None:
    assert names == parse(sql).names


@pytest.mark.parametrize("sql", REFUSED)
def test_what_is_not_on_the_list_is_refused(sql: str) -> None:
    with pytest.raises(ExpressionFault):
        parse(sql)


def test_division_is_refused_because_it_gives_infinity() -> None:
    with pytest.raises(ExpressionFault) as told:
        parse("payout / stake = odds")
    assert "división" in told.value.es
    assert "division" in told.value.en


def test_a_number_of_the_law_belongs_in_the_parameters() -> None:
    with pytest.raises(ExpressionFault) as told:
        parse("stake * 180 = payout")
    assert "180" in told.value.es
    assert "parameters.yaml" in told.value.es


def test_an_expression_that_is_too_long_wants_a_fact() -> None:
    long = " AND ".join(["a"] * LONGEST)
    with pytest.raises(ExpressionFault, match="too_long"):
        parse(long)
