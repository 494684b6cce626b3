"""What was wanting: for the rows not assessable, the columns that were not there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.evaluate.verdict import Verdict
from auditor.sql import name, query

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from auditor.evaluate.bind import BoundRule
    from auditor.sql import Connection

DATED = "in_force"


@dataclass(frozen=True, slots=True)
class Missing:
    """Rows of one rule not assessable, by column wanting.

    `gaps` counts the rows that want only values which the log has elsewhere in the same session.
    """

    columns: Mapping[str, int]
    gaps: int


def missing_of(
    connection: Connection, rows: str, *, judged: Sequence[tuple[BoundRule, str]]
) -> dict[tuple[str, str], Missing]:
    """Count what was wanting, by casino and rule, in one pass; `judged` has each rule's verdict."""
    if not judged:
        return {}
    columns = _columns(judged)
    verdicts = ", ".join(
        f"({verdict}) = {Verdict.NOT_ASSESSABLE:d} AS na{n}"
        for n, (_, verdict) in enumerate(judged)
    )
    filled = ", ".join(f"count({name(each)}) AS n{n}" for n, each in enumerate(columns))
    counts = ", ".join(
        part for n, (rule, _) in enumerate(judged) for part in _counts(n, rule, columns=columns)
    )
    found = query(
        connection,
        f"WITH rows AS (SELECT *, {verdicts} FROM ({rows})), "
        f"filled AS (SELECT session_key, {filled} FROM rows GROUP BY session_key) "
        f"SELECT scope_casino, {counts} FROM rows JOIN filled USING (session_key) "
        "GROUP BY scope_casino",
        why="missing",
    )
    return {
        (str(row["scope_casino"]), rule.rule.id): _missing(row, n, rule=rule)
        for row in found.to_pylist()
        for n, (rule, _) in enumerate(judged)
    }


def _columns(judged: Sequence[tuple[BoundRule, str]]) -> list[str]:
    """Give every column on which some verdict hangs."""
    return list(dict.fromkeys(each for rule, _ in judged for each in _read(rule)))


def _read(rule: BoundRule) -> tuple[str, ...]:
    """Give the columns on which one rule's verdict hangs, the date included."""
    return (*rule.judged_columns, DATED)


def _counts(number: int, rule: BoundRule, *, columns: list[str]) -> list[str]:
    """Write one rule's counts: a column wanting each, and the rows with a gap."""
    wanting = [
        f"count(*) FILTER (na{number} AND {name(each)} IS NULL) AS m{number}_{n}"
        for n, each in enumerate(_read(rule))
    ]
    absent = " OR ".join(f"{name(each)} IS NULL" for each in _read(rule))
    never = " OR ".join(
        f"({name(each)} IS NULL AND n{columns.index(each)} = 0)" for each in _read(rule)
    )
    gap = f"({absent}) AND NOT ({never})"
    return [*wanting, f"count(*) FILTER (na{number} AND ({gap})) AS gaps{number}"]


def _missing(row: Mapping[str, int], number: int, *, rule: BoundRule) -> Missing:
    """Read one rule's counts."""
    names = ["gaming_date" if each == DATED else each for each in _read(rule)]
    counted = {each: row[f"m{number}_{n}"] for n, each in enumerate(names)}
    return Missing({each: count for each, count in counted.items() if count}, row[f"gaps{number}"])
