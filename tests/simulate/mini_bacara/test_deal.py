"""Simulated hands of Mini-Bacará are lawful: dealt, drawn and settled as due."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import NamedTuple

import numpy as np
import pytest

from auditor.simulate.baccarat import NO_CARD
from auditor.simulate.mini_bacara.deal import Hands, deal
from auditor.simulate.mini_bacara.night import night
from auditor.simulate.spec import Partition

SHOES = 60
# By hand from the usual table: on which thirds of a box Banca draws; None is a box that stands.
DRAWS_ON = {
    0: {*range(10), None},
    1: {*range(10), None},
    2: {*range(10), None},
    3: {0, 1, 2, 3, 4, 5, 6, 7, 9, None},
    4: {2, 3, 4, 5, 6, 7, None},
    5: {4, 5, 6, 7, None},
    6: {6, 7},
    7: set(),
}


class Hand(NamedTuple):
    """One hand, card by card: to whom (0 is Banca) and how many points."""

    boxes: int
    to: list[int]
    points: list[int]
    row: int

    def of(self, receiver: int) -> list[int]:
        """Give the points of the cards of one receiver, in order."""
        return [p for to, p in zip(self.to, self.points, strict=True) if to == receiver]


@pytest.fixture(scope="module")
def dealt() -> Hands:
    return deal(SHOES, np.random.default_rng(7))


@pytest.fixture(scope="module")
def hands(dealt: Hands) -> list[Hand]:
    found = []
    for row, cards in enumerate(dealt.cards):
        kept = [int(card) for card in cards if card != NO_CARD]
        points = [card // 4 + 1 if card // 4 < 9 else 0 for card in kept]
        to = [int(receiver) for receiver in dealt.dealt_to[row][: len(kept)]]
        found.append(Hand(int(dealt.boxes[row]), to, points, row))
    return found


def test_no_card_comes_more_often_than_the_decks_hold_it(dealt: Hands) -> None:
    for shoe in dealt.cards.reshape(SHOES, -1):
        assert np.bincount(shoe[shoe != NO_CARD]).max() <= 4


def test_two_rounds_go_from_left_to_right_and_then_to_banca(hands: list[Hand]) -> None:
    for hand in hands:
        assert hand.to[: 2 * hand.boxes + 2] == [*range(1, hand.boxes + 1), 0] * 2


def test_third_cards_go_from_left_to_right_and_bancas_is_the_last(hands: list[Hand]) -> None:
    for hand in hands:
        thirds = hand.to[2 * hand.boxes + 2 :]
        assert thirds == sorted(set(thirds), key=lambda receiver: receiver or 9)


def test_a_box_draws_below_five_stands_above_and_never_draws_on_a_natural(
    hands: list[Hand],
) -> None:
    for hand in hands:
        banca = sum(hand.of(0)[:2]) % 10
        for box in range(1, hand.boxes + 1):
            cards = hand.of(box)
            total = sum(cards[:2]) % 10
            ended = total >= 8 or banca >= 8
            lawful = {2} if ended or total > 5 else {3} if total < 5 else {2, 3}
            assert len(cards) in lawful


def test_banca_draws_where_one_box_needs_it_and_each_is_settled_so(
    hands: list[Hand], dealt: Hands
) -> None:
    for hand in hands:
        cards = hand.of(0)
        first, whole = sum(cards[:2]) % 10, sum(cards) % 10
        boxes = [hand.of(box) for box in range(1, hand.boxes + 1)]
        needs = [needs_third(first, box) for box in boxes]
        assert len(cards) == 2 + any(needs)
        against = [whole if need else first for need in needs]
        assert list(dealt.banca_totals[hand.row][: hand.boxes]) == against
        assert list(dealt.punto_totals[hand.row][: hand.boxes]) == [sum(b) % 10 for b in boxes]


def needs_third(banca: int, box: list[int]) -> bool:
    """Say whether Banca needs a third card against a box, by the usual table."""
    if banca >= 8 or sum(box[:2]) % 10 >= 8:
        return False
    return (box[2] if len(box) == 3 else None) in DRAWS_ON[banca]


def test_bets_are_paid_at_par_ninety_per_cent_or_not_at_all() -> None:
    tables = night([Partition("MVD-01", date(2025, 1, 1), 300)], np.random.default_rng(3))
    paid = {
        (bet["kind"], bet["payout"] / bet["stake"], bet["deduction"] / bet["stake"])
        for bet in tables["bets"][0].to_pylist()
        if bet["kind"] != "cobertura"
    }
    won_on_banca = ("banca", Decimal("0.9"), Decimal("0.1"))
    plain = {(kind, Decimal(rate), Decimal(0)) for kind in ("punto", "banca") for rate in (-1, 0)}
    assert paid == plain | {("punto", Decimal(1), Decimal(0)), won_on_banca}


def test_a_partition_gets_the_hands_it_was_promised() -> None:
    shares = [Partition("MVD-01", date(2025, 1, day), hands) for day, hands in ((1, 33), (2, 5))]
    table, of = night(shares, np.random.default_rng(3))["hands"]
    assert table.num_rows == 38
    assert np.bincount(of).tolist() == [33, 5]
