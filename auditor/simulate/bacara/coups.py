"""Deal lawful hands of bacará in bulk, one Punto against one Banca: many shoes at once.

Two cards each in turn, Punto first; then Punto's third and Banca's, as the usual table has it: the
page of the Peruvian norm that would say so is missing, and no rule holds the table against a hand.
A shoe ends with the hand in which its cutter appears (article 6).
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
    from numpy.typing import NDArray

    from auditor.simulate.columns import Flags, Numbers

DECKS = 8
BURNED = 5
MOST_CARDS = 6
# How many cards the cutter leaves behind it: from 40 to half of the pack, both bounds met often.
LEAST_CUT, LONG_CUT, MOST_CUT = 40, 150, DECKS * DECK // 2
SHARE_LEAST, SHARE_NEAR, SHARE_MOST = 0.12, 0.15, 0.04
NEAR = 5
MOST_COUPS = 90  # of a shoe that is dealt to its end
COUPS_FOR_SURE = 48  # of a shoe, on the average of any few


class Coups(NamedTuple):
    """Hands dealt, one row each: six columns of cards, who drew a third one, and the points."""

    cards: Numbers
    punto_draws: Flags
    banca_draws: Flags
    punto_total: Numbers
    banca_total: Numbers


class Shoes(NamedTuple):
    """How the hands of some sessions lie in their shoes; a row for each shoe.

    `session`, `number`: whose it is, and which; `first`, `last`: its hands (rows of the coups);
    `cut`: cards between cutter and base; `out`: the last hand's cards when the cutter appeared,
    0 where it appeared after them; `is_whole`: it was dealt to its end.
    """

    session: Numbers
    number: Numbers
    first: Numbers
    last: Numbers
    cut: Numbers
    out: Numbers
    is_whole: Flags


def deal_sessions(counts: Numbers, random: np.random.Generator) -> tuple[Coups, Shoes]:
    """Deal so many hands of each session; the rows go session by session, hand by hand."""
    each = int(counts.max()) // COUPS_FOR_SURE + 2
    coups, cut = deal_coups(each * len(counts), random), _cuts(each * len(counts), random)
    held = (coups.cards != NO_CARD).sum(axis=2).cumsum(axis=1)
    length = (held < DECKS * DECK - BURNED - cut[:, None]).sum(axis=1) + 1
    begin = (length.reshape(-1, each).cumsum(axis=1) - length.reshape(-1, each)).reshape(-1)
    left = np.repeat(counts, each) - begin
    used = left > 0
    kept = np.minimum(length, np.maximum(left, 0))
    dealt = np.arange(MOST_COUPS) < kept[:, None]
    first = kept.cumsum() - kept
    before = held[np.arange(len(cut)), np.maximum(length - 2, 0)]
    out = DECKS * DECK - BURNED - cut - before
    whole = held[np.arange(len(cut)), length - 1]
    shoes = Shoes(
        session=np.repeat(np.arange(len(counts)), each),
        number=np.tile(np.arange(each) + 1, len(counts)),
        first=first,
        last=first + kept - 1,
        cut=cut,
        out=np.where(before + out == whole, 0, out),
        is_whole=kept == length,
    )
    return (
        Coups._make(column[dealt] for column in coups),
        Shoes._make(column[used] for column in shoes),
    )


def _cuts(shoes: int, random: np.random.Generator) -> Numbers:
    """Say how many cards the cutter of each shoe leaves behind it."""
    chance = random.random(shoes)
    far = random.integers(LEAST_CUT + NEAR, LONG_CUT + 1, shoes)
    near = random.integers(LEAST_CUT + 1, LEAST_CUT + NEAR, shoes)
    cut = np.where(chance < SHARE_LEAST + SHARE_NEAR, near, far)
    cut = np.where(chance < SHARE_LEAST, LEAST_CUT, cut)
    return np.asarray(np.where(chance > 1 - SHARE_MOST, MOST_CUT, cut))


def deal_coups(shoes: int, random: np.random.Generator) -> Coups:
    """Deal the hands of some shoes, more than any cutter allows: a row a shoe, a column a hand."""
    decks = np.tile(np.arange(DECK, dtype=np.int16), (shoes, DECKS))
    order = random.permuted(decks, axis=1)
    begun = np.zeros(shoes, dtype=np.int64)
    dealt = []
    for _ in range(MOST_COUPS):
        places = np.minimum(begun[:, None] + np.arange(MOST_CARDS), order.shape[1] - 1)
        coups = _deal_coup(np.take_along_axis(order, places, axis=1))
        begun += (coups.cards != NO_CARD).sum(axis=1)
        dealt.append(coups)
    return Coups._make(np.stack(columns, axis=1) for columns in zip(*dealt, strict=True))


def _deal_coup(window: NDArray[np.int16]) -> Coups:
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
