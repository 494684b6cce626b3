"""The worth of seven cards by arts. 6 and 7: the best five of them as one number, higher is better.

A card is a small number, `4 * rank + suit`, rank 0 for the two to 12 for the ace. A score is the
combination (0 naipes mayores … 9 escalera real de color) above five half-bytes: the ranks that
tell it from its like, 2 to 14, in the order in which they count.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Cards = NDArray[np.int8]

RANKS = 13
ACE = 12
HAND = 7
LETTERS = "jihgfedcba"  # the letter of art. 6 for each combination, from the lowest
ROYAL, STRAIGHT_FLUSH, POKER, FULL, COLOR, STRAIGHT, TRIO, TWO_PAIRS, PAIR, HIGH = range(9, -1, -1)
UNKNOWN = -1
SHIFT = 20
_ONE = 0xF
# What art. 7 names: of a color its highest card, of a pair its highest side card.
_NAMED = {COLOR: 0xF0000, PAIR: 0xFF000}
_ALL = 0xFFFFF
_POWERS = np.repeat(5 ** np.arange(RANKS, dtype=np.int32), 4)
_SUIT_COUNT = np.tile(np.array([1, 16, 256, 4096], dtype=np.int32), RANKS)
_FIVE_OR_MORE = 0x8888
_THREE_EACH = 0x3333


@dataclass(frozen=True, slots=True)
class Scores:
    """What each hand is worth with the ace only high, and with the ace low in a straight too."""

    high: Ints
    low: Ints


def rank_seven(cards: Cards) -> Scores:
    """Rank hands of seven known cards: one row for each card, one column for each hand.

    UNKNOWN where the cards cannot be one deck's (five of a rank).
    """
    keys = _sums(_POWERS, cards)
    table = _table()
    place = np.searchsorted(table.keys, keys)
    place[place == len(table.keys)] = 0
    found = table.keys[place] == keys
    high = np.where(found, table.high[place], UNKNOWN).astype(np.int32)
    low = np.where(found, table.low[place], UNKNOWN).astype(np.int32)
    suited = (_sums(_SUIT_COUNT, cards) + _THREE_EACH) & _FIVE_OR_MORE
    rows = np.flatnonzero(suited)
    _raise_colors(cards[:, rows], suited=suited[rows], scores=(high, low), rows=rows)
    return Scores(high, low)


def named_part(scores: Ints) -> Ints:
    """Keep of each score only what arts. 6 j and 7 name: what is level there, they leave open."""
    mask = np.full(ROYAL + 1, _ALL, dtype=np.int32)
    for combination, named in _NAMED.items():
        mask[combination] = named
    kept = mask[np.maximum(scores, 0) >> SHIFT] | ~np.int32(_ALL)
    return np.where(scores < 0, scores, scores & kept).astype(np.int32)


def combination(scores: Ints) -> Ints:
    """Give the combination of each score, 0 to 9; UNKNOWN where the score is."""
    return np.where(scores < 0, UNKNOWN, scores >> SHIFT).astype(np.int32)


def rank_board(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Rank exposed cards (one row a card, UNKNOWN an absent one) as art. 7 would, higher is better.

    Pairs, two pairs, trío and póker count; parts of a straight or a color do not. Of a pair only
    the highest side card counts, for no other is named.
    """
    there = ranks >= 0
    alike = sum((ranks == other) & there for other in ranks)
    most = np.max(alike, axis=0)
    paired = np.sum(alike == 2, axis=0)  # noqa: PLR2004  # a pair is two cards alike
    kind = np.where(most > 2, most + 1, np.minimum(paired // 2 + 0, 2))  # noqa: PLR2004
    digits = -np.sort(-np.where(there, alike * 16 + ranks + 1, 0), axis=0)
    if len(digits) > 3:  # noqa: PLR2004  # a fourth card beside a pair is its second side card
        digits[3] = np.where(kind == 1, 0, digits[3])
    score = kind.astype(np.int64)
    for digit in digits:
        score = score * 128 + digit
    return np.asarray(score, dtype=np.int64)


@dataclass(frozen=True, slots=True)
class _Table:
    """Every way to hold seven ranks, by its key in order, and its scores without a color."""

    keys: Ints
    high: Ints
    low: Ints
    color_high: Ints
    color_low: Ints


@cache
def _table() -> _Table:
    """Make the scores of every seven ranks, and of every set of ranks of one suit."""
    ways = np.array(list(combinations_with_replacement(range(RANKS), HAND)), dtype=np.int8)
    counts = np.stack([(ways == rank).sum(axis=1) for rank in range(RANKS)], axis=1)
    counts = counts[counts.max(axis=1) <= 4]  # noqa: PLR2004  # four suits
    keys = (counts * 5 ** np.arange(RANKS)).sum(axis=1).astype(np.int32)
    order = np.argsort(keys)
    sets = (np.arange(1 << RANKS)[:, None] >> np.arange(RANKS)) & 1
    return _Table(
        keys[order],
        _plain(counts, ace_low=False)[order],
        _plain(counts, ace_low=True)[order],
        _colored(sets, ace_low=False),
        _colored(sets, ace_low=True),
    )


def _plain(counts: NDArray[np.int64], *, ace_low: bool) -> Ints:
    """Score hands by how many of each rank they hold, whatever their suits."""
    any_card, none = counts > 0, np.zeros_like(counts, dtype=bool)
    four = _top(counts == 4, none)  # noqa: PLR2004
    three = _top(counts >= 3, none)  # noqa: PLR2004
    pair = _top(counts >= 2, _marked(three))  # noqa: PLR2004
    second = _top(counts >= 2, _marked(pair))  # noqa: PLR2004
    straight = _straight(any_card, ace_low=ace_low)
    choices = [
        (four >= 0, _pack(POKER, [four, *_sides(any_card, [four], wanted=1)])),
        ((three >= 0) & (pair >= 0), _pack(FULL, [three, pair])),
        (straight >= 0, _pack(STRAIGHT, [straight])),
        (three >= 0, _pack(TRIO, [three, *_sides(any_card, [three], wanted=2)])),
        (
            second >= 0,
            _pack(TWO_PAIRS, [pair, second, *_sides(any_card, [pair, second], wanted=1)]),
        ),
        (pair >= 0, _pack(PAIR, [pair, *_sides(any_card, [pair], wanted=3)])),
    ]
    high = _pack(HIGH, _sides(any_card, [], wanted=5))
    return np.select([test for test, _ in choices], [score for _, score in choices], high)


def _colored(sets: NDArray[np.int64], *, ace_low: bool) -> Ints:
    """Score cards of one suit by their ranks; UNKNOWN where they are fewer than five."""
    held = sets > 0
    straight = _straight(held, ace_low=ace_low)
    run = np.where(straight == ACE, _pack(ROYAL, []), _pack(STRAIGHT_FLUSH, [straight]))
    score = np.where(straight >= 0, run, _pack(COLOR, _sides(held, [], wanted=5)))
    return np.where(held.sum(axis=1) >= 5, score, UNKNOWN).astype(np.int32)  # noqa: PLR2004


def _raise_colors(
    cards: Cards, *, suited: Ints, scores: tuple[Ints, Ints], rows: NDArray[np.intp]
) -> None:
    """Put in the scores of hands with five or more cards of a suit what the suit makes of them."""
    suit = np.searchsorted(np.array([8, 128, 2048, 32768]), suited)
    held = np.zeros(len(rows), dtype=np.int32)
    for card in cards.astype(np.int32):
        held |= np.where(card % 4 == suit, 1 << (card // 4), 0).astype(np.int32)
    table = _table()
    for score, colored in zip(scores, (table.color_high, table.color_low), strict=True):
        score[rows] = np.where(score[rows] < 0, UNKNOWN, np.maximum(score[rows], colored[held]))


def _sums(weights: Ints, cards: Cards) -> Ints:
    """Add up the weights of each hand's cards."""
    total = np.zeros(cards.shape[1], dtype=np.int32)
    for card in cards:
        total += weights[card]
    return total


def _top(held: NDArray[np.bool_], without: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Give the highest rank held in each row apart from some; UNKNOWN for none."""
    left = held & ~without
    return np.where(left.any(axis=1), ACE - np.argmax(left[:, ::-1], axis=1), UNKNOWN)


def _marked(rank: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Mark one rank in each row; none where it is UNKNOWN."""
    return np.asarray(np.arange(RANKS) == rank[:, None])


def _sides(
    held: NDArray[np.bool_], used: list[NDArray[np.int64]], *, wanted: int
) -> list[NDArray[np.int64]]:
    """Give the highest ranks left beside those used, from the highest."""
    without = np.zeros_like(held)
    for rank in used:
        without = without | _marked(rank)
    found = []
    for _ in range(wanted):
        found.append(_top(held, without))
        without = without | _marked(found[-1])
    return found


def _straight(held: NDArray[np.bool_], *, ace_low: bool) -> NDArray[np.int64]:
    """Give the top of the best five ranks in a row; UNKNOWN for none."""
    first = held[:, [ACE]] if ace_low else np.zeros((len(held), 1), dtype=bool)
    line = np.concatenate([first, held], axis=1)
    runs = np.stack([line[:, at : at + 5].all(axis=1) for at in range(RANKS - 3)], axis=1)
    place = RANKS - 4 - np.argmax(runs[:, ::-1], axis=1)
    return np.where(runs.any(axis=1), place + 3, UNKNOWN)


def _pack(combination: int, ranks: list[NDArray[np.int64]]) -> Ints:
    """Write a combination and the ranks that tell it from its like as one number."""
    packed: Ints = np.int32(combination << SHIFT) + np.zeros(1, dtype=np.int32)
    for place, rank in enumerate(ranks):
        packed = (packed + ((rank + 2) << (SHIFT - 4 * (place + 1)))).astype(np.int32)
    return packed
