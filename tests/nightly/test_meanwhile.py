"""An audit begun between any two steps of a correction, which goes on: of all of it, or of none."""

from __future__ import annotations

import os
import shutil
from itertools import count
from threading import Event, Thread, get_ident
from typing import TYPE_CHECKING

import pytest

from auditor.api import AuditOptions, IngestOptions, audit, ingest
from auditor.errors import BusyError, ClusterError
from auditor.run.judge.context import context_of
from auditor.store.moment import steady
from tests.nightly.conftest import CASINO

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.nightly.conftest import Place

EVERY = int(os.environ.get("AUDITOR_STEPS_EVERY", "8"))  # 1: between any two steps


class Writer:
    """An ingest in a thread of its own, which stops before its n-th change until it may go on."""

    def __init__(self, does: Callable[[], object], *, at: int) -> None:
        """Say what it does, and before which change of a file it stops."""
        self.changes, self._at = count(1), at
        self.stopped, self._may_go_on, self.is_done = Event(), Event(), False
        self._thread = Thread(target=self._run, args=(does,), daemon=True)

    def watch(self, patch: pytest.MonkeyPatch) -> None:
        """Begin, and stop where it was said."""
        for name in ("replace", "unlink"):
            patch.setattr(os, name, self._watched(getattr(os, name)))
        self._thread.start()
        assert self.stopped.wait(60)

    def finish(self) -> None:
        """Go on to the end."""
        self._may_go_on.set()
        self._thread.join(60)
        assert self.is_done

    def _run(self, does: Callable[[], object]) -> None:
        """Do it, and tell where it did not stop."""
        does()
        self.is_done = True
        self.stopped.set()

    def _watched(self, real: Callable[..., None]) -> Callable[..., None]:
        """Give a change of a file before which the thread may have to stop."""

        def call(*given: object, **how: object) -> None:
            if get_ident() == self._thread.ident and next(self.changes) == self._at:
                self.stopped.set()
                self._may_go_on.wait(60)
            real(*given, **how)

        return call


def _told(out: Path) -> list[bytes]:
    """Give what an audit wrote, the rows that it stands on too."""
    names = ("audit.json", "findings.parquet", f"evidence/{CASINO}/logs.zip")
    return [(out / name).read_bytes() for name in (*names, "evidence/hands.ndjson")]


@pytest.fixture(name="correct")
def _correct(place: Place, tmp_path: Path) -> Callable[[Path], object]:
    """Give what corrects a night in a store; `base` is a store that has it as it first came."""
    first = shutil.copytree(place.samples / "bling_bling", tmp_path / "first" / "night")
    right = shutil.copytree(first, tmp_path / "right" / "night")
    hands = right / "hands.csv"
    hands.write_text("".join(hands.read_text("utf-8").splitlines(keepends=True)[:-1]), "utf-8")
    ingest([first.parent], tmp_path / "base")
    how = IngestOptions(replaces=("night",))
    return lambda store: ingest([right.parent], store, options=how)


def _audited_while(
    store: Path, correct: Callable[[Path], object], *, at: int, options: AuditOptions
) -> list[bytes] | None:
    """Begin an audit before the n-th change of a correction, which then goes on to its end.

    None where there are not so many changes.
    """
    shutil.rmtree(store, ignore_errors=True)
    shutil.copytree(store.with_name("base"), store)
    writer = Writer(lambda: correct(store), at=at)
    with pytest.MonkeyPatch.context() as patch:
        writer.watch(patch)
        if writer.is_done:
            return None
        patch.setattr("auditor.run.audited.context_of", _first(writer.finish))
        audit(store, store.with_suffix(".out"), options=options)
    return _told(store.with_suffix(".out"))


def _first(act: Callable[[], object]) -> Callable[..., object]:
    """Give what says what an audit shares, before which another process goes on once."""
    left = [act]

    def call(*given: object, **how: object) -> object:
        if left:
            left.pop()()
        return context_of(*given, **how)  # type: ignore[arg-type]  # as it is given

    return call


def test_an_audit_begun_between_any_two_steps_is_of_all_of_a_correction_or_of_none(
    place: Place, correct: Callable[[Path], object], tmp_path: Path
) -> None:
    options, seen = AuditOptions(rules=place.config.rules), []
    correct(shutil.copytree(tmp_path / "base", tmp_path / "after"))
    for each in ("base", "after"):
        audit(tmp_path / each, tmp_path / f"{each}.out", options=options)
    before, after = _told(tmp_path / "base.out"), _told(tmp_path / "after.out")
    for at in count(1, EVERY):
        found = _audited_while(tmp_path / "s", correct, at=at, options=options)
        if found is None:
            break
        seen.append(found)
    assert len(seen) > 20 // EVERY
    assert all(each in (before, after) for each in seen)
    assert after in seen


def test_a_night_whose_files_a_correction_takes_away_meanwhile_is_judged_anew(
    place: Place, tmp_path: Path
) -> None:
    right, out = place.deliver(), place.config.out
    hands = shutil.copytree(right, tmp_path / "right") / "hands.csv"
    hands.write_text("".join(hands.read_text("utf-8").splitlines(keepends=True)[:-1]), "utf-8")
    how = IngestOptions(casino_id=CASINO, replaces=(f"{CASINO}/{right.name}",))
    with pytest.MonkeyPatch.context() as patch:
        act = _first(lambda: ingest([hands.parent], place.config.store, options=how))
        patch.setattr("auditor.run.audited.context_of", act)
        night = place.run()
    assert (night.exit_code, night.judging and night.judging.judged) == (3, 1)
    audit(place.config.store, tmp_path / "whole", options=AuditOptions(rules=place.config.rules))
    for name in ("audit.json", "findings.parquet"):
        assert (out / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_what_fails_though_nobody_writes_is_told_at_once(tmp_path: Path) -> None:
    tries = []

    def fails() -> None:
        tries.append(1)
        raise FileNotFoundError

    with pytest.raises(FileNotFoundError):
        steady(tmp_path, fails)
    assert len(tries) == 1


@pytest.mark.parametrize("error", [FileNotFoundError, ClusterError("cluster.file_not_seen")])
def test_what_fails_each_time_while_another_writes_says_that_the_store_is_at_work(
    tmp_path: Path, error: Exception
) -> None:
    tries = count()

    def fails() -> None:
        (tmp_path / "packs.json").write_text(str(next(tries)), "utf-8")
        os.utime(tmp_path / "packs.json", (0, next(tries)))
        raise error

    with pytest.raises(BusyError):
        steady(tmp_path, fails)
