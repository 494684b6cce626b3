"""What a rule hangs on, by hash: each of its parts, the SELECTs under its grain, its numbers."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from auditor.rulebook.digest import due_sql, parameters_read, rule_parts, sha256_of
from auditor.rulebook.model import (
    Identity,
    InForce,
    Norm,
    Parameter,
    ParameterType,
    Rule,
    RuleKind,
    Text,
)

WORDS = Text(es="es", en="en")
RULE = Rule(
    id="R",
    clause=("C",),
    title=WORDS,
    grain="bet",
    kind=RuleKind.DUTY,
    when="w",
    message=WORDS,
    cases="c.yaml",
    require="stake <= cap",
)
DUE = """\
-- view: rate
SELECT p.odds FROM norm.parameters AS p
-- view: other
SELECT p.cap FROM norm.parameters AS p
-- view: bet
SELECT * FROM fact.bet JOIN due.rate
"""
OTHERWISE: list[dict[str, object]] = [
    {"clause": ("C", "D")},
    {"grain": "hand"},
    {"kind": RuleKind.ADVICE},
    {"when": "w2"},
    {"require": "stake < cap"},
    {"readings": {"a": "x"}},
    {"expected": "x"},
    {"observed": "x"},
    {"at_stake": "x"},
    {"owed_to": "player"},
    {"cause": "x"},
    {"games": ("bridge",)},
    {"first": date(2020, 1, 1)},
    {"last": date(2020, 1, 1)},
    {"message": Text(es="otro", en="en")},
]


def _norm() -> Norm:
    identity = Identity(
        "n",
        "N",
        ("bling_bling",),
        None,
        WORDS,
        WORDS,
        WORDS,
        "1",
        InForce(None, None, "inf", WORDS),
        (),
    )
    numbers = [
        Parameter(each, ParameterType.DECIMAL, WORDS, ()) for each in ("odds", "cap", "idle")
    ]
    return Norm(Path("n"), identity, "", "", tuple(numbers), (RULE,), DUE)


@pytest.mark.parametrize("otherwise", OTHERWISE, ids=lambda each: next(iter(each)))
def test_each_part_of_a_rule_tells_in_its_hash(otherwise: dict[str, object]) -> None:
    changed = replace(RULE, **otherwise)  # type: ignore[arg-type]  # each is of its field's type
    assert sha256_of(rule_parts(changed)) != sha256_of(rule_parts(RULE))


def test_where_the_cases_stand_is_no_part_of_a_rule() -> None:
    moved = replace(RULE, cases="d.yaml", title=Text(es="x", en="y"))
    assert sha256_of(rule_parts(moved)) == sha256_of(rule_parts(RULE))


def test_the_selects_under_a_grain_are_those_it_reads() -> None:
    told = due_sql(_norm(), "bet")
    assert ("p.odds" in told, "p.cap" in told, due_sql(_norm(), "hand")) == (True, False, "")


def test_a_rule_reads_parameters_itself_and_through_what_was_due() -> None:
    assert parameters_read(_norm(), RULE) == ("odds", "cap")
    assert parameters_read(_norm(), replace(RULE, grain="hand")) == ("cap",)


def test_the_hash_of_plain_data_is_of_what_it_says() -> None:
    assert sha256_of({"a": 1, "b": Decimal(2)}) == sha256_of({"b": Decimal(2), "a": 1})
    assert sha256_of({"a": 1}) != sha256_of({"a": 2})
