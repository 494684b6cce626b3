"""Cells become values exactly, or their record is rejected and told."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from auditor.ingest.mapping.model import Dialect, Mapping
from tests.ingest.convert.night import CARD, HAND, Row, a_night, bets_of, blamed

if TYPE_CHECKING:
    from auditor.ingest.rows import CanonicalTables

COMMA = Mapping(dialect=Dialect(decimal=",", thousands="."))
APOSTROPHE = Mapping(dialect=Dialect(thousands="'"))
BLANK = Mapping(dialect=Dialect(decimal=",", thousands=" "))


@pytest.mark.parametrize(
    ("mapping", "amounts"),
    [
        (None, {"12.35": "12.35", "0012": "12", "+7.5": "7.5", ".5": "0.5", "-500": "-500"}),
        (None, {"\u221225": "-25", "\u201325.10": "-25.10", " 10.00\u00a0": "10"}),
        (None, {"99999999999999.9999": "99999999999999.9999", "-0.0001": "-0.0001"}),
        (COMMA, {"1.234,56": "1234.56", "1234,5": "1234.5", "-1.000.000": "-1000000"}),
        (APOSTROPHE, {"15'006.00": "15006", "2\u2019000": "2000", "7.5": "7.5"}),
        (BLANK, {"1\u00a0234,00": "1234", "1\u202f234": "1234", "1 234 567,8": "1234567.8"}),
    ],
)
def test_an_amount_is_read_to_its_last_digit(
    mapping: Mapping | None, amounts: dict[str, str]
) -> None:
    done = bets_of("payout", [*amounts], mapping)
    assert done.tables["bets"]["payout"].to_pylist() == [*map(Decimal, amounts.values())]


@pytest.mark.parametrize(
    ("mapping", "cells"),
    [
        (None, ["1O.00", "NaN", "nan", "inf", "-Infinity", "1e3", "1E-2", "1_000", "12,5", "5."]),
        (None, ["1,234.56", "1 234", "--5", "5-", "(5)", "S/ 5", "0x10", "\u0663", ".", "-"]),
        (None, ["1.23456", "100000000000000"]),
        (COMMA, ["1.23", "12.34,5", "1.2345", "1,234.56", ".123", "1..234", "1.234.56"]),
        (APOSTROPHE, ["1'23", "12'34'567", "1,5", "'123", "1'234'", "1234'567"]),
    ],
)
def test_what_is_no_amount_rejects_its_record_and_says_what_stands_there(
    mapping: Mapping | None, cells: list[str | None]
) -> None:
    done = bets_of("payout", ["1", *cells, "2"], mapping)
    rejects = done.rejects.to_pylist()
    told = [(r["table"], r["record"], r["column"], r["value"], r["key"]) for r in rejects]
    assert told == [("bets", n + 1, "payout", cell, f"b{n}") for n, cell in enumerate(cells, 1)]
    assert all(r["value"] in r["reason_es"] and r["value"] in r["reason_en"] for r in rejects)
    assert done.tables["bets"]["bet_id"].to_pylist() == ["b0", f"b{len(cells) + 1}"]


@given(
    st.lists(
        st.decimals(
            allow_nan=False,
            allow_infinity=False,
            places=4,
            min_value=-(10**14) + 1,
            max_value=10**14 - 1,
        ),
        min_size=1,
        max_size=200,
    )
)
@settings(max_examples=15, deadline=None)
def test_any_amount_written_with_marks_is_read_back_the_same(amounts: list[Decimal]) -> None:
    marks = str.maketrans(",.", ".,")
    for mapping, cells in (
        (None, [f"{one:f}" for one in amounts]),
        (COMMA, [f"{one:,f}".translate(marks) for one in amounts]),
        (APOSTROPHE, [f"{one:,f}".replace(",", "'") for one in amounts]),
    ):
        assert bets_of("payout", [*cells], mapping).tables["bets"]["payout"].to_pylist() == amounts


def exact(text: str) -> Decimal | None:
    """Read an amount as Python does, without what only Python knows: words, exponents, `_`."""
    try:
        amount = Decimal(text) if set(text) <= set("+-.0123456789") else None
    except InvalidOperation:
        return None
    if amount is None or text.endswith("."):
        return None
    parts = text.lstrip("+-").partition(".")
    return amount if len(parts[0]) <= 14 and len(parts[2]) <= 4 else None


@given(st.lists(st.text("0123456789.,-+eE_N x", min_size=1, max_size=20), min_size=1, max_size=300))
@settings(max_examples=15, deadline=None)
def test_an_amount_is_taken_just_where_python_reads_it_exactly(texts: list[str]) -> None:
    done = bets_of("payout", [*texts])
    taken = dict(
        zip(*(done.tables["bets"][c].to_pylist() for c in ("bet_id", "payout")), strict=True)
    )
    due = {f"b{n}": exact(text.strip()) for n, text in enumerate(texts)}
    empty = {f"b{n}": None for n, text in enumerate(texts) if not text.strip()}
    assert taken == {key: value for key, value in due.items() if value is not None} | empty


def test_a_whole_number_is_read() -> None:
    done = bets_of("seat", ["7", "007", "-3", "\u22123", " 4 ", "+5", None])
    assert done.tables["bets"]["seat"].to_pylist() == [7, 7, -3, -3, 4, 5, None]


def test_what_is_no_whole_number_is_rejected() -> None:
    cells: list[str | None] = [
        "5.0",
        "5,0",
        "1e1",
        "1_0",
        "five",
        "9" * 19,
        "0x5",
        "\u0665",
        "1.000",
    ]
    assert blamed(bets_of("seat", cells)) == [(n, "seat") for n in range(1, len(cells) + 1)]


def test_a_truth_is_read_by_the_usual_words() -> None:
    true: list[str | None] = ["true", "TRUE", "sí", "Sí", "SI", "1", "yes"]
    false: list[str | None] = ["false", "no", "NO", "0", "False"]
    done = bets_of("authorised", [*true, *false, None, "  "])
    due = [True] * len(true) + [False] * len(false) + [None, None]
    assert done.tables["bets"]["authorised"].to_pylist() == due


def test_a_truth_is_read_by_the_words_declared_and_no_others() -> None:
    mapping = Mapping(dialect=Dialect(true=("vale",), false=("nones",)))
    done = bets_of("authorised", ["vale", "NONES", "quizá"], mapping)
    assert done.tables["bets"]["authorised"].to_pylist() == [True, False]
    assert blamed(done) == [(3, "authorised")]


def cards_of(column: str, cells: list[str]) -> CanonicalTables:
    """Convert cards of one hand that differ in one column."""
    return a_night(cards=[{**CARD, "idx": str(n), column: one} for n, one in enumerate(cells)])


def test_a_card_is_rank_and_suit() -> None:
    done = cards_of("card", ["9H", "10H", "ts", "10d", "??", " as"])
    assert done.tables["cards"]["card"].to_pylist() == ["9H", "TH", "TS", "TD", "??", "AS"]


def test_what_no_deck_has_is_rejected_by_its_column() -> None:
    cells = ["1H", "11H", "9X", "H9", "9", "T", "9 H", "?H", "JOKER", "9HH", "0S"]
    assert blamed(cards_of("card", cells)) == [(n, "card") for n in range(1, len(cells) + 1)]


def test_a_list_of_cards_is_tidied_and_one_bad_card_rejects_it() -> None:
    lists = ["9H JS", " 10h  ts ", "?? 4C", "1H 7D", "9H,JS"]
    rows = [{**HAND, "hand_id": f"h{n}", "punto_cards": one} for n, one in enumerate(lists)]
    done = a_night(hands=rows)
    assert done.tables["hands"]["punto_cards"].to_pylist() == ["9H JS", "TH TS", "?? 4C"]
    assert blamed(done) == [(4, "punto_cards"), (5, "punto_cards")]


def test_a_word_of_a_closed_set_is_ours_or_translated_else_rejected_by_name() -> None:
    mapping = Mapping(values={"": {"posture": {"a pie": "standing"}}})
    done = bets_of("posture", ["seated", "A PIE", "De pie", "SEATED", "lying"], mapping)
    postures = ["seated", "standing", "standing", "seated"]
    assert done.tables["bets"]["posture"].to_pylist() == postures
    (reject,) = done.rejects.to_pylist()
    assert "lying" in reject["reason_es"]
    assert "seated, standing" in reject["reason_es"]


def test_an_event_of_no_family_is_rejected_rather_than_forgotten() -> None:
    known: Row = {"session_id": "s1", "seq": "0", "type": "shuffle"}
    done = a_night(events=[known, {**known, "seq": "1", "type": "shufle"}])
    assert done.tables["events"]["type"].to_pylist() == ["shuffle"]
    (reject,) = done.rejects.to_pylist()
    assert (reject["column"], reject["value"], reject["key"]) == ("type", "shufle", "s1/1")


def test_a_card_goes_to_whom_the_log_model_knows_and_to_nobody_else() -> None:
    known, unknown = (
        ["punto", "banca", "burn", "box:3", "seat:12"],
        ["bnca", "box", "box:", "seat:x"],
    )
    done = cards_of("to", [*known, *unknown])
    assert done.tables["cards"]["to"].to_pylist() == known
    assert blamed(done) == [(n, "to") for n in (6, 7, 8, 9)]


def test_texts_are_trimmed_and_an_empty_one_is_not_recorded() -> None:
    done = bets_of("player_id", [" P-1\t", "\u00a0P 2", "  ", "P-4\r"])
    assert done.tables["bets"]["player_id"].to_pylist() == ["P-1", "P 2", None, "P-4"]


def test_a_selection_that_looks_like_a_date_stays_text() -> None:
    assert bets_of("selection", ["2-2-6"]).tables["bets"]["selection"].to_pylist() == ["2-2-6"]
