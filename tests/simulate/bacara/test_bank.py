"""Simulated nights of bacará are lawful: bank, shoes and money, followed hand by hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pytest

from auditor.simulate.bacara.night import GAME
from auditor.simulate.spec import Partition

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    Row = dict[str, Any]

PARTITIONS = [Partition("LIM-01", date(2025, 1, 1), 420, table) for table in (1, 2, 3, 4)]


@pytest.fixture(scope="module")
def tables() -> dict[str, list[Row]]:
    made = GAME.night(PARTITIONS, np.random.default_rng(8))
    return {name: table.to_pylist() for name, (table, _) in made.items()}


def by(rows: list[Row], key: str) -> dict[object, list[Row]]:
    """Put rows together by one of their values."""
    grouped = defaultdict(list)
    for row in rows:
        grouped[row[key]].append(row)
    return grouped


def runs(tables: dict[str, list[Row]]) -> Iterator[tuple[Row, Row]]:
    """Give every hand and the next one of its session."""
    for hands in by(tables["hands"], "session_id").values():
        yield from pairwise(hands)


def test_a_loser_deals_the_next_hand_only_where_he_bought_the_bank(
    tables: dict[str, list[Row]],
) -> None:
    lost = [(hand, after) for hand, after in runs(tables) if hand["banker_result"] < 0]
    again = [b for a, b in lost if a["banker_player_id"] == b["banker_player_id"]]
    bought = {e["player_id"] for e in tables["events"] if e["type"] == "auction_won"}
    assert len(again) < len(lost) / 100
    assert {hand["banker_player_id"] for hand in again} <= bought


def test_the_bank_first_goes_to_the_first_seat_taken(tables: dict[str, list[Row]]) -> None:
    for told in by(tables["events"], "session_id").values():
        offered = [event["seat"] for event in told if event["type"] == "bank_offered"]
        taken = [event["seat"] for event in told if event["type"] == "seat_taken"]
        assert offered[0] == min(taken[: len(set(taken))][:6])


def test_a_bank_that_is_kept_never_grows_less_than_was_won(tables: dict[str, list[Row]]) -> None:
    for hand, after in runs(tables):
        if hand["banker_player_id"] == after["banker_player_id"] and hand["banker_result"] >= 0:
            grown = hand["bank_amount"] + hand["banker_result"] - hand["deduction"]
            assert after["bank_amount"] >= grown


def test_the_house_takes_a_twentieth_of_what_is_won(tables: dict[str, list[Row]]) -> None:
    for hand in tables["hands"]:
        assert 20 * hand["deduction"] == max(hand["banker_result"], 0)


def test_the_bets_are_what_the_banker_wins_or_loses(tables: dict[str, list[Row]]) -> None:
    bets = by(tables["bets"], "hand_id")
    for hand in tables["hands"]:
        paid = sum(bet["payout"] for bet in bets[hand["hand_id"]])
        assert hand["banker_result"] == -paid


def test_who_comes_later_in_the_order_covers_nothing_while_one_before_is_cut_short(
    tables: dict[str, list[Row]],
) -> None:
    short = 0
    for bets in by(tables["bets"], "hand_id").values():
        for bet, after in pairwise(bets):
            if bet["stake"] < bet["asked"]:
                short += 1
                assert after["stake"] == 0
    assert short


def test_a_shoe_holds_eight_decks_and_ends_with_its_cutter(tables: dict[str, list[Row]]) -> None:
    cards, hands = by(tables["cards"], "hand_id"), by(tables["hands"], "shoe_id")
    for shoe in tables["shoes"]:
        dealt = [card["card"] for hand in hands[shoe["shoe_id"]] for card in cards[hand["hand_id"]]]
        assert max(Counter(dealt).values()) <= 8
        assert shoe["cutter_hand_id"] in {None, hands[shoe["shoe_id"]][-1]["hand_id"]}


def test_the_cutter_comes_out_when_as_many_cards_are_left_as_were_behind_it(
    tables: dict[str, list[Row]],
) -> None:
    cards, hands = by(tables["cards"], "hand_id"), by(tables["hands"], "shoe_id")
    cut = {e["shoe_id"]: e["count"] for e in tables["events"] if e["type"] == "end_cut"}
    seen = {e["hand_id"]: e["at"] for e in tables["events"] if e["type"] == "cutter_out"}
    told = [shoe for shoe in tables["shoes"] if shoe["cutter_hand_id"]]
    for shoe in told:
        out = [card for hand in hands[shoe["shoe_id"]] for card in cards[hand["hand_id"]]]
        before = sum(card["at"] < seen[shoe["cutter_hand_id"]] for card in out)
        assert 416 - 5 - before == cut[shoe["shoe_id"]]
    assert {cut[shoe["shoe_id"]] >= 40 for shoe in told} == {True}


def test_every_situation_of_the_bank_comes_up(tables: dict[str, list[Row]]) -> None:
    kinds = {event["type"] for event in tables["events"]}
    assert {"bank_absent", "bank_declined", "auction_won", "partner_joined", "bank_raised"} <= kinds
    standing = {e["type"] for e in tables["events"] if e["posture"] == "standing"}
    assert {"bank_awarded", "bank_lost", "auction_bid"} <= standing
