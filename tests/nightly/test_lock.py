"""A nightly run's lock: of one that lives it is respected, of one that died it is taken over."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest

from auditor.errors import BusyError
from auditor.nightly.lock import held

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HOLDER = """
import signal, sys, time
from pathlib import Path
from auditor.nightly.lock import held
signal.alarm(60)  # whatever befalls the test, it ends
with held(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(50)
"""


@contextmanager
def _killed(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Kill a process in the end, whatever comes before."""
    try:
        yield
    finally:
        process.send_signal(signal.SIGKILL)


def test_it_is_another_s_while_that_one_lives_and_free_once_it_is_killed(tmp_path: Path) -> None:
    lock = tmp_path / "nightly.lock"
    command = [sys.executable, "-c", HOLDER, str(lock)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as other, _killed(other):
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(BusyError) as refused, held(lock):
            pass
    assert refused.value.context["pid"] == other.pid
    with held(lock) as left:
        assert left is not None
        assert left.pid == other.pid
    with held(lock) as left:  # it was let go: nobody left it behind
        assert left is None


@pytest.mark.parametrize(
    ("hours", "is_respected"),
    [(0, True), (23, True), (25, False), (24 * 400, False), (-23, True), (-25, False)],
)
def test_that_of_another_machine_is_respected_for_a_day_by_any_clock(
    tmp_path: Path, hours: int, *, is_respected: bool
) -> None:
    lock = tmp_path / "nightly.lock"
    since = datetime.now(UTC) - timedelta(hours=hours)
    told = {"pid": os.getpid(), "host": "another-machine", "since": since.isoformat()}
    lock.write_text(json.dumps(told), "utf-8")
    if is_respected:
        with pytest.raises(BusyError, match="another-machine"), held(lock):
            pass
        assert json.loads(lock.read_text("utf-8")) == told
    else:
        with held(lock) as left:
            assert left is not None
            assert left.host == "another-machine"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"pid": 1}', '{"pid": 1, "host": 2, "since": 3}'])
def test_one_that_names_nobody_is_taken(tmp_path: Path, text: str) -> None:
    lock = tmp_path / "nightly.lock"
    lock.write_text(text, "utf-8")
    with held(lock):
        assert json.loads(lock.read_text("utf-8"))["pid"] == os.getpid()
