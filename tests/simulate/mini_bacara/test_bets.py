"""Simulated bets of Mini-Bacará keep to articles 4, 5 and 11, and its steps to articles 6 and 8."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import Any

import numpy as np

from auditor.simulate.mini_bacara.night import night
from auditor.simulate.spec import Partition

Rows = list[dict[str, Any]]
NIGHT = night([Partition("MVD-01", date(2025, 1, 1), 600)], np.random.default_rng(4))
ROWS: dict[str, Rows] = {name: table.to_pylist() for name, (table, _) in NIGHT.items()}
WORTH = {rank: points for points, rank in enumerate("A23456789", 1)}


def of_hands(name: str) -> dict[str, Rows]:
    found = defaultdict(list)
    for row in ROWS[name]:
        found[row["hand_id"]].append(row)
    return found


CARDS, BETS, EVENTS = of_hands("cards"), of_hands("bets"), of_hands("events")


def points(cards: Rows) -> int:
    return sum(WORTH.get(card["card"][0], 0) for card in cards) % 10


def held(hand: str, receiver: str) -> Rows:
    return [card for card in CARDS[hand] if card["to"] == receiver]


def test_bets_come_before_any_card_and_lie_in_boxes_that_are_dealt() -> None:
    for hand, cards in CARDS.items():
        main = [bet for bet in BETS[hand] if bet["kind"] != "cobertura"]
        assert max(bet["placed_at"] for bet in main) < cards[0]["at"]
        assert {f"box:{bet['box']}" for bet in main} == {card["to"] for card in cards} - {"banca"}


def test_who_stands_joins_a_seated_stake_with_leave_and_on_its_side() -> None:
    standing = [bet for bet in ROWS["bets"] if bet["posture"] == "standing"]
    assert standing
    for bet in standing:
        first = next(b for b in BETS[bet["hand_id"]] if b["box"] == bet["box"] == b["seat"])
        assert bet["authorised"]
        assert first["placed_at"] < bet["placed_at"]
        assert first["kind"] == bet["kind"]


def test_the_stakes_of_a_box_keep_to_its_maximum() -> None:
    most = ROWS["sessions"][0]["box_max"]
    for bets in BETS.values():
        for box in range(1, 6):
            laid = [
                bet["stake"] for bet in bets if bet["box"] == box and bet["kind"] != "cobertura"
            ]
            assert sum(laid) <= most


def test_a_cobertura_is_half_of_a_punto_bet_at_most_and_only_where_banca_shows_a_nine() -> None:
    bets = {bet["bet_id"]: bet for bet in ROWS["bets"]}
    covers = [bet for bet in ROWS["bets"] if bet["kind"] == "cobertura"]
    assert {bet["payout"] > 0 for bet in covers} == {True, False}
    for cover in covers:
        principal, banca = bets[cover["parent_bet_id"]], held(cover["hand_id"], "banca")
        wins = points(banca[:2]) == 9
        assert principal["kind"] == "punto"
        assert 0 < 2 * cover["stake"] <= principal["stake"]
        assert points(banca[:1]) == 9
        assert cover["payout"] == (2 if wins else -1) * cover["stake"]


def test_each_box_with_five_chooses_before_the_card_is_turned_and_banca_gets_her_second() -> None:
    for hand in CARDS:
        told = EVENTS[hand]
        kinds = [event["type"] for event in told]
        boxes = [event["box"] for event in told if event["type"] == "option"]
        dealt = {bet["box"] for bet in BETS[hand]}
        assert boxes == sorted(box for box in dealt if points(held(hand, f"box:{box}")[:2]) == 5)
        assert kinds[: 2 + len(boxes)] == ["bets_closed", *["option"] * len(boxes), "reveal"]
        assert ("cobertura_call" in kinds) == (points(held(hand, "banca")[:1]) == 9)
        assert told[-1]["at"] < held(hand, "banca")[1]["at"]


def test_bets_are_settled_once_each_losers_first_in_each_box() -> None:
    for bets in BETS.values():
        assert sorted(bet["settle_seq"] for bet in bets) == list(range(1, len(bets) + 1))
        for box in range(1, 6):
            own = sorted(
                (bet for bet in bets if bet["box"] == box), key=lambda bet: int(bet["settle_seq"])
            )
            lost = [bet["payout"] < 0 for bet in own]
            assert lost == sorted(lost, reverse=True)
