"""Run a program and tell how long it took, on how much processor, and how much memory it held."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

PROC = Path("/proc")
PAGE = os.sysconf("SC_PAGE_SIZE")
BETWEEN_LOOKS = 0.05
MOST_OF_A_CORE = 1 / 20  # spent on looking: whoever is looked at waits meanwhile


class Run(NamedTuple):
    """One run of a program: its exit code, the seconds it took, the most bytes it held.

    `processor` is seconds of processor, its children's included: where others use the machine too,
    the ratio of these says more than that of the seconds on the clock.
    """

    code: int
    seconds: float
    processor: float
    most_bytes: int
    said: str
    largest: int  # the most bytes that one of its processes held


def run(command: list[str]) -> Run:
    """Run a command to its end, watching the memory of its whole family of processes."""
    begun, used = time.perf_counter(), processor()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        watch = Watch(process.pid)
        said, _ = process.communicate()
        seconds = time.perf_counter() - begun
        most = watch.stop()
    return Run(process.returncode, seconds, processor() - used, most, said, watch.largest)


def best(command: list[str], *, times: int) -> Run:
    """Run a command some times and give its quickest run."""
    return min((run(command) for _ in range(times)), key=lambda each: each.seconds)


def processor() -> float:
    """Give the seconds of processor that the programs run so far have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Watch:
    """Looks at the memory of a process and its children, twenty times a second if that is cheap."""

    def __init__(self, pid: int) -> None:
        """Start to look."""
        self._pid, self._most, self._ended = pid, 0, Event()
        self.largest = 0
        self._thread = Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        """Keep the most that was held at one time."""
        pause = BETWEEN_LOOKS
        while not self._ended.wait(pause):
            begun = time.thread_time()
            family = _family(self._pid)
            # By parts a process just forked is not counted twice; that costs more.
            held = [_part(pid) if len(family) > 1 else _resident(pid) for pid in family]
            self._most = max(self._most, sum(held))
            self.largest = max(self.largest, *held)
            pause = max(BETWEEN_LOOKS, (time.thread_time() - begun) / MOST_OF_A_CORE)

    def stop(self) -> int:
        """Stop looking and give the most bytes held at one time."""
        self._ended.set()
        self._thread.join()
        return self._most


def _family(pid: int) -> list[int]:
    """List a process and its descendants, whichever thread began them; itself where none is told.

    A process that ended in the meantime has none.
    """
    try:
        told = [(each / "children").read_text() for each in (PROC / str(pid) / "task").iterdir()]
    except OSError:
        told = []
    children = [int(child) for line in told for child in line.split()]
    return [pid, *(member for child in children for member in _family(child))]


def _resident(pid: int) -> int:
    """Give the bytes of memory that a process holds; 0 where it has ended."""
    try:
        return int((PROC / str(pid) / "statm").read_text().split()[1]) * PAGE
    except (OSError, IndexError):
        return 0


def _part(pid: int) -> int:
    """Give the bytes that a process holds, of pages shared with others its part; 0 where ended."""
    try:
        told = (PROC / str(pid) / "smaps_rollup").read_text()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in told.splitlines() if line.startswith("Pss:")) * 1024
