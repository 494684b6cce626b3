"""A Dask cluster of processes on the loopback, for the tests that ask for one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from typing import TYPE_CHECKING

import distributed
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

WAIT = 60


class Cluster:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        """Start the scheduler."""
        self._folder, self._file = folder, folder / "scheduler.json"
        self._started = ExitStack()
        self.scheduler = self._start("dask_scheduler", "--port", "0")
        _wait(self._file.is_file)
        self.address: str = json.loads(self._file.read_text("utf-8"))["address"]

    def work(self, *flags: str) -> subprocess.Popen[bytes]:
        """Start a worker; `waited` tells when it is there."""
        bounds = ["--nthreads", "1", "--memory-limit", "1GiB"]
        return self._start(
            "dask_worker", *bounds, "--local-directory", str(self._folder / "work"), *flags
        )

    def waited(self, workers: int) -> None:
        """Wait until so many workers are there."""
        with self.client() as client:
            client.wait_for_workers(workers, timeout=WAIT)

    def client(self) -> distributed.Client:
        """Connect beside the audit."""
        return distributed.Client(self.address, set_as_default=False, timeout=WAIT)  # type: ignore[no-untyped-call]

    def kill_one_at_work(self) -> None:
        """Kill a worker that has a batch in hand."""
        with self.client() as client:
            busy = next(worker for worker, tasks in client.processing().items() if tasks)
            (pid,) = client.run(os.getpid, workers=[busy]).values()
        os.kill(pid, signal.SIGKILL)

    def stop(self) -> None:
        """End every process that was started."""
        self._started.close()

    def _start(self, module: str, *flags: str) -> subprocess.Popen[bytes]:
        """Start one of Dask's own programs, on the loopback alone."""
        there = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(self._file)]
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{module}", *there, *flags],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._started.callback(_end, process)
        return process


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """Give a scheduler that has no worker yet."""
    found = Cluster(tmp_path)
    yield found
    found.stop()


@pytest.fixture(scope="module")
def two_workers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Give a cluster of two workers, each with a nanny that starts it again."""
    found = Cluster(tmp_path_factory.mktemp("cluster"))
    found.work()
    found.work()
    found.waited(2)
    yield found
    found.stop()


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a process, gently where it heeds that: a nanny ends its worker."""
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _wait(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    until = time.monotonic() + WAIT
    while not holds():
        assert time.monotonic() < until, "the cluster did not start"
        time.sleep(0.05)
