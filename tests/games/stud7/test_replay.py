"""The arrays against the second witness: the same hands, one at a time, as the text reads."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from typing import TYPE_CHECKING

import numpy as np
import pytest

from auditor.games.stud7.dealt import ACTIONS, PLACES, UNSEEN, Actions, Deal
from auditor.games.stud7.pots import settle
from auditor.games.stud7.replay import READINGS, rank_showdown
from auditor.games.stud7.steps import Outcome, step_through

if TYPE_CHECKING:
    from auditor.games.stud7.state import Told

    from .conftest import Hand

Run = tuple["Told", Outcome, Deal]
FACTS = ("in_turn", "street", "faces_bet", "to_cover", "put")
DECK = "23456789TJQKA"


def number(card: str) -> int:
    return UNSEEN if card == "??" else 4 * DECK.index(card[0]) + "SHDC".index(card[1])


def deal_of(hands: list[Hand]) -> Deal:
    shape = (len(hands), PLACES)
    seat, stack = np.full(shape, -1), np.full(shape, -1)
    card = np.full((7, len(hands) * PLACES), -2, dtype=np.int8)
    idx = np.full((7, len(hands) * PLACES), -1)
    for row, hand in enumerate(hands):
        for place, (name, cards) in enumerate(hand.cards.items()):
            seat[row, place], stack[row, place] = name, hand.stack[name]
            card[:, row * PLACES + place] = [number(each) for each in cards]
            idx[:, row * PLACES + place] = np.arange(7) * 10 + place
    yes, none = np.ones(len(hands), dtype=bool), np.full(shape, -1)
    units = np.array([hand.unit for hand in hands])
    keys = np.arange(len(hands))
    return Deal(keys, seat, stack, none, none, card, idx, yes, yes, yes, units)


def actions_of(hands: list[Hand]) -> Actions:
    rows = [
        (row, list(hand.cards).index(seat), ACTIONS.index(kind), amount)
        for row, hand in enumerate(hands)
        for seat, kind, amount in hand.log
    ]
    hand, place, kind, amount = np.array(rows, dtype=np.int64).T
    return Actions(np.arange(len(rows)), hand, place, kind, amount)


@pytest.fixture(scope="module")
def run(hands: list[Hand]) -> Run:
    deal = deal_of(hands)
    told, outcome = step_through(deal, actions_of(hands))
    return told, outcome, deal


def wanted(hands: list[Hand], fact: str) -> list[int]:
    found = [told.get(fact) for hand in hands for told in hand.told]
    return [-1 if each is None else int(each) for each in found]  # type: ignore[call-overload]


@pytest.mark.parametrize("fact", FACTS)
def test_each_action_is_told_as_the_text_reads(hands: list[Hand], run: Run, fact: str) -> None:
    acted = np.array([kind != "ante" for hand in hands for _, kind, _ in hand.log])
    expected = np.array(wanted(hands, fact))
    money = np.repeat(run[1].money_is_known, [len(hand.log) for hand in hands])
    judged = acted & (money | (fact not in {"to_cover", "put"}))
    assert expected[judged].tolist() == getattr(run[0], fact)[judged].tolist()


def test_money_is_given_up_only_where_a_raise_follows_an_act_out_of_turn(
    hands: list[Hand], run: Run
) -> None:
    lost = [any(told["put"] is None for told in hand.told) for hand in hands]
    assert [not known for known in run[1].money_is_known.tolist()] == lost


@pytest.mark.parametrize("reading", READINGS)
def test_each_is_due_what_the_text_gives_him(hands: list[Hand], run: Run, reading: str) -> None:
    _, outcome, deal = run
    showdown = rank_showdown(deal, outcome)
    due = settle(outcome.total, outcome.stays, score=showdown.scores[reading], unit=deal.unit)
    for row, hand in enumerate(hands):
        expected = hand.due_money(reading)
        assert bool(showdown.is_known[row]) == (expected is not None), hand
        if expected is not None and outcome.money_is_known[row]:
            found = zip(due.down[row].tolist(), due.up[row].tolist(), strict=True)
            assert list(expected.values()) == list(found)[: len(expected)], hand


def test_the_random_hands_hold_what_must_be_tried(hands: list[Hand]) -> None:
    turns = Counter(told["in_turn"] for hand in hands for told in hand.told)
    assert min(turns[True], turns[False], turns[None]) > 100
    streets = Counter(told.get("street") for hand in hands for told in hand.told)
    assert min(streets[street] for street in (3, 4, 5, 6, 7)) > 500
    assert sum(len(hand.stays) > 2 for hand in hands) > 100
    differ = [hand.due_money("high_compare") != hand.due_money("low_share") for hand in hands]
    assert sum(differ) > 10


def test_what_is_told_has_a_row_for_each_action(hands: list[Hand], run: Run) -> None:
    rows = sum(len(hand.log) for hand in hands)
    assert {len(getattr(run[0], each.name)) for each in fields(run[0])} == {rows}
