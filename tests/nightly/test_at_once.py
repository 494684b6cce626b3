"""Two at work on one store at once: what one sees is of one moment, and what it leaves counts."""

from __future__ import annotations

import shutil
import subprocess
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

import pytest

from auditor import api
from auditor.api import AuditOptions, IngestOptions, audit, ingest
from auditor.errors import BusyError, StoreError
from auditor.run import audited
from auditor.run.judge.context import context_of
from auditor.run.told.write import NOTE, alone
from auditor.store.check import check
from auditor.store.manifest import sources, writing
from auditor.store.moment import moment_of
from auditor.store.packs import compact
from auditor.store.read import partitions_of
from tests.nightly.conftest import CASINO, hands_of, hold_readable

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.nightly.conftest import Place

AUDITED = "auditor.run.audited"  # where what an audit goes by is looked up
DOCUMENTS = ("audit.json", "findings.parquet")


def _part(place: Place, folder: Path, *names: str) -> Path:
    """Put some tables of the sample night into a folder; no name: all but the bets."""
    folder.mkdir()
    for path in (place.samples / "bling_bling").iterdir():
        if path.stem in names or (not names and path.stem != "bets"):
            shutil.copy(path, folder)
    return folder


def _once_before(real: Callable[..., Any], act: Callable[[], object]) -> Callable[..., Any]:
    """Give a function before whose first call another process does something."""
    left = [act]

    def call(*given: object, **how: object) -> object:
        if left:
            left.pop()()
        return real(*given, **how)

    return call


def _documents(out: Path) -> list[bytes]:
    """Give what an audit wrote."""
    return [(out / name).read_bytes() for name in DOCUMENTS]


def test_an_audit_is_of_the_store_as_it_was_when_it_began(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, options = tmp_path / "store", AuditOptions(rules=place.config.rules)
    ingest([_part(place, tmp_path / "first")], store)
    audit(store, tmp_path / "before", options=options)
    late = _part(place, tmp_path / "late", "bets")
    with monkeypatch.context() as patch:
        patch.setattr(
            f"{AUDITED}.context_of", _once_before(context_of, lambda: ingest([late], store))
        )
        audit(store, tmp_path / "during", options=options)
    audit(store, tmp_path / "after", options=options)
    before, during, after = (_documents(tmp_path / each) for each in ("before", "during", "after"))
    assert during == before
    assert after != before


def test_what_another_takes_in_while_a_night_is_judged_is_judged_the_next_time(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _part(place, place.inbox / "2005-06-18")
    late = _part(place, tmp_path / "late", "bets")
    given = IngestOptions(casino_id=CASINO)
    act = _once_before(context_of, lambda: ingest([late], place.config.store, options=given))
    with monkeypatch.context() as patch:
        patch.setattr(f"{AUDITED}.context_of", act)
        place.run()
    place.run()
    audit(place.config.store, tmp_path / "whole", options=AuditOptions(rules=place.config.rules))
    assert _documents(place.config.out) == _documents(tmp_path / "whole")


@pytest.mark.parametrize("what", ["correction", "compaction"])
def test_a_store_that_changes_while_it_is_looked_at_is_looked_at_once_more(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    store = tmp_path / "store"
    ingest([_part(place, tmp_path / "first"), _part(place, tmp_path / "bets", "bets")], store)
    other = _part(place, tmp_path / "other", "bets")
    (other / "bets.csv").write_text("bet_id,hand_id\n", "utf-8")
    correct = IngestOptions(replaces=("bets",))
    acts = {
        "correction": lambda: ingest([other], store, options=correct),
        "compaction": lambda: compact(store),
    }
    act = _once_before(partitions_of, acts[what])
    monkeypatch.setattr("auditor.store.moment.partitions_of", act)
    found = moment_of(store)
    assert found == moment_of(store)
    assert found.entries == sources(store)


def test_a_file_that_is_gone_from_a_store_at_rest_is_an_integrity_failure(
    place: Place, tmp_path: Path
) -> None:
    store = tmp_path / "store"
    ingest([_part(place, tmp_path / "first")], store)
    next((store / "hands").rglob("*.parquet")).unlink()
    with pytest.raises(StoreError):
        moment_of(store)


def test_an_ingest_finds_another_at_work_and_says_so_without_touching_the_store(
    place: Place, tmp_path: Path, program: str
) -> None:
    store, night = tmp_path / "store", _part(place, tmp_path / "first")
    with writing(store):
        with pytest.raises(BusyError):
            ingest([night], store)
        done = subprocess.run(
            [program, "ingest", str(night), "--store", str(store)],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert (done.returncode, str(store) in done.stderr) == (2, True)
    assert sources(store) == ()


def test_a_night_that_finds_the_store_held_takes_its_delivery_the_next_time(place: Place) -> None:
    place.deliver()
    with writing(place.config.store), pytest.raises(BusyError):
        place.run()
    night = place.run()
    assert (night.arrivals.taken, night.quarantine) == ([(CASINO, "2005-06-18")], ())
    hold_readable(place, most=hands_of(place))


def _ended_together(commands: list[list[str]]) -> list[int]:
    """Start commands at once; give how each ended, in bounded time."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = [subprocess.Popen(each, **quiet) for each in commands]  # type: ignore[call-overload]
    try:
        return [each.wait(300) for each in started]
    finally:
        for each in started:
            each.kill()


def test_ingests_started_together_leave_what_they_leave_in_turn(
    place: Place, tmp_path: Path, program: str
) -> None:
    parts = [_part(place, tmp_path / "first"), _part(place, tmp_path / "late", "bets")]
    commands = [[program, "ingest", str(part), "--store", str(tmp_path / "s")] for part in parts]
    codes = _ended_together(commands)
    assert set(codes) <= {0, 2, 4}  # 2: found the other at work
    assert codes != [2, 2]
    for part in parts:
        ingest([part], tmp_path / "s")
        ingest([part], tmp_path / "turn")
    assert check(tmp_path / "s") == ()
    for store in (tmp_path / "s", tmp_path / "turn"):
        audit(store, store.with_suffix(".out"), options=AuditOptions(rules=place.config.rules))
    assert _documents(tmp_path / "s.out") == _documents(tmp_path / "turn.out")


def _telling(judged: Event) -> Callable[..., audited.Audited]:
    """Give what judges a store, and tells once that is done."""

    def tell(*given: Any, **how: Any) -> audited.Audited:  # noqa: ANN401  # as the real one
        found = audited.audited(*given, **how)
        judged.set()
        return found

    return tell


def test_an_audit_waits_to_write_where_another_is_writing(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, out, judged = tmp_path / "store", tmp_path / "out", Event()
    ingest([place.samples / "bling_bling"], store)
    monkeypatch.setattr(api, "audited", _telling(judged))
    options = AuditOptions(rules=place.config.rules)
    other = Thread(target=audit, args=(store, out), kwargs={"options": options}, daemon=True)
    with alone(out):
        other.start()
        assert judged.wait(120)
        other.join(1)
        assert [path.name for path in out.iterdir()] == [NOTE]
    other.join(120)
    assert {*DOCUMENTS} <= {path.name for path in out.iterdir()}


def test_a_run_leaves_the_store_that_another_is_writing_to(place: Place, tmp_path: Path) -> None:
    night, out = place.samples / "bling_bling", tmp_path / "out"
    ingest([night], out / "store")
    before = sources(out / "store")
    with writing(out / "store"), pytest.raises(BusyError):
        api.run([night], out)
    assert (sources(out / "store"), check(out / "store")) == (before, ())
