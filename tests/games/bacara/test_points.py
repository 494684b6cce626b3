"""Art. 9 and the tables of comparison, card by card in plain Python, against the program."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.games.bacara.conftest import Judged, Row

HANDS = 3_000
DRAWS_ON = {3: "012345679", 4: "234567", 5: "4567", 6: "67"}  # Banca, by Punto's third card
MAY = {(3, 9), (5, 4)}  # Banca as she likes


def value(card: str) -> int:
    """Ten and court cards count nothing, the ace one."""
    return "XA23456789".index(card[0]) if card[0] not in "TJQK" else 0


def points(cards: Sequence[str]) -> int:
    return sum(map(value, cards)) % 10


def punto_fits(punto: Sequence[str]) -> bool:
    two = points(punto[:2])
    return two == 5 or (len(punto) == 3) == (two < 5)


def banca_fits(punto: Sequence[str], banca: Sequence[str]) -> bool:
    two, drew = points(banca[:2]), len(banca) == 3
    if two <= 2 or two == 7:
        return drew == (two <= 2)
    third = value(punto[2]) if len(punto) == 3 else None
    if third is None or (two, third) in MAY:
        return True
    return drew == (str(third) in DRAWS_ON[two])


def fits(punto: Sequence[str], banca: Sequence[str]) -> bool:
    """Tell whether third cards fit the fixed table or the one with options."""
    if max(points(punto[:2]), points(banca[:2])) >= 8:
        return len(punto) == len(banca) == 2
    return punto_fits(punto) and banca_fits(punto, banca)


def deal(seed: int) -> list[tuple[list[str], list[str]]]:
    random = np.random.default_rng(seed)
    names = np.array([rank + suit for rank, suit in product("A23456789TJQK", "SHDC")])
    cards = names[random.integers(0, len(names), (HANDS, 6))]
    counts = random.integers(2, 4, (HANDS, 2))
    return [
        (list(six[:3][:punto]), list(six[3:][:banca]))
        for six, (punto, banca) in zip(cards, counts, strict=True)
    ]


def row(number: int, punto: list[str], banca: list[str]) -> Row:
    """Write a hand whose totals are right on every other hand only."""
    off = number % 2
    return {
        "hand_id": f"h{number}", "session_id": "s", "hand_no": str(number + 1),
        "punto_cards": " ".join(punto), "banca_cards": " ".join(banca),
        "punto_total": str((points(punto) + off) % 10), "banca_total": str(points(banca)),
        "winner": ("tie", "banca", "punto")[number % 3],
    }  # fmt: skip


@pytest.fixture(scope="module")
def hands() -> list[tuple[list[str], list[str]]]:
    return deal(seed=252934)


@pytest.fixture(scope="module")
def judged(hands: list[tuple[list[str], list[str]]], judge: Callable[..., Judged]) -> Judged:
    return judge({"hands": [row(n, *sides) for n, sides in enumerate(hands)]})


def test_a_total_is_right_where_it_is_the_units_of_the_sum(judged: Judged) -> None:
    due = {f"h{n}": ("pass", "violation")[n % 2] for n in range(HANDS)}
    assert due == judged.of("BAC-9.2")
    assert dict.fromkeys(due, "pass") == judged.of("BAC-9.2.2")


def test_third_cards_that_break_both_tables_are_left_undetermined(
    hands: list[tuple[list[str], list[str]]], judged: Judged
) -> None:
    due = {f"h{n}": "pass" if fits(*sides) else "indeterminate" for n, sides in enumerate(hands)}
    assert due == judged.of("BAC-9.x")
    assert {"pass", "indeterminate"} == set(due.values())


def test_the_winner_is_who_has_more_points(
    hands: list[tuple[list[str], list[str]]], judged: Judged
) -> None:
    winners = ["tie", "banca", "punto"]
    due = {
        f"h{n}": "pass"
        if winners[(points(banca) > points(punto)) + 2 * (points(punto) > points(banca))]
        == winners[n % 3]
        else "indeterminate"
        for n, (punto, banca) in enumerate(hands)
    }
    assert due == judged.of("BAC-9.x.2")
