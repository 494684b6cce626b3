"""One norm over one grain of a batch: verdicts counted, and the rows that findings are about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.errors import ResourceError, SqlError
from auditor.evaluate.apart import APART, PLACED, set_apart
from auditor.evaluate.missing import Missing, missing_of
from auditor.evaluate.readings import (
    ReadingsCount,
    fails_somehow,
    owed_sql,
    pick_sql,
    readings_counted,
)
from auditor.evaluate.rows import adopted_for, rows_sql
from auditor.evaluate.verdict import (
    TOLD,
    Verdict,
    adopted_sql,
    branches_sql,
    is_told_sql,
    verdict_sql,
)
from auditor.sql import literal, name, query

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pyarrow as pa

    from auditor.evaluate.bind import BoundGrain, BoundRule
    from auditor.evaluate.scope import Chosen
    from auditor.sql import Connection


@dataclass(frozen=True, slots=True)
class Count:
    """How one rule came out in one casino: verdicts, and what was missing where it mattered.

    `missing` counts, by column, the rows that are not assessable for want of it; `gaps` counts the
    rows that want a value which the log has elsewhere in the same session.
    """

    norm: str
    rule: str
    grain: str
    game: str
    casino_id: str
    verdicts: Mapping[str, int]
    missing: Mapping[str, int]
    gaps: int


@dataclass(frozen=True, slots=True)
class NotRun:
    """A rule that the engine could not run on a batch, and why."""

    norm: str
    rule: str
    reason: str


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of one grain: counts, the rows of its findings by rule, and the rules not run.

    `readings` counts what fails under each reading of the rules that have several.
    """

    counts: tuple[Count, ...]
    findings: Mapping[str, pa.Table]
    not_run: tuple[NotRun, ...]
    readings: tuple[ReadingsCount, ...] = ()


def judge(
    connection: Connection, bound: BoundGrain, *, adopted: Mapping[str, Mapping[str, Chosen]]
) -> Judged:
    """Judge every rule of a grain in one pass; rule by rule where one of them breaks the pass."""
    try:
        return _judge_together(connection, bound, rules=bound.rules, adopted=adopted)
    except SqlError as error:
        if len(bound.rules) == 1:
            return Judged((), {}, (_not_run(bound, bound.rules[0], error=error),))
    return _joined(
        [_judge_alone(connection, bound, rule=rule, adopted=adopted) for rule in bound.rules]
    )


def _judge_alone(
    connection: Connection,
    bound: BoundGrain,
    *,
    rule: BoundRule,
    adopted: Mapping[str, Mapping[str, Chosen]],
) -> Judged:
    """Judge one rule; a rule that the engine cannot run is told, and the rest goes on."""
    try:
        return _judge_together(connection, bound, rules=(rule,), adopted=adopted)
    except SqlError as error:
        return Judged((), {}, (_not_run(bound, rule, error=error),))


def _not_run(bound: BoundGrain, rule: BoundRule, *, error: SqlError) -> NotRun:
    """Say which rule was not run, and why; what the machine could not do is no fault of a rule."""
    if isinstance(error, ResourceError):
        raise error
    return NotRun(bound.norm.id, rule.rule.id, str(error.context["reason"]))


def verdicts(
    connection: Connection, bound: BoundGrain, *, adopted: Mapping[str, Mapping[str, Chosen]]
) -> pa.Table:
    """Give the verdict of every rule on every row: rule, casino_id, subject, verdict (a number)."""
    rows = rows_sql(bound, bound.rules)
    parts = " UNION ALL ".join(
        f"SELECT {literal(rule.rule.id)} AS rule, scope_casino AS casino_id, subject, "
        f"{verdict_sql(rule, adopted_for(rule, adopted))} AS verdict FROM ({rows})"
        for rule in bound.rules
    )
    return query(connection, parts, why=f"{bound.norm.id}/{bound.grain}: every verdict")


def _joined(parts: Sequence[Judged]) -> Judged:
    """Put what came of several rules together."""
    return Judged(
        counts=tuple(count for part in parts for count in part.counts),
        findings={rule: table for part in parts for rule, table in part.findings.items()},
        not_run=tuple(each for part in parts for each in part.not_run),
        readings=tuple(each for part in parts for each in part.readings),
    )


def _judge_together(
    connection: Connection,
    bound: BoundGrain,
    *,
    rules: tuple[BoundRule, ...],
    adopted: Mapping[str, Mapping[str, Chosen]],
) -> Judged:
    """Judge some rules in one pass over their rows."""
    if not rules:
        return Judged((), {}, ())
    chosen = [adopted_for(rule, adopted) for rule in rules]
    verdicts = [verdict_sql(rule, each) for rule, each in zip(rules, chosen, strict=True)]
    rows = rows_sql(bound, rules)
    picks = [
        pick_sql(rule, each, number=n)
        for n, (rule, each) in enumerate(zip(rules, chosen, strict=True))
    ]
    counted = _count_sql(rows, verdicts, picks=picks)
    alike = query(connection, counted, why=f"{bound.norm.id}/{bound.grain}")
    tallies = _tallies(alike.drop_columns(["picked"]).to_pylist(), rules)
    unsure = [
        (rule, verdict)
        for rule, verdict in zip(rules, verdicts, strict=True)
        if _any(tallies[rule.rule.id], (Verdict.NOT_ASSESSABLE,))
    ]
    missing = missing_of(connection, rows, judged=unsure)
    counts = [
        count
        for rule in rules
        for count in _counts(bound, rule, tallies=tallies[rule.rule.id], missing=missing)
    ]
    told = [
        (rule, verdict, adopted_sql(rule, each))
        for rule, verdict, each in zip(rules, verdicts, chosen, strict=True)
        if _any(tallies[rule.rule.id], TOLD)
    ]
    several = [
        rule
        for rule, each in zip(rules, chosen, strict=True)
        if rule.rule.readings and (each or _any(tallies[rule.rule.id], _MAY_FAIL))
    ]
    if not told and not several:
        return Judged(tuple(counts), {}, ())
    with set_apart(
        connection,
        rows,
        told=[(rule, is_told_sql(verdict)) for rule, verdict, _ in told],
        beside=[(rule, fails_somehow(rule)) for rule in several],
        within=alike["picked"],
    ):
        findings = {
            rule.rule.id: _findings(connection, rule, verdict=verdict, applied=applied)
            for rule, verdict, applied in told
        }
        few = f"SELECT * FROM {APART}"
        read = readings_counted(connection, few, norm=bound.norm.id, rules=several)
    return Judged(tuple(counts), findings, (), read)


Tallies = dict[str, dict[str, int]]
_MAY_FAIL = (*TOLD, Verdict.NOT_ASSESSABLE)


def _tallies(alike: list[dict[str, object]], rules: tuple[BoundRule, ...]) -> dict[str, Tallies]:
    """Count each verdict from rows judged alike: rule → casino → verdict → rows."""
    casinos = sorted({str(row["scope_casino"]) for row in alike})
    none = {verdict.word: 0 for verdict in Verdict}
    tallies = {rule.rule.id: {casino: dict(none) for casino in casinos} for rule in rules}
    for row in alike:
        casino, count = str(row["scope_casino"]), int(str(row["alike"]))
        for position, rule in enumerate(rules):
            tallies[rule.rule.id][casino][Verdict(int(str(row[f"v{position}"]))).word] += count
    return tallies


def _any(tallies: Tallies, verdicts: tuple[Verdict, ...]) -> bool:
    """Tell whether any casino has a row with one of some verdicts."""
    return any(tally[each.word] for tally in tallies.values() for each in verdicts)


def _count_sql(rows: str, verdicts: list[str], *, picks: list[str]) -> str:
    """Write the count of the rows of a casino on which every rule has the same verdict.

    `picked`: the hands of those that any of `picks` picks (of a row in no hand its session, below
    0).
    """
    judged = ", ".join(f"{sql} AS v{position}" for position, sql in enumerate(verdicts))
    names = ", ".join(f"v{position}" for position in range(len(verdicts)))
    return (
        f"SELECT scope_casino, {names}, count(*) AS alike, "
        "list(coalesce(hand_key, -session_key)) FILTER (is_picked) AS picked "
        f"FROM (SELECT *, {' OR '.join(picks)} AS is_picked "
        f"FROM (SELECT *, {judged} FROM ({rows}))) GROUP BY scope_casino, {names}"
    )


def _counts(
    bound: BoundGrain,
    rule: BoundRule,
    *,
    tallies: Mapping[str, Mapping[str, int]],
    missing: Mapping[tuple[str, str], Missing],
) -> list[Count]:
    """Make the counts of a rule, casino by casino."""
    counts = []
    for casino, tally in sorted(tallies.items()):
        wanting = missing.get((casino, rule.rule.id), Missing({}, 0))
        counts.append(
            Count(
                norm=bound.norm.id,
                rule=rule.rule.id,
                grain=bound.grain,
                game=bound.game,
                casino_id=casino,
                verdicts=tally,
                missing=wanting.columns,
                gaps=wanting.gaps,
            )
        )
    return counts


def _findings(connection: Connection, bound: BoundRule, *, verdict: str, applied: str) -> pa.Table:
    """Give the rows that one rule has something to say of, with all that the telling needs."""
    return query(
        connection,
        f"WITH hits AS (SELECT rowid AS apart_key, *, {verdict} AS verdict, {_told_sql(bound)}, "
        f"{applied} AS told_reading FROM {APART}) "
        f"SELECT {_IDENTITY}, {_carried(bound)} "
        f"FROM hits AS f JOIN {PLACED} AS p USING (apart_key) WHERE {is_told_sql('f.verdict')}",
        why=f"{bound.rule.id}: findings",
    )


def _told_sql(bound: BoundRule) -> str:
    """Write what a finding says: expected, observed, money, each reading, each fact read."""
    rule = bound.rule
    parts = {"expected": rule.expected, "observed": rule.observed}
    stakes = (
        rule.at_stake
        if isinstance(rule.at_stake, dict)
        else dict.fromkeys(rule.branches, rule.at_stake)
    )
    said = [
        f"({sql}) AS told_{key}" if sql else f"NULL AS told_{key}" for key, sql in parts.items()
    ]
    for position, (reading, sql) in enumerate(rule.branches.items()):
        said.append(f"{branches_sql(bound, (sql,))} AS reading_{position}")
        said.append(f"({stakes.get(reading) or 'NULL'}) AS stake_{position}")
    said.append(f"{owed_sql(bound)} AS told_owed")
    return ", ".join(said)


def _carried(bound: BoundRule) -> str:
    """Write the columns of a hit that its finding carries: what is told, and each fact read."""
    told = ["told_expected", "told_observed", "told_owed", "told_reading"]
    for position in range(len(bound.rule.branches)):
        told += [f"reading_{position}", f"stake_{position}"]
    facts = [f"f.{name(column)} AS {name('fact_' + column)}" for column in bound.columns]
    return ", ".join([*(f"f.{each}" for each in told), *facts])


_IDENTITY = (
    "f.verdict, p.* EXCLUDE (apart_key), f.subject, f.happened_at, f.player_id, "
    "f.source_name, f.source_sha256, f.source_record"
)
