"""The rulebook as it stood on a day: what it knew by then, and nothing that came later."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from auditor.rulebook.check import pack_faults
from auditor.rulebook.known import (
    any_overlap,
    last_day,
    norm_as_known,
    norms_as_known,
    norms_by_due,
)
from auditor.rulebook.load import Pack, load_packs
from auditor.rulebook.model import Known

if TYPE_CHECKING:
    from pathlib import Path

MARCH, APRIL, MAY = date(2026, 3, 1), date(2026, 4, 1), date(2026, 5, 1)
FIRST_DUE = "{file: due-1.sql, known: {to: 2026-03-31}}"
NUMBERS = """\
- id: odds
  type: integer
  unit: {es: "a uno", en: "to one"}
  values:
    - {from: 2003-06-06, value: "11", clause: DAD-1, known: {to: 2026-03-31}}
    - {from: 2003-06-06, value: "12", clause: DAD-1, known: {from: 2026-04-01}}
"""


@pytest.mark.parametrize(
    ("known", "day", "holds"),
    [
        (Known(), None, True),
        (Known(), MARCH, True),
        (Known(first=APRIL), MARCH, False),
        (Known(first=APRIL), APRIL, True),
        (Known(first=APRIL), None, True),
        (Known(last=APRIL), APRIL, True),
        (Known(last=APRIL), MAY, False),
        (Known(last=APRIL), None, False),
    ],
)
def test_what_was_known_on_a_day(known: Known, day: date | None, holds: bool) -> None:
    assert known.holds(day) is holds


@pytest.mark.parametrize(
    ("spans", "overlap"),
    [
        ((Known(last=MARCH), Known(first=APRIL)), False),
        ((Known(last=APRIL), Known(first=APRIL)), True),
        ((Known(first=MARCH), Known(first=MAY)), True),
        ((Known(last=MARCH), Known(last=MAY)), True),
        ((Known(), Known(first=MAY)), True),
        ((Known(),), False),
    ],
)
def test_spans_that_share_a_day(spans: tuple[Known, ...], overlap: bool) -> None:
    assert any_overlap(spans) is overlap


def _loaded(small: Path, *, rules: str = "", numbers: str = "") -> Pack:
    """Load the small norm with what is put after its first rule's title, and its parameters."""
    path = small / "rules.yaml"
    path.write_text(path.read_text("utf-8") + rules, "utf-8")
    (small / "parameters.yaml").write_text(numbers, "utf-8")
    (pack,), faults = load_packs(small.parent)
    assert faults == ()
    return pack


def _second(known: str) -> str:
    """Write a second version of a rule."""
    return f"""\
- id: DAD-1
  clause: DAD-1
  title: {{es: "DAD-1", en: "DAD-1"}}
  grain: bet
  kind: duty
  when: is_side_bet
  require: stake > 1
  message: {{es: "no", en: "no"}}
  cases: cases/casos.yaml
  known: {known}
"""


def test_a_rule_known_later_is_unknown_before(small: Path) -> None:
    norm = _loaded(
        small, rules=_second("{from: 2026-04-01}").replace("- id: DAD-1", "- id: DAD-1.2")
    ).norm
    told = [[rule.id for rule in norm_as_known(norm, day).rules] for day in (MARCH, APRIL, None)]
    assert told == [
        ["DAD-1", "DAD-3"],
        ["DAD-1", "DAD-3", "DAD-1.2"],
        ["DAD-1", "DAD-3", "DAD-1.2"],
    ]


def test_a_rule_may_have_two_versions_known_one_after_the_other(small: Path) -> None:
    path = small / "rules.yaml"
    first = "  require: stake > 0\n"
    text = path.read_text("utf-8").replace(first, f"{first}  known: {{to: 2026-03-31}}\n")
    path.write_text(text, "utf-8")
    pack = _loaded(small, rules=_second("{from: 2026-04-01}"))
    assert [fault for fault in pack_faults(pack) if "id:" in fault.es] == []
    versions = [norm_as_known(pack.norm, day).rules for day in (MARCH, APRIL)]
    told = [[rule.require for rule in rules if rule.id == "DAD-1"] for rules in versions]
    assert told == [["stake > 0"], ["stake > 1"]]
    assert last_day(pack.norm, "DAD-1") is None


def test_two_versions_known_on_one_day_are_a_fault(small: Path) -> None:
    pack = _loaded(small, rules=_second("{from: 2026-04-01}"))
    assert [fault.es for fault in pack_faults(pack) if "id:" in fault.es] == [
        "DAD-1, id: está dos veces"
    ]


def test_a_value_corrected_is_another_from_its_day_of_knowledge_on(small: Path) -> None:
    norm = _loaded(small, numbers=NUMBERS).norm
    told = {
        day: [value.value for value in norm_as_known(norm, day).parameters[0].values]
        for day in (MARCH, APRIL, None)
    }
    assert told == {MARCH: ["11"], APRIL: ["12"], None: ["12"]}


def test_two_values_from_one_day_known_together_are_a_fault(small: Path) -> None:
    pack = _loaded(
        small, numbers=NUMBERS.replace("known: {to: 2026-03-31}", "known: {to: 2026-04-01}")
    )
    assert [fault.en for fault in pack_faults(pack) if "odds" in fault.en] == [
        "odds: two values from one day (2003-06-06)"
    ]


def test_a_norm_not_yet_known_is_not_there(small: Path) -> None:
    path = small / "norm.yaml"
    path.write_text(path.read_text("utf-8") + "known: {from: 2026-04-01}\n", "utf-8")
    norm = _loaded(small).norm
    there = [len(norms_as_known((norm,), day)) for day in (MARCH, APRIL, None)]
    assert there == [0, 1, 1]


def test_a_rule_no_longer_known_has_a_last_day(small: Path) -> None:
    pack = _loaded(small, rules=_second("{to: 2026-03-01}").replace("- id: DAD-1", "- id: DAD-1.2"))
    assert last_day(pack.norm, "DAD-1.2") == MARCH
    assert last_day(pack.norm, "nothing") is None


def _replaced(small: Path, before: str) -> Pack:
    """Load the small norm with two scripts that its `due.sql` has replaced."""
    for name, word in (("due-1.sql", "one"), ("due-2.sql", "two"), ("due.sql", "three")):
        (small / name).write_text(f"-- view: bet\nSELECT '{word}' AS word", "utf-8")
    path = small / "norm.yaml"
    path.write_text(path.read_text("utf-8") + f"due_before: {before}\n", "utf-8")
    return _loaded(small)


def test_what_was_due_is_by_the_script_of_the_day(small: Path) -> None:
    first, second = "{to: 2026-03-01}", "{from: 2026-03-02, to: 2026-04-30}"
    norm = _replaced(
        small, f"[{{file: due-1.sql, known: {first}}}, {{file: due-2.sql, known: {second}}}]"
    ).norm
    told = [norm_as_known(norm, day) for day in (MARCH, APRIL, MAY, None)]
    assert [each.due_file for each in told] == ["due-1.sql", "due-2.sql", "due.sql", "due.sql"]
    assert [each.due.split("'")[1] for each in told] == ["one", "two", "three", "three"]


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (f"[{FIRST_DUE}]", []),
        ("[{file: due-9.sql, known: {to: 2026-03-31}}]", ["due-9.sql"]),
        ("[{file: ../due.sql, known: {to: 2026-03-31}}]", ["../due.sql"]),
        ("[{file: due.sql, known: {to: 2026-03-31}}]", ["due.sql"]),
        ("[{file: due-1.sql, known: {from: 2026-03-31}}]", ["until which day"]),
        (
            f"[{FIRST_DUE}, {{file: due-2.sql, known: {{to: 2026-04-01}}}}]",
            ["share a day"],
        ),
    ],
)
def test_an_earlier_script_is_a_file_of_its_own_with_an_end(
    before: str, said: list[str], small: Path
) -> None:
    line = len((small / "norm.yaml").read_text("utf-8").splitlines()) + 1
    found = [fault for fault in pack_faults(_replaced(small, before)) if fault.line == line]
    assert len(found) == len(said)
    assert all(word in fault.en for word, fault in zip(said, found, strict=True))


@pytest.mark.parametrize(
    ("known", "covers"),
    [
        (Known(last=APRIL), True),
        (Known(first=MARCH, last=APRIL), True),
        (Known(last=MAY), False),
        (Known(first=MARCH), False),
        (Known(), False),
    ],
)
def test_days_within_other_days(known: Known, covers: bool) -> None:
    assert Known(last=APRIL).covers(known) is covers
    assert Known().covers(known)
    assert Known(first=APRIL).covers(known) is False


def test_rules_stand_under_the_scripts_of_their_own_days(small: Path) -> None:
    rules = _second("{to: 2026-03-31}").replace("- id: DAD-1", "- id: DAD-1.2")
    rules += _second("{from: 2026-04-01}").replace("- id: DAD-1", "- id: DAD-1.3")
    path = small / "rules.yaml"
    path.write_text(path.read_text("utf-8") + rules, "utf-8")
    norm = _replaced(small, "[{file: due-1.sql, known: {to: 2026-03-31}}]").norm
    told = {
        each.due_file: [rule.id for rule in each.rules if rule.id.startswith("DAD-1.")]
        for each in norms_by_due(norm)
    }
    assert told == {"due-1.sql": ["DAD-1.2"], "due.sql": ["DAD-1.3"]}
