"""Three-valued verdicts as SQL: missing data never passes, and ambiguous law never convicts."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from auditor.evaluate.scope import day_sql, in_force_sql
from auditor.rulebook.expression import parse
from auditor.rulebook.model import RuleKind
from auditor.sql import literal, name, sql_list

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from auditor.evaluate.bind import BoundRule
    from auditor.evaluate.scope import Chosen


class Verdict(IntEnum):
    """What can be said of one row under one rule."""

    PASS = 1
    VIOLATION = 2
    OBSERVATION = 3
    INDETERMINATE = 4
    NOT_ASSESSABLE = 5
    OUT_OF_SCOPE = 6

    @property
    def word(self) -> str:
        """Give the verdict's name in `audit.json`."""
        return self.name.lower()


TOLD = (Verdict.VIOLATION, Verdict.OBSERVATION, Verdict.INDETERMINATE)
WORDS = tuple(verdict.word for verdict in Verdict)


def verdict_sql(bound: BoundRule, adopted: Mapping[str, Chosen]) -> str:
    """Write one rule's verdict on a row, as the number of a Verdict.

    `adopted` maps casinos to the reading that the authority adopted for this rule's clause; before
    the day from which it applies, or where a session's date does not decide, every reading counts.
    """
    rule = bound.rule
    judged = branches_sql(bound, tuple(rule.branches.values()))
    for reading, applies in _applied(bound, adopted):
        sql = rule.branches[reading]
        one = branches_sql(bound, (sql,), needed=parse(sql).names)
        judged = f"CASE WHEN {applies} THEN {one} ELSE {judged} END"
    return (
        f"CASE WHEN NOT ({scope_sql(bound)}) THEN {Verdict.OUT_OF_SCOPE:d} "
        f"WHEN ({scope_sql(bound)}) THEN {judged} ELSE {Verdict.NOT_ASSESSABLE:d} END"
    )


def is_told_sql(verdict: str) -> str:
    """Write whether a verdict is one that is told as a finding."""
    return f"{verdict} IN ({', '.join(str(int(each)) for each in TOLD)})"


def adopted_sql(bound: BoundRule, adopted: Mapping[str, Chosen]) -> str:
    """Write the reading by which alone a row is judged; NULL where every reading counts."""
    whens = [
        f"WHEN {applies} THEN {literal(reading)}" for reading, applies in _applied(bound, adopted)
    ]
    return f"CASE {' '.join(whens)} END" if whens else "NULL::VARCHAR"


def _applied(bound: BoundRule, adopted: Mapping[str, Chosen]) -> Iterator[tuple[str, str]]:
    """Give each reading adopted from some day on, with the test of the rows that it decides."""
    for chosen in sorted(set(adopted.values()), key=str):
        if chosen.reading in bound.rule.branches:
            casinos = sorted(casino for casino, each in adopted.items() if each == chosen)
            since = f" AND scope_earliest >= {day_sql(chosen.since)}" if chosen.since else ""
            yield chosen.reading, f"scope_casino IN ({sql_list(casinos)[1:-1]}){since}"


def scope_sql(bound: BoundRule) -> str:
    """Write whether a row is one that the rule judges; NULL where that cannot be told."""
    rule = bound.rule
    dated = (
        f" AND {in_force_sql(rule.first, rule.last, dates='scope')}"
        if rule.first or rule.last
        else ""
    )
    return f"in_force AND ({rule.when}){dated}"


def branches_sql(
    bound: BoundRule, readings: tuple[str, ...], *, needed: tuple[str, ...] | None = None
) -> str:
    """Write the verdict of a row in scope under some readings of the law.

    `needed` are the columns without which nothing passes: by default those that any reading reads.
    """
    broken = Verdict.VIOLATION if bound.rule.kind is RuleKind.DUTY else Verdict.OBSERVATION
    fails = " AND ".join(f"NOT ({sql})" for sql in readings)
    holds = " AND ".join(f"({sql})" for sql in readings)
    read = bound.require_columns if needed is None else needed
    there = "".join(f" AND {name(column)} IS NOT NULL" for column in read)
    decided = " AND ".join(f"({sql}) IS NOT NULL" for sql in readings)
    split = (
        f"WHEN {decided} AND NOT ({holds}) THEN {Verdict.INDETERMINATE:d} "
        if len(readings) > 1
        else ""
    )
    return (
        f"CASE WHEN {fails} THEN {broken:d} WHEN {holds}{there} THEN {Verdict.PASS:d} "
        f"{split}ELSE {Verdict.NOT_ASSESSABLE:d} END"
    )
