"""Bacará, the end of article 8 and article 9: the five per cent, points, third cards, winner."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from tests.witness.entries import adopted, declared
from tests.witness.logic import word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.witness.bacara_rows import Hand, Night, Said
    from tests.witness.saying import Truth

UNITS = {"0_01": 100, "0_10": 1_000, "0_50": 5_000, "1": 10_000, "5": 50_000}
DRAWS_ON = {3: "012345679", 4: "234567", 5: "4567", 6: "67"}  # Banca, by Punto's third card
MAY = {(3, 9), (5, 4)}  # Banca as she likes


def of_hands(night: Night) -> Iterator[Said]:
    """Judge each hand's points, cards, winner and deduction."""
    for hand in night.hands:
        yield "BAC-8.15", hand.name, True, deduction(night, hand)
        punto, banca = points_of(hand.punto), points_of(hand.banca)
        yield "BAC-9.2", hand.name, True, word(same(hand.punto_total, punto))
        yield "BAC-9.2.2", hand.name, True, word(same(hand.banca_total, banca))
        yield "BAC-9.x", hand.name, True, word(third_cards(hand), True)
        winner = None
        if punto is not None and banca is not None:
            winner = "tie" if punto == banca else "punto" if punto > banca else "banca"
        yield "BAC-9.x.2", hand.name, True, word(same(hand.winner, winner), True)
        yield "BAC-9.x.3", hand.name, True, word(money_follows(hand), True)


def same(one: object, other: object) -> Truth:
    return None if one is None or other is None else one == other


# ── article 8: five per cent of what the banker wins in each play ────────────────────────────────
def rounded(amount: int, unit: int, direction: str) -> int:
    """Round an amount, in ten-thousandths, to a unit."""
    whole, rest = divmod(amount, unit)
    up = {
        "down": False,
        "up": rest > 0,
        "half_up": 2 * rest >= unit,
        "half_even": 2 * rest > unit or (2 * rest == unit and whole % 2 == 1),
    }[direction]
    return (whole + up) * unit


def dues(result: int) -> dict[str, int]:
    """Give the five per cent under each reading of its rounding; results are whole hundredths."""
    won = max(result, 0)
    exact = won // 20
    near = {f"nearest_{name}": rounded(exact, unit, "half_up") for name, unit in UNITS.items()}
    down = {f"down_{name}": rounded(exact, unit, "down") for name, unit in UNITS.items()}
    return {"exact": exact, **near, **down}


def deduction(night: Night, hand: Hand) -> str:
    """Judge what the house took of a play: in each, and of nothing but what the banker won."""
    if hand.result is None or hand.deduction is None:
        return word(None)
    due = dues(hand.result)
    unit = declared(night.session, "rounding.unit")
    way = declared(night.session, "rounding.direction")
    reading = adopted(night.session, "BAC-8.15")
    if unit is not None and way is not None:
        due = {"declared": rounded(due["exact"], int(Decimal(unit) * 10_000), way)}
    elif reading is not None:
        due = {reading: due[reading]}
    return word(*(hand.deduction == each for each in due.values()))


# ── article 9 ────────────────────────────────────────────────────────────────────────────────────
def value(card: str) -> int:
    """Ten and court cards count nothing, the ace one."""
    return "XA23456789".index(card[0]) if card[0] not in "TJQK" else 0


def points(cards: Sequence[str]) -> int:
    return sum(map(value, cards)) % 10


def points_of(cards: Sequence[str] | None) -> int | None:
    return None if cards is None or len(cards) < 2 else points(cards)


def third_cards(hand: Hand) -> Truth:
    """Tell whether third cards fit the fixed table or the one with options."""
    punto, banca = hand.punto, hand.banca
    if punto is None or banca is None or len(punto) < 2 or len(banca) < 2:
        return False if any(map(breaks_any, (punto or (), banca or ()))) else None
    if max(len(punto), len(banca)) > 3:
        return False
    if max(points(punto[:2]), points(banca[:2])) >= 8:
        return len(punto) == len(banca) == 2
    two = points(punto[:2])
    return (two == 5 or (len(punto) == 3) == (two < 5)) and banca_fits(punto, banca)


def breaks_any(side: Sequence[str]) -> bool:
    """Tell whether one side alone breaks every table: a fourth card, or a third on a natural."""
    return len(side) > 3 or (len(side) == 3 and points(side[:2]) >= 8)


def banca_fits(punto: Sequence[str], banca: Sequence[str]) -> bool:
    two, drew = points(banca[:2]), len(banca) == 3
    if two <= 2 or two == 7:
        return drew == (two <= 2)
    third = value(punto[2]) if len(punto) == 3 else None
    if third is None or (two, third) in MAY:
        return True
    return drew == (str(third) in DRAWS_ON[two])


def money_follows(hand: Hand) -> Truth:
    """Tell whether the banker does not lose when Banca wins, nor win when Punto does."""
    if hand.winner is None or hand.result is None:
        return None
    if hand.winner == "tie":
        return hand.result == 0
    return hand.result >= 0 if hand.winner == "banca" else hand.result <= 0
