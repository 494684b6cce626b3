"""Deal bridge in bulk and write the deals in PBN."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from auditor.simulate.columns import Numbers

HANDS, SUITS, RANKS = 4, 4, 13
RANK_NAMES = "AKQJT98765432"
# Which ranks of a suit a hand holds, as one number, the ace the lowest bit.
HOLDINGS = pa.array(
    [
        "".join(name for bit, name in enumerate(RANK_NAMES) if held >> bit & 1)
        for held in range(2**RANKS)
    ]
)
CARDS = pa.array([rank + suit for suit in "SHDC" for rank in RANK_NAMES])


class Deals(NamedTuple):
    """Deals, one row each: the hand (0 North, then clockwise) of each of the fifty-two cards."""

    hand_of: Numbers

    def text(self) -> pa.Array:
        """Write the deals in PBN, from North on."""
        bits = 1 << np.arange(RANKS)
        suits = self.hand_of.reshape(len(self.hand_of), SUITS, RANKS)
        hands = [self._hand(suits, hand, bits=bits) for hand in range(HANDS)]
        whole = pc.binary_join_element_wise(*hands, " ")
        return pc.binary_join_element_wise("N", whole, ":")

    @staticmethod
    def _hand(suits: Numbers, hand: int, *, bits: Numbers) -> pa.Array:
        """Write one hand of every deal, suit by suit."""
        held = ((suits == hand) * bits).sum(axis=2)
        texts = [HOLDINGS.take(pa.array(held[:, suit])) for suit in range(SUITS)]
        return pc.binary_join_element_wise(*texts, ".")


def deal(count: int, random: np.random.Generator) -> Deals:
    """Shuffle and deal so many packs."""
    pack = np.tile(np.repeat(np.arange(HANDS, dtype=np.int64), RANKS), (count, 1))
    return Deals(random.permuted(pack, axis=1))


def dealing_order(deals: Deals, first: Numbers, *, random: np.random.Generator) -> Numbers:
    """Give the cards of each deal as they went round the table, from the hand `first` on."""
    chance = random.random(deals.hand_of.shape)
    by_hand = np.lexsort((chance, deals.hand_of), axis=1).reshape(len(first), HANDS, RANKS)
    turn = (first[:, None] + np.arange(HANDS)) % HANDS
    rounds = np.take_along_axis(by_hand, turn[:, :, None], axis=1)
    return np.asarray(rounds.transpose(0, 2, 1).reshape(len(first), HANDS * RANKS))
