"""A report from a stranger, and a store: verify tells what is wrong and touches nothing else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from auditor.dossier import inside
from auditor.dossier.inside import open_report, unzip
from auditor.dossier.verify import State, verify
from auditor.errors import InputError, StoreError
from auditor.ingest.ingest import ingest
from auditor.store.check import repair
from auditor.store.manifest import sources
from tests.security.reports import AUDIT, report_of, zip_of

if TYPE_CHECKING:
    from pathlib import Path


def _report(path: Path, files: dict[str, bytes]) -> Path:
    path.write_bytes(report_of(files))
    return path


def _states(path: Path) -> dict[str, State]:
    return {check.name: check.state for check in verify(path)}


def test_an_attachment_that_grows_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bomb = _report(tmp_path / "r.pdf", {"audit.json": b"\0" * (8 << 20)})
    assert bomb.stat().st_size < 1 << 20
    monkeypatch.setattr(inside, "LARGEST", 1 << 20)
    with pytest.raises(InputError):
        open_report(bomb)


def test_many_attachments_that_grow_too_much_together_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bomb = _report(tmp_path / "r.pdf", {f"{n}.csv": b"\0" * (1 << 19) for n in range(4)})
    monkeypatch.setattr(inside, "LARGEST", 1 << 20)
    with pytest.raises(InputError) as told:
        open_report(bomb)
    assert told.value.code == "dossier.too_large"


@pytest.mark.parametrize(
    ("name", "content", "check"),
    [
        ("audit.json", b"\xff{", "findings"),
        ("audit.json", b"[]", "findings"),
        ("audit.json", b"[" * 100_000, "findings"),
        ("audit.json", b'{"run": [], "casinos": {}}', "findings"),
        ("audit.json", b'{"run": {"from": "today"}, "casinos": [{"casino_id": 1}]}', "findings"),
        ("logs.json", b"{", "findings"),
        ("logs.zip", b"PK\x03\x04", "findings"),
        ("rules.zip", b"no zip", "rules"),
    ],
)
def test_what_is_not_understood_does_not_hold_and_the_rest_is_checked(
    tmp_path: Path, *, name: str, content: bytes, check: str
) -> None:
    files = {"audit.json": AUDIT, "logs.zip": zip_of(("manifest/x.json", b"{}"))} | {name: content}
    states = _states(_report(tmp_path / "r.pdf", files))
    assert (states[check], states["attachments"]) == (State.FAILS, State.HOLDS)


def test_a_hash_beside_the_report_that_is_no_text_does_not_hold(tmp_path: Path) -> None:
    report = _report(tmp_path / "r.pdf", {"audit.json": AUDIT})
    (tmp_path / "r.pdf.sha256").write_bytes(b"\xff\xfe")
    assert _states(report)["bytes"] is State.FAILS


@pytest.mark.parametrize(
    "name", ["../up", "/up", "a/../../up", "..\\up", "C:up", "a/./b", "a//b", "up\0.csv"]
)
def test_a_member_that_leads_out_of_its_folder_is_left_out(name: str) -> None:
    assert {**unzip(zip_of((name, b"x"), ("in/side", b"y")), "logs.zip")} in (
        {"in/side": b"y"},
        {"in/side": b"y", "up": b"x"},  # a name that Python ends at its NUL
    )


def test_a_damaged_member_is_told(tmp_path: Path) -> None:
    data = bytearray(zip_of(("member", b"words " * 99)))
    data[45] ^= 0xFF
    with pytest.raises(InputError) as told:
        unzip(bytes(data), "logs.zip")
    assert told.value.code == "dossier.bad_zip"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("path", ["../../victim.txt", "/victim.txt", "a/../../../victim.txt", "x"])
def test_a_store_cannot_name_files_outside_itself_to_be_read_or_deleted(
    tmp_path: Path, sample_logs: Path, path: str
) -> None:
    store = tmp_path / "work" / "store"
    ingest([sample_logs / "bling_bling" / "rolls.csv"], store)
    victim = tmp_path / "victim.txt"
    victim.write_text("dear", "utf-8")
    (entry,) = (store / "manifest").glob("*.json")
    told = json.loads(entry.read_bytes())
    side = {"table": "rolls", "path": path, "rows": 1, "size": 4, "sha256": "0" * 64}
    entry.write_text(json.dumps(told | {"rejects": [side]}), "utf-8")
    with pytest.raises(StoreError):
        sources(store)
    with pytest.raises(StoreError):
        repair(store)
    assert victim.read_text("utf-8") == "dear"
