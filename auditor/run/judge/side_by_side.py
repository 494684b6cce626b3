"""Batches audited side by side, each process with its share of the processors.

The engine's own threads wait for one another within a batch; two batches at once do not.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from queue import SimpleQueue
from typing import TYPE_CHECKING

from auditor.run.judge.task import run_in_turn, run_partitions
from auditor.store.read import folders_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from auditor.run.judge.context import Context
    from auditor.run.judge.task import Outcome
    from auditor.store.read import Partition

    Batch = tuple[Partition, ...]
    Worker = subprocess.Popen[bytes]
    Idle = SimpleQueue[Worker]
    Setting = tuple[Context, set[Path]]

PROCESSES = 2  # more would hold more rows in memory than is promised
COMMAND = (sys.executable, "-m", "auditor.run.judge.worker")


def outcomes(batches: tuple[Batch, ...], context: Context) -> Iterator[Outcome]:
    """Give the outcome of each batch, in order: here, or by two processes where that is quicker.

    Where the memory is given there is one process, which keeps to it.
    """
    threads = context.threads or _processors()
    folders = folders_of(chain.from_iterable(batches))
    if len(batches) < PROCESSES or threads < PROCESSES or context.memory is not None:
        yield from run_in_turn(batches, context, folders=folders)
        return
    shared = replace(context, threads=threads // PROCESSES)
    idle: Idle = SimpleQueue()
    with ExitStack() as stack:
        for _ in range(PROCESSES):
            idle.put(stack.enter_context(_worker()))
        pool = stack.enter_context(ThreadPoolExecutor(PROCESSES))
        stack.callback(pool.shutdown, wait=False, cancel_futures=True)
        introduced: set[int] = set()
        yield from pool.map(partial(_ask, idle, introduced, (shared, folders)), batches)


def _processors() -> int:
    """Count the processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _worker() -> Iterator[Worker]:
    """Start a worker, and stop it at the end whatever it does."""
    worker = subprocess.Popen(  # noqa: S603  # this Python, this package
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        yield worker
    finally:
        worker.kill()
        worker.wait()
        for pipe in (worker.stdin, worker.stdout):
            with suppress(OSError):  # what a process that failed did not read
                if pipe is not None:
                    pipe.close()


def _ask(idle: Idle, introduced: set[int], setting: Setting, batch: Batch) -> Outcome:  # noqa: PLR0917  # bound but for the batch
    """Let an idle worker audit a batch; where it fails, audit it here, which tells why."""
    worker = idle.get()
    try:
        if worker.pid not in introduced:
            introduced.add(worker.pid)
            _send(worker, setting)
        _send(worker, batch)
        return _outcome(worker)
    except (OSError, EOFError, pickle.UnpicklingError):
        return run_partitions(batch, setting[0])
    finally:
        idle.put(worker)


def _send(worker: Worker, said: Setting | Batch) -> None:
    """Write to a worker what it goes by, or a batch."""
    if worker.stdin is not None:
        pickle.dump(said, worker.stdin, protocol=pickle.HIGHEST_PROTOCOL)
        worker.stdin.flush()


def _outcome(worker: Worker) -> Outcome:
    """Read the outcome of a batch; raises EOFError where the worker has ended."""
    if worker.stdout is None:
        raise EOFError
    found: Outcome = pickle.load(worker.stdout)  # noqa: S301  # of a process that this one started
    return found
