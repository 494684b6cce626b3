"""What an inspector decided is told in every form, and the exit code can follow it."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING, Any

import pytest

from auditor.api import render, reviewed_exit_code
from auditor.errors import UsageError
from auditor.report.own import own_read
from auditor.report.read import read_audit

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Make = Callable[[int], dict[str, Any]]
    Write = Callable[[Any], Path]

SAID = {"by": "Inspectora Rojas", "on": "2026-03-20", "comment": "Se ve en el video"}


@pytest.fixture(name="out")
def _out(make_audit: Make, write_audit: Write) -> Path:
    audit = make_audit(9)
    findings = [each for each in audit["findings"] if each["casino_id"] == "LIM-01"]
    return write_audit(audit | {"findings": findings, "rejects": [], "problems": []})


def _review(out: Path, *decisions: str, **other: object) -> Path:
    """Write a review of the first findings of Lima, a decision each."""
    own = own_read(read_audit(out), "LIM-01")
    reviews = [
        {"finding": each.id, "decision": decision, **SAID}
        for each, decision in zip(own.audit.findings, decisions, strict=False)
    ]
    told = {"audit_sha256": own.sha256, "casino_id": "LIM-01", "reviews": reviews, **other}
    path = out / "review.json"
    path.write_text(json.dumps(told), "utf-8")
    return path


def test_what_was_decided_stands_beside_the_finding(out: Path) -> None:
    render(out, formats=["html", "csv"], reviews=[_review(out, "confirmed")])
    rows = list(csv.DictReader((out / "findings.csv").read_text("utf-8").splitlines()))
    assert [row["review"] for row in rows] == ["confirmed", *[""] * (len(rows) - 1)]
    page = (out / "LIM-01" / "report.html").read_text("utf-8")
    assert "Confirmado por Inspectora Rojas, 20/03/2026. Se ve en el video" in page
    assert "1 confirmados, 0 descartados" in page


@pytest.mark.parametrize(
    ("decisions", "code"),
    [
        (["confirmed"] * 9, 3),
        (["dismissed"] * 9, 0),
        (["dismissed"] * 8 + ["confirmed"], None),
        (["open"] * 9, 4),
        ([], 4),
        (["dismissed"], 4),
    ],
)
def test_the_exit_code_follows_what_is_confirmed(
    out: Path, decisions: list[str], code: int | None
) -> None:
    findings = read_audit(out).audit.findings
    decided = decisions[: len(findings)]
    last = {"violation": 3, "observation": 0, "indeterminate": 4}[findings[-1].verdict]
    if code is None:
        decided = ["dismissed"] * (len(findings) - 1) + ["confirmed"]
    assert reviewed_exit_code(out, [_review(out, *decided)]) == (last if code is None else code)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"audit_sha256": "0" * 64}, "otra auditoría"),
        ({"casino_id": "OTRA"}, "OTRA"),
        ({"reviews": [{"finding": "f" * 64, "decision": "confirmed"}]}, "f" * 64),
        ({"reviews": [{"finding": "x", "decision": "perhaps"}]}, "decision"),
        ({"reviews": 3}, "reviews"),
    ],
)
def test_a_review_that_does_not_fit_is_told_of(
    out: Path, other: dict[str, object], said: str
) -> None:
    with pytest.raises(UsageError) as caught:
        render(out, formats=["csv"], reviews=[_review(out, "confirmed", **other)])
    assert said in caught.value.say("es")


def test_two_reviews_of_one_casino_are_told_of(out: Path) -> None:
    path = _review(out, "confirmed")
    with pytest.raises(UsageError):
        render(out, formats=["csv"], reviews=[path, path])
