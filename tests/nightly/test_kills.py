"""Killed at any moment, a run leaves a readable store, and the next one finishes the work."""

from __future__ import annotations

import os
import random
import time
from datetime import date
from multiprocessing import get_context
from typing import TYPE_CHECKING

import pytest

from auditor.nightly.whole import whole_night
from auditor.store.check import check
from tests.nightly.conftest import hands_of, hold_readable, put_back, state_of

if TYPE_CHECKING:
    from multiprocessing.context import ForkServerContext, ForkServerProcess
    from pathlib import Path

    from tests.nightly.conftest import Place

KILLS = int(os.environ.get("AUDITOR_KILLS", "20"))


@pytest.fixture(name="nursery", scope="module")
def _nursery() -> ForkServerContext:
    """Give what starts processes that have the program loaded already: kills hit the work."""
    context = get_context("forkserver")
    context.set_forkserver_preload(
        ["auditor.api", "auditor.nightly.whole", "auditor.nightly.judging", "auditor.report.clear"]
    )
    return context


@pytest.fixture(name="whole")
def _whole(place: Place, expected: object, before: Path, nursery: ForkServerContext) -> float:
    """Give how many seconds an undisturbed run takes; the first run starts the nursery."""
    for _ in range(2):
        put_back(place, before)
        began = time.monotonic()
        _run_apart(nursery, place).join(120)
        assert state_of(place) == expected
    return time.monotonic() - began


def test_killed_at_any_moment_the_next_run_finishes(
    place: Place, expected: object, before: Path, nursery: ForkServerContext, whole: float
) -> None:
    chance = random.Random(217)  # noqa: S311  # no secret
    killed = 0
    while killed < KILLS:
        put_back(place, before)
        waits = [chance.uniform(0.02, 0.6) * whole for _ in range(chance.randint(6, 12))]
        killed += _kill_by_turns(place, nursery, waits=waits)
        last = _run_apart(nursery, place)
        last.join(300)
        assert last.exitcode == 0
        assert state_of(place) == expected, killed
        assert check(place.config.store) == ()


def _kill_by_turns(place: Place, nursery: ForkServerContext, *, waits: list[float]) -> int:
    """Start a run after another, and kill each; give how many, until one ended before its time."""
    for killed, wait in enumerate(waits):
        process = _run_apart(nursery, place)
        process.join(wait)
        was_killed = process.is_alive()
        process.kill()
        process.join(60)
        hold_readable(place, most=hands_of(place))
        if not was_killed:
            return killed
    return len(waits)


def _run_apart(nursery: ForkServerContext, place: Place) -> ForkServerProcess:
    """Start a night in a process of its own."""
    process = nursery.Process(target=whole_night, args=(place.config, date(2005, 6, 20)))
    process.start()
    return process
