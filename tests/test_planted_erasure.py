"""Nights with breaches: what was rejected, of them or beside, makes none a pass, accuses nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from auditor.simulate.dialect import dialects
from auditor.simulate.spec import Spec
from auditor.simulate.written import write
from tests.erasure import (
    GAMES,
    as_casino,
    invented,
    joined,
    logs_of,
    lost_record,
    moved,
    rejected,
    spread,
    verdicts_of,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.erasure import Logs

PICKED = 15
RATES = {"bacara": {"BAC-8.15": 0.3}}  # of all asked at once one is planted in its shoe
SEEDS = (11, 12)


def _night(folder: Path, game: str, *, seed: int) -> Logs:
    """Simulate a night with breaches and ingest it."""
    spec = Spec(game, 25, seed=seed, rates=RATES.get(game, {"all": 0.05}))
    write(spec, folder / "logs", form="csv", dialect=dialects()["plain"])
    return logs_of(folder / "logs", folder / "store")


def _picked(logs: Logs, *, seed: int) -> list[tuple[str, int]]:
    """Pick some records of a night, the same ones each time."""
    records = [(name, row) for name in logs if name != "sessions" for row in range(len(logs[name]))]
    places = np.random.default_rng(seed).choice(len(records), PICKED, replace=False)
    return sorted(records[place] for place in places)


@pytest.mark.parametrize("told", [True, False], ids=["place", "casino"])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_a_rejected_record_hides_no_breach(
    tmp_path: Path, game: str, seed: int, told: bool
) -> None:
    logs = _night(tmp_path, game, seed=seed)
    gone = _picked(logs, seed=seed)
    nights = [rejected(logs, name, row=row, name=f"{name} {row}") for name, row in gone]
    lost = [lost_record(logs, name, row=row, name=f"{name} {row}", told=told) for name, row in gone]
    seen = verdicts_of(joined([as_casino(logs, ""), *nights]), tmp_path / "store", lost=lost)
    assert "violation" in seen[""].values()
    assert moved(seen, "not_assessable", "indeterminate") == {}


@pytest.mark.parametrize("told", [True, False], ids=["place", "casino"])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_a_further_record_that_was_rejected_hides_nothing_that_it_would_show(
    tmp_path: Path, game: str, seed: int, told: bool
) -> None:
    logs = spread(_night(tmp_path, game, seed=seed))
    rng = np.random.default_rng(seed)
    nights, lost = [], []
    for number, (name, row) in enumerate(_picked(logs, seed=seed)):
        whole = invented(logs, name, row=row, like=int(rng.integers(len(logs[name]))))
        last, less = len(whole[name]) - 1, f"-{number}"
        nights += [
            as_casino(whole, f"{number}"),
            rejected(whole, name, row=last, name=f"-{number}"),
        ]
        lost.append(lost_record(whole, name, row=last, name=less, told=told))
    seen = verdicts_of(joined(nights), tmp_path / "store", lost=lost)
    pairs = [{"": seen[f"{number}"], "less": seen[f"-{number}"]} for number in range(PICKED)]
    assert [moved(each, "not_assessable", "indeterminate") for each in pairs] == [{}] * PICKED
