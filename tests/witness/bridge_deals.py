"""Deals of bridge in PBN, card by card: what they show, and the packs that they may come of."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

SEATS = "NESW"
SUITS = "SHDC"
RANKS = "A23456789TJQK"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
HAND = 13
ORDERS = (RANKS, RANKS[1:] + RANKS[0])  # the ace below the two, or above the king
WRITTEN = re.compile(r"^(-|(10|[AKQJT2-9])*(\.(10|[AKQJT2-9])*){3})$", re.IGNORECASE)
DEAL = re.compile(r"^\s*([NESW])\s*:\s*(.*?)\s*$", re.IGNORECASE)


class Deal(NamedTuple):
    """A deal: the cards of each seat from North on, None where a hand is not shown."""

    hands: tuple[tuple[str, ...] | None, ...]

    @property
    def shown(self) -> list[tuple[str, ...]]:
        """Give the hands that are shown."""
        return [hand for hand in self.hands if hand is not None]

    @property
    def is_full(self) -> bool:
        """Tell whether all four hands are shown."""
        return None not in self.hands

    @property
    def holds_twice(self) -> bool:
        """Tell whether a card is shown twice."""
        cards = [card for hand in self.shown for card in hand]
        return len(set(cards)) < len(cards)

    @property
    def is_end_position(self) -> bool:
        """Tell whether four equal hands of fewer than thirteen are shown (PBN 2.1, 3.10)."""
        lengths = {len(hand) for hand in self.shown}
        return self.is_full and len(lengths) == 1 and max(lengths) < HAND

    @property
    def may_be_end_position(self) -> bool:
        """Tell whether some hands are hidden, and those shown may be of an end position."""
        return not self.is_full and all(len(hand) < HAND for hand in self.shown)

    @property
    def key(self) -> tuple[frozenset[str] | None, ...]:
        """Give what makes two deals the same: the cards of each seat."""
        return tuple(None if hand is None else frozenset(hand) for hand in self.hands)


@lru_cache(maxsize=4096)
def deal_of(text: str | None) -> Deal | None:
    """Read a deal; None where it is none."""
    found = DEAL.match(text or "")
    hands = found.group(2).split() if found else []
    if found is None or len(hands) != 4 or not all(WRITTEN.match(hand) for hand in hands):
        return None
    first = SEATS.index(found.group(1).upper())
    return Deal(tuple(_hand(hands[(seat - first) % 4]) for seat in range(4)))


def _hand(text: str) -> tuple[str, ...] | None:
    """Read a hand of four suits; None where it is not shown."""
    if text == "-":
        return None
    suits = text.upper().replace("10", "T").split(".")
    return tuple(rank + suit for suit, ranks in zip(SUITS, suits, strict=True) for rank in ranks)


def is_whole_deal(deal: Deal | None) -> bool | None:
    """Tell whether a deal is four times thirteen different cards; None where it is not all seen."""
    if deal is None or not deal.shown:
        return None
    if deal.holds_twice or max(len(hand) for hand in deal.shown) != HAND:
        return False
    return all(len(hand) == HAND for hand in deal.shown) if deal.is_full else None


def is_misdealt(deal: Deal | None) -> bool | None:
    """Tell whether a deal is not four times thirteen different cards; None where it is not seen."""
    if deal is None or deal.is_end_position:
        return None
    if deal.holds_twice or any(len(hand) > HAND for hand in deal.shown):
        return True
    if deal.is_full:
        return any(len(hand) != HAND for hand in deal.shown)
    return None


def is_ordered(deal: Deal) -> bool:
    """Tell whether a full deal is that of a pack in order of suits and ranks, cut or not.

    Dealt one by one, each hand gets each fourth card of every suit; in four packets, each hand
    is a run of the pack.
    """
    seat_of = {card: seat for seat, hand in enumerate(deal.hands) for card in hand or ()}
    by_one = all(any(_goes_round(seat_of, suit, ranks) for ranks in ORDERS) for suit in SUITS)
    return by_one or any(_is_in_runs(seat_of, ranks) for ranks in ORDERS)


def _goes_round(seat_of: dict[str, int], suit: str, ranks: str) -> bool:
    """Tell whether a suit goes round the table rank by rank, the four hands in any order."""
    seats = [seat_of[rank + suit] for rank in ranks]
    return len(set(seats[:4])) == 4 and seats[4:] == seats[:-4]


def _is_in_runs(seat_of: dict[str, int], ranks: str) -> bool:
    """Tell whether each hand is the end of one suit and the beginning of the next."""
    heads = set()
    for suit in SUITS:
        seats = [seat_of[rank + suit] for rank in ranks]
        changes = [n for n, (a, b) in enumerate(pairwise(seats), 1) if a != b]
        if len(changes) > 1:
            return False
        first, last = seats[0], seats[-1]
        if not changes:
            heads.add((0, first))
        elif (last - first) % 4 == 1:
            heads.add((changes[0], first))
        elif (first - last) % 4 == 1:
            heads.add((HAND - changes[0], last))
        else:
            return False
    return len({length for length, _ in heads}) == 1 and len(heads) == 4


def is_of_pack(deal: Deal, pack: list[str]) -> bool:
    """Tell whether a full deal is that of a pack as it lay, cut anywhere, to whomever first."""
    seat_of = {card: seat for seat, hand in enumerate(deal.hands) for card in hand or ()}
    seats = [seat_of[card] for card in pack]
    if {(b - a) % 4 for a, b in pairwise(seats)} == {1}:
        return True
    for cut in range(HAND):
        turned = seats[cut:] + seats[:cut]
        runs = [set(turned[n : n + HAND]) for n in range(0, 4 * HAND, HAND)]
        if all(len(run) == 1 for run in runs):
            order = [run.pop() for run in runs]
            return all((b - a) % 4 == 1 for a, b in pairwise(order))
    return False


def pack_of(text: str) -> list[str] | None:
    """Read the order of a pack, rank or suit first; None where it is not 52 different cards."""
    found = [_card(word) for word in re.split(r"[\s,;]+", text.strip().upper()) if word]
    return (
        [card for card in found if card] if set(found) == set(PACK) and len(found) == 52 else None
    )


def _card(word: str) -> str | None:
    """Read a card, rank or suit first."""
    plain = word.replace("10", "T")
    if len(plain) != 2:
        return None
    card = plain if plain[1] in SUITS else plain[::-1]
    return card if card[0] in RANKS and card[1] in SUITS else None
