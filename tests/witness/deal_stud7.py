"""Evenings of seven-card stud played at random: mostly as the norm wants, at times not."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from random import Random
from typing import TYPE_CHECKING

from auditor.errors import HouseError
from auditor.ingest.rows import canonical_tables
from auditor.store.house import house_of
from auditor.store.toml_section import Section
from tests.witness.stud7_hand import UNSEEN, Hand
from tests.witness.stud7_log import Evening
from tests.witness.stud7_worth import DECK

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

    from auditor.store.house import House
    from tests.witness.stud7_log import Done, Row

HANDS = 25
FIRST_DATE = date(2005, 1, 1)
TOLERANT: dict[str, object] = {"casino_id": "p1", "tolerance": {"cut_from_middle": 10}}
HOUSES: dict[str, House] = {
    "p1": house_of(Section(TOLERANT, "house-p1.toml", HouseError)),
}
CASINOS = ("p0", "p1")
STACKS = (3, 5, 30, 55, 200, 400)


def deal(hands: int, random: np.random.Generator) -> dict[str, pa.Table]:
    """Play so many hands, an evening of some of them each."""
    rows: dict[str, list[Row]] = defaultdict(list)
    for number, begun in enumerate(range(0, hands, HANDS)):
        chance = Random(int(random.integers(2**63)))  # noqa: S311  # a test's hands, no secret
        day = FIRST_DATE + timedelta(number // len(CASINOS))
        evening = Evening(chance, f"e{number}", CASINOS[number % len(CASINOS)], day)
        for _ in range(min(HANDS, hands - begun)):
            evening.log(*play(chance))
        for table, found in evening.rows.items():
            rows[table] += found
    return dict(canonical_tables(rows, houses=HOUSES).tables)


def dealt(chance: Random) -> Hand:
    """Deal seven cards to two to seven seats; now and then a card is not seen, or seen twice."""
    seats = sorted(chance.sample(range(1, 9), chance.randint(2, 7)))
    deck = chance.sample(DECK, 7 * len(seats))
    if chance.random() < 0.02:
        deck[chance.randrange(len(deck))] = deck[0]
    cards = {seat: deck[7 * at : 7 * at + 7] for at, seat in enumerate(seats)}
    if chance.random() < 0.05:
        cards[chance.choice(seats)][chance.randrange(7)] = UNSEEN
    if chance.random() < 0.5:
        start = chance.randrange(len(seats))
        cards = {seat: cards[seat] for seat in seats[start:] + seats[:start]}
    return Hand(cards, {seat: chance.choice(STACKS) for seat in seats})


def play(chance: Random) -> tuple[Hand, list[Done]]:
    """Play a hand at random; give it with what was done, and in which round."""
    hand = dealt(chance)
    done: list[Done] = []
    for seat, stack in hand.stack.items():
        put = min(5, stack or 0) if chance.random() > 0.01 else 0
        hand.ante(seat, put)
        done.append((seat, "ante", put, 3))
    for _ in range(60):
        hand.close_round()
        able = [seat for seat in hand.cards if hand.is_able(seat)]
        if is_over(hand, able):
            break
        due = hand.due() or able
        seat = chance.choice(able if chance.random() < 0.02 else due)
        kind, amount = choose(hand, seat, chance=chance)
        hand.act(seat, kind, amount)
        done.append((seat, kind, amount, hand.street))
    return hand, done


def is_over(hand: Hand, able: list[int]) -> bool:
    """Tell whether nobody has anything more to do."""
    alone = len(hand.stays) == 1 or not able or (hand.opening and hand.last and len(able) == 1)
    last = hand.acts[-1].street if hand.acts else None
    return bool(alone) or (hand.opening and hand.street == 7 and last in {7, None})


def choose(hand: Hand, seat: int, *, chance: Random) -> tuple[str, int]:
    """Choose what a seat does, with no more than its chips."""
    left = (hand.stack[seat] or 0) - hand.put[seat]
    lacking = hand.standing - hand.round_put[seat]
    top = hand.round_put[seat] + left
    if hand.opening and hand.street == 3:
        kinds = ("bring_in", "bring_in", "bring_in", "bet", "check")
        kind = chance.choice(kinds) if chance.random() < 0.2 else "bring_in"
        return kind, 0 if kind == "check" else min(5 if kind == "bring_in" else 10, left)
    lift = min(hand.standing + chance.choice((10, 20, 35)), top)
    if not hand.faces_bet:
        return chance.choice((("check", 0), ("check", 0), ("bet", lift)))
    call = ("call", min(lacking, left) if chance.random() > 0.03 else min(7, left))
    odd = ("check", 0) if chance.random() < 0.1 else call
    return chance.choice((call, call, odd, ("fold", 0), ("raise", lift)))
