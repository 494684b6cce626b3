"""What cards are worth at seven-card stud, as articles 6, 7 and 9 b read."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations

RANKS = "23456789TJQKA"
VALUES = {rank: worth for worth, rank in enumerate(RANKS, 2)}
DECK = [rank + suit for rank in RANKS for suit in "SHDC"]
Worth = tuple[int, ...]


def value(card: str) -> int:
    """Art. 6 j: the ace is highest, the others are worth what they say."""
    return VALUES[card[0]]


@cache
def five(values: tuple[int, ...], *, suited: bool, ace_low: bool) -> Worth:
    """Art. 6: the combination of five cards, highest first, and then their values as they count."""
    groups = sorted(((n, v) for v, n in Counter(values).items()), reverse=True)
    shape, ranks = [n for n, _ in groups], [v for _, v in groups]
    low = ace_low and values == (14, 5, 4, 3, 2)
    in_a_row = low or (len(ranks) == 5 and values[0] - values[4] == 4)
    if in_a_row:
        top = 5 if low else values[0]
        return (9 if top == 14 else 8, top)[: 1 if top == 14 else 2] if suited else (4, top)
    by_shape = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    kind = by_shape.get(tuple(shape), 5 if suited else 0)
    return (kind, *ranks)


@cache
def best_of(values: tuple[int, ...], *, suited: bool, ace_low: bool) -> Worth:
    """Give the best five of some values, highest first; `suited`: all are of one suit."""
    return max(five(each, suited=suited, ace_low=ace_low) for each in combinations(values, 5))


def best(cards: tuple[str, ...], *, ace_low: bool) -> Worth:
    """Art. 6: the best five of seven, of whatever suits or of one."""
    high_first = sorted(cards, key=value, reverse=True)
    found = best_of(tuple(map(value, high_first)), suited=False, ace_low=ace_low)
    suit, count = Counter(card[1] for card in cards).most_common(1)[0]
    if count < 5:
        return found
    of_suit = tuple(value(card) for card in high_first if card[1] == suit)
    return max(found, best_of(of_suit, suited=True, ace_low=ace_low))


def named(worth: Worth) -> Worth:
    """Art. 7 c and g: of a color its highest card is named, of a pair the highest side card."""
    return worth[: {5: 2, 1: 3}.get(worth[0], len(worth))]


def board(cards: list[str]) -> tuple[Worth, Worth]:
    """Art. 9 b: what exposed cards are worth, by the groups that they make."""
    groups = sorted(((n, value) for value, n in Counter(map(value, cards)).items()), reverse=True)
    shape, ranks = tuple(n for n, _ in groups), tuple(v for _, v in groups)
    return shape, ranks[:2] if shape == (2, 1, 1) else ranks
