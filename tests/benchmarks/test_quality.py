"""The figures of quality: scores by hand, intervals of a published table, a sample of each game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import pyarrow as pa
import pytest

from auditor.evaluate.check import checked_rulebook
from auditor.rulebook.load import default_rules
from auditor.simulate.catalog import plants, simulated_games, unplanted
from auditor.simulate.plant import LABELS
from auditor.simulate.spec import Spec
from benchmarks.quality import Score, measure_planted, scored, wilson

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.rulebook.model import Rulebook

KEYS = ("rule", "casino_id", "subject", "verdict")


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    return checked_rulebook(default_rules())


def rows(*told: str) -> list[dict[str, str]]:
    cells = [line.split() for line in told]
    return [
        dict(zip(KEYS, (rule, "c", subject, said), strict=True)) for rule, subject, said in cells
    ]


def test_a_finding_of_another_verdict_is_missed_and_false() -> None:
    labels = pa.Table.from_pylist(
        rows("A-1 h1 violation", "A-1 h2 violation", "B-1 h1 observation"), LABELS
    )
    found = pd.DataFrame(rows("A-1 h1 violation", "A-1 h2 indeterminate", "C-1 h9 violation"))
    assert scored(labels, found) == {
        "A-1": Score(planted=2, found=1, missed=1, false=1),
        "B-1": Score(planted=1, found=0, missed=1, false=0),
        "C-1": Score(planted=0, found=0, missed=0, false=1),
    }


@pytest.mark.parametrize(
    ("hits", "of", "interval"),
    # R. Newcombe, Statistics in Medicine 17 (1998), table I: 81/263, 15/148, 0/20, 1/29.
    [
        (81, 263, (0.2553, 0.3662)),
        (15, 148, (0.0624, 0.1605)),
        (0, 20, (0.0, 0.1611)),
        (1, 29, (0.0061, 0.1718)),
    ],
)
def test_the_intervals_are_wilsons(hits: int, of: int, interval: tuple[float, float]) -> None:
    told = wilson(hits, of)
    assert told is not None
    assert tuple(told[1:]) == interval


@pytest.mark.parametrize("game", simulated_games())
def test_every_rule_of_a_game_has_a_plant_or_a_reason(rulebook: Rulebook, game: str) -> None:
    norms = [norm for norm in rulebook.norms if game in norm.identity.games]
    rules = {
        rule.id for norm in norms for rule in norm.rules if not rule.games or game in rule.games
    }
    told = set(plants(game)), set(unplanted(game))
    assert not told[0] & told[1]
    assert rules == told[0] | told[1]


@pytest.mark.parametrize("game", simulated_games())
def test_on_a_sample_all_that_is_planted_is_found_and_nothing_else(
    game: str, tmp_path: Path
) -> None:
    told = measure_planted(Spec(game, 1_200, nights=12, rates={"all": 0.01}), data=tmp_path)
    rules = told["rules"]
    assert isinstance(rules, dict)
    assert len(rules) > len(plants(game)) // 4
    wrong = {rule: each for rule, each in rules.items() if each["missed"] or each["false"]}
    assert wrong == {}
