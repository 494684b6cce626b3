"""Every part of a rule is changed, and a rule that its cases do not pin survives."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from auditor.rulebook.cases import cases_of
from auditor.rulebook.load import Pack, default_rules, load_packs
from benchmarks.mutants.notice import notices_of_rules
from benchmarks.mutants.numbers import number_mutants
from benchmarks.mutants.rules import rule_mutants
from benchmarks.mutants.stage import Stage, make, played, stage_of, undone

if TYPE_CHECKING:
    from auditor.rulebook.model import Rule

PACK: Pack = next(pack for pack in load_packs(default_rules())[0] if pack.norm.prefix == "BLB")
KINDS = {
    "comparison turned",
    "comparison loosened",
    "parameter swapped",
    "AND/OR swapped",
    "condition denied",
    "condition dropped",
    "conjunct removed",
    "reading dropped",
    "figure dropped",
    "figures swapped",
    "clause swapped",
    "clause dropped",
    "message argument",
    "kind changed",
    "owed to nobody",
    "owed to another",
}


@pytest.fixture(scope="module")
def stage() -> Stage:
    cases = tuple(each for each in cases_of(PACK)[0] if each.path.stem in {"errores", "limites"})
    return stage_of(PACK.norm, cases, game="bling_bling")


def _rule(rule_id: str) -> Rule:
    return next(each for each in PACK.norm.rules if each.id == rule_id)


def test_every_part_of_a_rule_is_changed(stage: Stage) -> None:
    found = {
        each.kind
        for rule in PACK.norm.rules
        for each in rule_mutants(PACK.norm, rule, columns=stage.columns)
    }
    assert found >= KINDS


def test_numbers_and_days_are_moved() -> None:
    found = {each.kind for each in number_mutants(PACK.norm)}
    assert found == {"value moved", "value swapped", "day moved"}


def test_a_rule_loosened_is_noticed_at_its_boundary(stage: Stage) -> None:
    rule = _rule("BLB-7.1")
    mutants = [
        each
        for each in rule_mutants(PACK.norm, rule, columns=stage.columns)
        if each.kind == "comparison loosened" and each.rule
    ]
    notices = notices_of_rules(
        stage, rule.id, changed=tuple(each.rule for each in mutants if each.rule)
    )
    assert mutants
    assert [bool(each.by) for each in notices] == [True] * len(mutants)


def test_a_change_that_no_case_tells_from_the_rule_survives(stage: Stage) -> None:
    rule = _rule("BLB-7.1")
    weak = replace(rule, when=f"({rule.when}) AND 1 = 1")
    assert notices_of_rules(stage, rule.id, changed=(weak,))[0].by is None


def test_a_rule_that_does_not_bind_is_refused_and_not_noticed(stage: Stage) -> None:
    rule = replace(_rule("BLB-7.1"), require="no_such_fact")
    notice = notices_of_rules(stage, "BLB-7.1", changed=(rule,))[0]
    assert notice.by is None
    assert "no_such_fact" in str(notice.refused)


def test_a_change_is_played_as_far_as_it_reaches_and_taken_back(stage: Stage) -> None:
    part = stage.parts["fact.correction"]
    empty = f"SELECT * FROM ({part.sql}) WHERE false"
    with undone(stage.connection):
        way = [*played(stage, part.relation, start=lambda: make(stage.connection, part, sql=empty))]
    again = [*played(stage, part.relation, start=lambda: make(stage.connection, part))]
    assert [grain.grain for grain, _ in way] == [*stage.grains]
    assert way[-1][1] == {"fact.correction", "fact.event"}
    assert {changed for _, changed in again} == {frozenset()}


def test_a_step_is_made_of_those_before_it_alone(stage: Stage) -> None:
    way = [part.relation for part in stage.way_to("fact.event")]
    assert way[-1] == "fact.event"
    assert "fact.correction" in way
    assert "fact.bet" not in way
