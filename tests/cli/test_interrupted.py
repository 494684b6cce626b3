"""Ctrl-C while the engine works is no error of the program, and no fault of the file being read."""

from __future__ import annotations

import os
import runpy
import signal
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from auditor.cli import main
from auditor.errors import is_interrupt
from auditor.ingest.read.inputs import ReadOptions, read_inputs
from auditor.sql import connect, value

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LONG = (
    "SELECT count(*) FROM range(200000) AS a, range(1000) AS b WHERE hash(a.range, b.range) % 7 = 0"
)


class Stopping:
    """Finds no module; the program is stopped where it comes to load its command line."""

    @staticmethod
    def find_spec(name: str, *_: object) -> None:
        """Stop the program, or say nothing of any other module."""
        if name == "auditor.cli.main":
            raise KeyboardInterrupt


@pytest.fixture(autouse=True)
def _heard() -> Iterator[None]:
    """Let SIGINT be heard, whatever a test before has made of it in this process."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def stopped_at_work(*_given: object, **_how: object) -> int:
    """Send SIGINT to this very process while the engine is at work in it."""
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    return int(str(value(connect(), LONG)))


def test_the_engine_that_is_stopped_says_so_by_an_error_that_is_known() -> None:
    with pytest.raises((RuntimeError, KeyboardInterrupt)) as caught:
        stopped_at_work()
    assert is_interrupt(caught.value)
    assert not is_interrupt(RuntimeError("anything else"))


def test_it_ends_with_130_and_says_that_the_run_may_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(main, "app", stopped_at_work)
    assert main._code() == 130
    told = capsys.readouterr().err
    assert (told.startswith("Interrumpido."), "Error interno" in told) == (True, False)


def test_it_is_told_in_words_too_while_the_program_still_loads(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "auditor.cli.main")
    monkeypatch.setattr(sys, "meta_path", [Stopping, *sys.meta_path])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("auditor", run_name="__main__")
    assert (ended.value.code, capsys.readouterr().err[:12]) == (130, "Interrumpido")


def test_a_file_that_was_being_read_is_not_told_as_unreadable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "hands.csv").write_text("hand_id\n1\n", "utf-8")
    monkeypatch.setattr("auditor.ingest.read.inputs._read", stopped_at_work)
    with pytest.raises((RuntimeError, KeyboardInterrupt)):
        read_inputs(connect(), [tmp_path], options=ReadOptions(scratch=tmp_path / "scratch"))
