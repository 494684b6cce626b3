"""A report that was touched anywhere is told from one that was not, and where."""

from __future__ import annotations

import hashlib
import json
import shutil
from copy import deepcopy
from datetime import date
from typing import TYPE_CHECKING, Any

import pikepdf
import pytest

from auditor.api import AuditOptions, render, verify
from auditor.dossier.again import options_of
from auditor.dossier.compare import first_difference
from auditor.dossier.inside import unzip
from auditor.dossier.verify import Against, Check, State, exit_code
from auditor.errors import InputError, ResourceError
from auditor.report.audit.own import own_reads
from auditor.report.audit.read import read_audit

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    Change = Callable[[Path, Mapping[str, bytes]], None]

ATTACHED = {
    "audit.json",
    "contents.json",
    "findings.csv",
    "findings.parquet",
    "hands.ndjson",
    "logs.json",
    "logs.zip",
    "rules.zip",
}
OF_A_NORM = ("norm.yaml", "rules.yaml", "parameters.yaml", "due.sql", "text.txt")
ALL_HOLD = {
    "bytes": State.HOLDS,
    "attachments": State.HOLDS,
    "signature": State.ABSENT,
    "rules": State.HOLDS,
    "findings": State.HOLDS,
    "pages": State.HOLDS,
}


def _checks(path: Path, against: Against | None = None) -> dict[str, Check]:
    return {check.name: check for check in verify(path, against)}


def _states(path: Path, against: Against | None = None) -> dict[str, State]:
    return {name: check.state for name, check in _checks(path, against).items()}


def _attachment(path: Path, name: str) -> bytes:
    with pikepdf.open(path) as pdf:
        return pdf.attachments[name].get_file().read_bytes()


def test_a_report_that_nobody_touched_holds(report: Path) -> None:
    checks = verify(report)
    assert {check.name: check.state for check in checks} == ALL_HOLD
    assert exit_code(checks) == 0


def test_the_logs_it_was_made_of_hold_too(report: Path, sample_logs: Path) -> None:
    found = _states(report, Against(logs=(sample_logs / "bling_bling",)))
    assert found == {**ALL_HOLD, "logs": State.HOLDS}


def test_other_logs_do_not(unpaged: Path, sample_logs: Path, tmp_path: Path) -> None:
    other = tmp_path / "logs"
    shutil.copytree(sample_logs / "bling_bling", other)
    bets = next(
        path for path in other.rglob("*.csv") if "bets" in path.name or "apuestas" in path.name
    )
    lines = bets.read_bytes().splitlines(keepends=True)
    bets.write_bytes(b"".join(lines[:-1]))
    checks = verify(unpaged, Against(logs=(other,)))
    assert [check.name for check in checks if check.state is State.FAILS] == ["logs"]
    assert exit_code(checks) == 5


def test_logs_of_another_casino_say_nothing_of_the_report(unpaged: Path, sample_logs: Path) -> None:
    found = _checks(unpaged, Against(logs=(sample_logs / "bacara",)))["logs"]
    assert (found.state, "LIMA-CENTRO" in found.es) == (State.OPEN, True)


def test_a_byte_changed_on_a_page_is_named(report: Path) -> None:
    content = bytearray(report.read_bytes())
    place = content.index(b"stream") + 200
    content[place] ^= 1
    report.write_bytes(bytes(content))
    found = _checks(report)
    assert (found["bytes"].state, found["pages"].state) == (State.FAILS, State.FAILS)
    assert str(place) in found["pages"].en


def test_money_changed_with_the_list_made_to_agree_is_found(unpaged: Path, change: Change) -> None:
    document = json.loads(_attachment(unpaged, "audit.json"))
    finding = next(each for each in document["findings"] if each["at_stake"])
    finding["at_stake"] = "1.00"
    change(unpaged, {"audit.json": json.dumps(document).encode()})
    found = _checks(unpaged)
    assert (found["attachments"].state, found["findings"].state) == (State.HOLDS, State.FAILS)
    assert f"({finding['id']}) at_stake: '1.00'" in found["findings"].en


@pytest.fixture(name="document", scope="module")
def _document(made_report: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(_attachment(made_report, "audit.json"))
    return document


def test_a_finding_left_out_is_named(document: dict[str, Any]) -> None:
    first, *rest = document["findings"]
    told = {**document, "findings": rest}
    place = f"{first['rule']} {first['subject']} ({first['id']}): "
    lacks, alone = "falta en el informe (missing", "solo está en el informe (in the report alone"
    assert (first_difference(told, document, whole=True) or "").startswith(place + lacks)
    assert (first_difference(document, told, whole=True) or "").startswith(place + alone)


def test_a_count_that_differs_is_named_where_all_was_audited(document: dict[str, Any]) -> None:
    told = deepcopy(document)
    row = next(each for each in told["outcomes"] if each["violation"])
    row["violation"] -= 1
    due = f"{row['norm']} {row['rule']} violation: {row['violation']} → {row['violation'] + 1}"
    assert first_difference(told, document, whole=True) == due
    assert first_difference(told, document, whole=False) is None


def test_a_count_changed_with_the_list_made_to_agree_is_found(
    unpaged: Path, change: Change
) -> None:
    document = json.loads(_attachment(unpaged, "audit.json"))
    row = next(each for each in document["outcomes"] if each["pass"])
    row["pass"] += 1
    change(unpaged, {"audit.json": json.dumps(document).encode()})
    found = _checks(unpaged)["findings"]
    assert found.state is State.FAILS
    assert f"{row['norm']} {row['rule']} pass: {row['pass']} → {row['pass'] - 1}" in found.en


def test_all_that_a_report_stands_on_is_inside_it(made_report: Path) -> None:
    with pikepdf.open(made_report) as pdf:
        assert set(pdf.attachments) == ATTACHED
    rules, logs = (
        unzip(_attachment(made_report, name), name) for name in ("rules.zip", "logs.zip")
    )
    assert {f"pe-2003-bling-bling/{name}" for name in OF_A_NORM} <= set(rules)
    assert [name for name in logs if name.startswith("house/")] == ["house/LIMA-CENTRO.toml"]
    files = json.loads(_attachment(made_report, "logs.json"))["files"]
    kept = {each["path"]: each["sha256"] for each in files}
    assert {name: hashlib.sha256(logs[name]).hexdigest() for name in kept} == kept


def test_a_report_with_a_review_and_a_notice_holds(made_report: Path, tmp_path: Path) -> None:
    out = shutil.copytree(made_report.parents[1], tmp_path / "out")
    (_, own), *_ = own_reads(read_audit(out))
    said = {"finding": own.audit.findings[0].id, "decision": "confirmed", "by": "Rojas"}
    told = {"audit_sha256": own.sha256, "casino_id": "LIMA-CENTRO", "reviews": [said]}
    review = tmp_path / "review.json"
    review.write_text(json.dumps(told), "utf-8")
    render(out, formats=["pdf"], reviews=[review], notified=date(2005, 6, 20))
    path = out / made_report.parent.name / made_report.name
    assert _attachment(path, "review.json") == review.read_bytes()
    assert _states(path) == ALL_HOLD


def test_pages_made_with_other_versions_are_left_open(
    report: Path, change: Change, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = json.loads(_attachment(report, "contents.json"))
    told["made_with"]["pango"] = "1.0.0"
    change(report, {"contents.json": json.dumps(told).encode()})
    monkeypatch.setattr("auditor.dossier.verify._findings", lambda *_: [])  # told elsewhere
    found = _checks(report)["pages"]
    assert (found.state, "made with pango 1.0.0 and here" in found.en) == (State.OPEN, True)


def test_what_a_run_was_asked_is_asked_again(tmp_path: Path) -> None:
    run = {"norms_asked": ["BLB"], "from": "2005-06-01", "to": "2005-06-30", "strict": True}
    run |= {"as_known_at": "2005-07-01", "date": "2005-07-02"}
    document: dict[str, object] = {"run": run, "casinos": [{"casino_id": "LIMA-CENTRO"}]}
    assert options_of(document, rules=tmp_path) == AuditOptions(
        rules=tmp_path,
        norms=("BLB",),
        first=date(2005, 6, 1),
        last=date(2005, 6, 30),
        strict=True,
        as_known_at=date(2005, 7, 1),
        date=date(2005, 7, 2),
        casinos=("LIMA-CENTRO",),
    )


def test_an_attachment_that_the_list_does_not_know_is_found(unpaged: Path) -> None:
    with pikepdf.open(unpaged, allow_overwriting_input=True) as pdf:
        pdf.attachments["more.csv"] = pikepdf.AttachedFileSpec(pdf, b"x", filename="more.csv")
        pdf.save(unpaged)
    found = _checks(unpaged)["attachments"]
    assert found.state is State.FAILS
    assert "more.csv" in found.en


def test_rules_that_differ_are_named_with_file_and_line(
    unpaged: Path, rules_dir: Path, tmp_path: Path
) -> None:
    other = tmp_path / "rules"
    shutil.copytree(rules_dir, other)
    path = other / "pe-2003-bling-bling" / "parameters.yaml"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(["# another\n", *lines]), "utf-8")
    found = _checks(unpaged, Against(rules=other))["rules"]
    assert found.state is State.FAILS
    assert "pe-2003-bling-bling/parameters.yaml:1" in found.en


def test_a_report_that_only_says_that_it_names_nobody_is_found_out(
    unpaged: Path, change: Change
) -> None:
    told = json.loads(_attachment(unpaged, "contents.json")) | {"redacted": True}
    change(unpaged, {"contents.json": json.dumps(told).encode()})
    found = _checks(unpaged)["names"]
    assert found.state is State.FAILS
    columns = ["bets.player_id", "events.player_id", "hands.dealer_id", "rolls.shooter_id"]
    assert found.en.endswith(f": {', '.join(columns)}.")


def test_without_the_records_nothing_is_claimed_of_the_findings(unpaged: Path) -> None:
    with pikepdf.open(unpaged, allow_overwriting_input=True) as pdf:
        del pdf.attachments["logs.zip"]
        pdf.save(unpaged)
    assert _states(unpaged)["findings"] is State.OPEN


@pytest.mark.parametrize(
    ("place", "fault"),
    [
        ("_findings", OSError(28, "No space left on device")),
        ("_findings", MemoryError()),
        ("audited_again", ResourceError("sql.resources", why="x", reason="Out of Memory Error")),
        ("audited_again", RuntimeError("can't start new thread")),
    ],
)
def test_what_this_machine_cannot_do_is_open_and_says_nothing_of_the_report(
    unpaged: Path, monkeypatch: pytest.MonkeyPatch, place: str, fault: Exception
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setattr(f"auditor.dossier.verify.{place}", fail)
    checks = verify(unpaged)
    left_open = dict.fromkeys(("findings", "pages"), State.OPEN)
    assert {check.name: check.state for check in checks} == ALL_HOLD | left_open
    assert exit_code(checks) == 4


def test_rules_or_logs_of_ones_own_that_cannot_be_used_say_nothing_of_the_report(
    unpaged: Path, rules_dir: Path, tmp_path: Path
) -> None:
    other = tmp_path / "rules"
    shutil.copytree(rules_dir, other)
    (other / "pe-2003-bling-bling" / "rules.yaml").write_text("- [", "utf-8")
    none = tmp_path / "none.csv"
    none.write_bytes(b"")
    found = _states(unpaged, Against(rules=other))
    assert (found["rules"], found["findings"]) == (State.FAILS, State.OPEN)  # they do differ
    assert _states(unpaged, Against(logs=(none,)))["logs"] is State.OPEN
    with pytest.raises(InputError, match="nowhere"):
        verify(unpaged, Against(logs=(none, tmp_path / "nowhere")))


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"files": []}', b"\xff"])
def test_a_list_of_attachments_that_is_none_does_not_hold(unpaged: Path, content: bytes) -> None:
    with pikepdf.open(unpaged, allow_overwriting_input=True) as pdf:
        spec = pikepdf.AttachedFileSpec(pdf, content, filename="contents.json")
        pdf.attachments["contents.json"] = spec
        pdf.save(unpaged)
    checks = verify(unpaged)
    found = {check.name: check for check in checks}["attachments"]
    assert (found.state, exit_code(checks)) == (State.FAILS, 5)
    assert "audit.json" in found.es


@pytest.mark.parametrize("name", ["audit.json", "logs.json"])
def test_an_attachment_that_is_no_object_is_told_in_plain_words(
    unpaged: Path, change: Change, name: str
) -> None:
    change(unpaged, {name: b"[]"})
    found = _checks(unpaged)["findings"]
    assert found.state is State.FAILS
    assert f"{name} no es un objeto JSON" in found.es
