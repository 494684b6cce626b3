"""Simulated nights: clean ones are silent at the stated level, planted ones found at the power."""

from __future__ import annotations

import numpy as np
import pytest

from auditor.checks.judge import Word
from tests.checks.conftest import checked, dice_log, shoe_log, shuffled

NIGHTS = 200
# Of 200 clean nights, each with 1 % for a doubt: more than 8 have one in one of 4,700 tries.
MOST_DOUBTS = 8


def test_of_two_hundred_clean_nights_of_dice_no_more_are_doubted_than_stated() -> None:
    dice = np.random.default_rng(2002).integers(1, 7, size=(NIGHTS, 600, 3))
    results = checked("bling_bling", dice_log(dice))
    assert {
        each.figures.p is not None for each in results if each.check.id in {"CHK-1", "CHK-4"}
    } == {True}
    assert len({each.casino_id for each in results if each.verdict is Word.DOUBTFUL}) <= MOST_DOUBTS


def test_of_two_hundred_clean_nights_of_shoes_no_more_are_doubted_than_stated() -> None:
    cards = shuffled(np.random.default_rng(978), NIGHTS, shoes=3, decks=6, dealt=250)
    results = checked("mini_bacara", shoe_log(cards, decks=6))
    tested = {each.check.id for each in results if each.figures.p is not None}
    assert tested >= {"CHK-5", "CHK-6", "CHK-7", "CHK-8", "CHK-9"}
    assert len({each.casino_id for each in results if each.verdict is Word.DOUBTFUL}) <= MOST_DOUBTS


def test_a_loaded_die_is_found_about_as_often_as_stated() -> None:
    chance = np.array([*[1 / 6 - 0.004] * 5, 1 / 6 + 0.02])
    dice = np.random.default_rng(1900).choice(6, size=(NIGHTS, 1500, 3), p=chance) + 1
    results = [
        each
        for each in checked("bling_bling", dice_log(dice))
        if each.check.id == "CHK-1" and not each.part
    ]
    stated = float(np.mean([each.power or 0 for each in results]))
    assert 0.3 < stated < 0.7
    found = np.mean([each.verdict is Word.DOUBTFUL for each in results])
    assert found == pytest.approx(stated, abs=0.12)
