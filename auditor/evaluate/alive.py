"""Whether a rule can fire: how often each part of it held, and the smallest change that does it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from auditor.evaluate.bind import PARAMETER_SQL
from auditor.evaluate.changes import (
    changed_sql,
    count_sql,
    distance_sql,
    fact_of,
    from_nothing_sql,
)
from auditor.evaluate.rows import adopted_for, rows_sql
from auditor.evaluate.verdict import TOLD, Verdict, scope_sql, verdict_sql
from auditor.rulebook.parts import conjuncts
from auditor.scripts import columns_of
from auditor.sql import literal, name, query, run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from auditor.evaluate.bind import BoundGrain, BoundRule
    from auditor.evaluate.changes import Fact
    from auditor.evaluate.scope import Chosen
    from auditor.sql import Connection

MOST_ROWS = 100_000
MOST_PAIRED = 2_000
MOST_COMBINED = 300_000
NOBODY = ""
_TOLD = ", ".join(str(int(each)) for each in TOLD)


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a rule's condition, and on how many rows it was true, false and unknown.

    `of` is `when`, `require` or a reading; parts of `when` are counted over the rows of the grain,
    the others over the rows in scope.
    """

    of: str
    sql: str
    true: int
    false: int
    unknown: int


@dataclass(frozen=True, slots=True)
class Step:
    """A fact changed, from one value to another."""

    fact: str
    was: object
    became: object


@dataclass(frozen=True, slots=True)
class Change:
    """The change of facts that makes a rule fire on a row; no subject where no row was there."""

    steps: tuple[Step, ...]
    verdict: str
    casino_id: str
    subject: str
    zone: str
    rank: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Life:
    """How one rule fared over some rows of its grain: counts, parts, and what would make it fire.

    `tried` counts the changes that were tried in vain before one was found.
    """

    norm: str
    rule: str
    grain: str
    rows: int
    in_scope: int
    fires: int
    parts: tuple[Part, ...]
    change: Change | None
    tried: int


def lives(
    connection: Connection, bound: BoundGrain, *, adopted: Mapping[str, Mapping[str, Chosen]]
) -> Iterator[Life]:
    """Tell of each rule of a grain how it fares over the rows of a connection."""
    known = columns_of(connection, bound.relation)
    _keep_rows(connection, bound)
    for rule in bound.rules:
        verdict = verdict_sql(rule, adopted_for(rule, adopted))
        tally, parts = _counted(connection, rule=rule, verdict=verdict)
        facts = _facts(rule, known)
        change, tried = _sought(connection, bound, rule=rule, verdict=verdict, facts=facts)
        yield Life(
            bound.norm.id, rule.rule.id, bound.grain, *tally, parts, change=change, tried=tried
        )


def _keep_rows(connection: Connection, bound: BoundGrain) -> None:
    """Make `norm.judged` of the rows of a grain, with what its rules hang on."""
    columns = dict.fromkeys(each for rule in bound.rules for each in rule.judged_columns)
    listed = "".join(f", {name(each)}" for each in columns)
    run(
        connection,
        "CREATE OR REPLACE TABLE norm.judged AS SELECT subject AS row_subject, "
        "session_key AS row_session, scope_casino, scope_earliest, scope_latest, "
        f"in_force{listed} FROM ({rows_sql(bound, bound.rules)})",
        why=f"{bound.grain}: rows",
    )


def _counted(
    connection: Connection, *, rule: BoundRule, verdict: str
) -> tuple[tuple[int, int, int], tuple[Part, ...]]:
    """Count the rows of a rule, those in scope, those on which it fires, and each of its parts."""
    scope = scope_sql(rule)
    parts = list(_parts(rule))
    counts = ", ".join(
        f"count(*) FILTER ({within} AND ({sql})) AS true_{n}, "
        f"count(*) FILTER ({within} AND NOT ({sql})) AS false_{n}, "
        f"count(*) FILTER ({within}) AS all_{n}"
        for n, (of, sql) in enumerate(parts)
        for within in ("in_force" if of == "when" else f"({scope})",)
    )
    sql = (
        f"SELECT count(*) AS rows, count(*) FILTER ({scope}) AS in_scope, "
        f"count(*) FILTER (({verdict}) IN ({_TOLD})) AS fires, {counts} "
        "FROM norm.judged"
    )
    [row] = query(connection, sql, why=f"{rule.rule.id}: parts").to_pylist()
    found = tuple(
        Part(of, sql, row[f"true_{n}"], row[f"false_{n}"], _unknown(row, n))
        for n, (of, sql) in enumerate(parts)
    )
    return (row["rows"], row["in_scope"], row["fires"]), found


def _unknown(row: Mapping[str, int], number: int) -> int:
    """Give on how many rows a part was neither true nor false."""
    return row[f"all_{number}"] - row[f"true_{number}"] - row[f"false_{number}"]


def _parts(rule: BoundRule) -> Iterator[tuple[str, str]]:
    """Give the parts of a rule's conditions, each with what it is a part of."""
    yield from (("when", each) for each in conjuncts(rule.rule.when))
    for reading, sql in rule.rule.branches.items():
        yield from ((reading or "require", each) for each in conjuncts(sql))


def _facts(rule: BoundRule, known: Mapping[str, str]) -> tuple[Fact, ...]:
    """Give the facts on which a rule hangs, those that it requires first; no number of the law."""
    conditions = (rule.rule.when, *rule.rule.branches.values())
    named = dict.fromkeys([*rule.require_columns, *rule.when_columns])
    return tuple(
        fact_of(each, known[each], conditions=conditions) for each in named if each in known
    )


def _sought(
    connection: Connection,
    bound: BoundGrain,
    *,
    rule: BoundRule,
    verdict: str,
    facts: tuple[Fact, ...],
) -> tuple[Change | None, int]:
    """Look for the smallest change that makes a rule fire: one fact, two, as many as it takes."""
    tried = 0
    for rows, groups, keep in _attempts(bound, rule, verdict=verdict, facts=facts):
        found = []
        for group in groups:
            change, count = _best(connection, rows, group=group, verdict=verdict, keep=keep)
            tried += count
            found += [change] if change else []
        if found:
            return min(found, key=lambda each: (each.rank, each.casino_id, each.subject)), tried
    return None, tried


def _attempts(
    bound: BoundGrain, rule: BoundRule, *, verdict: str, facts: tuple[Fact, ...]
) -> Iterator[tuple[str, list[tuple[Fact, ...]], bool]]:
    """Give what is tried in turn: rows, the facts changed together, whether some may be kept."""
    rows = _rows(rule, verdict=verdict)
    yield f"{rows} LIMIT {MOST_ROWS}", [(fact,) for fact in facts], False
    yield f"{rows} LIMIT {MOST_PAIRED}", list(permutations(facts, 2)), False
    combined = 1
    for fact in facts:
        combined *= len(fact.values) + 1
    if facts:
        few = max(1, MOST_COMBINED // combined)
        yield f"{rows} LIMIT {few}", [facts], True
        yield _no_row(bound, rule, facts=facts), [facts], True


def _rows(rule: BoundRule, *, verdict: str) -> str:
    """Write the rows on which a rule is in force and does not fire, those in scope first."""
    columns = "".join(f", {name(each)}" for each in rule.judged_columns)
    return (
        "SELECT row_subject, row_session, scope_casino, scope_earliest, scope_latest, in_force, "
        f"({scope_sql(rule)}) AS row_in_scope{columns} FROM norm.judged "
        f"WHERE in_force AND ({verdict}) NOT IN ({_TOLD}) "
        "ORDER BY row_in_scope DESC NULLS LAST, scope_casino, row_subject"
    )


def _no_row(bound: BoundGrain, rule: BoundRule, *, facts: Sequence[Fact]) -> str:
    """Write one row on which nothing is recorded but the numbers of the law."""
    latest = {
        each.id: f"{literal(each.values[-1].value)}::{PARAMETER_SQL[each.type]}"
        for each in bound.norm.parameters
    }
    unknown = {fact.column: f"NULL::{fact.kind}" for fact in facts}
    cells = "".join(
        f", {unknown.get(each) or latest[each]} AS {name(each)}" for each in rule.judged_columns
    )
    return (
        f"SELECT {literal(NOBODY)} AS row_subject, NULL::BIGINT AS row_session, "
        f"{literal(NOBODY)} AS scope_casino, NULL::DATE AS scope_earliest, "
        f"NULL::DATE AS scope_latest, true AS in_force, false AS row_in_scope{cells}"
    )


def _best(
    connection: Connection, rows: str, *, group: tuple[Fact, ...], verdict: str, keep: bool
) -> tuple[Change | None, int]:
    """Give the smallest change of some facts that makes a rule fire, or how many were tried."""
    cells = ", ".join(f"was_{n}, {name(f.column)} AS became_{n}" for n, f in enumerate(group))
    every = changed_sql(rows, group, keep=keep)
    ranks = ", ".join(f"rank_{n}" for n in range(len(_RANKS)))
    ranked = ", ".join(
        f"({each(group)})::DOUBLE AS rank_{n}" for n, each in enumerate(_RANKS.values())
    )
    sql = (
        f"SELECT row_subject, scope_casino, row_zone, new_verdict, {cells}, {ranked} "
        f"FROM (SELECT *, ({verdict}) AS new_verdict FROM ({every})) "
        "LEFT JOIN (SELECT session_key AS row_session, zone AS row_zone FROM log.sessions) "
        "USING (row_session) "
        f"WHERE new_verdict IN ({_TOLD}) AND {count_sql(group)} > 0 "
        f"ORDER BY {ranks}, scope_casino, row_subject LIMIT 1"
    )
    found = query(connection, sql, why="smallest change").to_pylist()
    if found:
        return _change(found[0], group), 0
    counted = query(connection, f"SELECT count(*) AS tried FROM ({every})", why="changes tried")
    return None, counted.to_pylist()[0]["tried"]


_RANKS: Mapping[str, Callable[[Sequence[Fact]], str]] = {
    "only some readings fail": lambda _: f"new_verdict = {Verdict.INDETERMINATE:d}",
    "facts changed": count_sql,
    "facts that were not recorded": from_nothing_sql,
    "was out of scope": lambda _: "NOT coalesce(row_in_scope, false)",
    "distance": distance_sql,
}


def _change(row: Mapping[str, object], group: Sequence[Fact]) -> Change:
    """Read a change from the row found."""
    steps = (Step(fact.column, row[f"was_{n}"], row[f"became_{n}"]) for n, fact in enumerate(group))
    return Change(
        steps=tuple(each for each in steps if each.was != each.became),
        verdict=Verdict(int(str(row["new_verdict"]))).word,
        casino_id=str(row["scope_casino"]),
        subject=str(row["row_subject"]),
        zone=str(row["row_zone"] or "UTC"),
        rank=tuple(float(str(row[f"rank_{n}"])) for n in range(len(_RANKS))),
    )
