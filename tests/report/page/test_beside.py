"""What stands beside an audit is on its pages: waivers with their state, and an earlier audit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from auditor.report.forms.html import page

if TYPE_CHECKING:
    from collections.abc import Callable

    from auditor.report.model.report import CasinoReport

    Make = Callable[..., dict[str, Any]]
    Build = Callable[..., dict[str, CasinoReport]]

STATES = {"used": "en uso", "expired": "vencida", "unused": "sin uso"}


def _waiver(state: str) -> dict[str, object]:
    days = {"from": "2026-01-01", "until": "2026-06-30"}
    told = {"rule": f"BLB-{state}", "reason": "Mano de práctica", "reference": "Acta 12"}
    return {**told, **days, "approved_by": "Dirección", "findings": 2, "state": state}


def _gone(number: int) -> dict[str, object]:
    told = {"id": f"g{number}", "norm": "n", "rule": f"BLB-{number}", "verdict": "violation"}
    return {**told, "gaming_date": "2026-03-06", "message": f"Ya no está {number}."}


@pytest.fixture(name="text")
def _text(make_audit: Make, build: Build) -> str:
    """Lay out a report with a waiver of each state, and 61 findings of an earlier audit gone."""
    audit = make_audit(3, ["LIM-01"])
    for finding, since in zip(audit["findings"], ("new", "changed", "unchanged"), strict=True):
        finding["since_baseline"] = since
    counts = {"new": 5, "changed": 6, "unchanged": 7}
    gone = [_gone(number) for number in range(61)]
    audit["baseline"] = {"sha256": "e" * 64, **counts, "gone": gone}
    audit["waivers"] = [_waiver(state) for state in STATES]
    return page(build(audit)["LIM-01"], paper=True)


def test_each_waiver_is_told_with_who_gave_it_and_whether_it_is_of_use(text: str) -> None:
    rows = dict(re.findall(r'<tr><th scope="row">BLB-(\w+)</th>(.*?)</tr>', text))
    told = {state: re.findall("<td[^>]*>(.*?)</td>", rows[state]) for state in STATES}
    days = "01/01/2026 – 30/06/2026"
    assert told == {
        state: ["Mano de práctica (Acta 12)", "Dirección", days, word, "2"]
        for state, word in STATES.items()
    }


def test_the_earlier_audit_is_named_and_how_many_are_new_or_gone(text: str) -> None:
    _, _, section = text.partition('<h2 id="beside">')
    told = re.search(r"e{12}.*?</p>", section, re.DOTALL)
    assert told is not None
    assert re.findall(r"\d+", told[0]) == ["5", "6", "7", "61"]


def test_findings_that_are_gone_are_named_and_those_beyond_sixty_counted(text: str) -> None:
    told = [f"<td>Ya no está {number}.</td>" in text for number in range(61)]
    assert told == [True] * 60 + [False]
    assert text.count("<td>06/03/2026</td>") == 60
    assert '<p class="note">y 1 más</p>' in text


def test_a_finding_says_whether_it_is_new(text: str) -> None:
    said = re.findall(r'<span class="muted id">.*?</span> <span class="muted">(.*?)<', text)
    assert sorted(said) == sorted(["nuevo", "cambiado", "ya estaba"])
