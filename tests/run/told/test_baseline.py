"""Beside an earlier audit each finding is new, changed or unchanged, and those gone are named."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import pytest

from auditor.api import AuditOptions, audit, ingest
from auditor.errors import UsageError
from auditor.run.told.baseline import Baseline, since

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.evaluate.findings import Finding


@pytest.fixture(name="store", scope="module")
def _store(sample_logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    store = tmp_path_factory.mktemp("store")
    ingest([sample_logs / "bridge"], store)
    return store


@pytest.fixture(name="earlier")
def _earlier(store: Path, tmp_path: Path) -> Path:
    audit(store, tmp_path / "earlier")
    return tmp_path / "earlier"


def _since(store: Path, out: Path, earlier: Path) -> dict[str, Any]:
    audit(store, out, options=AuditOptions(baseline=earlier))
    document: dict[str, Any] = json.loads((out / "audit.json").read_bytes())
    return document


def _edit(folder: Path, findings: list[dict[str, Any]]) -> None:
    path = folder / "audit.json"
    document = json.loads(path.read_bytes())
    path.write_text(json.dumps(document | {"findings": findings}), "utf-8")


def _findings(folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((folder / "audit.json").read_bytes())["findings"]
    return found


def test_the_same_audit_again_is_unchanged(store: Path, earlier: Path, tmp_path: Path) -> None:
    document = _since(store, tmp_path / "out", earlier)
    states = [each["since_baseline"] for each in document["findings"]]
    assert states == ["unchanged"] * 3
    assert document["baseline"]["gone"] == []


def test_what_is_new_changed_or_gone_is_told(store: Path, earlier: Path, tmp_path: Path) -> None:
    first, second, third = _findings(earlier)
    gone = {**third, "id": "f" * 64, "subject": "gone"}
    _edit(earlier, [first, {**second, "observed": "other"}, gone])
    document = _since(store, tmp_path / "out", earlier)
    assert [each["since_baseline"] for each in document["findings"]] == [
        "unchanged",
        "changed",
        "new",
    ]
    told = document["baseline"]
    assert [each["subject"] for each in told["gone"]] == ["gone"]
    assert [told[state] for state in ("new", "changed", "unchanged")] == [1, 1, 1]
    content = (earlier / "audit.json").read_bytes()
    assert told["sha256"] == hashlib.sha256(content).hexdigest()


@pytest.mark.parametrize(
    ("key", "state"),
    [
        *((key, "changed") for key in ("verdict", "expected", "observed", "at_stake", "owed_to")),
        *((key, "changed") for key in ("clauses", "currency", "readings")),
        *((key, "unchanged") for key in ("message", "source", "waiver")),
    ],
)
def test_what_a_finding_says_is_compared_and_not_how(key: str, state: str) -> None:
    finding: Finding = {"id": "a", key: "one"}
    (told,) = since([finding], Baseline({}, {"a": {"id": "a", key: "other"}}))
    assert told["since_baseline"] == state


@pytest.mark.parametrize("content", [None, "{}", "[]", "x"])
def test_what_is_no_audit_is_told_of(store: Path, tmp_path: Path, content: str | None) -> None:
    folder = tmp_path / "earlier"
    folder.mkdir()
    if content is not None:
        (folder / "audit.json").write_text(content, "utf-8")
    with pytest.raises(UsageError):
        audit(store, tmp_path / "out", options=AuditOptions(baseline=folder))
