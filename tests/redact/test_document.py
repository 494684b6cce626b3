"""Pseudonyms that would change what was found are refused."""

from __future__ import annotations

import pytest

from auditor.errors import UsageError
from auditor.redact.document import _hidden_row, refuse_difference
from auditor.redact.names import names_of

NAMES = names_of(bytes(range(32)), players=["ana"], staff=[])
FOUND: dict[str, object] = {
    "id": "a",
    "norm": "n",
    "rule": "R-1",
    "casino_id": "LIM",
    "gaming_date": "2026-03-07",
    "subject": "H-1 ana",
    "verdict": "violation",
    "at_stake": "5.00",
}
COUNTS = {"norm": "n", "rule": "R-1", "violation": 1, "pass": 9}


def _document(*, found: dict[str, object], passed: int = 9) -> dict[str, object]:
    outcomes = [COUNTS | {"pass": passed}]
    casinos = [{"casino_id": "LIM", "outcomes": outcomes}]
    return {"casinos": casinos, "findings": [found], "outcomes": outcomes}


def _hidden(**other: object) -> dict[str, object]:
    """Give the finding as it is found among pseudonyms, the player's in the place of her id."""
    return FOUND | {"id": "b", "subject": f"H-1 {NAMES.person('ana')}"} | other


def test_the_same_finding_under_another_id_is_no_difference() -> None:
    again = {"LIM": _document(found=_hidden())}
    refuse_difference(_document(found=FOUND), again, names=NAMES, whole=["LIM"])


@pytest.mark.parametrize("other", [{"verdict": "observation"}, {"at_stake": "4.00"}])
def test_another_verdict_or_amount_is_refused(other: dict[str, object]) -> None:
    again = {"LIM": _document(found=_hidden(**other))}
    with pytest.raises(UsageError, match="R-1 LIM 2026-03-07"):
        refuse_difference(_document(found=FOUND), again, names=NAMES, whole=[])


def test_another_count_is_refused_where_all_rows_are_at_hand() -> None:
    again = {"LIM": _document(found=_hidden(), passed=8)}
    refuse_difference(_document(found=FOUND), again, names=NAMES, whole=[])
    with pytest.raises(UsageError, match="n R-1 pass: 9 → 8"):
        refuse_difference(_document(found=FOUND), again, names=NAMES, whole=["LIM"])


def test_what_is_said_of_a_check_in_every_audit_is_left_as_it_is() -> None:
    names = names_of(bytes(range(32)), players=["REC"], staff=[])
    check: dict[str, object] = {"check": "REC-1", "method": "las reglas REC-1", "sentence": "REC"}
    hidden = _hidden_row(check, names)
    assert hidden == check | {"sentence": names.person("REC")}
