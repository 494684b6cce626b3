"""Where a page says that a hand breaks: at the step concerned, and else of the whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from auditor.report.audit.read import HandRows

if TYPE_CHECKING:
    from collections.abc import Callable

    Make = Callable[[int], dict[str, Any]]
    Build = Callable[..., Any]

DUE = "La norma exigía S/\u00a0120.00; consta S/\u00a0110.00."
SHOE = tuple(
    {"session_id": "s1", "seq": str(seq), "type": kind, "at": f"2026-03-07T18:0{seq}:00-05:00"}
    for seq, kind in enumerate(("shuffle", "cut", "end_cut", "load_shoe", "burn"))
)


@pytest.fixture(name="audit")
def _audit(make_audit: Make) -> dict[str, Any]:
    """Give an audit of one finding, on a bet."""
    return make_audit(1)


def _replay(audit: dict[str, Any], build: Build, **rows: Any) -> Any:  # noqa: ANN401
    finding = audit["findings"][0]
    hand = HandRows("LIM-01", finding["hand_id"] or finding["subject"], **rows)
    report = build(audit, hands={("LIM-01", hand.hand_id): hand})["LIM-01"]
    return report.findings[0].articles[0].rules[0].detailed[0].replay


def _of_shoe(audit: dict[str, Any], **rule: str | None) -> None:
    """Make the finding one of a shoe, whose rule observes a fact."""
    audit["findings"][0] |= {"hand_id": None, "subject": "Z2", "shoe_id": "Z2"}
    audit["rules"][0] |= rule


@pytest.mark.parametrize(
    ("observed", "facts", "step"),
    [
        ("end_cut", {}, 2),
        ("first_cut_from_base", {}, 1),
        ("shuffle_chance", {}, 0),
        ("cards_burned", {}, 4),
        (None, {"burn_is_right": "false"}, 4),
    ],
)
def test_a_finding_of_a_shoe_breaks_at_the_event_that_its_rule_looks_at(
    audit: dict[str, Any], build: Build, observed: str | None, facts: dict[str, str], step: int
) -> None:
    _of_shoe(audit, observed=observed)
    audit["findings"][0]["facts"] = facts
    steps = _replay(audit, build, events=SHOE).steps
    assert [place for place, each in enumerate(steps) if each.broken] == [step]
    assert steps[step].due == DUE


def test_an_event_that_is_not_there_is_told_of_the_whole(
    audit: dict[str, Any], build: Build
) -> None:
    _of_shoe(audit, observed="end_cut")
    steps = _replay(audit, build, events=SHOE[:2]).steps
    assert [each.is_whole for each in steps] == [False, False, True]
    assert steps[-1].text == audit["findings"][0]["message"]


def test_a_finding_of_the_bank_breaks_between_the_hands(
    audit: dict[str, Any], build: Build
) -> None:
    audit["findings"][0] |= {"subject": "s1/3", "facts": {"takes_passed_bank": "true"}}
    events = (
        {"session_id": "s1", "seq": "2", "type": "bank_passed", "amount": "778"},
        {"session_id": "s1", "seq": "3", "type": "bank_awarded", "amount": "700"},
    )
    told = _replay(audit, build, before_events=events)
    assert [each.broken for each in told.history] == [False, True]
    assert told.history[1].due == DUE
    assert [each for each in told.steps if each.broken] == []


@pytest.mark.parametrize("observed", ["bank_amount", "banker_player_id"])
def test_a_bank_that_is_wrong_breaks_where_the_hand_begins(
    audit: dict[str, Any], build: Build, observed: str
) -> None:
    finding = audit["findings"][0]
    finding["subject"] = finding["hand_id"]
    audit["rules"][0]["observed"] = observed
    hand = {"banker_player_id": "Elsa", "banker_seat": "5", "bank_amount": "700", "winner": "tie"}
    steps = _replay(audit, build, hand=hand).steps
    assert [each.broken for each in steps] == [True, False]
    assert steps[0].text == "Empieza la jugada: banquero Elsa (plaza 5), banca S/\u00a0700.00"


def test_where_readings_disagree_the_step_says_what_each_makes_of_it(
    audit: dict[str, Any], build: Build
) -> None:
    finding = audit["findings"][0]
    finding |= {
        "verdict": "indeterminate",
        "readings": [{"id": "exact", "verdict": "violation"}, {"id": "nearest", "verdict": "pass"}],
    }
    told = _replay(audit, build, bets=({"bet_id": finding["subject"], "stake": "10"},))
    assert [each.due for each in told.steps if each.broken] == [
        "Según «exacto»: infracción. Según «a la ficha más cercana»: conforme."
    ]


def test_a_name_that_has_quotes_is_quoted_with_others(audit: dict[str, Any], build: Build) -> None:
    finding = audit["findings"][0]
    audit["rules"][0]["readings"][0]["es"] = "en el «encart» se devuelve"
    finding |= {"verdict": "indeterminate", "readings": [{"id": "exact", "verdict": "violation"}]}
    told = _replay(audit, build, bets=({"bet_id": finding["subject"], "stake": "10"},))
    assert [each.due for each in told.steps if each.broken] == [
        "Según «en el “encart” se devuelve»: infracción."
    ]
