"""The rulebook's cases walked: every rule is pinned by them from all sides."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest

from auditor.rulebook.cases import cases_of
from auditor.rulebook.load import default_rules, load_packs
from auditor.run.rulebook.cases import verdicts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from auditor.rulebook.cases import PlacedCase
    from auditor.rulebook.model import Rule

PACKS = {pack.norm.prefix: pack for pack in load_packs(default_rules())[0]}
FAILS = frozenset({"violation", "observation", "indeterminate"})
COMPARISON = re.compile(r"'[^']*'|<>|<=|>=|=|<|>|\bBETWEEN\b|\bIN\b")
TURNED = {
    "=": "<>",
    "<>": "=",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
    "BETWEEN": "NOT BETWEEN",
    "IN": "NOT IN",
}
PARTS = 4  # each rule is turned round on its own cases alone: less to be judged
QUANTITY = re.compile(r"<=|>=|<(?!>)|(?<!<)>|\bBETWEEN\b")


@cache
def _cases(prefix: str) -> tuple[PlacedCase, ...]:
    return cases_of(PACKS[prefix])[0]


def _of_rule(prefix: str, rule: Rule) -> list[PlacedCase]:
    return [placed for placed in _cases(prefix) if placed.case.rule == rule.id]


@pytest.mark.parametrize("prefix", PACKS)
@pytest.mark.parametrize("kind", ["pass", "fail", "not_assessable", "out_of_scope"])
def test_every_rule_has_a_case_of_each_kind(prefix: str, kind: str) -> None:
    wanted = FAILS if kind == "fail" else frozenset({kind})
    lacking = [
        rule.id
        for rule in PACKS[prefix].norm.rules
        if not any(placed.case.verdict in wanted for placed in _of_rule(prefix, rule))
    ]
    assert lacking == []


@pytest.mark.parametrize("prefix", PACKS)
def test_a_rule_that_compares_a_quantity_has_boundary_cases(prefix: str) -> None:
    lacking = [
        rule.id
        for rule in PACKS[prefix].norm.rules
        if any(QUANTITY.search(sql) for sql in rule.branches.values())
        and not any(placed.case.boundary for placed in _of_rule(prefix, rule))
    ]
    assert lacking == []


def _turned(sql: str) -> Iterator[str]:
    """Give an expression with each of its comparisons turned round; a bare fact is denied."""
    found = [match for match in COMPARISON.finditer(sql) if match[0] in TURNED]
    for match in found:
        yield f"{sql[: match.start()]}{TURNED[match[0]]}{sql[match.end() :]}"
    if not found:
        yield f"NOT ({sql})"


def _rule_mutants(rule: Rule) -> Iterator[Rule]:
    """Give a rule with each comparison of what it requires turned round."""
    for reading, sql in rule.branches.items():
        for turned in _turned(sql):
            if rule.readings:
                yield replace(rule, readings={**rule.readings, reading: turned})
            else:
                yield replace(rule, require=turned)


def _mutants(rules: Iterable[Rule]) -> dict[str, tuple[str, Rule]]:
    """Give each mutant under a name of its own, with the rule that it was."""
    return {
        f"{rule.id}#{number}": (rule.id, mutant)
        for rule in rules
        for number, mutant in enumerate(_rule_mutants(rule))
    }


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("prefix", PACKS)
def test_a_comparison_turned_round_is_noticed(prefix: str, part: int) -> None:
    norm = PACKS[prefix].norm
    mutants = _mutants(norm.rules[part::PARTS])
    cases = tuple(p for p in _cases(prefix) if p.case.rule in {one for one, _ in mutants.values()})
    rules = tuple(replace(mutant, id=name) for name, (_, mutant) in mutants.items())
    told = verdicts_of(replace(norm, rules=rules), cases)
    noticed = {
        name
        for name, (rule_id, _) in mutants.items()
        for placed, verdicts in zip(cases, told, strict=True)
        if placed.case.rule == rule_id and verdicts.get(name) != placed.case.verdict
    }
    assert {name: mutants[name][1].branches for name in mutants.keys() - noticed} == {}


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("prefix", PACKS)
def test_each_rule_that_is_deleted_leaves_its_cases_without_a_verdict(
    prefix: str, half: int
) -> None:
    norm = PACKS[prefix].norm
    deleted = {rule.id for rule in norm.rules[half::2]}
    kept = tuple(rule for rule in norm.rules if rule.id not in deleted)
    cases = tuple(placed for placed in _cases(prefix) if placed.case.rule in deleted)
    told = verdicts_of(replace(norm, rules=kept), cases)
    left = {
        placed.case.rule: verdicts[placed.case.rule]
        for placed, verdicts in zip(cases, told, strict=True)
        if placed.case.rule in verdicts
    }
    assert left == {}
    assert {placed.case.rule for placed in cases} == deleted
    assert any(told)


@pytest.mark.parametrize("prefix", ["BAC", "BLB", "POK"])
def test_a_norm_without_a_word_of_its_own_calls_a_violation_as_the_console_does(
    prefix: str,
) -> None:
    word = PACKS[prefix].norm.identity.finding_word
    assert (word.es, word.en) == ("infracción", "violation")
