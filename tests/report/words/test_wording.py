from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from auditor.report.words.wording import Wording, parse_day, parse_moment

SPACE = "\u202f"
PERU = Wording("es", ".", {"PEN": "S/"})
URUGUAY = Wording("es", ",", {"UYU": "$U"})
ENGLISH = Wording("en")


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        (None, "—"),
        ("", "—"),
        ("19.0000", "19"),
        ("17.6000", "17.6"),
        ("-10", "−10"),
        ("1234.5", f"1{SPACE}234.5"),
        ("000123", "000123"),
        ("20260307", "20260307"),
        ("1e3", "1e3"),
        ("true", "sí"),
        (False, "no"),
        (7, "7"),
        ("9H TS", "9♥ 10♠"),
        ("9H X", "9H X"),
        ("misdeal_found", "reparto incorrecto hallado"),
        ("s1_x", "s1_x"),
        ("no_such_word", "no_such_word"),
        (
            "K832.Q7.J.6 AQ5.J3.853.QT87 - .A.K.Q",
            "Norte: ♠K832 ♥Q7 ♦J ♣6; Este: ♠AQ5 ♥J3 ♦853 ♣Q1087; Sur: —; Oeste: ♠— ♥A ♦K ♣Q",
        ),
    ],
)
def test_a_cell_is_written_as_people_read_it(cell: str | bool | None, shown: str) -> None:
    assert PERU.cell(cell) == shown


@pytest.mark.parametrize(
    ("text", "currency", "said"),
    [
        ("pasó con 778.00 y cogió 1234.50.", "", f"pasó con 778,00 y cogió 1{SPACE}234,50."),
        ("de 15.00 a -600.00", "UYU", "de $U\u00a015,00 a $U\u00a0−600,00"),
        ("el 2026-03-07", "UYU", "el 07/03/2026"),
        ("el 2026-03-07 21:31:05", "", "el 07/03/2026 21:31:05"),
        ("evento M3-2026-03-07/31, v1.25, 10.0.12, 4 %", "UYU", None),
        ("mesa T-10.25 y art. 8.15.2", "UYU", None),
        ("faltan: 8H TC; repetidas: –.", "", "faltan: 8♥ 10♣; repetidas: –."),
        ("lateral (combinacion) de 10.00", "", "lateral (combinación) de 10,00"),
        (
            "lateral (tres) de la plaza tres",
            "",
            "lateral (tres de un mismo número) de la plaza tres",
        ),
        ("una carta vista (card_seen) y b_1", "", "una carta vista (carta vista) y b_1"),
        ("en la mesa 4S, silla 2C; faltan: –.", "", None),
    ],
)
def test_dates_and_amounts_of_a_message_are_written_as_elsewhere(
    text: str, currency: str, said: str | None
) -> None:
    assert URUGUAY.prose(text, currency=currency) == (said or text)


def test_an_amount_has_its_sign_and_at_least_two_decimals() -> None:
    assert PERU.money(Decimal("1234.5"), "PEN") == f"S/\u00a01{SPACE}234.50"


def test_an_amount_keeps_the_decimals_that_say_something() -> None:
    assert PERU.money(Decimal("0.0050"), "PEN") == "S/\u00a00.005"


@pytest.mark.parametrize(
    ("subject", "told"),
    [
        ("G04/seat:2", "G04, plaza 2"),
        ("M-1/7/box:3", "M-1/7, casillero 3"),
        ("NOCHE-1/79", "NOCHE-1/79"),  # an event: its session and number
        ("G04/punto", "G04/punto"),
    ],
)
def test_a_seat_or_a_box_that_was_judged_is_named_in_words(subject: str, told: str) -> None:
    assert PERU.subject(subject) == told


def test_what_is_no_article_has_no_number() -> None:
    assert [PERU.article(each) for each in ("0", "8", "Ley 6", None)] == ["", "art. 8", "Ley 6", ""]


def test_uruguay_writes_a_decimal_comma() -> None:
    assert URUGUAY.money(Decimal("22.5"), "UYU") == "$U\u00a022,50"


def test_a_currency_without_a_sign_keeps_its_code() -> None:
    assert PERU.money(Decimal(5), "EUR") == "EUR\u00a05.00"


def test_the_largest_amount_of_the_store_is_written_whole() -> None:
    shown = PERU.money(Decimal("12345678901234.5678"), "PEN")
    assert shown.replace(SPACE, "") == "S/\u00a012345678901234.5678"


def test_dates_follow_the_language() -> None:
    day = date(2026, 3, 7)
    assert (PERU.day(day), ENGLISH.day(day)) == ("07/03/2026", "2026-03-07")


def test_one_and_many_are_worded_apart() -> None:
    assert (PERU.plural("tables", 1), PERU.plural("tables", 2)) == ("1 mesa", "2 mesas")


def test_a_word_that_nobody_knows_stays_as_it_is() -> None:
    assert PERU.word("game", "faro") == "faro"


def test_a_time_is_read_in_its_own_offset() -> None:
    moment = parse_moment("2026-03-07T23:59:58-05:00")
    assert moment is not None
    assert (moment.hour, parse_day("2026-03-07T23:59:58-05:00")) == (23, date(2026, 3, 7))


def test_what_is_no_time_is_none() -> None:
    assert parse_moment("tarde") is None


@pytest.mark.parametrize(
    ("article", "words"),
    [
        ("Ley 6 B1", "Law 6 B1"),
        ("9, continuación no disponible", "art. 9, next page not available"),
        ("6, incs. a) y e)", "art. 6, incs. a) and e)"),
    ],
)
def test_an_article_is_told_in_english(article: str, words: str) -> None:
    assert Wording("en").article(article) == words
    assert Wording("es").article(article).removeprefix("art. ") == article


def test_a_list_of_steps_is_told_in_words() -> None:
    assert Wording("en").cell("shuffle, end_cut, burn") == "shuffle, second cut, burn"
    assert Wording("es").cell("shuffle, end_cut") == "barajar, segundo corte"


def test_the_side_of_a_bet_is_named() -> None:
    told = Wording("en").prose("the bet of 50.00 on punto in box 2", currency="UYU")
    assert told == "the bet of UYU\u00a050.00 on Punto in box 2"
