"""Coverage: which sentences of a text some clause quotes."""

from __future__ import annotations

from auditor.rulebook.coverage import _span, flat_text

LINES = ["Uno dos tres.", "Cuatro cinco.", "Uno dos tres.", "Seis."]


def test_a_quote_over_two_sentences_accounts_for_both() -> None:
    assert {0, 1} == _span(LINES, "tres. Cuatro")


def test_a_quote_that_stands_twice_accounts_for_both_places() -> None:
    assert {0, 2} == _span(LINES, "Uno dos")


def test_a_quote_that_is_not_there_accounts_for_nothing() -> None:
    assert set() == _span(LINES, "siete")


def test_an_empty_quote_accounts_for_nothing() -> None:
    assert set() == _span(LINES, "")


def test_the_last_sentence_is_reached() -> None:
    assert {3} == _span(LINES, "Seis.")


def test_white_space_does_not_count() -> None:
    assert flat_text("  a\n b\t c ") == "a b c"
