"""What a nightly run takes: two seconds at most on a thousand nights where nothing is new."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from datetime import date, timedelta
from typing import TYPE_CHECKING

from auditor.nightly.config import read_config
from auditor.nightly.inbox import look
from auditor.nightly.ledger import TAKEN, Dealt, write_ledger
from auditor.nightly.marks import WHOLE
from auditor.nightly.spool import beside_version
from auditor.nightly.state import State, stamp_of, write_state
from auditor.store.entry import entry_of

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from auditor.nightly.config import NightlyConfig
    from auditor.store import SourceEntry
    from tests.nightly.conftest import Place

NIGHTS, SECONDS = 1000, 2.0
TABLES = ("sessions", "hands", "bets", "rolls", "events")
FIRST = date(2023, 1, 1)
CONFIG = """
store = "store"
out = "out"
[casinos.X]
inbox = "in"
"""


def _lay_out(folder: Path) -> NightlyConfig:
    """Lay out what a thousand nights leave; an entry of the manifest that is opened is an error."""
    (folder / "nightly.toml").write_text(CONFIG, "utf-8")
    config = read_config(folder / "nightly.toml")
    (config.store / "manifest").mkdir(parents=True)
    days = [FIRST + timedelta(days=n) for n in range(NIGHTS)]
    finding = {"id": "f", "rule": "MIN-1", "table_id": "M1", "subject": "h1"}
    for day in days:
        delivery = folder / "in" / f"{day}"
        delivery.mkdir(parents=True)
        for table in TABLES:
            (delivery / f"{table}.csv").write_text("a\n1\n", "utf-8")
            (config.store / "manifest" / f"{day}-{table}.json").write_text("no entry", "utf-8")
        report = config.out / "X" / f"{day}"
        report.mkdir(parents=True)
        mark = {"fingerprint": "f", "findings": [finding] * 10, "tables": ["M1"], "exit": 3}
        (report / "night.json").write_text(json.dumps(mark), "utf-8")
    for name in WHOLE:
        (config.out / name).touch()
    seen = look(config.inboxes[0])
    beside = beside_version(config.inboxes[0], seen)
    known = {
        name: Dealt(TAKEN, dict(one.files), dict.fromkeys(one.files, "0" * 64), beside)
        for name, one in seen.deliveries.items()
    }
    write_ledger(config.work, {"X": known})
    told = {f"X {day}": "f" for day in days}
    write_state(config.work / "state.json", State(stamp_of(config), f"{days[-1]}", told))
    return config


def test_a_run_with_nothing_new_on_a_thousand_nights_takes_two_seconds_at_most(
    tmp_path: Path,
) -> None:
    config = _lay_out(tmp_path)
    last = FIRST + timedelta(days=NIGHTS - 1)
    command = [sys.executable, "-m", "auditor.cli.main", "nightly", "--json"]
    flags = ["--config", str(tmp_path / "nightly.toml"), "--today", f"{last}"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*command, *flags], capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["run"]["judged"], told["arrivals"]["taken"]) == (0, [])
    assert len(told["deadlines"]) == 10 * (config.video_days + 1)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{NIGHTS} nights, nothing new: {spent:.2f} s of processor")  # noqa: T201  # with -s
    assert spent <= SECONDS  # of processor: the clock of a busy machine says nothing


def test_an_entry_of_the_store_is_read_as_often_however_many_deliveries_come(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.deliver()
    place.run()
    _age(place.config.store)
    read: list[SourceEntry] = []
    monkeypatch.setattr("auditor.store.manifest.entry_of", lambda text: _kept(text, read))
    often = []
    for many in (1, 3):
        read.clear()
        for number in range(many):
            (place.inbox / f"{many}-{number}.xlsx").write_bytes(b"PK\x03\x04 no workbook")
        assert len(place.run().arrivals.failed) == 0
        often.append(len(read))
    assert often[0] == often[1] > 0


def _kept(text: bytes, read: list[SourceEntry]) -> SourceEntry:
    """Read an entry, and put it to those that were read."""
    read.append(entry_of(text))
    return read[-1]


def _age(store: Path) -> None:
    """Let every entry of a store be of long ago."""
    for path in (store / "manifest").iterdir():
        os.utime(path, (1_700_000_000, 1_700_000_000))
