"""Whatever befalls a nightly run, the store is readable and the next run finishes the work."""

from __future__ import annotations

import builtins
import errno
import io
import os
import shutil
import subprocess
import sys
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest

from auditor.errors import BusyError
from auditor.nightly import inbox as inboxes
from auditor.nightly.arrivals import take_arrivals
from auditor.nightly.lock import held
from auditor.nightly.told import lines
from auditor.store.check import check
from auditor.store.manifest import sources
from tests.nightly.conftest import hands_of, hold_readable, put_back, state_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.nightly.conftest import Place

EVERY = int(os.environ.get("AUDITOR_FAULTS_EVERY", "40"))  # 1: at every call of the file system


def _write_config(place: Place) -> Path:
    """Write the configuration that a process of its own reads."""
    file = place.folder.with_name("nightly.toml")
    values = {"store": place.config.store, "out": place.config.out, "work": place.config.work}
    texts = [f'{key} = "{value}"' for key, value in values.items()]
    texts += [f'rules = "{place.config.rules}"', 'formats = ["csv"]', "settle_seconds = 0"]
    texts += ['[casinos."LIMA-CENTRO"]', f'inbox = "{place.inbox}"']
    file.write_text("\n".join(texts) + "\n", "utf-8")
    return file


def _started(config: Path) -> subprocess.Popen[bytes]:
    """Start a nightly run in a process of its own, which leads its group."""
    command = [sys.executable, "-m", "auditor.cli.main", "nightly", "--config", str(config)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen([*command, "--today", "2005-06-20"], start_new_session=True, **quiet)  # type: ignore[call-overload,no-any-return]


def test_a_failing_file_system_loses_nothing_and_the_next_run_finishes(
    place: Place, expected: object, before: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    many, _ = _run_failing(place, monkeypatch, at=-1)
    assert many > EVERY // 2
    failed = 0
    for at in range(1, many + 1, EVERY):
        put_back(place, before)
        failed += _run_failing(place, monkeypatch, at=at)[1]
        hold_readable(place, most=hands_of(place))
        place.run()
        assert state_of(place) == expected, at
        assert check(place.config.store) == ()
    assert failed  # what is made once more where it is there already may fail unseen


def _run_failing(place: Place, monkeypatch: pytest.MonkeyPatch, *, at: int) -> tuple[int, bool]:
    """Run a night whose n-th change fails; give how many there were, and whether it ended so."""
    with monkeypatch.context() as patch:
        calls = _failing(patch, place.folder, at=at)
        try:
            place.run()
        except OSError as error:
            return calls[0], "of this test" in str(error)
    return calls[0], False


def _failing(patch: pytest.MonkeyPatch, folder: Path, *, at: int) -> list[int]:
    """Let the n-th change of a file below a folder fail; gives the count of changes."""
    calls = [0]

    def watched(real: Callable[..., Any], *, only_writes: bool) -> Callable[..., Any]:
        def call(path: Any, *rest: Any, **named: Any) -> Any:  # noqa: ANN401  # as the real one
            writes = not only_writes or any(sign in str([*rest, named]) for sign in "wax+")
            if writes and str(path).startswith(str(folder)):
                calls[0] += 1
                if calls[0] == at:
                    raise OSError(errno.EIO, "of this test", str(path))
            return real(path, *rest, **named)

        return call

    for module, name in ((os, "replace"), (os, "unlink"), (os, "mkdir"), (os, "rmdir")):
        patch.setattr(module, name, watched(getattr(module, name), only_writes=False))
    for module in (io, builtins):
        patch.setattr(module, "open", watched(io.open, only_writes=True))
    return calls


def test_a_file_replaced_while_it_is_read_waits(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    bets = place.deliver() / "bets.csv"
    right = bets.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr("auditor.nightly.spool.fetch", _replacing(bets))
        night = place.run()
    assert (night.arrivals.waiting, night.arrivals.taken) == ([("LIMA-CENTRO", "2005-06-18")], [])
    assert sources(place.config.store) == ()
    bets.write_bytes(right)
    assert place.run().arrivals.taken == [("LIMA-CENTRO", "2005-06-18")]


def _replacing(file: Path) -> Callable[..., str]:
    """Give a fetch during which a file becomes another."""
    real = inboxes.fetch

    def fetch(inbox: Any, name: str, *, to: Path) -> str:  # noqa: ANN401  # as the real one
        told = real(inbox, name, to=to)
        if name.endswith(file.name):
            file.write_text("another\n", "utf-8")
        return told

    return fetch


def test_a_run_killed_among_its_reports_and_undone_leaves_them_as_they_were(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.deliver()
    place.run()
    audits = [path for path in place.config.out.rglob("audit.json") if "evidence" not in path.parts]
    before = [sha256(path.read_bytes()).hexdigest() for path in audits]
    with monkeypatch.context() as patch:
        patch.setattr("auditor.nightly.reports.write_exhibits", _die)
        with pytest.raises(KeyboardInterrupt):
            place.run(strict=True, sha256="changed")
    assert not {*before} & {sha256(path.read_bytes()).hexdigest() for path in audits}
    night = place.run()
    assert [sha256(path.read_bytes()).hexdigest() for path in audits] == before
    assert night.deadlines


def _die(*_given: object, **_how: object) -> None:
    """End a run at once."""
    raise KeyboardInterrupt


def test_what_was_copied_whole_is_taken_though_it_is_gone_from_the_inbox_by_then(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = place.deliver()
    with monkeypatch.context() as patch:
        patch.setattr("auditor.api.ingest", _die)
        with pytest.raises(KeyboardInterrupt):
            place.run()
    shutil.rmtree(folder)
    assert place.run().arrivals.taken == [("LIMA-CENTRO", "2005-06-18")]
    assert hands_of(place) == sum(
        e.written for e in sources(place.config.store) if "hands" in e.name
    )


@pytest.mark.parametrize("name", ["bets.csv", "bets-2.csv"])
def test_what_still_grows_between_two_looks_waits(place: Place, name: str) -> None:
    folder = place.deliver()

    def grow(_seconds: float) -> None:
        with (folder / name).open("a", encoding="utf-8") as file:
            file.write("more\n")

    assert take_arrivals(place.config, sleep=grow).waiting == [("LIMA-CENTRO", "2005-06-18")]


def test_two_runs_at_once_are_one_and_the_other_is_told_who_runs(place: Place) -> None:
    place.deliver()
    with held(place.config.work / "nightly.lock"), pytest.raises(BusyError) as refused:
        place.run()
    assert str(os.getpid()) in refused.value.say("en")
    assert place.run().took_over is None


def test_two_processes_started_together_leave_what_one_leaves(
    place: Place, expected: object
) -> None:
    config = _write_config(place)
    started = [_started(config), _started(config)]
    try:
        codes = [process.wait(120) for process in started]
    finally:
        for process in started:
            process.kill()
    assert 3 in codes
    assert set(codes) <= {2, 3, 4}  # the other found it going on, or came after: in quarantine, 4
    assert state_of(place) == expected


def test_a_lock_that_a_dead_process_left_is_taken_over_and_that_is_told(place: Place) -> None:
    lock = place.config.work / "nightly.lock"
    lock.parent.mkdir(parents=True)
    host = os.uname().nodename
    text = f'{{"pid": 4194999, "host": "{host}", "since": "2005-06-19T03:00:00+00:00"}}'
    lock.write_text(text, "utf-8")
    night = place.run()
    assert night.took_over is not None
    assert any("4194999" in line for line in lines(night, "es"))


def test_a_clock_that_jumps_is_told_and_changes_nothing_that_counts(place: Place) -> None:
    folder = place.deliver()
    os.utime(folder / "bets.csv", (4e9, 4e9))
    first = place.run(today=date(2090, 1, 1))
    second = place.run(today=date(2005, 6, 20))
    assert first.arrivals.taken == [("LIMA-CENTRO", "2005-06-18")]
    assert (second.judging, second.arrivals.taken) == (None, [])
    assert second.clock == "2090-01-01"
    assert {each.days_left for each in second.deadlines} == {13}
