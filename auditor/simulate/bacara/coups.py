"""Deal lawful hands of bacará in bulk, one Punto against one Banca: many shoes at once.

Two cards each in turn, Punto first; then Punto's third and Banca's, as the usual table has it: the
page of the Peruvian norm that would say so is missing, and no rule holds the table against a hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

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

if TYPE_CHECKING:
    from auditor.simulate.columns import Flags, Numbers

DECKS = 8
COUPS_OF_A_SHOE = 64  # at six cards each and five burned, 389 of 416 cards
MOST_CARDS = 6


class Coups(NamedTuple):
    """Hands dealt, one row each: six columns of cards, who drew a third one, and the points."""

    cards: Numbers
    punto_draws: Flags
    banca_draws: Flags
    punto_total: Numbers
    banca_total: Numbers


def deal_coups(shoes: int, random: np.random.Generator) -> Coups:
    """Deal every hand of some shoes; the rows go shoe by shoe, hand by hand."""
    decks = np.tile(np.arange(DECK, dtype=np.int16), (shoes, DECKS))
    order = random.permuted(decks, axis=1)
    begun = np.zeros(shoes, dtype=np.int64)
    dealt = []
    for _ in range(COUPS_OF_A_SHOE):
        window = np.take_along_axis(order, begun[:, None] + np.arange(MOST_CARDS), axis=1)
        coups = _deal_coup(window)
        begun += (coups.cards != NO_CARD).sum(axis=1)
        dealt.append(coups)
    return Coups._make(
        np.stack(columns, axis=1).reshape(shoes * COUPS_OF_A_SHOE, *columns[0].shape[1:])
        for columns in zip(*dealt, strict=True)
    )


def _deal_coup(window: Numbers) -> Coups:
    """Deal one hand from each shoe, whose next cards stand in `window`."""
    ranks = window // SUITS
    points = np.where(ranks < TEN, ranks + 1, 0)
    rows = np.arange(len(window))
    punto, banca = (points[:, 0] + points[:, 2]) % 10, (points[:, 1] + points[:, 3]) % 10
    goes_on = (punto < NATURAL) & (banca < NATURAL)
    punto_draws = goes_on & (punto <= FREE_CHOICE)
    banca_draws = goes_on & BANCA_DRAWS[banca, np.where(punto_draws, points[:, 4], STANDS)]
    last = 4 + punto_draws.astype(np.int64)
    count = last + banca_draws
    return Coups(
        cards=np.where(np.arange(MOST_CARDS) < count[:, None], window, NO_CARD).astype(np.int16),
        punto_draws=punto_draws,
        banca_draws=banca_draws,
        punto_total=(punto + np.where(punto_draws, points[:, 4], 0)) % 10,
        banca_total=(banca + np.where(banca_draws, points[rows, last], 0)) % 10,
    )
