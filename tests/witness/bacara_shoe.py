"""Shoes for nights of bacará: shuffled or not, cut well or not, dealt until the cutter appears."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

DECK = [rank + suit for suit, rank in product("SHDC", "A23456789TJQK")]
STEPS = ("show", "face_down", "scramble", "shuffle", "cut", "end_cut", "load_shoe", "burn")


class Shoe:
    """A shoe: its cards, where its cutters were put, and what was done with it."""

    def __init__(self, random: Random, number: int) -> None:
        self.random, self.number, self.name = random, number, f"z{number}"
        self.decks = random.choice((1, 2, 4))
        self.cards = DECK * self.decks
        if random.randrange(25):
            random.shuffle(self.cards)
        half = len(self.cards) // 2
        self.end_cut = random.choice((min(40, half), half, half, 50, 39, half + 1))
        self.first_cut = random.choice((25, 39, 40))
        self.burned = random.choice((5, 5, 5, 4, 6))
        self.out = self.burned
        self.row: dict[str, str | None] = {
            "shoe_id": self.name, "session_id": "s", "shoe_no": str(number),
            "decks": str(self.decks), "deck_state": "new" if number == 1 else "used",
        }  # fmt: skip

    def steps(self) -> list[str]:
        """Give the steps made with the shoe before its first hand: mostly all, and in order."""
        steps = list(STEPS)
        if self.number > 1:
            steps = [step for step in steps if step in STEPS[3:] or self.random.randrange(2)]
        for step in self.random.sample(STEPS, 2):
            if step in steps and not self.random.randrange(8):
                steps.remove(step)
        if not self.random.randrange(5) and len(steps) > 1:
            at = self.random.randrange(len(steps) - 1)
            steps[at : at + 2] = steps[at + 1], steps[at]
        if not self.random.randrange(10) and steps:
            steps.insert(self.random.randrange(len(steps)), self.random.choice(STEPS[3:6]))
        return steps

    def count(self, step: str) -> str | None:
        """Give the number of cards that a step tells; now and then it tells none."""
        told = {"cut": self.first_cut, "end_cut": self.end_cut, "burn": self.burned}.get(step)
        return None if told is None or not self.random.randrange(9) else str(told)

    def deal(self, cards: int) -> list[str]:
        """Take cards out of the shoe; an empty one goes on with any."""
        taken = self.cards[self.out : self.out + cards]
        self.out += len(taken)
        return taken + [self.random.choice(DECK) for _ in range(cards - len(taken))]

    @property
    def shows_cutter(self) -> bool:
        """Say whether the cutter has appeared."""
        return self.out >= len(self.cards) - self.end_cut


def value(card: str) -> int:
    return 0 if card[0] in "TJQK" else "A23456789".index(card[0]) + 1


def coup(shoe: Shoe, random: Random) -> tuple[list[str], list[str]]:
    """Deal Punto and Banca: third cards as the usual table has them, or now and then at random."""
    four = shoe.deal(4)
    punto, banca = [four[0], four[2]], [four[1], four[3]]
    if not random.randrange(8):
        return punto + shoe.deal(random.randrange(2)), banca + shoe.deal(random.randrange(3))
    own, other = (sum(map(value, side)) % 10 for side in (punto, banca))
    if max(own, other) >= 8:
        return punto, banca
    if own <= 4 or (own == 5 and random.randrange(2)):
        punto += shoe.deal(1)
    third = value(punto[2]) if len(punto) == 3 else None
    draws = {3: {*range(10)} - {8}, 4: {*range(2, 8)}, 5: {*range(4, 8)}, 6: {6, 7}}
    if other <= 2 or (third is None and other <= 5) or third in draws.get(other, set()):
        banca += shoe.deal(1)
    return punto, banca
