"""Small inboxes of one casino, and runs over them by two norms alone, which load quickly."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

import pytest

from auditor.nightly.config import CasinoInbox, NightlyConfig
from auditor.nightly.whole import whole_night

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.nightly.night import Night

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
