from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

import pytest

from auditor.errors import InputError
from auditor.report.audit.read import parse_audit, read_audit, read_hands

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_a_folder_without_an_audit_is_told_of_with_the_command_that_makes_one(
    tmp_path: Path,
) -> None:
    with pytest.raises(InputError) as caught:
        read_audit(tmp_path)
    assert str(tmp_path) in caught.value.say("es")
    assert "auditor run" in caught.value.say("en")


def test_an_audit_that_does_not_follow_the_contract_is_told_of_with_the_place() -> None:
    with pytest.raises(InputError) as caught:
        parse_audit(b'{"run": {}, "findings": [{"id": 7}]}')
    assert "findings.0.id" in caught.value.say("es")


def test_the_run_is_known_by_the_hash_of_its_bytes(
    make_audit: Callable[[int], dict[str, Any]], write_audit: Callable[[Any], Path]
) -> None:
    folder = write_audit(make_audit(1))
    expected = hashlib.sha256((folder / "audit.json").read_bytes()).hexdigest()
    assert read_audit(folder).sha256 == expected


def test_keys_that_nobody_knows_are_passed_over() -> None:
    assert parse_audit(b'{"run": {"version": "1", "later": 3}, "more": []}').run.version == "1"


def test_amounts_are_read_without_a_float() -> None:
    finding = {"id": "a", "norm": "n", "rule": "r", "verdict": "violation", "casino_id": "c"}
    content = json.dumps({"run": {}, "findings": [{**finding, "at_stake": "0.1000"}]})
    assert str(parse_audit(content.encode()).findings[0].at_stake) == "0.1000"


def test_a_folder_without_evidence_has_no_hands(tmp_path: Path) -> None:
    assert read_hands(tmp_path) == {}


def test_hands_are_found_by_casino_and_id(tmp_path: Path) -> None:
    (tmp_path / "evidence").mkdir()
    line = {"casino_id": "c", "hand_id": "h1", "cards": [{"card": "9H"}]}
    (tmp_path / "evidence" / "hands.ndjson").write_text(json.dumps(line) + "\n", "utf-8")
    assert read_hands(tmp_path)["c", "h1"].cards == ({"card": "9H"},)
