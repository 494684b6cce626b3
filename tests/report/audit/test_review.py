"""What an inspector decided is told in every form, and the exit code can follow it."""

from __future__ import annotations

import csv
import json
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from auditor.api import render, reviewed_exit_code
from auditor.errors import UsageError
from auditor.report.audit.own import own_read
from auditor.report.audit.read import read_audit

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Make = Callable[[int], dict[str, Any]]
    Write = Callable[[Any], Path]

SAID = {
    "by": "Inspectora Rojas",
    "on": "2026-03-20",
    "comment": "Se ve en el video",
    "reply": "Fue un error",
}
WAIVER = {"rule": "r", "reason": "r", "approved_by": "La jefa", "reference": "R-1"}


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
    told = {row["review_by"]: (row["review_comment"], row["review_reply"]) for row in rows}
    assert told == {SAID["by"]: (SAID["comment"], SAID["reply"]), "": ("", "")}
    page = (out / "LIM-01" / "report.html").read_text("utf-8")
    assert "Confirmado por Inspectora Rojas, 20/03/2026. Se ve en el video" in page
    assert "Confirmados: 1; descartados: 0" in page


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
    ("beside", "code"),
    [
        ({}, 0),
        ({"rejects": [{"source": "bets.csv", "record": 1, "reason": "x"}]}, 4),
        ({"problems": [{"kind": "skipped", "reason": "x", "exit": 4}]}, 4),
        ({"problems": [{"kind": "not_assessable", "reason": "x", "exit": 0}]}, 0),
    ],
)
def test_what_was_not_read_leaves_open_what_was_dismissed_whole(
    out: Path, beside: dict[str, Any], code: int
) -> None:
    path = out / "audit.json"
    path.write_text(json.dumps(json.loads(path.read_bytes()) | beside), "utf-8")
    assert reviewed_exit_code(out, [_review(out, *["dismissed"] * 9)]) == code


def test_what_is_waived_is_no_longer_open(out: Path) -> None:
    path = out / "audit.json"
    audit = json.loads(path.read_bytes())
    findings = [each | {"waiver": WAIVER} for each in audit["findings"]]
    path.write_text(json.dumps(audit | {"findings": findings}), "utf-8")
    assert reviewed_exit_code(out, [_review(out, "confirmed")]) == 0


@pytest.mark.parametrize(("flags", "code"), [((), 0), (("--reviewed-exit",), 3)])
def test_the_command_ends_as_was_decided_where_it_is_asked_to(
    program: str, out: Path, flags: tuple[str, ...], code: int
) -> None:
    command = [program, "report", str(out), "--format", "csv", *flags]
    review = ["--review", str(_review(out, "confirmed"))]
    assert subprocess.run([*command, *review], capture_output=True, check=False).returncode == code


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
