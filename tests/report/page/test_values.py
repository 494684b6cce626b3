"""The values of a finding and where to look for it, as a reader sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from auditor.report.page.details import details
from auditor.report.words.wording import Wording

if TYPE_CHECKING:
    from collections.abc import Callable

    from auditor.report.model.findings import FindingView


@pytest.fixture(name="view")
def _view(
    make_audit: Callable[[int], dict[str, Any]], build: Callable[..., Any]
) -> Callable[..., FindingView]:
    """Give what shows a finding with no money at stake, of a rule that observes a fact."""

    def shown(fact: str, value: str) -> FindingView:
        audit = make_audit(1)
        audit["findings"][0] |= {"at_stake": None, "expected": value, "observed": value}
        audit["rules"][0] |= {"expected": fact, "observed": fact}
        report = build(audit)["LIM-01"]
        one: FindingView = report.findings[0].articles[0].rules[0].detailed[0]
        return one

    return shown


@pytest.mark.parametrize("fact", ["amount", "stake", "passed_amount", "profit", "stack_after"])
def test_a_sum_has_its_currency_though_nobody_is_owed(
    view: Callable[..., FindingView], fact: str
) -> None:
    shown = view(fact, "700.00")
    assert (shown.expected, shown.observed) == ("S/\u00a0700.00", "S/\u00a0700.00")


@pytest.mark.parametrize("fact", ["box_max", "cover_limit", "most_bet", "due_high_compare_down"])
def test_a_sum_has_its_currency_whatever_its_name(
    view: Callable[..., FindingView], fact: str
) -> None:
    assert view(fact, "5.00").expected == "S/\u00a05.00"


@pytest.mark.parametrize(
    ("fact", "value"),
    [("shuffle_chance", "< 0.000000000001"), ("shuffle_tail", "0.0100"), ("end_cut", "39")],
)
def test_what_is_no_sum_has_no_currency(
    view: Callable[..., FindingView], fact: str, value: str
) -> None:
    assert view(fact, value).observed == value


@pytest.mark.parametrize(
    ("fact", "value", "words"),
    [
        ("winner", "tie", "empate"),
        ("winner_by_points", "banca", "Banca"),
        ("dealt_by", "machine", "una máquina"),
        ("shuffled_by", "player", "un jugador"),
    ],
)
def test_a_code_of_a_closed_set_is_told_in_words(
    view: Callable[..., FindingView], fact: str, value: str, words: str
) -> None:
    assert view(fact, value).observed == words


def test_a_board_that_was_judged_is_named_by_its_number(
    make_audit: Callable[[int], dict[str, Any]], build: Callable[..., Any]
) -> None:
    audit = make_audit(1)
    session = "Torneo | 2019-08-24"
    audit["findings"][0] |= {
        "session_id": session,
        "subject": f"{session} #4 1 dvbthj",
        "facts": {"board_number": "4"},
    }
    [rule] = build(audit)["LIM-01"].findings[0].articles[0].rules
    assert rule.detailed[0].subject == "tablilla 4 (#4 1 dvbthj)"


@pytest.mark.parametrize(
    ("zone", "told"),
    [
        ("America/Lima", "(hora de Lima)"),
        ("America/Argentina/Buenos_Aires", "(hora de Buenos Aires)"),
        ("UTC", "(UTC)"),
    ],
)
def test_the_hours_of_a_video_are_those_of_a_city(
    view: Callable[..., FindingView], zone: str, told: str
) -> None:
    lines = details(view("amount", "1.00"), zone, wording=Wording("es"))
    [video] = [line.text for line in lines if line.label == "Video"]
    assert told in video
