"""A Dask cluster of processes on this machine, watched: what each held, and what all used."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from benchmarks.measure import Watch, processor

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SECONDS_TO_START = 60
MEMORY = "4GiB"


@dataclass(slots=True)
class Cluster:
    """Where the scheduler is; after the end, the most bytes by process and seconds of processor."""

    address: str = ""
    most_bytes: dict[str, int] = field(default_factory=dict)
    processor: float = 0.0


@contextmanager
def clustered(folder: Path, workers: int) -> Iterator[Cluster]:
    """Start a scheduler and so many workers of one thread each; stop them at the end."""
    shutil.rmtree(folder / "dask", ignore_errors=True)
    (folder / "dask").mkdir(parents=True)
    cluster, used = Cluster(), processor()
    there = folder / "dask" / "scheduler.json"
    with ExitStack() as stack:
        watches = {"scheduler": stack.enter_context(_started("scheduler", there, "--port", "0"))}
        cluster.address = _address(there)
        bounds = ["--nthreads", "1", "--memory-limit", MEMORY]
        own = ["--local-directory", str(folder / "dask")]
        for number in range(1, workers + 1):
            watches[f"worker {number}"] = stack.enter_context(
                _started("worker", there, *bounds, *own)
            )
        yield cluster
        cluster.most_bytes = {name: watch.stop() for name, watch in watches.items()}
    cluster.processor = processor() - used


@contextmanager
def _started(role: str, there: Path, *flags: str) -> Iterator[Watch]:
    """Start one of Dask's own programs on the loopback, and watch its memory."""
    module = ["-m", f"distributed.cli.dask_{role}", "--host", "127.0.0.1", "--no-dashboard"]
    with (there.parent / f"{role}.log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, *module, "--scheduler-file", str(there), *flags],
            stdout=log,
            stderr=log,
        )
    try:
        yield Watch(process.pid)
    finally:
        process.terminate()
        process.wait()


def _address(there: Path) -> str:
    """Wait for the scheduler's file, and give the address in it."""
    until = time.monotonic() + SECONDS_TO_START
    while not there.is_file() and time.monotonic() < until:
        time.sleep(0.1)
    return str(json.loads(there.read_text("utf-8"))["address"])
