"""The audit and a second witness, written from the law's text alone, say the same of every hand."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from tests.witness.games import GAMES
from tests.witness.hands import nights
from tests.witness.harness import Night, compare, norm_of
from tests.witness.sources import night_of_cases, night_of_logs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.witness.rows import Said, Session

HANDS = int(os.environ.get("AUDITOR_HANDS", "600"))
REAL = {"bridge": ("bridge",), "stud7": ("phh", "stud-text")}
NIGHTS = ("night-a", "night-clean", "night-peru")
every_game = pytest.mark.parametrize("game", GAMES)


def _agree(night: Night, game: str) -> int:
    """Assert that both say the same; give how many verdicts were compared."""
    found = compare(night, GAMES[game])
    assert found.shown == ()
    assert found.disagreements == 0
    return found.verdicts


@every_game
def test_they_agree_on_the_sample_logs(sample_logs: Path, tmp_path: Path, game: str) -> None:
    assert _agree(night_of_logs([sample_logs / game], tmp_path), game)


@every_game
def test_they_agree_on_every_case_of_the_pack(game: str) -> None:
    assert _agree(night_of_cases(GAMES[game].prefix), game)


@pytest.mark.parametrize("name", NIGHTS)
def test_they_agree_on_the_shared_nights(shared_data: Path, tmp_path: Path, name: str) -> None:
    night = night_of_logs([shared_data / name], tmp_path)
    there = set(night.tables["sessions"]["game"].to_pylist()) & GAMES.keys()
    assert all(_agree(night, game) for game in sorted(there))


@every_game
def test_they_agree_on_records_written_by_others(
    shared_data: Path, tmp_path: Path, game: str
) -> None:
    for folder in REAL.get(game, ()):
        night = night_of_logs([shared_data / "real" / folder], tmp_path / folder)
        assert _agree(night, game)


def test_they_agree_on_broken_inputs(shared_data: Path, tmp_path: Path) -> None:
    seen = 0
    for folder in sorted((shared_data / "broken").glob("*/input")):
        read = night_of_logs([folder], tmp_path / folder.parent.name)
        night = replace(read, has_holes=True)
        there = set(night.tables["sessions"]["game"].to_pylist()) & GAMES.keys()
        seen += sum(_agree(night, game) for game in sorted(there))
    assert seen


@every_game
@pytest.mark.parametrize("batch", [0, 2], ids=["lawful", "disturbed"])
def test_they_agree_on_generated_hands(game: str, batch: int) -> None:
    night = next(nights(GAMES[game], HANDS // 2, seed=978, first=batch))
    assert _agree(night, game)


@every_game
def test_the_witness_speaks_of_every_rule_or_says_why_not(game: str) -> None:
    rules = {rule.id for rule in norm_of(GAMES[game].prefix).rules}
    assert GAMES[game].silent.keys() <= rules


def test_a_witness_that_says_otherwise_is_heard(sample_logs: Path, tmp_path: Path) -> None:
    game = GAMES["bling_bling"]

    def judge(sessions: list[Session]) -> Iterator[Said]:
        for rule, subject, said in game.judge(sessions):
            yield rule, subject, "violation" if said == "pass" and rule == "BLB-5.1" else said

    night = night_of_logs([sample_logs / game.id], tmp_path)
    found = compare(night, game._replace(judge=judge))
    assert found.disagreements > 0
    assert all(line.startswith("BLB-5.1 ") for line in found.shown)
