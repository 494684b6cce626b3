"""The rulebook walked: every case holds, every rule is pinned from all sides."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from auditor.rulebook.cases import cases_of
from auditor.rulebook.load import default_rules, load_packs
from auditor.run.cases import run_cases

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.rulebook.cases import PlacedCase
    from auditor.rulebook.load import Pack
    from auditor.rulebook.model import Norm, Rule

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
QUANTITY = re.compile(r"<=|>=|<(?!>)|(?<!<)>|\bBETWEEN\b")


def _cases(prefix: str) -> tuple[PlacedCase, ...]:
    return cases_of(PACKS[prefix])[0]


def _of_rule(prefix: str, rule: Rule) -> list[PlacedCase]:
    return [placed for placed in _cases(prefix) if placed.case.rule == rule.id]


@pytest.mark.parametrize("prefix", PACKS)
def test_every_case_holds(prefix: str) -> None:
    results = run_cases(PACKS[prefix].norm, _cases(prefix))
    assert [
        f"{result.placed.path.name}:{result.placed.line} {result.verdict}"
        for result in results
        if not result.holds
    ] == []
    assert results


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


def _mutants(norm: Norm) -> list[dict[str, Rule]]:
    """Give rounds of mutants: in each, every rule that is left has one comparison turned round."""
    queues = {rule.id: list(_rule_mutants(rule)) for rule in norm.rules}
    rounds = []
    while any(queues.values()):
        rounds.append({rule: queue.pop() for rule, queue in queues.items() if queue})
    return rounds


def _rule_mutants(rule: Rule) -> Iterator[Rule]:
    """Give a rule with each comparison of what it requires turned round."""
    for reading, sql in rule.branches.items():
        for turned in _turned(sql):
            if rule.readings:
                yield replace(rule, readings={**rule.readings, reading: turned})
            else:
                yield replace(rule, require=turned)


@pytest.mark.parametrize("prefix", PACKS)
def test_a_comparison_turned_round_is_noticed(prefix: str) -> None:
    norm, cases = PACKS[prefix].norm, _cases(prefix)
    unnoticed: dict[str, list[str]] = defaultdict(list)
    for mutants in _mutants(norm):
        rules = tuple(mutants.get(rule.id, rule) for rule in norm.rules)
        results = run_cases(replace(norm, rules=rules), cases)
        noticed = {result.placed.case.rule for result in results if not result.holds}
        for rule_id in mutants.keys() - noticed:
            unnoticed[rule_id].append(str(mutants[rule_id].branches))
    assert unnoticed == {}


def test_a_rule_that_is_deleted_leaves_its_cases_without_a_verdict() -> None:
    pack: Pack = next(iter(PACKS.values()))
    first = pack.norm.rules[0]
    rest = replace(pack.norm, rules=pack.norm.rules[1:])
    results = run_cases(rest, tuple(_of_rule(pack.norm.prefix, first)))
    assert results
    assert {None} == {result.verdict for result in results}
