"""What readers asked of the pages: whole words, whose money, which box, what a blank hangs on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from auditor.report.audit.read import AuditRead, HandRows, parse_audit
from auditor.report.compose.replay.rows import bet_steps, box_step
from auditor.report.compose.report import ON_PAPER, build_reports
from auditor.report.forms.html import page
from auditor.report.words.wording import Wording
from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Callable

    Make = Callable[..., dict[str, Any]]

BOX = HandRows(
    casino_id="MVD-01",
    hand_id="M08",
    bets=({"bet_id": "B9", "kind": "punto", "player_id": "diego", "stake": "50", "box": "4"},),
    cards=(
        {"to": "box:4", "card": "2S"},
        {"to": "banca", "card": "9H"},
        {"to": "box:4", "card": "9C", "cancelled": "true"},
        {"to": "box:4", "card": "9D"},
    ),
)


@pytest.fixture(name="audit")
def _audit(make_audit: Make) -> dict[str, Any]:
    audit = make_audit(1, ["LIM-01"])
    for outcome in audit["casinos"][0]["outcomes"]:
        outcome |= {"pass": 0, "not_assessable": 0}
    return audit


def _text(audit: dict[str, Any], *, lang: str = "es") -> str:
    read = AuditRead(parse_audit(json.dumps(audit).encode()), "d" * 64)
    (report,) = build_reports(read, lang=lang, limits=ON_PAPER)
    return page(report, paper=True)


@pytest.mark.parametrize(
    ("lang", "said"),
    [("es", "1, de 1 caso que pudo juzgarse."), ("en", "1, of 1 case that could be judged.")],
)
def test_one_case_is_told_as_one(audit: dict[str, Any], lang: str, said: str) -> None:
    assert said in _text(audit, lang=lang)


def test_a_time_that_was_overstepped_is_the_latest(audit: dict[str, Any]) -> None:
    due, seen = (f"2026-03-07T21:31:{second}-05:00" for second in ("03", "05"))
    audit["findings"][0] |= {"expected": due, "observed": seen}
    assert "<td>a más tardar 07/03/2026 21:31:03</td><td>07/03/2026 21:31:05</td>" in _text(audit)
    audit["findings"][0] |= {"expected": seen, "observed": due}
    assert "a más tardar" not in _text(audit)


def test_an_amount_has_its_currency_where_no_money_is_at_stake(audit: dict[str, Any]) -> None:
    message = "Apostó 400.00; al azar ocurre con probabilidad 0.25."
    audit["findings"][0] |= {"at_stake": None, "message": message}
    assert "Apostó S/\u00a0400.00; al azar ocurre con probabilidad 0.25." in _text(audit)


def test_a_seat_is_told_as_one(audit: dict[str, Any]) -> None:
    audit["findings"][0] |= {"at_stake": None, "expected": "1", "observed": "4"}
    audit["rules"][0] |= {"expected": "due_seat", "observed": "seat"}
    assert "<td>plaza 1</td><td>plaza 4</td>" in _text(audit)


def test_a_finding_without_values_says_that_there_is_no_amount(audit: dict[str, Any]) -> None:
    audit["findings"][0] |= {"at_stake": None, "expected": None, "observed": "true"}
    assert 'En juego: — <span class="muted">sin importe</span>' in _text(audit)


def test_the_pages_say_whom_findings_are_about_and_what_a_case_is(audit: dict[str, Any]) -> None:
    text = _text(audit)
    assert "explota u organiza el juego (Operadora de Prueba S.A.C.)" in text
    assert "«Caso» es el código de lo juzgado" in text


def test_an_undated_report_says_on_what_time_limits_hang(audit: dict[str, Any]) -> None:
    assert "depende del día en que se lea" in _text(audit)
    audit["run"]["date"] = "2026-03-08"
    assert "depende del día en que se lea" not in _text(audit)


def test_readings_that_agree_are_a_list(audit: dict[str, Any]) -> None:
    audit["findings"][0] |= {"verdict": "indeterminate"}
    names = ["exact", "nearest", "other"]
    audit["findings"][0]["readings"] = [
        {"id": name, "verdict": "violation" if name == "other" else "pass"} for name in names
    ]
    listed = '<ul class="names"><li>Exacto</li><li>A la ficha más cercana</li></ul>'
    assert listed in _text(audit)


@pytest.mark.parametrize("lang", ["es", "en"])
def test_the_pages_quote_what_a_check_ends_in(audit: dict[str, Any], lang: str) -> None:
    text = _text(audit, lang=lang)
    assert all(say(f"dossier.result_{code}", lang=lang) in text for code in (0, 5))


def test_a_bet_names_its_box_and_the_box_how_it_ended() -> None:
    wording = Wording("es")
    (bet,) = bet_steps(BOX.bets, "B9", wording=wording)
    assert bet.text == "diego apuesta 50.00 a Punto en el casillero 4."
    ended = box_step(BOX, "B9", wording=wording)
    assert ended is not None
    assert ended.text == "Al final, casillero 4: 1 punto; Banca: 9"
