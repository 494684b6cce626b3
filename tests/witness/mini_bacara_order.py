"""Art. 9 of Mini-Bacará on the order of settlement: de aire first, then by boxes, losers first."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from tests.witness.mini_bacara_deal import is_open
from tests.witness.saying import Truth, every, read, word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.witness.mini_bacara_hand import Hand
    from tests.witness.rows import Said


class Settled(NamedTuple):
    """One bet settled: when, in which box, at which stage of art. 9, and whether it won."""

    seq: int
    box: int
    stage: int
    won: bool


def order_verdicts(hand: Hand) -> Iterator[Said]:
    """Judge the order in which one hand's bets were settled."""
    settled = _settled(hand)
    open_box = is_open(hand)
    drew = len(hand.banca) > 2 if hand.banca else None
    yield "MIN-9c", hand.id, word(open_box, _keeps(settled, _air_first))
    left = every([open_box, None if drew is None else not drew])
    yield "MIN-9e2.2", hand.id, word(left, _keeps(settled, _left_to_right))
    yield (
        "MIN-9f.2",
        hand.id,
        read(
            hand.session,
            "MIN-9f.2",
            drew,
            losers_then_winners=_keeps(settled, _losers_then_winners),
            box_by_box=_keeps(settled, _right_to_left),
            silent_text=True,
        ),
    )
    yield "MIN-9g", hand.id, word(True, _keeps(settled, _losers_first_in_box))


def _settled(hand: Hand) -> list[Settled] | None:
    """Give the bets that were settled; None where the order is not told of all."""
    if not hand.bets_whole:
        return None
    found = []
    for bet in hand.mains:
        box = hand.boxes.get(bet["box"])
        if box is None or box.due is None or box.due != box.other:
            return None  # its result is not sure
        if box.due != 0:
            stage = 1 if box.is_air else 2 if box.with_two else 3
            won = (box.due > 0) == (bet["kind"] == "punto")
            found.append(Settled(bet["settle_seq"], box.number, stage, won))
    return found if found and all(one.seq is not None for one in found) else None


def _keeps(settled: list[Settled] | None, in_order: Callable[[Settled, Settled], bool]) -> Truth:
    """Tell whether every two bets settled one after the other keep an order."""
    if settled is None:
        return None
    pairs = [
        (a, b) if a.seq < b.seq else (b, a) for a, b in combinations(settled, 2) if a.seq != b.seq
    ]
    return all(in_order(first, then) for first, then in pairs)


def _air_first(first: Settled, then: Settled) -> bool:
    """Art. 9 c: what is decided de aire is settled before the rest."""
    return not (then.stage == 1 and first.stage != 1)


def _left_to_right(first: Settled, then: Settled) -> bool:
    """Art. 9 d, e: with Banca's two cards, from left to right."""
    return first.stage != 2 or then.stage != 2 or first.box <= then.box


def _losers_then_winners(first: Settled, then: Settled) -> bool:
    """Art. 9 f: with three, first all losers and then all winners, each from right to left."""
    if first.stage != 3 or then.stage != 3:
        return True
    return first.box >= then.box if first.won == then.won else then.won


def _right_to_left(first: Settled, then: Settled) -> bool:
    """Art. 9 f, g: with three, box by box from right to left, in each the losers first."""
    by_box = first.stage != 3 or then.stage != 3 or first.box >= then.box
    return by_box and _losers_first_in_box(first, then)


def _losers_first_in_box(first: Settled, then: Settled) -> bool:
    """Art. 9 g: in each box the losers are collected before the winners are paid."""
    if first.box != then.box:
        return True
    return then.won or not first.won
