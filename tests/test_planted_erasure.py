"""Nights with breaches: a rejected record makes none a pass, and accuses nobody."""

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
    joined,
    logs_of,
    lost_record,
    moved,
    rejected,
    verdicts_of,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.erasure import Logs

PICKED = 15
RATES = {"bacara": {"BAC-8.15": 0.3}}  # of all asked at once one is planted in its shoe
SEEDS = (11, 12)


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
    spec = Spec(game, 25, seed=seed, rates=RATES.get(game, {"all": 0.05}))
    write(spec, tmp_path / "logs", form="csv", dialect=dialects()["plain"])
    logs = logs_of(tmp_path / "logs", tmp_path / "store")
    gone = _picked(logs, seed=seed)
    nights = [rejected(logs, name, row=row, name=f"{name} {row}") for name, row in gone]
    lost = [lost_record(logs, name, row=row, name=f"{name} {row}", told=told) for name, row in gone]
    seen = verdicts_of(joined([as_casino(logs, ""), *nights]), tmp_path / "store", lost=lost)
    assert "violation" in seen[""].values()
    assert moved(seen, "not_assessable", "indeterminate") == {}
