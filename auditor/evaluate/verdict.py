"""Three-valued verdicts as SQL: missing data never passes, and ambiguous law never convicts."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from auditor.evaluate.scope import in_force_sql
from auditor.rulebook.model import RuleKind
from auditor.sql import name, sql_list

if TYPE_CHECKING:
    from collections.abc import Mapping

    from auditor.evaluate.bind import BoundRule


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


def verdict_sql(bound: BoundRule, adopted: Mapping[str, str]) -> str:
    """Write one rule's verdict on a row, as the number of a Verdict.

    `adopted` maps casinos to the reading that the authority adopted for this rule's clause.
    """
    rule = bound.rule
    judged = branches_sql(bound, tuple(rule.branches.values()))
    for reading in sorted(set(adopted.values()) & rule.branches.keys()):
        casinos = sorted(casino for casino, chosen in adopted.items() if chosen == reading)
        one = branches_sql(bound, (rule.branches[reading],))
        judged = (
            f"CASE WHEN scope_casino IN ({sql_list(casinos)[1:-1]}) THEN {one} ELSE {judged} END"
        )
    return (
        f"CASE WHEN NOT ({scope_sql(bound)}) THEN {Verdict.OUT_OF_SCOPE:d} "
        f"WHEN ({scope_sql(bound)}) THEN {judged} ELSE {Verdict.NOT_ASSESSABLE:d} END"
    )


def scope_sql(bound: BoundRule) -> str:
    """Write whether a row is one that the rule judges; NULL where that cannot be told."""
    rule = bound.rule
    dated = (
        f" AND {in_force_sql(rule.first, rule.last, dates='scope')}"
        if rule.first or rule.last
        else ""
    )
    return f"in_force AND ({rule.when}){dated}"


def branches_sql(bound: BoundRule, readings: tuple[str, ...]) -> str:
    """Write the verdict of a row in scope under some readings of the law."""
    broken = Verdict.VIOLATION if bound.rule.kind is RuleKind.DUTY else Verdict.OBSERVATION
    fails = " AND ".join(f"NOT ({sql})" for sql in readings)
    holds = " AND ".join(f"({sql})" for sql in readings)
    there = "".join(f" AND {name(column)} IS NOT NULL" for column in bound.require_columns)
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
