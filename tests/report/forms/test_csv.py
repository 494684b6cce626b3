from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING, Any

import pytest

from auditor.report.audit.document import Audit, Run
from auditor.report.audit.read import AuditRead, parse_audit
from auditor.report.forms.csv import COLUMNS, findings_csv, inert

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize(
    "cell",
    ["=1+1", "+1+1", "-1+cmd|' /C calc'!A0", "@SUM(1)", "\t=1", "\r=1", "\n=1", " =1+1", "\uff1d1"],
)
def test_a_cell_that_a_spreadsheet_would_compute_gets_an_apostrophe(cell: str) -> None:
    assert inert(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["-500", "-500.25", "+7", "0", "12.50", "B07", "a=b", ""])
def test_plain_numbers_and_plain_words_stay_as_they_are(cell: str) -> None:
    assert inert(cell) == cell


def _rows(audit: dict[str, Any], lang: str = "es") -> list[dict[str, str]]:
    read = AuditRead(parse_audit(json.dumps(audit).encode()), "d" * 64)
    return list(csv.DictReader(io.StringIO(findings_csv(read, lang=lang).decode("utf-8"))))


def test_every_finding_is_a_row_in_its_order(make_audit: Callable[[int], dict[str, Any]]) -> None:
    audit = make_audit(40)
    assert [row["id"] for row in _rows(audit)] == [f["id"] for f in audit["findings"]]


def test_a_negative_amount_stays_a_number(make_audit: Callable[[int], dict[str, Any]]) -> None:
    audit = make_audit(1)
    audit["findings"][0]["at_stake"] = "-500"
    assert _rows(audit)[0]["at_stake"] == "-500"


def test_hostile_ids_are_inert_in_every_column(make_audit: Callable[[int], dict[str, Any]]) -> None:
    audit = make_audit(1)
    finding = audit["findings"][0]
    hostile = dict.fromkeys(("subject", "hand_id", "message", "owed_to"), '=HYPERLINK("http://x")')
    audit["findings"] = [{**finding, **hostile}]
    cells = [_rows(audit)[0][key] for key in hostile]
    assert cells == ['\'=HYPERLINK("http://x")'] * 4


def test_the_message_follows_the_language(make_audit: Callable[[int], dict[str, Any]]) -> None:
    audit = make_audit(1)
    assert _rows(audit, "en")[0]["message"] == audit["findings"][0]["message_en"]


def test_an_audit_without_findings_still_has_its_header() -> None:
    content = findings_csv(AuditRead(Audit(Run()), ""), lang="es")
    assert content.decode() == ",".join((*COLUMNS, "cause")) + "\n"


def test_a_row_has_the_number_of_its_cause_on_the_page(
    make_audit: Callable[[int], dict[str, Any]],
) -> None:
    audit = make_audit(24)
    mine = [each for each in audit["findings"] if each["rule"] == "BLB-6.a"]
    for number, finding in enumerate(mine):
        finding["cause"] = "rara" if number == 2 else "frecuente"
    rows = {row["id"]: row["cause"] for row in _rows(audit)}
    assert [rows[each["id"]] for each in mine] == ["1", "1", "2", "1"]
    assert {rows[each["id"]] for each in audit["findings"] if each not in mine} == {""}


def test_a_row_says_whether_it_is_waived_and_whether_it_is_new(
    make_audit: Callable[[int], dict[str, Any]],
) -> None:
    audit = make_audit(2)
    waiver = {"rule": "r", "reason": "x", "approved_by": "A", "reference": "Acta 12"}
    audit["findings"][0] |= {"waiver": waiver, "since_baseline": "new"}
    told = [(row["waiver"], row["since_baseline"]) for row in _rows(audit)]
    assert told == [("Acta 12", "new"), ("", "")]
