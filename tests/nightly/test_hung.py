"""A process that holds a store or a folder and hangs: whoever comes next is told of it in time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from auditor.api import AuditOptions, audit, ingest
from auditor.errors import BusyError
from auditor.run.told import write
from auditor.run.told.write import NOTE
from auditor.store.manifest import writing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.nightly.conftest import Place

HOLDER = """
import signal, sys, time
from pathlib import Path
from {module} import {holds} as holds
signal.alarm(100)  # whatever befalls the test, it ends
with holds(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(90)
"""
IMPATIENT = """
import sys
from auditor.run.told import write
write.LONGEST = 1
from auditor.cli.main import main
sys.argv = ["auditor", *sys.argv[1:]]
main()
"""


@contextmanager
def _hung(folder: Path, module: str, holds: str) -> Iterator[int]:
    """Let a process take hold of a folder and hang: stopped, it does nothing any more."""
    script = HOLDER.format(module=module, holds=holds)
    command = [sys.executable, "-c", script, str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == b"held\n"
            process.send_signal(signal.SIGSTOP)
            yield process.pid
        finally:
            process.kill()


def _hold_told(error: BusyError, pid: int) -> None:
    """Assert that an error names the process, its machine, and since when it has been at it."""
    told = error.context
    assert (told["pid"], told["host"], error.exit_code) == (pid, os.uname().nodename, 2)
    age = datetime.now(UTC) - datetime.fromisoformat(str(told["since"]))
    assert 0 <= age.total_seconds() < 90
    assert all(str(pid) in error.say(lang) for lang in ("es", "en"))


def test_an_audit_waits_for_one_that_hangs_no_longer_than_told_and_then_writes_nothing(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, out = tmp_path / "store", tmp_path / "out"
    options = AuditOptions(rules=place.config.rules)
    ingest([place.samples / "bling_bling"], store)
    monkeypatch.setattr(write, "LONGEST", 1)
    with _hung(out, "auditor.run.told.write", "alone") as pid:
        with pytest.raises(BusyError) as refused:
            audit(store, out, options=options)
        _hold_told(refused.value, pid)
        assert [path.name for path in out.iterdir()] == [NOTE]
    audit(store, out, options=options)
    assert ((out / "audit.json").is_file(), (out / NOTE).exists()) == (True, False)


def test_the_command_ends_with_2_and_names_who_hangs(place: Place, tmp_path: Path) -> None:
    store, out = tmp_path / "store", tmp_path / "out"
    ingest([place.samples / "bling_bling"], store)
    flags = ["audit", "--store", str(store), "--out", str(out), "--rules", str(place.config.rules)]
    with _hung(out, "auditor.run.told.write", "alone") as pid:
        command = [sys.executable, "-c", IMPATIENT, *flags]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, str(pid) in done.stderr, str(out) in done.stderr) == (2, True, True)


def test_a_store_that_a_hung_process_holds_is_refused_at_once_and_free_once_it_is_killed(
    tmp_path: Path,
) -> None:
    with _hung(tmp_path, "auditor.store.manifest", "writing") as pid:
        with pytest.raises(BusyError) as refused, writing(tmp_path):
            pass
        _hold_told(refused.value, pid)
    with writing(tmp_path):
        pass


def test_a_file_system_without_locks_of_folders_is_written_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_given: object) -> None:
        raise OSError

    monkeypatch.setattr("fcntl.flock", none)
    with write.alone(tmp_path):
        assert (tmp_path / NOTE).is_file()
