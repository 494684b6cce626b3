"""The ledger of deliveries: little is written for each, and nothing half written counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from auditor.nightly import ledger as book
from auditor.nightly.ledger import LEDGER, LOG, TAKEN, Dealt, open_ledger, read_ledger, write_ledger

if TYPE_CHECKING:
    from pathlib import Path

    from tests.nightly.conftest import Place

CASINO = "X"
BEFORE = {f"n{number}": Dealt(TAKEN) for number in range(500)}


@pytest.fixture(name="work")
def _work(tmp_path: Path) -> Path:
    """Write a ledger of many deliveries, and of two more after it; give its folder."""
    write_ledger(tmp_path, {CASINO: BEFORE})
    _, log = open_ledger(tmp_path)
    for name in ("a", "b"):
        log.add({CASINO: {name: Dealt(TAKEN)}})
    return tmp_path


def test_a_delivery_costs_the_same_however_many_came_before(work: Path) -> None:
    assert (work / LOG).stat().st_size < 2000 < (work / LEDGER).stat().st_size / 20
    assert list(read_ledger(work)[CASINO]) == [*BEFORE, "a", "b"]


@pytest.mark.parametrize("lost", [1, 40])
def test_a_line_cut_short_counts_for_nothing_and_the_next_takes_its_place(
    work: Path, lost: int
) -> None:
    *whole, cut = (work / LOG).read_bytes().splitlines(keepends=True)
    (work / LOG).write_bytes(b"".join([*whole, cut[:-lost]]))
    known, log = open_ledger(work)
    assert list(known[CASINO]) == [*BEFORE, "a"]
    log.add({CASINO: {}})
    assert (work / LOG).read_bytes().splitlines(keepends=True) == [*whole, b'{"X": {}}\n']


def test_a_log_goes_on_from_its_own_ledger_alone(work: Path) -> None:
    (work / LEDGER).unlink()
    assert read_ledger(work) == {}


def test_a_ledger_written_whole_holds_what_the_log_held(work: Path) -> None:
    known = read_ledger(work)
    write_ledger(work, known)
    assert (read_ledger(work), (work / LOG).exists()) == (known, False)


def test_a_run_writes_its_ledger_whole_once(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    monkeypatch.setattr(book, "write_whole", lambda path, data: _write(path, data, written))
    for name in ("2005-06-18", "2005-06-19"):
        night = place.deliver(name)
        sessions = night / "sessions.csv"
        sessions.write_text(sessions.read_text("utf-8").replace("2005-06-18", name), "utf-8")
    place.run()
    assert written.count(LEDGER) == 1


def _write(path: Path, data: bytes, written: list[str]) -> None:
    """Write a file, its name noted."""
    written.append(path.name)
    path.write_bytes(data)
