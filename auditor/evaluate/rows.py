"""The rows that rules judge, as SQL, and the reading adopted for each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.sql import name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from auditor.evaluate.bind import BoundGrain, BoundRule
    from auditor.evaluate.scope import Chosen


def rows_sql(bound: BoundGrain, rules: tuple[BoundRule, ...]) -> str:
    """Write the rows that some rules judge: facts, what was due, numbers of the law, scope."""
    read = {column for rule in rules for column in rule.columns}
    numbers = sorted(read & bound.parameters)
    given = "".join(f", p.{name(number)}" for number in numbers)
    joined = " JOIN norm.parameters AS p USING (session_key)" if numbers else ""
    return (
        f"SELECT f.*{given}, c.scope_casino, c.scope_earliest, c.scope_latest, c.in_force "
        f"FROM {bound.relation} AS f JOIN norm.scope AS c USING (session_key){joined}"
    )


def adopted_for(rule: BoundRule, adopted: Mapping[str, Mapping[str, Chosen]]) -> dict[str, Chosen]:
    """Give the reading of a rule's clause adopted in each casino."""
    clauses = {*rule.rule.clause, rule.rule.id}
    return {
        casino: chosen
        for casino, readings in adopted.items()
        for clause, chosen in readings.items()
        if clause in clauses
    }
