"""Simulated rounds of Bling Bling are lawful: turns, moments and payments by plain arithmetic."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from datetime import date
from typing import Any

import numpy as np
import pytest

from auditor.simulate.bling_bling.night import night
from auditor.simulate.spec import Partition

Rows = list[dict[str, Any]]
NIGHT = night([Partition("LIM-01", date(2025, 1, 1), 350)], np.random.default_rng(5))
ROWS: dict[str, Rows] = {name: table.to_pylist() for name, (table, _) in NIGHT.items()}
ROLLS = {roll["roll_id"]: roll for roll in ROWS["rolls"]}


def of_hands(rows: Rows) -> dict[str, Rows]:
    found = defaultdict(list)
    for row in rows:
        found[row["hand_id"]].append(row)
    return found


THROWS, BETS = of_hands(ROWS["rolls"]), of_hands(ROWS["bets"])


def pass_bets(hand: str) -> Rows:
    return [bet for bet in BETS[hand] if bet["kind"] == "pass_line"]


def wins(bet: dict[str, Any]) -> int:
    """Give what a side bet wins for each unit, article 6; 0: it is lost."""
    roll = ROLLS[bet["roll_id"]]
    dice = sorted(roll[die] for die in ("d1", "d2", "d3"))
    many = Counter(dice)
    paired = next((face for face, count in many.items() if count > 1), 0)
    beside = next((face for face, count in many.items() if count == 1), paired) if paired else 0
    chosen = sorted(int(digit) for digit in str(bet["selection"]) if digit.isdigit())
    exact = dice == chosen
    return {
        "fila": 12 * (chosen == [paired]),
        "columna": 12 * (chosen == [beside]),
        "combinacion": (180 if len(set(chosen)) == 1 else 60) * exact,
        "tres": 180 * exact,
        "uptown": 19 * (dice in ([4, 5, 6], [1, 1, 1], [1, 1, 6])),
    }[bet["kind"]]


def test_side_bets_are_paid_as_article_6_says() -> None:
    side = [bet for bet in ROWS["bets"] if bet["kind"] != "pass_line"]
    assert {bet["kind"] for bet in side if bet["payout"] > 0} >= {"fila", "columna", "uptown"}
    for bet in side:
        assert bet["payout"] == (bet["stake"] * wins(bet) if wins(bet) else -bet["stake"])


def test_the_pass_line_wins_one_to_one_loses_or_is_returned() -> None:
    for hand, throws in THROWS.items():
        last = throws[-1]
        sign = int(np.sign(last["player_point"] - last["dealer_point"]))
        assert [bet["payout"] for bet in pass_bets(hand)] == [
            sign * bet["stake"] for bet in pass_bets(hand)
        ]


def test_a_tie_passes_the_dice_until_all_on_the_pass_line_have_thrown() -> None:
    assert max(map(len, THROWS.values())) > 1
    for hand, throws in THROWS.items():
        level = [throw["player_point"] == throw["dealer_point"] for throw in throws]
        seats = [throw["shooter_seat"] for throw in throws]
        bettors = {bet["seat"] for bet in pass_bets(hand)}
        assert all(level[:-1])
        assert not level[-1] or len(throws) == len(bettors)
        assert len(set(seats)) == len(seats)
        assert set(seats) <= bettors


def test_the_next_to_throw_is_the_next_seat_on_the_pass_line() -> None:
    for hand, throws in THROWS.items():
        seats = sorted(bet["seat"] for bet in pass_bets(hand))
        turns = [seats.index(throw["shooter_seat"]) for throw in throws]
        steps = {(later - one) % len(seats) for one, later in itertools.pairwise(turns)}
        assert steps <= {1 % len(seats)}


def test_bets_are_placed_between_the_throw_before_and_their_own() -> None:
    for hand, throws in THROWS.items():
        before = {late["roll_id"]: early["at"] for early, late in itertools.pairwise(throws)}
        for bet in BETS[hand]:
            due = ROLLS[bet["roll_id"]]["at"] if bet["roll_id"] else throws[0]["at"]
            assert bet["placed_at"] < due
            assert bet["roll_id"] not in before or before[bet["roll_id"]] < bet["placed_at"]


@pytest.mark.parametrize("name", ["hands", "events"])
def test_numbers_run_on_and_times_do_not_turn_back(name: str) -> None:
    number, at = {"hands": ("hand_no", "started_at"), "events": ("seq", "at")}[name]
    assert [row[number] for row in ROWS[name]] == list(range(1, len(ROWS[name]) + 1))
    times = [row[at] for row in ROWS[name]]
    assert times == sorted(times)


def test_limits_are_announced_before_they_change_between_two_rounds() -> None:
    told = [event for event in ROWS["events"] if event["type"].startswith("limits")]
    assert [event["type"] for event in told] == [
        "limits_announced",
        "limits_announced",
        "limits_changed",
    ]
    assert told[1]["detail"] == told[2]["detail"]
    for hand in ROWS["hands"]:
        assert not hand["started_at"] <= told[2]["at"] <= hand["ended_at"]
