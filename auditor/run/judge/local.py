"""An audit's tasks: partitions in batches up to a number of rows, run here or by a cluster."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import accumulate, groupby
from typing import TYPE_CHECKING

from auditor.checks.count import merged
from auditor.games.catalog import games, span_script
from auditor.replay.facts import rows_of_partitions, span
from auditor.run.judge import dask, side_by_side
from auditor.run.judge.side_by_side import PROCESSES
from auditor.run.judge.task import Outcome, joined, lost_of
from auditor.sql import connect
from auditor.store.read import folders_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pyarrow as pa

    from auditor.checks.count import Counted
    from auditor.games.log_model import Game
    from auditor.run.judge.context import Context
    from auditor.store.read import Partition

BATCH_ROWS = 2_000_000
_LOG_TABLE = re.compile(r"\blog\.([a-z]+)\b")


def run_batches(
    partitions: tuple[Partition, ...],
    context: Context,
    *,
    cluster: str | None = None,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Outcome:
    """Audit partitions batch by batch, by the Dask cluster at an address where one is given.

    `progress` is told batches done and all.
    """
    batches = tuple(batches_of(partitions, BATCH_ROWS))
    whole = with_spans(context, partitions)
    parts = []
    counted: tuple[Counted, ...] = ()
    for part in outcomes_of(batches, whole, cluster=cluster):
        counted = merged((*counted, *part.counted))
        parts.append(replace(part, counted=()))
        progress(len(parts), len(batches))
    return replace(joined(parts), counted=counted)


def outcomes_of(
    batches: tuple[tuple[Partition, ...], ...], context: Context, *, cluster: str | None
) -> Iterator[Outcome]:
    """Give the outcome of each batch, in order, by the cluster at an address where one is given."""
    if cluster:
        return dask.outcomes(batches, context, address=cluster)
    return side_by_side.outcomes(batches, context)


def batches_of(partitions: tuple[Partition, ...], rows: int) -> Iterator[tuple[Partition, ...]]:
    """Put partitions together in batches of much the same size, of about so many rows at most.

    One partition is never split. Where there are several batches, each process gets as many.
    """
    whole = sum(partition.rows for partition in partitions)
    few = max(-(-whole // rows), 1)
    count = -(-few // PROCESSES) * PROCESSES if few > 1 else 1
    ends = accumulate(partition.rows for partition in partitions)
    placed = zip(partitions, ends, strict=True)
    middles = ((partition, 2 * end - partition.rows) for partition, end in placed)
    for _, batch in groupby(middles, key=lambda each: each[1] * count // max(2 * whole, 1)):
        yield tuple(partition for partition, _ in batch)


def with_spans(context: Context, partitions: tuple[Partition, ...]) -> Context:
    """Give a context with what each game needs to know of the whole selection, found once."""
    return context if context.spans else replace(context, spans=spans_of(partitions, context))


def spans_of(partitions: tuple[Partition, ...], context: Context) -> dict[str, dict[str, pa.Table]]:
    """Give what each game needs to know of the whole selection."""
    return {
        game.id: _span(game, partitions, context=context)
        for game in games().values()
        if span_script(game.id)
    }


def _span(
    game: Game, partitions: tuple[Partition, ...], *, context: Context
) -> dict[str, pa.Table]:
    """Run one game's `span.sql` over the tables that it names, where any partition has them."""
    named = {table for step in span_script(game.id) for table in _LOG_TABLE.findall(step.sql)}
    wanted = tuple(each for each in partitions if all(each.files.get(table) for table in named))
    connection = connect(allowed=folders_of(wanted), threads=context.threads, memory=context.memory)
    rows_of_partitions(connection, wanted, only=frozenset(named | {"sessions"}))
    lost_of(connection, context)
    return span(connection, game)
