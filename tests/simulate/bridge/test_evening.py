"""Simulated evenings of bridge are lawful: whole deals, exact copies, causes and cures in order."""

from __future__ import annotations

import itertools
from collections import defaultdict
from datetime import date
from typing import Any

import numpy as np

from auditor.simulate.bridge.night import night
from auditor.simulate.spec import Partition

Rows = list[dict[str, Any]]
DAYS = [Partition("CLUB-01", date(2025, 1, day), 105) for day in range(1, 13)]
NIGHT = night(DAYS, np.random.default_rng(6))
ROWS: dict[str, Rows] = {name: table.to_pylist() for name, (table, _) in NIGHT.items()}
# Law 2: the dealer and who is vulnerable, board by board.
DEALERS = "NESW"
VULNERABLE = [
    "None",
    "NS",
    "EW",
    "All",
    "NS",
    "EW",
    "All",
    "None",
    "EW",
    "All",
    "None",
    "NS",
    "All",
    "None",
    "NS",
    "EW",
]


def sets() -> dict[tuple[str, int], Rows]:
    found = defaultdict(list)
    for board in ROWS["boards"]:
        found[board["session_id"], board["number"]].append(board)
    return found


def cards(deal: str) -> list[set[str]]:
    hands = [hand.split(".") for hand in deal[2:].split(" ")]
    return [
        {rank + suit for suit, ranks in zip("SHDC", hand, strict=True) for rank in ranks}
        for hand in hands
    ]


def events_of(session: str, number: int) -> list[str]:
    mark = f"-B{number:05}-"
    return [
        event["type"]
        for event in ROWS["events"]
        if event["session_id"] == session and mark in event["hand_id"]
    ]


def test_every_deal_is_four_hands_of_thirteen_different_cards() -> None:
    for board in ROWS["boards"]:
        hands = cards(board["deal"])
        assert [len(hand) for hand in hands] == [13] * 4
        assert len(set().union(*hands)) == 52


def test_copies_are_exact_and_no_other_number_has_their_deal() -> None:
    deals = [{board["deal"] for board in copies} for copies in sets().values()]
    assert {len(deal) for deal in deals} == {1}
    assert len(set().union(*deals)) == len(deals)


def test_the_number_of_a_board_tells_its_dealer_and_who_is_vulnerable() -> None:
    for board in ROWS["boards"]:
        assert board["dealer"] == DEALERS[(board["number"] - 1) % 4]
        assert board["vulnerable"] == VULNERABLE[(board["number"] - 1) % 16]


def test_each_board_is_shuffled_before_its_auction_and_anew_where_that_is_due() -> None:
    troubled = 0
    for session, number in sets():
        told = events_of(session, number)
        before = told[: told.index("auction_started")]
        cause = {"card_seen", "misdeal_found", "director_order"} & set(before)
        assert before[0] == "shuffled"
        assert before.count("redeal") == len(cause)
        assert before.count("shuffled") == 1 + len(cause)
        assert ("cut_requested" in before) == ("cut_done" in before)
        troubled += len(cause)
    assert troubled > 1


def test_a_new_deal_is_not_the_one_that_it_replaces() -> None:
    deals = {board["board_id"]: board["deal"] for board in ROWS["boards"]}
    told = [event for event in ROWS["events"] if event["type"] == "redeal"]
    assert told
    for event in told:
        assert sorted(map(len, cards(event["detail"]))) == [13] * 4
        assert cards(event["detail"]) != cards(deals[event["hand_id"]])


def test_a_ruling_on_a_card_seen_late_cites_law_16c() -> None:
    begun = {
        event["hand_id"]: event["seq"]
        for event in ROWS["events"]
        if event["type"] == "auction_started"
    }
    late = {
        event["hand_id"]
        for event in ROWS["events"]
        if event["type"] == "card_seen" and event["seq"] > begun[event["hand_id"]]
    }
    assert late
    rulings = {board["board_id"]: board["ruling"] for board in ROWS["boards"]}
    assert {board for board, ruling in rulings.items() if ruling} == late
    assert all("16C" in rulings[board] for board in late)


def test_cards_told_one_by_one_go_clockwise_and_make_the_deal() -> None:
    deals = {board["board_id"]: cards(board["deal"]) for board in ROWS["boards"]}
    dealt = defaultdict(list)
    for card in ROWS["cards"]:
        dealt[card["hand_id"]].append(card)
    assert dealt
    for board, told in dealt.items():
        seats = [int(card["to"].removeprefix("seat:")) for card in told]
        assert {(b - a) % 4 for a, b in itertools.pairwise(seats)} == {1}
        for seat, hand in enumerate(deals[board], 1):
            assert {card["card"] for card in told if card["to"] == f"seat:{seat}"} == hand


def test_events_are_numbered_on_and_their_times_do_not_turn_back() -> None:
    for day in DAYS:
        told = [event for event in ROWS["events"] if event["session_id"] == day.session_id]
        assert [event["seq"] for event in told] == list(range(1, len(told) + 1))
        assert [event["at"] for event in told] == sorted(event["at"] for event in told)
