"""Changes of a few facts of a row, as SQL: values that may turn a condition, and their rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.rulebook.parts import comparisons, differences
from auditor.sql import name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from auditor.rulebook.parts import Comparison

WHOLE = frozenset({"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "HUGEINT"})
PARTS = ("DECIMAL", "DOUBLE", "FLOAT")
OTHER = "'otro'"


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact that a rule reads, its SQL type, and the values that may turn the rule, as SQL."""

    column: str
    kind: str
    values: tuple[str, ...]

    @property
    def is_number(self) -> bool:
        """Tell whether the fact is a number."""
        return _is_number(self.kind)

    @property
    def is_time(self) -> bool:
        """Tell whether the fact is a moment or a day."""
        return self.kind.startswith(("TIMESTAMP", "DATE"))


def _is_number(kind: str) -> bool:
    """Tell whether an SQL type is a number's."""
    return kind in WHOLE or kind.startswith(PARTS)


def fact_of(column: str, kind: str, *, conditions: Sequence[str]) -> Fact:
    """Give a fact with the values just before, at and after each boundary of some conditions."""
    compared = [each for sql in conditions for each in comparisons(sql) if column in each.names()]
    found = [each for one in compared for each in _values(one, column, kind=kind)]
    typed = (f"TRY_CAST({each} AS {kind})" for each in [*found, *_plain(kind)])
    return Fact(column, kind, tuple(dict.fromkeys(typed)))


def _plain(kind: str) -> tuple[str, ...]:
    """Give values of a type that any fact may take."""
    if kind == "BOOLEAN":
        return ("true", "false")
    if _is_number(kind):
        return ("0", "1")
    return (OTHER,) if kind == "VARCHAR" else ("TIMESTAMP '2000-01-01 00:00:00'",)


def _values(compared: Comparison, column: str, *, kind: str) -> Iterator[str]:
    """Give the values of a column at and around the boundary of one comparison."""
    if _is_number(kind):
        for at_zero, at_one in differences(compared, column):
            root = f"(-({at_zero}) / nullif(({at_one}) - ({at_zero}), 0))"
            yield from _around(root, kind=kind)
        return
    sides = (compared.left, compared.right)
    for side, other in (sides, sides[::-1]):
        if side.strip('"') == column:
            yield other
            yield from (f"({other}) {step}" for step in _steps(kind))


def _around(root: str, *, kind: str) -> Iterator[str]:
    """Give the numbers at a root and on each side of it."""
    if kind in WHOLE:
        yield from (f"floor({root})", f"ceil({root})", f"floor({root}) - 1", f"ceil({root}) + 1")
    else:
        step = "0.01" if kind.startswith("DECIMAL") else "1e-9"
        yield from (root, f"{root} - {step}", f"{root} + {step}")


def _steps(kind: str) -> tuple[str, ...]:
    """Give the smallest steps to either side of a moment or a day."""
    if kind.startswith("TIMESTAMP"):
        return ("- INTERVAL 1 SECOND", "+ INTERVAL 1 SECOND")
    return ("- INTERVAL 1 DAY", "+ INTERVAL 1 DAY") if kind == "DATE" else ()


def changed_sql(rows: str, facts: Sequence[Fact], *, keep: bool) -> str:
    """Write each row with each fact in turn at each of its values, what it was as `was_<n>`.

    A value is reckoned from the row as the facts before it have left it; `keep` also leaves each
    fact as it is.
    """
    sql = rows
    for number, fact in enumerate(facts):
        column, was = name(fact.column), f"was_{number}"
        values = f"list_distinct([{', '.join(fact.values)}])"
        every = f"list_concat([{column}], {values})" if keep else values
        given = (
            f"SELECT * EXCLUDE ({column}), {column} AS {was}, unnest({every}) AS {column} "
            f"FROM ({sql})"
        )
        sql = given if keep else f"SELECT * FROM ({given}) WHERE {column} IS DISTINCT FROM {was}"
    return sql


def distance_sql(facts: Sequence[Fact]) -> str:
    """Write how far a change goes: numbers by their difference, moments by seconds, else one."""
    parts = [_distance(fact, f"was_{number}") for number, fact in enumerate(facts)]
    return " + ".join(parts)


def _distance(fact: Fact, was: str) -> str:
    """Write how far one fact moved."""
    column = name(fact.column)
    apart = f"CASE WHEN {column} IS DISTINCT FROM {was} THEN 1 ELSE 0 END"
    if fact.is_number:
        return f"coalesce(abs({column}::DOUBLE - {was}::DOUBLE), {apart})"
    if fact.is_time:
        return f"coalesce(abs(epoch({column}) - epoch({was})), {apart})"
    return apart


def count_sql(facts: Sequence[Fact]) -> str:
    """Write how many facts were changed."""
    return " + ".join(
        f"({name(fact.column)} IS DISTINCT FROM was_{n})::INT" for n, fact in enumerate(facts)
    )


def from_nothing_sql(facts: Sequence[Fact]) -> str:
    """Write how many of the changed facts were not recorded."""
    return " + ".join(
        f"(was_{n} IS NULL AND {name(fact.column)} IS NOT NULL)::INT"
        for n, fact in enumerate(facts)
    )
