"""The catalog of checks: each can be run, cites its method and asks something of its own."""

from __future__ import annotations

from auditor.checks.catalog import catalog, checks_of
from auditor.checks.kinds import KINDS
from auditor.games.catalog import games

CHECKS = catalog().check


def test_ids_follow_one_another() -> None:
    assert [each.id for each in CHECKS] == [f"CHK-{n}" for n in range(1, len(CHECKS) + 1)]


def test_every_kind_is_known_and_used() -> None:
    assert {each.kind for each in CHECKS} == set(KINDS)


def test_every_check_cites_its_method_in_both_languages() -> None:
    assert [each.id for each in CHECKS if not (each.method.es and each.method.en)] == []


def test_every_test_of_chance_states_the_departure_whose_power_it_tells() -> None:
    chance = [each for each in CHECKS if each.family == "chance"]
    assert [each.id for each in chance if not (each.effect and each.effect_words)] == []


def test_every_game_is_known_and_every_game_of_chance_has_both_families() -> None:
    assert {game for each in CHECKS for game in each.games} == set(games()) - {"bridge"}
    assert {
        game: {each.family for each in checks_of(game)} for game in set(games()) - {"bridge"}
    } == {game: {"chance", "record"} for game in set(games()) - {"bridge"}}


def test_the_level_of_false_alarms_and_the_power_are_those_that_the_report_states() -> None:
    assert (catalog().level, catalog().power, catalog().known) == (0.01, 0.8, 0.95)
