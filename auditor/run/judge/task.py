"""One task: a batch of partitions replayed and judged, its outcome as plain data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from auditor.checks.count import Counted, counted
from auditor.errors import ResourceError, SqlError
from auditor.evaluate.bind import bind_grain, make_due
from auditor.evaluate.findings import Finding, findings_of
from auditor.evaluate.judge import Count, NotRun, judge, verdicts
from auditor.evaluate.scope import Governed, make_house, make_parameters, make_scope
from auditor.games.catalog import games, span_script
from auditor.replay.facts import (
    lost_records,
    no_rejects,
    replay,
    rows_of_partitions,
    rows_of_tables,
    span,
)
from auditor.run.judge.census import Census, census_of, census_of_unplayed
from auditor.sql import connect, empty, query, value
from auditor.store.read import folders_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    import pyarrow as pa

    from auditor.evaluate.bind import BoundGrain
    from auditor.evaluate.readings import ReadingsCount
    from auditor.games.log_model import Game
    from auditor.rulebook.model import Norm, Rule
    from auditor.run.judge.context import Context
    from auditor.sql import Connection
    from auditor.store.read import Partition

MOST_KEPT = "1GiB"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of some rows: counts, findings, rules not run, what was there to judge.

    counted: what the checks beside the rules are to be made of.
    """

    counts: tuple[Count, ...] = ()
    findings: tuple[Finding, ...] = ()
    not_run: tuple[NotRun, ...] = ()
    census: tuple[Census, ...] = ()
    verdicts: tuple[pa.Table, ...] = ()
    readings: tuple[ReadingsCount, ...] = ()
    counted: tuple[Counted, ...] = ()


def run_partitions(partitions: tuple[Partition, ...], context: Context) -> Outcome:
    """Audit the files of some partitions."""
    folders = folders_of(partitions)
    connection = connect(allowed=folders, threads=context.threads, memory=context.memory)
    return _audit_files(connection, partitions, context=context)


def run_in_turn(
    batches: Iterable[tuple[Partition, ...]], context: Context, *, folders: Iterable[Path]
) -> Iterator[Outcome]:
    """Audit batches one after another by one engine, which may touch only some folders.

    It keeps its memory from one batch to the next: to be given it anew takes an eighth of the time.
    """
    keeps = None if context.memory else MOST_KEPT
    connection = connect(
        allowed=folders, threads=context.threads, memory=context.memory, keeps=keeps
    )
    for batch in batches:
        yield _audit_files(connection, batch, context=context)
        empty(connection)


def _audit_files(
    connection: Connection, partitions: tuple[Partition, ...], *, context: Context
) -> Outcome:
    """Audit the files of some partitions by an engine that holds nothing yet."""
    rows_of_partitions(connection, partitions)
    return _audit(connection, context, every_verdict=False, partitions=partitions)


def run_tables(tables: Mapping[str, pa.Table], context: Context) -> Outcome:
    """Audit canonical tables in memory, with the verdict of every rule on every row."""
    connection = connect(threads=context.threads)
    rows_of_tables(connection, tables)
    lost_of(connection, context)
    spans = {game.id: span(connection, game) for game in games().values() if span_script(game.id)}
    return _audit(connection, replace(context, spans=spans), every_verdict=True)


def _audit(
    connection: Connection,
    context: Context,
    *,
    every_verdict: bool,
    partitions: tuple[Partition, ...] = (),
) -> Outcome:
    """Audit the `raw.*` rows of a connection, game by game and norm by norm."""
    lost_of(connection, context)
    parts = [Outcome(census=census_of_unplayed(connection))]
    own = partitions_of_games(connection, partitions)
    for game in games_there(connection):
        if game.id in own:
            rows_of_partitions(connection, own[game.id])
        replay(connection, game, spans=context.spans.get(game.id, {}))
        if context.checks:
            parts.append(Outcome(counted=counted(connection, game)))
        make_house(connection, context.declared)
        told = tuple(_norm_outcomes(connection, context, game=game, every_verdict=every_verdict))
        judged = (count for each in told for count in each.counts)
        parts += [Outcome(census=census_of(connection, game, judged=judged)), *told]
    return joined(parts)


def lost_of(connection: Connection, context: Context) -> None:
    """Put before the replay what can still be read of the rejected records."""
    if context.rejects is None:
        no_rejects(connection)
    else:
        lost_records(connection, context.rejects)


def games_there(connection: Connection) -> list[Game]:
    """Give the games of which a batch has sessions."""
    rows = query(connection, "SELECT DISTINCT game FROM raw.sessions ORDER BY game").to_pylist()
    return [games()[row["game"]] for row in rows if row["game"] in games()]


def partitions_of_games(
    connection: Connection, partitions: tuple[Partition, ...]
) -> dict[str, tuple[Partition, ...]]:
    """Give the partitions in which each game was played, where a game need not read them all.

    Where a record was lost, every game reads all: whose it was is found by what is there.
    """
    if value(connection, "SELECT count(*) FROM raw.lost"):
        return {}
    rows = query(connection, _PLAYED_WHERE).to_pylist()
    played = {(row["game"], row["casino_id"], row["gaming_date"]) for row in rows}
    there = {(each.casino_id, each.gaming_date) for each in partitions}
    own = {
        game: tuple(
            each for each in partitions if (game, each.casino_id, each.gaming_date) in played
        )
        for game in {row["game"] for row in rows}
    }
    whole = all(len(each) == len(partitions) for each in own.values())
    return own if not whole and {(casino, day) for _, casino, day in played} <= there else {}


def _norm_outcomes(
    connection: Connection, context: Context, *, game: Game, every_verdict: bool
) -> Iterator[Outcome]:
    """Judge a game's facts under each norm that governs it somewhere in the batch."""
    for norm in context.norms:
        if game.id not in norm.identity.games:
            continue
        governed = context.governed[norm.id]
        try:
            make_scope(connection, norm, governed=governed)
            make_parameters(connection, norm)
            make_due(connection, norm)
        except ResourceError:
            raise
        except SqlError as error:
            yield Outcome(not_run=tuple(_all_not_run(norm, game, error=error)))
            continue
        for grain in game.grains:
            yield _grain_outcome(
                connection, norm, game=game, grain=grain, governed=governed, every=every_verdict
            )


def _all_not_run(norm: Norm, game: Game, *, error: SqlError) -> Iterator[NotRun]:
    """Say of every rule of a norm that it was not run."""
    for rule in norm.rules:
        if game.id in (rule.games or norm.identity.games):
            yield NotRun(norm.id, rule.id, str(error.context["reason"]))


def _grain_outcome(  # noqa: PLR0913  # one grain is named by norm, game and grain
    connection: Connection, norm: Norm, *, game: Game, grain: str, governed: Governed, every: bool
) -> Outcome:
    """Judge one grain under one norm."""
    faults: list[NotRun] = []

    def fault(rule: Rule, key: str, es: str, _: str) -> None:  # noqa: PLR0917  # the shape that bind asks for
        faults.append(NotRun(norm.id, rule.id, f"{key}: {es}"))

    bound = bind_grain(connection, norm, game=game.id, grain=grain, fault=fault)
    judged = judge(connection, bound, adopted=governed.adopted)
    findings = [
        each
        for rule in bound.rules
        if rule.rule.id in judged.findings
        for each in findings_of(norm, rule, rows=judged.findings[rule.rule.id], game=game.id)
    ]
    return Outcome(
        counts=judged.counts,
        findings=tuple(findings),
        not_run=(*faults, *judged.not_run),
        verdicts=_every(connection, bound, governed=governed)
        if every and not judged.not_run
        else (),
        readings=judged.readings,
    )


def _every(
    connection: Connection, bound: BoundGrain, *, governed: Governed
) -> tuple[pa.Table, ...]:
    """Give the verdict of every rule of a grain on every row."""
    return (verdicts(connection, bound, adopted=governed.adopted),) if bound.rules else ()


def joined(parts: list[Outcome]) -> Outcome:
    """Put the outcomes of several tasks together; sums are made by whoever prints them."""
    return Outcome(
        counts=tuple(each for part in parts for each in part.counts),
        findings=tuple(each for part in parts for each in part.findings),
        not_run=tuple(dict.fromkeys(each for part in parts for each in part.not_run)),
        census=tuple(each for part in parts for each in part.census),
        verdicts=tuple(each for part in parts for each in part.verdicts),
        readings=tuple(each for part in parts for each in part.readings),
        counted=tuple(each for part in parts for each in part.counted),
    )


_PLAYED_WHERE = "SELECT DISTINCT game, casino_id, gaming_date FROM raw.sessions"
