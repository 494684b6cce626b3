"""Deal lawful Mini-Bacará hands in bulk: many shoes at once, one step a hand of the shoe.

The order is that of article 6 of decree 217/978: a card face up to each box from left to right, one
face down to Banca, again one to each box, then Banca's second, face up; third cards go from left to
right, and one to Banca where a box needs it. Which boxes draw is the usual table's (the decree that
article 7 names is not at hand): 0 to 4 draws, 5 as its holder likes, 6 and 7 stand.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from auditor.simulate.baccarat import (
    BANCA_DRAWS,
    DECK,
    FREE_CHOICE,
    NATURAL,
    NO_CARD,
    STANDS,
    SUITS,
    TEN,
)

DECKS = 4
MOST_BOXES = 5
MOST_CARDS = 3 * MOST_BOXES + 3
# Boxes of the sixteen hands of a shoe, three each on the average: at most 192 of 208 cards.
BOXES_OF_A_SHOE = np.array([2] * 6 + [3] * 6 + [4] * 2 + [5] * 2, dtype=np.int16)
HANDS_OF_A_SHOE = len(BOXES_OF_A_SHOE)
BANCA = 0
AIR, TWO, THREE = 1, 2, 3
ODDS_OF_DRAWING = 0.5  # on a five

Numbers = NDArray[np.int16]
Flags = NDArray[np.bool_]


class Hands(NamedTuple):
    """Hands dealt, one row each; `cards` and `dealt_to` have a column for each card of the hand."""

    boxes: Numbers  # how many boxes are in play
    cards: Numbers  # the card (0 to 51, its rank times four plus its suit), or NO_CARD
    dealt_to: Numbers  # BANCA, or the number of the box
    punto_totals: Numbers  # points of each box, with all its cards
    banca_totals: Numbers  # Banca's points as they count against each box
    banca_total: Numbers  # Banca's points with all its cards
    banca_third: Flags  # Banca took a third card
    banca_first: Numbers  # points of Banca's first card, and of its first two
    banca_two: Numbers
    has_five: Flags  # boxes that have the option
    asks: Flags  # those that use it to draw, had the hand not ended
    stage: Numbers  # how each box is decided: AIR, TWO or THREE of Banca's cards


class _Firsts(NamedTuple):
    """The first two cards' points, and which boxes draw."""

    puntos: Numbers
    banca: Numbers
    draws: Flags
    in_play: Flags
    ended: Flags
    has_five: Flags
    asks: Flags


def deal(shoes: int, random: np.random.Generator) -> Hands:
    """Deal every hand of some shoes; the rows go shoe by shoe, hand by hand."""
    order = _shuffle(shoes, random)
    boxes = random.permuted(np.tile(BOXES_OF_A_SHOE, (shoes, 1)), axis=1)
    begun = np.zeros(shoes, dtype=np.int64)
    dealt = []
    for step in range(HANDS_OF_A_SHOE):
        window = np.take_along_axis(order, begun[:, None] + np.arange(MOST_CARDS), axis=1)
        hands = _deal_hand(window, boxes[:, step], random=random)
        begun += (hands.cards != NO_CARD).sum(axis=1)
        dealt.append(hands)
    return Hands._make(_interleave(columns) for columns in zip(*dealt, strict=True))


def _shuffle(shoes: int, random: np.random.Generator) -> Numbers:
    """Shuffle four decks for each shoe."""
    decks = np.tile(np.arange(DECK, dtype=np.int16), (shoes, DECKS))
    return random.permuted(decks, axis=1)


def _interleave(columns: tuple[NDArray[np.generic], ...]) -> NDArray[np.generic]:
    """Put the same column of every step in the order of shoe, then hand."""
    stacked = np.stack(columns, axis=1)
    return stacked.reshape(-1, *stacked.shape[2:])


def _deal_hand(window: Numbers, boxes: Numbers, *, random: np.random.Generator) -> Hands:
    """Deal one hand from each shoe, whose next cards stand in `window`."""
    ranks = window // SUITS
    points = np.where(ranks < TEN, ranks + 1, 0).astype(np.int16)
    firsts = _firsts(points, boxes, random=random)
    thirds = 2 * boxes[:, None] + 1 + firsts.draws.cumsum(axis=1)
    third_points = np.take_along_axis(points, np.where(firsts.draws, thirds, 0), axis=1)
    needs = _needs(firsts, np.where(firsts.draws, third_points, STANDS))
    banca_third = np.asarray(needs.any(axis=1))
    last = 2 * boxes + 2 + firsts.draws.sum(axis=1)
    banca_last = np.take_along_axis(points, last[:, None], axis=1)[:, 0]
    banca = (firsts.banca + np.where(banca_third, banca_last, 0)) % 10
    dealt = np.arange(MOST_CARDS)[None, :] < (last + banca_third)[:, None]
    puntos = (firsts.puntos + np.where(firsts.draws, third_points, 0)) % 10
    return Hands(
        boxes=boxes,
        cards=np.where(dealt, window, NO_CARD).astype(np.int16),
        dealt_to=_receivers(boxes, firsts.draws, thirds=thirds),
        punto_totals=puntos.astype(np.int16),
        banca_totals=np.where(needs, banca[:, None], firsts.banca[:, None]).astype(np.int16),
        banca_total=banca.astype(np.int16),
        banca_third=banca_third,
        banca_first=np.take_along_axis(points, boxes[:, None].astype(np.int64), axis=1)[:, 0],
        banca_two=firsts.banca.astype(np.int16),
        has_five=firsts.has_five,
        asks=firsts.asks,
        stage=np.where(firsts.ended, AIR, np.where(needs, THREE, TWO)).astype(np.int16),
    )


def _needs(firsts: _Firsts, against: Numbers) -> Flags:
    """Say against which boxes Banca needs a third card."""
    return firsts.in_play & ~firsts.ended & BANCA_DRAWS[firsts.banca[:, None], against]


def _firsts(points: Numbers, boxes: Numbers, *, random: np.random.Generator) -> _Firsts:
    """Count the first two cards of each box and of Banca, and decide which boxes draw."""
    box = np.arange(MOST_BOXES)[None, :]
    in_play = box < boxes[:, None]
    second = np.take_along_axis(points, boxes[:, None] + 1 + box, axis=1)
    puntos = (points[:, :MOST_BOXES] + second) % 10
    own = np.stack([boxes, 2 * boxes + 1], axis=1)
    banca = np.take_along_axis(points, own, axis=1).sum(axis=1) % 10
    ended = (puntos >= NATURAL) | (banca >= NATURAL)[:, None]
    has_five = in_play & (puntos == FREE_CHOICE)
    asks = has_five & (random.random(puntos.shape) < ODDS_OF_DRAWING)
    draws = in_play & ~ended & ((puntos < FREE_CHOICE) | asks)
    return _Firsts(puntos, banca, draws, in_play, ended, has_five, asks)


def _receivers(boxes: Numbers, draws: Flags, *, thirds: Numbers) -> Numbers:
    """Say who gets each card of a hand."""
    at = np.arange(MOST_CARDS)[None, :]
    first, count = at + 1, boxes[:, None]
    to = np.where(at < count, first, np.where((at > count) & (at <= 2 * count), at - count, BANCA))
    rows = np.arange(len(boxes))
    for box in range(MOST_BOXES):
        to[rows[draws[:, box]], thirds[draws[:, box], box]] = box + 1
    return to.astype(np.int16)
