"""A casino's report tells of that casino alone."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from auditor.report.annex.attached import attached
from auditor.report.audit.cut import cut
from auditor.report.audit.own import document_bytes, own_document, own_read, own_reads
from auditor.report.audit.read import read_audit

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Make = Callable[[int], dict[str, Any]]
    Write = Callable[[Any], Path]


@pytest.fixture(name="audit")
def _audit(make_audit: Make) -> dict[str, Any]:
    audit = make_audit(40)
    audit["sources"] = [
        {"name": "lima.csv", "casinos": ["LIM-01"]},
        {"name": "montevideo.csv", "casinos": ["MVD-01"]},
        {"name": "nobody.csv", "casinos": []},
    ]
    audit["rejects"] = [{"source": each["name"], "reason": "x"} for each in audit["sources"]]
    audit["problems"] = [
        *({"kind": "skipped", "source": each["name"], "reason": "x"} for each in audit["sources"]),
        {"kind": "rule_not_run", "reason": "x"},
        {"kind": "not_assessable", "reason": "BAC-7.3, MIN-3.2 de MVD-01"},
        {"kind": "gaps", "casino_id": "MVD-01", "reason": "MIN-3.2"},
        {"kind": "gaps", "casino_id": "LIM-01", "reason": "BAC-7.3"},
    ]
    audit["assumptions"] = ["La sala MVD-01 no tiene archivo de casa."]
    for casino in audit["casinos"]:
        casino["assumptions"] = audit["assumptions"] if casino["casino_id"] == "MVD-01" else []
    return audit


def test_nothing_of_another_casino_stays(audit: dict[str, Any]) -> None:
    own = own_document(audit, "LIM-01")
    assert "MVD-01" not in json.dumps(own)
    assert [each["source"] for each in own["rejects"]] == ["lima.csv", "nobody.csv"]  # type: ignore[attr-defined]
    told = [each.get("source") or each["reason"] for each in own["problems"]]  # type: ignore[attr-defined]
    assert told == ["lima.csv", "nobody.csv", "x", "BAC-7.3"]


def test_the_findings_are_all_of_its_own(audit: dict[str, Any]) -> None:
    due = [each["id"] for each in audit["findings"] if each["casino_id"] == "LIM-01"]
    assert [each["id"] for each in own_document(audit, "LIM-01")["findings"]] == due  # type: ignore[attr-defined]
    assert due


def test_taking_the_part_twice_is_taking_it_once(audit: dict[str, Any]) -> None:
    own = own_document(audit, "LIM-01")
    assert own_document(own, "LIM-01") == own


def test_every_casino_has_its_part(audit: dict[str, Any], write_audit: Write) -> None:
    parts = dict(own_reads(read_audit(write_audit(audit))))
    assert [[each.casino_id for each in part.audit.casinos] for part in parts.values()] == [
        [each["casino_id"]] for each in audit["casinos"]
    ]
    assert sum(len(part.audit.findings) for part in parts.values()) == len(audit["findings"])


@pytest.mark.parametrize("count", [0, 1, 40])
def test_the_part_is_the_same_however_the_document_is_laid_out(
    make_audit: Make, tmp_path: Path, count: int
) -> None:
    audit = make_audit(count)
    audit["baseline"] = {"sha256": "e" * 64, "new": 0, "changed": 0, "unchanged": 0, "gone": []}
    for number, finding in enumerate(audit["findings"]):
        finding["since_baseline"] = "new" if number % 2 else "unchanged"
        finding["facts"] = {"note": 'a "}"\n  },\n  {\n b', "casino_id": "MVD-01"}
        finding["unknown"] = {"casino_id": "MVD-01", "ñ": [1, {}, [], [{"a": "\u2028"}]]}
    parts = []
    for indent in (None, 1):
        (tmp_path / "audit.json").write_text(
            json.dumps(audit, ensure_ascii=False, indent=indent), "utf-8"
        )
        parts.append(list(own_reads(read_audit(tmp_path))))
    assert parts[0] == parts[1]


def test_only_what_is_laid_out_as_we_do_is_cut(make_audit: Make) -> None:
    audit = make_audit(4)
    ours = document_bytes(audit)
    found = cut(ours)
    assert found is not None
    assert {casino: len(places) for casino, places in found.places.items()} == {
        "LIM-01": 2,
        "MVD-01": 1,
        "OPEN-26": 1,
    }
    assert cut(json.dumps(audit).encode()) is None
    assert cut(json.dumps(audit, indent=2).encode()) is None
    assert cut(ours.replace(b'"verdict": ', b'"verdict":  ')) is None
    assert cut(document_bytes(make_audit(0))) is None


def test_what_is_attached_holds_no_rows_of_another_casino(
    audit: dict[str, Any], write_audit: Write
) -> None:
    out = write_audit(audit)
    casinos = ["LIM-01", "MVD-01", "LIM-01"]
    pq.write_table(pa.table({"casino_id": casinos}), out / "findings.parquet")
    (out / "evidence").mkdir()
    hands = [json.dumps({"casino_id": each, "hand_id": str(n)}) for n, each in enumerate(casinos)]
    (out / "evidence" / "hands.ndjson").write_text("\n".join(hands), "utf-8")
    own = own_read(read_audit(out), "LIM-01")
    inside = attached(own, out, lang="es")
    rows = pq.read_table(io.BytesIO(inside["findings.parquet"]))
    assert rows["casino_id"].to_pylist() == ["LIM-01", "LIM-01"]
    kept = [json.loads(line)["hand_id"] for line in inside["hands.ndjson"].splitlines()]
    assert kept == ["0", "2"]
    assert not any(b"MVD-01" in content for content in inside.values())
