"""Which findings and counts differ between two audits, and what each is put down to."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import TYPE_CHECKING

import pytest
from pydantic import TypeAdapter

from auditor.cli.differences import MOST, lines_of
from auditor.compare.difference import Difference, difference_of
from auditor.compare.read import AuditTold
from auditor.compare.told import told_of

if TYPE_CHECKING:
    from pydantic import JsonValue

Told = dict[str, "JsonValue"]

# A place in an audit, by keys and positions, and the value that is put there.
Edit = tuple[tuple["str | int", ...], "JsonValue"]
DROPPED: Edit = (("findings",), [])
ADOPTED: JsonValue = {"casino_id": "LIM", "clause": "R-1", "reading": "exact"}
# Fields of a finding, before and after; one reading says the same in both.
FAILS: Told = {"verdict": "violation", "at_stake": "-10.50"}
HOLDS: Told = {"verdict": "pass", "at_stake": None}
CHANGED: dict[str, tuple[JsonValue, JsonValue]] = {
    "currency": ("PEN", "PEN"),
    "expected": ("AS", "AS TH"),
    "observed": ("110.0000", "100.00"),
    "at_stake": ("-10.50", None),
    "message": ("mal pagada", "se pagó 1.50 de menos"),
    "message_en": ("paid wrongly", "paid 1.50 too little"),
    "readings": (
        [{"id": each, **FAILS} for each in ("exact", "up", "down")],
        [
            {"id": "exact", **FAILS},
            *({"id": each, **HOLDS} for each in ("up", "down")),
            {"id": "half", "verdict": "indeterminate"},
        ],
    ),
}
IDLE: JsonValue = {"id": "idle", "values": [{"from": None, "value": "1"}]}
CAUSES: dict[str, tuple[str, Edit]] = {
    "an input": ("input", (("sources", 0, "sha256"), "b2")),
    "how an input is read": ("input", (("sources", 0, "way"), "w2")),
    "a rule": ("rule", (("rules", 0, "sha256"), "a2")),
    "a rule gone": ("rule", (("rules",), [])),
    "a parameter": ("parameter", (("norms", 0, "parameters", 0, "values", 0, "value"), "11")),
    "a parameter gone": ("parameter", (("norms", 0, "parameters"), [])),
    "what was due": ("due", (("rules", 0, "due_sha256"), "d2")),
    "the edition": ("norm", (("norms", 0, "edition"), "2010")),
    "the norm's days": ("norm", (("norms", 0, "in_force", "to"), "2009-12-31")),
    "the norm": ("norm", (("norms", 0, "id"), "m")),
    "the house file": ("house", (("casinos", 0, "house_sha256"), "c2")),
    "an adopted reading": ("reading", (("readings_adopted",), [ADOPTED])),
    "what was asked": ("asked", (("run", "to"), "2026-01-01")),
    "the version": ("program", (("run", "version"), "2")),
    "the program": ("program", (("run", "program_sha256"), "p2")),
}
# What differs, and cannot have dropped a finding of rule R-1 at the casino LIM.
ELSEWHERE: dict[str, Edit] = {
    "another rule": (("rules", 1, "sha256"), "a2"),
    "a number that the rule does not read": (("norms", 0, "parameters", 1), IDLE),
    "another casino's input": (
        ("sources", 1),
        {"name": "x.csv", "sha256": "x1", "casinos": ["CUS"]},
    ),
    "strictness": (("run", "strict"), True),
}
# What differs and is no difference between two audits.
ALIKE: dict[str, Edit] = {
    "a comment in the rulebook": (("run", "rules_hash"), "h2"),
    "a source of another name and the same bytes": (("sources", 0, "name"), "apuestas.csv"),
    "a record that only moved": (("findings", 0, "source", "record"), 9),
}


def put(told: Told, *edits: Edit) -> Told:
    """Give an audit with values put in their places; a position past the last is a new one."""
    new = deepcopy(told)
    for path, value in edits:
        place: JsonValue = new
        for step in path[:-1]:
            assert isinstance(place, dict | list)
            place = place[step]  # type: ignore[index]  # a key of an object, a position of a list
        if isinstance(place, list) and path[-1] == len(place):
            place.append(value)
        else:
            place[path[-1]] = value  # type: ignore[index]  # as above
    return new


def between(old: Told, new: Told) -> Difference:
    """Compare two audits."""
    adapter = TypeAdapter(AuditTold)
    return difference_of(adapter.validate_python(old), adapter.validate_python(new))


def test_an_audit_differs_in_nothing_from_itself(told: Told) -> None:
    found = between(told, told)
    assert (found, found.exit_code) == (Difference((), (), ()), 0)
    assert list(lines_of(found, "en")) == [
        "No difference: the same conditions, the same findings, the same counts."
    ]


@pytest.mark.parametrize("what", ALIKE)
def test_what_changes_nothing_found_is_no_difference(told: Told, what: str) -> None:
    assert between(told, put(told, ALIKE[what])).exit_code == 0


@pytest.mark.parametrize("what", CAUSES)
def test_a_finding_that_vanishes_is_put_down_to_what_differs(told: Told, what: str) -> None:
    kind, edit = CAUSES[what]
    found = between(told, put(told, edit, DROPPED))
    (change,) = found.findings
    assert (change.how, [each.kind for each in change.causes]) == ("vanishes", [kind])
    assert found.exit_code == 4


@pytest.mark.parametrize("what", ELSEWHERE)
def test_what_bears_elsewhere_explains_nothing_here(told: Told, what: str) -> None:
    found = between(told, put(told, ELSEWHERE[what], DROPPED))
    assert [each.kind for each in found.findings[0].causes] == ["unknown"]
    assert len(found.causes) == 1


def test_a_difference_of_conditions_alone_is_one(told: Told) -> None:
    found = between(told, put(told, CAUSES["an input"][1]))
    assert (found.findings, found.counts, found.exit_code) == ((), (), 4)


def test_a_new_violation_is_worse_than_any_other_difference(told: Told) -> None:
    without = put(told, DROPPED)
    assert between(without, told).exit_code == 3
    assert [change.how for change in between(without, told).findings] == ["appears"]


@pytest.mark.parametrize(("back", "code"), [(False, 4), (True, 3)])
def test_a_finding_that_changes_tells_from_what_to_what(told: Told, back: bool, code: int) -> None:
    new = put(told, (("findings", 0, "verdict"), "observation"))
    found = between(new, told) if back else between(told, new)
    (change,) = found.findings
    pair = ("violation", "observation")
    assert (change.how, change.fields) == ("changes", {"verdict": pair[::-1] if back else pair})
    assert found.exit_code == code


def test_two_findings_of_one_id_are_told_apart(told: Told) -> None:
    findings = told["findings"]
    assert isinstance(findings, list)
    found = between(told, put(told, (("findings", 1), findings[0])))
    assert [change.how for change in found.findings] == ["appears"]


def test_counts_that_shift_without_a_finding_are_told(told: Told) -> None:
    outcome = ("casinos", 0, "outcomes", 0)
    shifted = put(told, ((*outcome, "pass"), 1), ((*outcome, "not_assessable"), 1))
    (change,) = between(told, shifted).counts
    assert (change.rule, change.casino_id) == ("R-1", "LIM")
    assert change.counts == {"pass": (2, 1), "not_assessable": (0, 1)}


def test_what_changed_in_a_finding_is_told_as_people_read_it(told: Told) -> None:
    old = put(told, *((("findings", 0, key), was) for key, (was, _) in CHANGED.items()))
    new = put(told, *((("findings", 0, key), now) for key, (_, now) in CHANGED.items()))
    assert list(lines_of(between(old, new), "en"))[2:-1] == [
        "  ~ R-1  LIM T1 2026-03-07 b1  [violation]  paid PEN\u00a01.50 too little",
        "      due: A♠ → A♠ 10♥",
        "      on record: 110.00 → 100.00",
        "      at stake: PEN\u00a0−10.50 → —",
        "      by the reading: up, down: violation, PEN\u00a0−10.50 → pass",
        "      by the reading: half: — → indeterminate",
        "      said before: paid wrongly",
    ]


def test_an_audit_that_does_not_tell_its_rules_is_said_to(told: Told) -> None:
    older = put(told, (("rules", 0, "sha256"), None), (("run", "rules_hash"), "h0"))
    (cause,) = between(told, older).causes
    assert (cause.kind, "no dice cómo eran sus reglas" in cause.es) == ("rule", True)


def test_the_part_of_a_rule_that_changed_is_told_in_words(told: Told) -> None:
    rule = ("rules", 0)
    stricter = ((*rule, "sha256"), "a2"), ((*rule, "parts", "require"), "paid >= due")
    lines = list(lines_of(between(told, put(told, *stricter, DROPPED)), "en"))
    assert lines[2] == "  Rule R-1 changed: require: «paid = due» → «paid >= due»."
    assert lines[4] == "  − R-1  LIM T1 2026-03-07 b1  [violation]  paid wrongly"
    assert lines[5] == "      Because of: rule R-1"


def test_of_many_causes_a_finding_names_the_first_and_counts_the_rest(told: Told) -> None:
    new: list[JsonValue] = [
        {"name": f"{letter}.csv", "sha256": letter * 4, "records": 1, "written": 1, "rejected": 0}
        for letter in "abcde"
    ]
    found = between(told, put(told, (("sources",), new), DROPPED))
    (change,) = found.findings
    line = next(each for each in lines_of(found, "en") if each.startswith("      Because of: "))
    named, more = line.rsplit("; ", 1)
    assert named.count("; ") == 2
    assert len(change.causes) == 6  # five inputs that are new and one that is gone
    assert more == "and 3 more of those above"


def test_a_number_of_the_law_is_told_from_what_to_what(told: Told) -> None:
    (cause,) = between(told, put(told, CAUSES["a parameter"][1])).causes
    assert cause.es == "El parámetro odds de n cambió: 12 (2003-06-06) → 11 (2003-06-06)."


def test_long_lists_say_how_much_more_there_is(told: Told) -> None:
    findings = told["findings"]
    assert isinstance(findings, list)
    first = findings[0]
    assert isinstance(first, dict)
    many: JsonValue = [{**first, "id": str(number)} for number in range(MOST + 3)]
    lines = list(lines_of(between(put(told, DROPPED), put(told, (("findings",), many))), "es"))
    assert lines[-1] == "  … y 3 más: todos con --json"


def test_machines_get_causes_by_number(told: Told) -> None:
    found = between(told, put(told, CAUSES["a rule"][1], DROPPED))
    data = json.loads(json.dumps(told_of(found)))
    (finding,), (cause,) = data["findings"], data["causes"]
    assert (data["exit"], finding["how"], finding["causes"]) == (4, "vanishes", [0])
    assert (cause["kind"], cause["what"]) == ("rule", "R-1")
    assert finding["fields"]["verdict"] == ["violation", None]
