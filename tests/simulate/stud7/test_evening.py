"""Simulated evenings of stud are lawful: chips stay with their players, pots add up."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from typing import TYPE_CHECKING

import numpy as np
import pytest

from auditor.simulate.spec import Partition
from auditor.simulate.stud7.night import GAME

if TYPE_CHECKING:
    from typing import Any

    Row = dict[str, Any]

PARTITIONS = [Partition("LIM-01", date(2025, 1, 1), 150, table) for table in (1, 2)]
PAYS_IN = {"ante", "bring_in", "call"}


@pytest.fixture(scope="module")
def tables() -> dict[str, list[Row]]:
    made = GAME.night(PARTITIONS, np.random.default_rng(8))
    return {name: table.to_pylist() for name, (table, _) in made.items()}


def test_a_player_starts_with_what_he_ended_with_and_bought_since(
    tables: dict[str, list[Row]],
) -> None:
    chips: dict[str, object] = {}
    for event in tables["events"]:
        player, amount = event["player_id"], event["amount"]
        if event["type"] == "stack" and player in chips:
            assert chips[player] == amount
        if event["type"] == "stack_after":
            chips[player] = amount
        if event["type"] == "chips_bought":
            chips[player] += amount
        if event["type"] == "chips_cashed":
            chips[player] -= amount


def test_what_is_paid_and_kept_is_what_was_put_in(tables: dict[str, list[Row]]) -> None:
    stacks: defaultdict[str, int] = defaultdict(int)
    for event in tables["events"]:
        if event["type"] in {"stack", "stack_after"}:
            sign = 1 if event["type"] == "stack" else -1
            stacks[event["hand_id"]] += sign * event["amount"]
    rakes = {hand["hand_id"]: "-M2-" in hand["hand_id"] for hand in tables["hands"]}
    assert {kept >= 0 and (rakes[hand] or not kept) for hand, kept in stacks.items()} == {True}
    assert any(stacks.values())


def test_the_actions_put_in_what_the_stacks_lose(tables: dict[str, list[Row]]) -> None:
    lost: defaultdict[tuple[str, str], int] = defaultdict(int)
    by_round: dict[tuple[str, str], int] = {}
    for event in tables["events"]:
        at, amount = (event["hand_id"], event["player_id"]), event["amount"]
        if event["type"] in PAYS_IN | {"award", "stack_after"}:
            lost[at] += -amount if event["type"] == "award" else amount
        if event["type"] == "stack":
            lost[at] -= amount
            by_round[at] = 0
        if event["type"] in {"bet", "raise"}:
            by_round[at] += 1
    plain = [at for at, bets in by_round.items() if not bets]
    assert {lost[at] for at in plain} == {0}
    assert len(plain) > len(by_round) / 3


def test_every_card_comes_after_the_antes_and_before_the_awards(
    tables: dict[str, list[Row]],
) -> None:
    antes: dict[str, Any] = {}
    awards: dict[str, Any] = {}
    for event in tables["events"]:
        if event["type"] == "ante":
            antes[event["hand_id"]] = event["at"]
        if event["type"] == "award":
            awards.setdefault(event["hand_id"], event["at"])
    for card in tables["cards"]:
        assert antes[card["hand_id"]] < card["at"] < awards[card["hand_id"]]


def test_a_new_deck_is_checked_and_every_hand_has_its_five_steps(
    tables: dict[str, list[Row]],
) -> None:
    kinds = [event["type"] for event in tables["events"] if event["hand_id"] is None]
    checks = kinds.count("deck_check")
    assert checks == kinds.count("deck_change") + len(PARTITIONS) > len(PARTITIONS)
    assert {kinds.count(step) for step in ("face_down", "scramble", "shuffle", "cut")} == {300}
