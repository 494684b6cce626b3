"""Art. 9 g by hand: main and side pots, uncalled bets, shares and odd chips."""

from __future__ import annotations

import numpy as np
import pytest

from auditor.games.stud7.pots import settle, uncalled

# What each put in, who stays, whose hand is better, the least chip; what each is due.
POTS = [
    ("one all in for 50", [50, 200, 200], [1, 1, 1], [9, 5, 3], 50, [150, 300, 0]),
    ("the best of those who put all in", [50, 200, 200], [1, 1, 1], [1, 5, 3], 50, [0, 450, 0]),
    (
        "one who folded with 80 put in",
        [50, 200, 200, 80],
        [1, 1, 1, 0],
        [9, 5, 3, 9],
        10,
        [200, 330, 0, 0],
    ),
    (
        "two all in and 180 that nobody called",
        [50, 120, 300],
        [1, 1, 1],
        [9, 5, 3],
        10,
        [150, 140, 180],
    ),
    ("all fold but one", [5, 25, 15], [0, 1, 0], [-1, -1, -1], 5, [0, 45, 0]),
]


@pytest.mark.parametrize(
    ("put", "stays", "score", "unit", "due"),
    [pot[1:] for pot in POTS],
    ids=[p[0] for p in POTS],
)
def test_each_is_due_the_pots_with_his_money_in(
    put: list[int], stays: list[int], score: list[int], unit: int, due: list[int]
) -> None:
    shares = settle(
        np.array([put]), np.array([stays]) == 1, score=np.array([score]), unit=np.array([unit])
    )
    assert shares.down.tolist() == shares.up.tolist() == [due]
    assert sum(due) == sum(put)


def test_an_odd_chip_is_between_the_two_shares_of_a_pot() -> None:
    stays, score = np.array([[True, False, True, True]]), np.array([[9, 0, 5, 5]])
    shares = settle(np.array([[6, 7, 47, 47]]), stays, score=score, unit=np.array([1]))
    # main pot 4 × 6 = 24; the other has 1 + 41 + 41 = 83: 41 each, and a chip that cannot be cut
    assert shares.down.tolist() == [[24, 0, 41, 41]]
    assert shares.up.tolist() == [[24, 0, 42, 42]]


def test_what_nobody_matched_is_the_highest_bettors_alone() -> None:
    put = np.array([[50, 120, 300], [50, 300, 300], [300, 120, 50]])
    stays = np.array([[True, True, True], [True, True, True], [False, True, True]])
    assert uncalled(put, stays).tolist() == [[0, 0, 180], [0, 0, 0], [0, 0, 0]]


def test_every_chip_put_in_is_due_to_someone() -> None:
    chance = np.random.default_rng(9)
    put = chance.integers(0, 60, (4_000, 7)) * 5
    stays = chance.random((4_000, 7)) < 0.6
    stays[:, 0] = True
    put[:, 0] = np.maximum(put[:, 0], 5)
    score = chance.permuted(np.tile(np.arange(7), (4_000, 1)), axis=1)
    shares = settle(put, stays, score=score, unit=np.full(4_000, 5))
    assert (shares.down.sum(axis=1) == put.sum(axis=1)).all()
    assert (shares.down == shares.up).all()
