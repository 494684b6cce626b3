"""Money is written with its currency: which facts are money, by how they are declared."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from auditor.evaluate.bind import PARAMETER_SQL, grain_relation, make_due
from auditor.evaluate.check import checked_packs
from auditor.evaluate.scope import Governed, make_house, make_parameters, make_scope
from auditor.games.catalog import games
from auditor.replay.facts import empty_replay
from auditor.report.compose.verdict_words import NO_MONEY
from auditor.scripts import columns_of

if TYPE_CHECKING:
    from auditor.rulebook.model import Norm

RULES = Path(__file__).resolve().parents[3] / "rules"
# Money is DECIMAL(18,4) in the log model, and what is reckoned from it is as wide or wider.
DECIMAL = re.compile(r"DECIMAL\((\d+),(\d+)\)")
LEAST_DIGITS = 8  # before the point: a sum of money has room for more than these


def facts_of(norm: Norm, game_id: str) -> dict[str, str]:
    """Give the facts that the rules of a norm print: fact → its type in the engine."""
    game = games()[game_id]
    connection = empty_replay(game)
    make_house(connection, ())
    make_scope(connection, norm, governed=Governed(frozenset()))
    make_parameters(connection, norm)
    make_due(connection, norm)
    told: dict[str, str] = {}
    for grain in game.grains:
        types = columns_of(connection, grain_relation(connection, grain))
        printed = {each for r in norm.rules_of(game_id, grain) for each in (r.expected, r.observed)}
        told |= {fact: kind for fact, kind in types.items() if fact in printed}
    return told


def printed_parameters(norm: Norm) -> dict[str, str]:
    """Give the parameters with decimals that the rules of a norm print, with their unit."""
    printed = {each for rule in norm.rules for each in (rule.expected, rule.observed)}
    decimal = [each for each in norm.parameters if PARAMETER_SQL[each.type].startswith("DECIMAL")]
    return {each.id: each.unit.en for each in decimal if each.id in printed}


def is_sum(kind: str) -> bool:
    """Tell whether a type with decimals has room for a sum of money."""
    found = DECIMAL.fullmatch(kind)
    return found is not None and int(found[1]) - int(found[2]) >= LEAST_DIGITS


@pytest.fixture(scope="module")
def told() -> dict[str, str]:
    norms = [pack.norm for pack in checked_packs(RULES)]
    pairs = [(norm, game) for norm in norms for game in norm.identity.games if game in games()]
    return {fact: kind for norm, game in pairs for fact, kind in facts_of(norm, game).items()}


def test_no_fact_of_money_is_left_without_its_currency(told: dict[str, str]) -> None:
    money = {fact for fact, kind in told.items() if is_sum(kind)}
    assert {"cover_limit", "box_max", "most_bet", "due_high_compare_down", "payout"} <= money
    assert money & NO_MONEY == set()


def test_every_fact_with_decimals_that_is_no_money_is_known_as_such(told: dict[str, str]) -> None:
    decimals = {fact for fact, kind in told.items() if re.match("DECIMAL|DOUBLE|FLOAT", kind)}
    others = {fact for fact in decimals if not is_sum(told[fact])}
    for pack in checked_packs(RULES):
        units = printed_parameters(pack.norm)
        others |= {each for each, unit in units.items() if not unit.startswith("currency")}
    assert others == NO_MONEY
