"""The readings of an ambiguous clause side by side: what fails under each, and under all."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from auditor.evaluate.verdict import Verdict, is_told_sql, scope_sql
from auditor.rulebook.model import ROLES
from auditor.sql import literal, name, query, sql_list

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from auditor.evaluate.bind import BoundRule
    from auditor.evaluate.scope import Chosen
    from auditor.sql import Connection

ALL = ""


@dataclass(frozen=True, slots=True)
class ReadingsCount:
    """The rows in scope of one rule that fail, and the money at stake in them.

    One for each casino, currency and role of who is owed (a person named by id is a player); keys
    are the readings, and ALL for what fails under every one of them, with the least that any of
    them puts at stake.
    """

    norm: str
    rule: str
    casino_id: str
    currency: str | None
    owed_to: str | None
    fails: Mapping[str, int]
    money: Mapping[str, Decimal]


def readings_counted(
    connection: Connection, rows: str, *, norm: str, rules: Sequence[BoundRule]
) -> tuple[ReadingsCount, ...]:
    """Count what fails under each reading of some rules over the rows that they judge."""
    return tuple(
        _count(rule, norm, row=row)
        for rule in rules
        for row in query(connection, _sql(rule, rows), why=f"{rule.rule.id}: readings").to_pylist()
    )


def _sql(bound: BoundRule, rows: str) -> str:
    """Write the counts of one rule: of each reading in its order, then of all together."""
    branches = list(bound.rule.branches.values())
    stakes = _stakes(bound)
    told = ", ".join(
        f"NOT ({sql}) AS fails_{n}, abs({stake}) AS stake_{n}"
        for n, (sql, stake) in enumerate(zip(branches, stakes, strict=True))
    )
    every = " AND ".join(f"fails_{n}" for n in range(len(branches)))
    known = " AND ".join(f"stake_{n} IS NOT NULL" for n in range(len(branches)))
    least = ", ".join(f"stake_{n}" for n in range(len(branches)))
    sums = [_sum(f"fails_{n}", f"stake_{n}", key=n) for n in range(len(branches))]
    sums.append(_sum(every, f"CASE WHEN {known} THEN least({least}) END", key=len(branches)))
    return (
        f"WITH told AS (SELECT scope_casino, session_key, {_role_sql(bound)} AS owed, {told} "
        f"FROM ({rows}) WHERE {fails_somehow(bound)}) "
        f"SELECT scope_casino, s.currency, owed, {', '.join(sums)} "
        "FROM told JOIN log.sessions AS s USING (session_key) "
        "GROUP BY scope_casino, s.currency, owed ORDER BY scope_casino, s.currency, owed"
    )


def fails_somehow(bound: BoundRule) -> str:
    """Write whether a row is in scope and fails under some reading, as SQL."""
    every = " AND ".join(f"({sql})" for sql in bound.rule.branches.values())
    return f"({scope_sql(bound)}) AND NOT ({every})"


def pick_sql(bound: BoundRule, adopted: Mapping[str, Chosen], *, number: int) -> str:
    """Write whether a row whose verdict is `v<number>` is told, or fails under some reading.

    A row that fails under some reading and is not told is not assessable: another reading is not
    known there. Where a reading was adopted, the rest is told of too.
    """
    told = is_told_sql(f"v{number}")
    if not bound.rule.readings:
        return told
    fails = f"coalesce({fails_somehow(bound)}, false)"
    if adopted:
        return f"({told} OR {fails})"
    return f"CASE WHEN v{number} = {Verdict.NOT_ASSESSABLE:d} THEN {fails} ELSE {told} END"


def owed_sql(bound: BoundRule) -> str:
    """Write to whom the money is owed: a fact's value, or the rule's own word."""
    owed = bound.rule.owed_to
    if owed is None:
        return "NULL"
    return name(owed) if owed in bound.said_columns else literal(owed)


def _role_sql(bound: BoundRule) -> str:
    """Write the role of who is owed."""
    owed, roles = owed_sql(bound), sql_list(sorted(ROLES))[1:-1]
    return f"CASE WHEN {owed} IN ({roles}) THEN {owed} WHEN {owed} <> '' THEN 'player' END"


def _stakes(bound: BoundRule) -> list[str]:
    """Give the money that each reading puts at stake, as SQL."""
    stake = bound.rule.at_stake
    if isinstance(stake, dict):
        return [stake[reading] for reading in bound.rule.branches]
    return [stake or "NULL::DECIMAL(18,2)"] * len(bound.rule.branches)


def _sum(fails: str, stake: str, *, key: int) -> str:
    """Write how many rows fail, and the sum of what is at stake in them."""
    return (
        f"count(*) FILTER ({fails}) AS count_{key}, "
        f"coalesce(sum({stake}) FILTER ({fails}), 0) AS money_{key}"
    )


def _count(bound: BoundRule, norm: str, *, row: Mapping[str, object]) -> ReadingsCount:
    """Read one row of counts."""
    keys = [*bound.rule.branches, ALL]
    return ReadingsCount(
        norm=norm,
        rule=bound.rule.id,
        casino_id=str(row["scope_casino"]),
        currency=None if row["currency"] is None else str(row["currency"]),
        owed_to=None if row["owed"] is None else str(row["owed"]),
        fails={key: int(str(row[f"count_{n}"])) for n, key in enumerate(keys)},
        money={key: Decimal(str(row[f"money_{n}"])) for n, key in enumerate(keys)},
    )
