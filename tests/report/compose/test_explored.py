from __future__ import annotations

import json
from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from auditor.report.compose.explored import _most_of_each
from auditor.report.forms.html import page
from auditor.report.model.report import Limits
from auditor.report.page.explore import explore_json
from auditor.report.page.pages import wording_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from auditor.report.model.report import CasinoReport

    Make = Callable[..., dict[str, Any]]
    Build = Callable[..., dict[str, CasinoReport]]

LIMA = ("LIM-01",)


def _told(report: CasinoReport) -> dict[str, Any]:
    told = json.loads(explore_json(report, wording_of(report.frame, report.lang)))
    assert isinstance(told, dict)
    return told


def _column(told: dict[str, Any], name: str) -> list[str]:
    return [told["words"][place] for place in told["columns"][name]]


@pytest.mark.parametrize("count", [1, 40, 300])
def test_every_finding_lies_in_the_page_once(make_audit: Make, build: Build, count: int) -> None:
    audit = make_audit(count)
    told = [_told(report) for report in build(audit).values() if report.explored]
    ids = [name for each in told for name in each["columns"]["id"]]
    assert Counter(ids) == Counter(finding["id"] for finding in audit["findings"])


def test_findings_stand_in_the_order_of_the_text(make_audit: Make, build: Build) -> None:
    rules = _column(_told(build(make_audit(40, LIMA))["LIM-01"]), "rule")
    assert rules == ["BLB-6.a"] * 20 + ["BLB-9.1"] * 20


def test_amounts_are_whole_numbers_of_the_smallest_unit(make_audit: Make, build: Build) -> None:
    audit = make_audit(40, LIMA)
    audit["findings"][0]["at_stake"] = "-0.125"
    told = _told(build(audit)["LIM-01"])
    total = sum(abs(Decimal(f["at_stake"] or 0)) for f in audit["findings"])
    assert told["scale"] == 3
    assert sum(int(units or 0) for units in _column(told, "units")) == total * 1000


def test_what_lies_in_the_page_is_ascii_and_ends_no_element(make_audit: Make, build: Build) -> None:
    audit = make_audit(1)
    audit["findings"][0] |= {"message": "</script><b>\u202eó", "subject": "\u2028"}
    report = build(audit)["LIM-01"]
    text = explore_json(report, wording_of(report.frame, report.lang))
    assert text.isascii()
    assert "<" not in text
    assert "</script><b>\\u202eó" in json.loads(text)["words"]


def test_where_there_are_too_many_each_rule_keeps_its_first(make_audit: Make, build: Build) -> None:
    limits = Limits(detailed=1, listed=1, rejects=1, players=1, explored=6)
    report = build(make_audit(40, LIMA), limits=limits)["LIM-01"]
    numbers = [int(each.view.id[1:9]) for each in report.explored]
    assert (numbers, report.found) == ([0, 2, 4, 1, 3, 5], 40)


def test_the_page_says_how_many_are_not_in_its_list_and_where(
    make_audit: Make, build: Build
) -> None:
    limits = Limits(detailed=1, listed=1, rejects=1, players=1, explored=6)
    text = page(build(make_audit(40, LIMA), limits=limits)["LIM-01"], paper=False)
    assert (
        "La lista tiene los primeros hallazgos de cada regla: 6 de 40. "
        "La lista completa está en findings.csv y en audit.json."
    ) in text


def test_a_finding_without_an_hour_is_placed_on_its_day(make_audit: Make, build: Build) -> None:
    audit = make_audit(2, LIMA)
    audit["findings"][0]["at"] = None
    audit["findings"][1] |= {"at": None, "gaming_date": None}
    whens = _told(build(audit)["LIM-01"])["columns"]["when"]
    assert whens == [1_772_841_600, None]  # 2026-03-07T00:00Z


def test_a_review_that_the_report_was_given_lies_in_the_page(
    make_audit: Make, build: Build
) -> None:
    audit = make_audit(3, LIMA)
    said = {"decision": "dismissed", "by": "A", "on": "2026-03-09", "comment": "no", "reply": ""}
    name = audit["findings"][2]["id"]
    audit["findings"][2]["review"] = {"finding": name, **said}
    assert _told(build(audit)["LIM-01"])["reviews"] == [{"finding": name, **said}]


@pytest.mark.parametrize(
    ("counts", "limit", "most"),
    [([], 5, 0), ([3], 5, 3), ([9], 5, 5), ([1, 9, 9], 7, 3), ([2, 2, 2], 6, 2), ([4, 1], 4, 3)],
)
def test_the_limit_is_shared_so_that_rare_rules_stay_whole(
    counts: list[int], limit: int, most: int
) -> None:
    assert _most_of_each(counts, limit=limit) == most
