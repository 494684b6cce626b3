"""The order of arts. 6 and 7: seven cards ranked in arrays, and five of them by the plain text."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from auditor.games.stud7.ranking import LETTERS, combination, named_part, rank_board, rank_seven

if TYPE_CHECKING:
    from collections.abc import Callable

Best = tuple[int, ...]
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "SHDC"]
LADDER = (
    ("a", "AS KS QS JS TS 2D 3H"),
    ("b", "9S 8S 7S 6S 5S AD 2H"),
    ("c", "4C 4D 4H 4S KC QC 3D"),
    ("d", "AS AH AD KS KD 2C 3H"),
    ("e", "AC JC 9C 7C 4C 5D 6H"),
    ("f", "KS QD JH TD 9S 2C 3H"),
    ("g", "7S 7H 7D QC 8C AH 4D"),
    ("h", "3S 3D 2H 2D KC JC 9S"),
    ("i", "2S 2H QD TH 8C 7C 4D"),
    ("j", "AS KD JD 9C 6C 5D 3H"),
)


def columns(hands: list[list[str]]) -> np.ndarray[tuple[int, ...], np.dtype[np.int8]]:
    return np.array([[DECK.index(card) for card in hand] for hand in hands], dtype=np.int8).T


def in_order(values: list[Best]) -> list[int]:
    ladder = sorted(set(values))
    return [ladder.index(value) for value in values]


@pytest.fixture(scope="module")
def dealt() -> list[list[str]]:
    chance = random.Random(6)  # noqa: S311  # a test's cards, no secret
    wheels = [
        [f"{rank}{chance.choice('SHDC')}" for rank in "A2345"]
        + chance.sample([card for card in DECK if card[0] in "89TJ"], 2)
        for _ in range(60)
    ]
    return [chance.sample(DECK, 7) for _ in range(1_500)] + wheels


@pytest.mark.parametrize("ace_low", [False, True])
def test_seven_cards_stand_in_the_order_of_their_best_five(
    dealt: list[list[str]], best_five: Callable[..., Best], ace_low: bool
) -> None:
    scores = rank_seven(columns(dealt))
    found = (scores.low if ace_low else scores.high).tolist()
    plain = [best_five(hand, ace_low=ace_low) for hand in dealt]
    assert in_order([(score,) for score in found]) == in_order(plain)


def test_what_article_7_names_stands_in_its_order(
    dealt: list[list[str]], best_five: Callable[..., Best], named_five: Callable[[Best], Best]
) -> None:
    found = named_part(rank_seven(columns(dealt)).high).tolist()
    plain = [named_five(best_five(hand, ace_low=False)) for hand in dealt]
    assert in_order([(score,) for score in found]) == in_order(plain)


def test_the_combinations_are_those_of_article_6_from_a_to_j() -> None:
    scores = rank_seven(columns([hand.split() for _, hand in LADDER])).high
    assert [LETTERS[each] for each in combination(scores).tolist()] == [each for each, _ in LADDER]
    assert sorted(scores.tolist(), reverse=True) == scores.tolist()


def test_an_ace_is_low_in_a_straight_by_one_reading_only() -> None:
    scores = rank_seven(
        columns(
            [["AS", "2D", "3H", "4C", "5S", "KD", "JC"], ["AS", "2S", "3S", "4S", "5S", "KD", "JC"]]
        )
    )
    assert [LETTERS[each] for each in combination(scores.high).tolist()] == ["j", "e"]
    assert [LETTERS[each] for each in combination(scores.low).tolist()] == ["f", "b"]


def test_five_cards_of_a_rank_are_not_ranked() -> None:
    assert rank_seven(columns([["4C", "4D", "4H", "4S", "4C", "QC", "3D"]])).high.tolist() == [-1]


def test_boards_stand_by_their_groups_and_then_their_cards() -> None:
    ladder = ["AKQJ", "22AK", "33A2", "AA43", "3322", "AAKK", "222A", "AAA2", "2222"]
    ranks = np.array([["23456789TJQKA".index(card) for card in board] for board in ladder]).T
    found = rank_board(ranks.astype(np.int64)).tolist()
    assert found == sorted(found)
    assert len(set(found)) == len(found)


def test_the_second_side_card_of_a_board_with_a_pair_is_not_named() -> None:
    ranks = np.array([[0, 0], [0, 0], [12, 12], [11, 3]], dtype=np.int64)
    first, second = rank_board(ranks).tolist()
    assert first == second
