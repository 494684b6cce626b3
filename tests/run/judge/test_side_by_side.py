"""Batches audited by two processes come out as those audited here."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from auditor.api import ingest
from auditor.evaluate.check import checked_rulebook
from auditor.rulebook.load import default_rules
from auditor.run.judge import side_by_side
from auditor.run.judge.context import Context, context_of
from auditor.run.judge.local import batches_of
from auditor.run.judge.side_by_side import outcomes
from auditor.run.judge.task import run_partitions
from auditor.store.read import Partition, partitions

if TYPE_CHECKING:
    from pathlib import Path

Batches = tuple[tuple[Partition, ...], ...]


@pytest.fixture(scope="module")
def batches(sample_logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Batches:
    store = tmp_path_factory.mktemp("side") / "store"
    ingest([sample_logs / "mini_bacara", sample_logs / "bling_bling"], store)
    return tuple(batches_of(partitions(store), rows=1))


@pytest.fixture(scope="module")
def context(batches: Batches) -> Context:
    casinos = {partition.casino_id for batch in batches for partition in batch}
    found = context_of(checked_rulebook(default_rules()).norms, casinos, houses={})
    return replace(found, threads=2)


@pytest.mark.parametrize(
    ("rows", "most", "batched"),
    [
        ((5, 1, 1, 1, 9), 6, [[5], [1, 1, 1], [9]]),  # four of 4.25 each; the last fills two
        ((1,) * 12, 5, [[1, 1, 1]] * 4),  # three would leave one process idle at the end
        ((3, 3, 3), 4, [[3], [3], [3]]),
        ((2, 2, 2, 2), 3, [[2], [2], [2], [2]]),
        ((4, 0, 4), 8, [[4, 0, 4]]),
        ((), 8, []),
    ],
)
def test_batches_are_alike_and_shared_evenly(
    rows: tuple[int, ...], most: int, batched: list[list[int]]
) -> None:
    nights = tuple(Partition("K1", None, rows=each) for each in rows)
    found = batches_of(nights, most)
    assert [[night.rows for night in batch] for batch in found] == batched


def test_two_processes_find_what_one_finds(batches: Batches, context: Context) -> None:
    assert len(batches) > 1
    here = [run_partitions(batch, context) for batch in batches]
    assert any(outcome.findings for outcome in here)
    assert list(outcomes(batches, context)) == here


def test_a_batch_whose_process_fails_is_audited_here(
    batches: Batches, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(side_by_side, "COMMAND", (sys.executable, "-c", ""))
    here = [run_partitions(batch, context) for batch in batches]
    assert list(outcomes(batches, context)) == here


@pytest.fixture(name="working")
def _working(monkeypatch: pytest.MonkeyPatch) -> list[subprocess.Popen[bytes]]:
    """Give the processes that are started from now on."""
    found: list[subprocess.Popen[bytes]] = []
    real = subprocess.Popen

    def started(*given: Any, **how: Any) -> subprocess.Popen[bytes]:  # noqa: ANN401  # as the real one
        found.append(real(*given, **how))
        return found[-1]

    monkeypatch.setattr(subprocess, "Popen", started)
    return found


@pytest.mark.parametrize("many", [1, 2])
def test_processes_killed_at_their_work_change_nothing(
    batches: Batches, context: Context, working: list[subprocess.Popen[bytes]], many: int
) -> None:
    here = [run_partitions(batch, context) for batch in batches]
    again = (*batches, *batches)
    coming = outcomes(again, context)
    first = next(coming)
    for worker in working[:many]:
        worker.kill()
    assert len(working) == 2
    assert [first, *coming] == [*here, *here]


def test_one_thread_needs_no_other_process(
    batches: Batches, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(side_by_side, "COMMAND", ("no-such-program",))
    alone = replace(context, threads=1)
    assert [each.counts for each in outcomes(batches, alone)]
