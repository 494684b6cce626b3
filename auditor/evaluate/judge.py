"""One norm over one grain of a batch: verdicts counted, and the rows that findings are about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.errors import ResourceError, SqlError
from auditor.evaluate.apart import WHOLE, set_apart, told_rows
from auditor.evaluate.missing import Missing, missing_of
from auditor.evaluate.readings import (
    ReadingsCount,
    fails_somehow,
    pick_sql,
    readings_counted,
)
from auditor.evaluate.rows import adopted_for, rows_sql
from auditor.evaluate.verdict import (
    TOLD,
    Verdict,
    adopted_sql,
    is_told_sql,
    verdict_sql,
)
from auditor.sql import literal, query

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


@dataclass(frozen=True, slots=True)
class _Judging:
    """A rule that is being judged, the readings adopted of it by casino, and its verdict as SQL."""

    rule: BoundRule
    adopted: dict[str, Chosen]
    verdict: str


def _judge_together(
    connection: Connection,
    bound: BoundGrain,
    *,
    rules: tuple[BoundRule, ...],
    adopted: Mapping[str, Mapping[str, Chosen]],
) -> Judged:
    """Judge some rules in one pass over their rows, and look again at those to be told of."""
    if not rules:
        return Judged((), {}, ())
    own = ((rule, adopted_for(rule, adopted)) for rule in rules)
    judging = [_Judging(rule, each, verdict_sql(rule, each)) for rule, each in own]
    rows = rows_sql(bound, rules)
    alike = query(connection, _count_sql(rows, judging), why=f"{bound.norm.id}/{bound.grain}")
    tallies = _tallies(alike.drop_columns(["picked"]).to_pylist(), rules)
    unsure = [
        (each.rule, each.verdict)
        for each in judging
        if _any(tallies[each.rule.rule.id], (Verdict.NOT_ASSESSABLE,))
    ]
    missing = missing_of(connection, rows, judged=unsure)
    counts = tuple(
        count
        for rule in rules
        for count in _counts(bound, rule, tallies=tallies[rule.rule.id], missing=missing)
    )
    told = [each for each in judging if _any(tallies[each.rule.rule.id], TOLD)]
    several = [
        each.rule
        for each in judging
        if each.rule.rule.readings
        and (each.adopted or _any(tallies[each.rule.rule.id], (*TOLD, Verdict.NOT_ASSESSABLE)))
    ]
    if not told and not several:
        return Judged(counts, {}, ())
    with set_apart(
        connection,
        rows,
        told=[(each.rule, is_told_sql(each.verdict)) for each in told],
        beside=[(rule, fails_somehow(rule)) for rule in several],
        within=alike["picked"],
    ):
        findings = {each.rule.rule.id: _told(connection, each) for each in told}
        read = readings_counted(connection, WHOLE, norm=bound.norm.id, rules=several)
    return Judged(counts, findings, (), read)


def _told(connection: Connection, each: _Judging) -> pa.Table:
    """Give the rows that one rule has something to say of."""
    applied = adopted_sql(each.rule, each.adopted)
    return told_rows(connection, each.rule, verdict=each.verdict, applied=applied)


Tallies = dict[str, dict[str, int]]


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


def _count_sql(rows: str, judging: Sequence[_Judging]) -> str:
    """Write the count of the rows of a casino on which every rule has the same verdict.

    `picked`: the hands of those of which there may be something to tell (of a row in no hand its
    session, below 0).
    """
    verdicts = ", ".join(f"{each.verdict} AS v{n}" for n, each in enumerate(judging))
    names = ", ".join(f"v{n}" for n in range(len(judging)))
    picks = " OR ".join(
        pick_sql(each.rule, each.adopted, number=n) for n, each in enumerate(judging)
    )
    return (
        f"SELECT scope_casino, {names}, count(*) AS alike, "
        "list(coalesce(hand_key, -session_key)) FILTER (is_picked) AS picked "
        f"FROM (SELECT *, {picks} AS is_picked FROM (SELECT *, {verdicts} FROM ({rows}))) "
        f"GROUP BY scope_casino, {names}"
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
