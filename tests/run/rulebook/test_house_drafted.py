"""A house file to fill in offers each rule that has several readings, in words."""

from __future__ import annotations

import pytest

from auditor.errors import UsageError
from auditor.rulebook.load import default_rules, load_rulebook
from auditor.run.rulebook.house_drafted import house_drafted
from auditor.run.told.declared import refuse_unknown
from auditor.store.house import parse_house


@pytest.mark.parametrize(("where", "prefixes"), [("PE", {"BAC", "POK", "BLB"}), ("UY", {"MIN"})])
def test_every_ambiguous_rule_of_the_place_is_offered(where: str, prefixes: set[str]) -> None:
    drafted = house_drafted("X", jurisdiction=where)
    due = {
        rule.id
        for norm in load_rulebook(default_rules()).norms
        for rule in norm.rules
        if rule.readings and norm.prefix in prefixes
    }
    offered = {line.split('"')[1] for line in drafted.splitlines() if line.startswith('# "')}
    assert offered == due


def test_a_line_filled_in_is_an_adopted_reading() -> None:
    drafted = house_drafted("X", jurisdiction="PE")
    assert "#   nearest_5: el 5 % redondeado a los 5 más próximos" in drafted
    filled = drafted.replace("# [readings]", "[readings]").replace('# "BAC-8.15"', '"BAC-8.15"')
    filled = filled.replace('{ reading = "POR COMPLETAR"', '{ reading = "nearest_5"')
    house = parse_house(filled.encode(), file="house-X.toml")
    refuse_unknown(load_rulebook(default_rules()).norms, [house], whole=True)
    assert {key: each.reading for key, each in house.readings.items()} == {"BAC-8.15": "nearest_5"}


def test_the_draft_is_told_in_english_too() -> None:
    drafted = house_drafted("X", jurisdiction="UY", lang="en")
    assert "which one the authority adopted" in drafted
    assert "TO BE FILLED IN" in drafted


def test_a_jurisdiction_that_no_norm_has_is_refused() -> None:
    with pytest.raises(UsageError, match="PE, UY, WBF"):
        house_drafted("X", jurisdiction="ZZ")
