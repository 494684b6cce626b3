"""Arts. 3, 6, 7 and 9 of Mini-Bacará on a hand: who deals, in what order, and third cards."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from tests.witness.mini_bacara_hand import SEVEN, SIX
from tests.witness.saying import Truth, every, less, read, some, word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.witness.mini_bacara_hand import Hand
    from tests.witness.rows import Said


def hand_verdicts(hand: Hand) -> Iterator[Said]:
    """Judge the dealing of one hand."""
    role, banker, dealer = (hand.row[k] for k in ("dealer_role", "banker_player_id", "dealer_id"))
    yield "MIN-3", hand.id, word(True, None if role is None else role == "staff")
    same = None if banker is None or dealer is None else banker == dealer
    yield "MIN-3.2", hand.id, word(True, same)
    yield "MIN-6a", hand.id, word(True, _in_order(hand))
    yield "MIN-6a.2", hand.id, word(True, _faces(hand))
    yield "MIN-6b.6", hand.id, word(True, _face(hand, 1, "up"))
    yield from _thirds(hand)


def _in_order(hand: Hand) -> Truth:
    """Art. 6: left to right, one to each box and one to Banca, another to each box, and Banca's."""
    if hand.cards is None:
        return None
    boxes = sorted(hand.played, key=lambda box: box.number)
    if any(len(box.cards) < 2 for box in boxes):
        return False
    firsts = [box.cards[0]["idx"] for box in boxes]
    seconds = [box.cards[1]["idx"] for box in boxes]
    left_to_right = firsts == sorted(firsts) and seconds == sorted(seconds)
    hers = [card["idx"] for card in hand.banca]
    between = max(firsts) < hers[0] < min(seconds) if hers else None
    return every([left_to_right, between, len(hers) < 2 or max(seconds) < hers[1]])


def _face(hand: Hand, place: int, face: str) -> Truth:
    """Tell whether one of Banca's cards was dealt with a face."""
    if hand.cards is None or len(hand.banca) <= place:
        return None
    told = hand.banca[place]["face"]
    return None if told is None else told == face


def _faces(hand: Hand) -> Truth:
    """Art. 6: the boxes' two cards face up, Banca's first face down."""
    if hand.cards is None:
        return None
    told = [card["face"] for box in hand.played for card in box.cards[:2]]
    if all(len(box.cards) < 2 for box in hand.played):
        told.append(None)
    up = every(None if face is None else face == "up" for face in told)
    return every([up, _face(hand, 0, "down")])


def is_open(hand: Hand) -> Truth:
    """Tell whether some box was still to be decided after two cards."""
    if hand.cards is None:
        return None
    return some(None if box.is_air is None else not box.is_air for box in hand.played)


def _thirds(hand: Hand) -> Iterator[Said]:
    """Arts. 7 to 9: when Banca takes a third card, and in which order third cards come."""
    two, open_box = hand.two, is_open(hand)
    drew = len(hand.banca) > 2 if hand.banca else None
    stands = None if drew is None else not drew
    thirds = bool([box for box in hand.played if box.drew]) if hand.cards else None
    on_seven, on_six = _is(two, SEVEN), _is(two, SIX)
    air = every([_not(open_box), _not(on_seven)])
    yield "MIN-7a.2", hand.id, word(air, stands)
    yield "MIN-9d1", hand.id, word(on_seven, stands)
    yield "MIN-9d2.3", hand.id, word(every([open_box, on_six, _not(thirds)]), stands)
    yield "MIN-9e1", hand.id, word(thirds, _third_order(hand) if thirds else None)
    yield "MIN-9e3", hand.id, word(True, len(hand.banca) <= 3 if hand.banca else None)
    yield "MIN-9e3.2", hand.id, word(drew, _is_last(hand) if drew else None)
    below = every([less(two, SEVEN), some([less(two, SIX), thirds])])
    needed = some(box.needs for box in hand.played)
    yield (
        "MIN-9e3.3",
        hand.id,
        read(
            hand.session,
            "MIN-9e3.3",
            every([open_box, below]),
            usual_table=None if drew is None or needed is None else drew == needed,
            silent_text=True,
        ),
    )
    yield "MIN-9e3.4", hand.id, word(drew, _face(hand, 2, "up"))


def _is(number: int | None, due: int) -> Truth:
    """Tell whether a number is another."""
    return None if number is None else number == due


def _not(truth: Truth) -> Truth:
    """Turn a truth round."""
    return None if truth is None else not truth


def _third_order(hand: Hand) -> Truth:
    """Art. 9 e: third cards from left to right, when Banca has her two."""
    thirds = [(box.cards[2]["idx"], box.number) for box in hand.played if box.drew]
    in_order = all(a[1] < b[1] for a, b in pairwise(sorted(thirds)))
    hers = hand.banca[1]["idx"] if len(hand.banca) > 1 else None
    return every([in_order, *(less(hers, idx) for idx, _ in thirds)])


def _is_last(hand: Hand) -> bool:
    """Art. 9 e: Banca's third card comes after those of the boxes."""
    return all(box.cards[2]["idx"] < hand.banca[2]["idx"] for box in hand.played if box.drew)
