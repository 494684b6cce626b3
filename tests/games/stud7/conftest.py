"""The second witness: one hand at a time, as the norm's text reads, and hands played at random."""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from math import gcd
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "SHDC"]
READINGS = ("high_compare", "high_share", "low_compare", "low_share")
Worth = tuple[int, ...]


def value(card: str) -> int:
    """Art. 6 j: the ace is highest, the others are worth what they say."""
    return RANKS.index(card[0]) + 2


def five(cards: tuple[str, ...], *, ace_low: bool) -> Worth:
    """Art. 6: the combination of five cards, and then their values as they count."""
    values = sorted((value(card) for card in cards), reverse=True)
    groups = sorted(((n, v) for v, n in Counter(values).items()), reverse=True)
    shape, ranks = [n for n, _ in groups], [v for _, v in groups]
    suited = len({card[1] for card in cards}) == 1
    low = ace_low and values == [14, 5, 4, 3, 2]
    in_a_row = low or (len(ranks) == 5 and values[0] - values[4] == 4)
    if in_a_row:
        top = 5 if low else values[0]
        return (9 if top == 14 else 8, top)[: 1 if top == 14 else 2] if suited else (4, top)
    by_shape = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    kind = by_shape.get(tuple(shape), 5 if suited else 0)
    return (kind, *ranks)


def best(cards: list[str], *, ace_low: bool) -> Worth:
    """Art. 6: the best five of seven."""
    return max(five(each, ace_low=ace_low) for each in combinations(cards, 5))


def named(worth: Worth) -> Worth:
    """Art. 7 c and g: of a color its highest card is named, of a pair the highest side card."""
    return worth[: {5: 2, 1: 3}.get(worth[0], len(worth))]


def board(cards: list[str]) -> tuple[Worth, Worth]:
    """Art. 9 b: what exposed cards are worth, by the groups that they make."""
    groups = sorted(((n, value) for value, n in Counter(map(value, cards)).items()), reverse=True)
    shape, ranks = tuple(n for n, _ in groups), tuple(v for _, v in groups)
    return shape, ranks[:2] if shape == (2, 1, 1) else ranks


@dataclass
class Hand:
    """A hand: seats in the order of the deal, their cards and chips, and what was done in it."""

    cards: dict[int, list[str]]
    stack: dict[int, int]
    street: int = 3
    opening: bool = True
    sure: bool = True
    last: int = 0
    standing: int = 0
    faces_bet: bool = False
    done: set[int] = field(default_factory=set)
    folded: set[int] = field(default_factory=set)
    round_put: Counter[int] = field(default_factory=Counter)
    put: Counter[int] = field(default_factory=Counter)
    log: list[tuple[int, str, int]] = field(default_factory=list)
    told: list[dict[str, object]] = field(default_factory=list)

    @property
    def stays(self) -> list[int]:
        """Give who has not folded."""
        return [seat for seat in self.cards if seat not in self.folded]

    def is_able(self, seat: int) -> bool:
        """Tell whether a seat may still act: it stays and has chips."""
        return seat not in self.folded and self.put[seat] < self.stack[seat]

    def following(self, seat: int, among: list[int]) -> list[int]:
        """Give the first of some seats after one, round the table."""
        order = list(self.cards)
        at = order.index(seat)
        round_table = order[at + 1 :] + order[: at + 1]
        return [each for each in round_table if each in among][:1]

    def due(self) -> list[int] | None:
        """Give who may act: more than one where boards are level; None where it cannot be said."""
        if not self.opening:
            waiting = [s for s in self.cards if self.is_able(s) and s not in self.done]
            return self.following(self.last, waiting)
        return self.lowest() if self.street == 3 else self.highest()

    def lowest(self) -> list[int] | None:
        """Art. 9 a: the lowest third card; of equal ones, who was dealt first."""
        doors = {seat: self.cards[seat][2] for seat in self.stays}
        if "??" in doors.values():
            return None
        least = min(map(value, doors.values()))
        opener = next(seat for seat in self.cards if seat in doors and value(doors[seat]) == least)
        return [opener] if self.is_able(opener) else None

    def highest(self) -> list[int] | None:
        """Art. 9 b: the best cards on view, any of those level; if they can't bet, who may next."""
        shown = {seat: self.cards[seat][2 : min(self.street, 6)] for seat in self.stays}
        if any("??" in cards for cards in shown.values()):
            return None
        top = max(board(cards) for cards in shown.values())
        leaders = [seat for seat, cards in shown.items() if board(cards) == top]
        able = [seat for seat in shown if self.is_able(seat)]
        found = [seat for seat in leaders if seat in able]
        for seat in leaders:
            if seat not in able:
                second = max(board(shown[each]) for each in able) if able else None
                found += [each for each in able if board(shown[each]) == second]
                found += self.following(seat, able)
        return found or None

    def close_round(self) -> None:
        """Start the next round where everyone who can act has."""
        if not self.opening and not [
            s for s in self.cards if self.is_able(s) and s not in self.done
        ]:
            self.street, self.opening = min(self.street + 1, 7), True
            self.standing, self.faces_bet = 0, False
            self.done.clear()
            self.round_put.clear()

    def ante(self, seat: int, amount: int) -> None:
        """Place an ante."""
        self.put[seat] += amount
        self.log.append((seat, "ante", amount))
        self.told.append({"in_turn": None, "put": amount})

    def act(self, seat: int, kind: str, amount: int = 0) -> None:
        """Note an action, and say of it what the norm asks."""
        self.close_round()
        due = self.due() if self.sure else None
        in_turn = None if due is None else seat in due
        opened = self.opening
        put = {"bring_in": amount, "call": amount}.get(kind, 0)
        if kind in {"bet", "raise"}:
            put = max(amount - self.round_put[seat], 0)
        known = self.sure or kind not in {"bet", "raise"}
        self.told.append(
            {
                "in_turn": in_turn,
                "street": self.street if self.sure else None,
                "faces_bet": self.faces_bet if self.sure else None,
                "to_cover": self.standing - self.round_put[seat] if self.sure else None,
                "put": put if known else None,
            }
        )
        self.log.append((seat, kind, amount))
        self.put[seat] += put
        self.round_put[seat] += put
        if kind == "fold":
            self.folded.add(seat)
            if in_turn is False:
                return
        if kind in {"bring_in", "bet", "raise"}:
            self.faces_bet = True
            if self.round_put[seat] > self.standing:
                self.done.clear()
        self.standing = max(self.standing, self.round_put[seat])
        self.done.add(seat)
        self.last, self.opening = seat, False
        self.sure = self.sure and not (in_turn is False and not opened)

    def due_money(self, reading: str) -> dict[int, tuple[int, int]] | None:
        """Art. 9 g: what each is due of the pots with his money in, less or plus an odd chip."""
        worth = self.worths(reading)
        if worth is None:
            return None
        left, due = dict(self.put), dict.fromkeys(self.cards, (0, 0))
        while any(left[seat] > 0 for seat in self.stays):
            level = min(left[seat] for seat in self.stays if left[seat] > 0)
            sharers = [seat for seat in self.stays if left[seat] > 0]
            is_last = all(left[seat] <= level for seat in self.stays)
            pot = sum(each if is_last else min(each, level) for each in left.values())
            left = {seat: max(each - level, 0) for seat, each in left.items()}
            top = max(worth[seat] for seat in sharers)
            winners = [seat for seat in sharers if worth[seat] == top]
            low = pot // len(winners) // self.unit * self.unit
            high = low if low * len(winners) == pot else low + self.unit
            for seat in winners:
                due[seat] = (due[seat][0] + low, due[seat][1] + high)
        return due

    def worths(self, reading: str) -> dict[int, Worth] | None:
        """Give what the hands that stay are worth under a reading; None where one is not known."""
        if len(self.stays) == 1:
            return dict.fromkeys(self.stays, (0,))
        if any("??" in self.cards[seat] for seat in self.stays):
            return None
        found = {s: best(self.cards[s], ace_low=reading.startswith("low")) for s in self.stays}
        return {s: named(w) for s, w in found.items()} if reading.endswith("share") else found

    @property
    def unit(self) -> int:
        """Give the greatest unit of which every amount is a multiple."""
        return gcd(*(amount for _, _, amount in self.log), *self.stack.values())


def deal(chance: random.Random) -> Hand:
    """Deal seven cards to two to seven seats; now and then a card is not seen."""
    seats = sorted(chance.sample(range(1, 9), chance.randint(2, 7)))
    deck = chance.sample(DECK, 7 * len(seats))
    cards = {seat: deck[7 * at : 7 * at + 7] for at, seat in enumerate(seats)}
    if chance.random() < 0.1:
        cards[chance.choice(seats)][chance.randrange(7)] = "??"
    return Hand(cards, {seat: chance.choice((3, 5, 30, 55, 200, 400)) for seat in seats})


def play(chance: random.Random) -> Hand:
    """Play a hand at random: mostly as the norm wants, at times out of turn or short."""
    hand = deal(chance)
    for seat in hand.cards:
        hand.ante(seat, min(5, hand.stack[seat]))
    for _ in range(60):
        hand.close_round()
        able = [seat for seat in hand.cards if hand.is_able(seat)]
        if len(hand.stays) == 1 or not able or (hand.opening and hand.last and len(able) == 1):
            break
        if hand.opening and hand.street == 7 and hand.told[-1].get("street") == 7:
            break
        due = hand.due() or able
        seat = chance.choice(able if chance.random() < 0.03 else due)
        hand.act(seat, *choose(hand, seat, chance=chance))
    return hand


def choose(hand: Hand, seat: int, *, chance: random.Random) -> tuple[str, int]:
    """Choose what a seat does, with no more than its chips."""
    left = hand.stack[seat] - hand.put[seat]
    lacking = hand.standing - hand.round_put[seat]
    top = hand.round_put[seat] + left
    if hand.opening and hand.street == 3:
        return "bring_in", min(5, left)
    lift = min(hand.standing + chance.choice((10, 20, 35)), top)
    if not hand.faces_bet:
        return chance.choice((("check", 0), ("check", 0), ("bet", lift)))
    call = ("call", min(lacking, left) if chance.random() > 0.03 else min(7, left))
    return chance.choice((call, call, call, ("fold", 0), ("raise", lift)))


@pytest.fixture(scope="session")
def hands() -> list[Hand]:
    """Play some thousand hands at random, the same at each run; AUDITOR_HANDS says how many."""
    chance = random.Random(1999)  # noqa: S311  # a test's hands, no secret
    return [play(chance) for _ in range(int(os.environ.get("AUDITOR_HANDS", "3000")))]


@pytest.fixture(scope="session")
def best_five() -> Callable[..., Worth]:
    """Give the plain statement of art. 6."""
    return best


@pytest.fixture(scope="session")
def named_five() -> Callable[[Worth], Worth]:
    """Give the plain statement of what art. 7 names."""
    return named
