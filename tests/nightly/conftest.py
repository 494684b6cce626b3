"""Small inboxes of one casino, and runs over them by two norms alone, which load quickly."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest

from auditor.nightly.config import CasinoInbox, NightlyConfig
from auditor.nightly.whole import whole_night
from auditor.store.check import FaultKind, check
from auditor.store.manifest import sources
from auditor.store.read import partitions, verify

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.nightly.night import Night

CORRECTION = '[[replaces]]\nsource = "2005-06-18"\n'
NOT_TOLD = ("nightly.json", "nightly.txt")  # of the run and not of what it found
SECOND = "corrected"  # the name of what corrects the sample night
CASINO = "LIMA-CENTRO"  # of the sample logs of bling bling
NIGHT = date(2005, 6, 18)  # their gaming date
TODAY = date(2005, 6, 20)


@dataclass(frozen=True, slots=True)
class Place:
    """A folder with an inbox, and the configuration of its runs."""

    folder: Path
    config: NightlyConfig
    samples: Path

    @property
    def inbox(self) -> Path:
        """Give the inbox."""
        return self.folder / "in"

    def deliver(self, name: str = "2005-06-18") -> Path:
        """Deliver the sample night; gives where it lies."""
        return shutil.copytree(self.samples / "bling_bling", self.inbox / name)

    def correct(self, text: str = CORRECTION) -> Path:
        """Deliver the sample night without its last hand, as what corrects another delivery."""
        folder = self.deliver(SECOND)
        hands = folder / "hands.csv"
        hands.write_text("\n".join(hands.read_text("utf-8").splitlines()[:-1]) + "\n", "utf-8")
        (folder / "replaces.toml").write_text(text, "utf-8")
        return folder

    def run(self, *, today: date = TODAY, **changed: object) -> Night:
        """Run a night."""
        return whole_night(replace(self.config, **changed), today)  # type: ignore[arg-type]  # fields


@pytest.fixture(scope="session")
def few_rules(rules_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a rulebook of bling bling and the record alone."""
    folder = tmp_path_factory.mktemp("rules")
    for norm in ("pe-2003-bling-bling", "record"):
        shutil.copytree(rules_dir / norm, folder / norm)
    return folder


@pytest.fixture
def place(tmp_path: Path, few_rules: Path, sample_logs: Path) -> Place:
    """Give an empty inbox and what runs over it."""
    return place_in(tmp_path, few_rules, samples=sample_logs)


def place_in(folder: Path, rules: Path, *, samples: Path) -> Place:
    """Make an empty inbox in a folder, and what runs over it."""
    (folder / "in").mkdir()
    config = NightlyConfig(
        store=folder / "store",
        out=folder / "out",
        work=folder / "work",
        inboxes=(CasinoInbox(CASINO, str(folder / "in")),),
        rules=rules,
        formats=("csv",),
        settle_seconds=0,
    )
    return Place(folder, config, samples)


def fill(place: Place) -> None:
    """Deliver a night, and beside it a correction of another that was taken before."""
    place.deliver()
    place.run()
    folder = place.inbox / "2005-06-18"
    hands = folder / "hands.csv"
    rows = hands.read_text("utf-8").splitlines()
    hands.write_text("\n".join(rows[:-1]) + "\n", "utf-8")
    (folder / "replaces.toml").write_text(CORRECTION, "utf-8")
    (place.inbox / "bad.xlsx").write_bytes(b"PK\x03\x04 no workbook")


def state_of(place: Place) -> tuple[dict[str, str], list[tuple[str, str, int]], list[str]]:
    """Give what a finished run must leave: audit and reports, sources, what is in quarantine."""
    out = place.config.out
    files = (path for path in out.rglob("*") if path.is_file() and path.name not in NOT_TOLD)
    audit = {str(p.relative_to(out)): sha256(p.read_bytes()).hexdigest() for p in files}
    found = [(entry.name, entry.sha256, entry.written) for entry in sources(place.config.store)]
    held_ = sorted(p.name for p in (place.config.work / "quarantine").rglob("*") if p.is_file())
    return audit, found, held_


def hold_readable(place: Place, *, most: int) -> None:
    """Assert that a store can be read, and that nothing in it counts twice."""
    store = place.config.store
    if not store.is_dir():
        return
    verify(store)
    assert {each.kind for each in check(store)} <= {FaultKind.ORPHAN}
    files = [p for one in partitions(store) for p in one.files.get("hands", ())]
    ids = [i for p in files for i in pq.read_table(p, columns=["hand_id"])["hand_id"].to_pylist()]
    assert len(ids) == len(set(ids)) <= most


@pytest.fixture(name="undisturbed", scope="module")
def _undisturbed(
    few_rules: Path, sample_logs: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, object]:
    """Give a place before a run, and what an undisturbed run leaves."""
    place = place_in(tmp_path_factory.mktemp("undisturbed"), few_rules, samples=sample_logs)
    fill(place)
    before = shutil.copytree(place.folder, tmp_path_factory.mktemp("before"), dirs_exist_ok=True)
    place.run()
    return before, state_of(place)


@pytest.fixture(name="expected")
def _expected(place: Place, undisturbed: tuple[Path, object]) -> object:
    """Give what an undisturbed run leaves, of a place that is put as it was before."""
    put_back(place, undisturbed[0])
    return undisturbed[1]


@pytest.fixture(name="before")
def _before(undisturbed: tuple[Path, object]) -> Path:
    """Give the place before the run."""
    return undisturbed[0]


def put_back(place: Place, before: Path) -> None:
    """Put a place back as it was before the run that is disturbed."""
    for path in place.folder.iterdir():
        shutil.rmtree(path)
    shutil.copytree(before, place.folder, dirs_exist_ok=True)


def hands_of(place: Place) -> int:
    """Count the hands of the sample night."""
    return len((place.samples / "bling_bling" / "hands.csv").read_text("utf-8").splitlines()) - 1
