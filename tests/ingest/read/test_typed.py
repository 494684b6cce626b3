"""Typed cells as text."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.games.log_model import Kind
from auditor.ingest.read.typed import cell_text, moment_text, number_text


@given(st.decimals("-1e9", "1e9", places=4, allow_nan=False))
def test_an_amount_kept_as_a_float_comes_back_to_the_last_digit(amount: Decimal) -> None:
    assert Decimal(number_text(float(amount))) == amount


@given(st.integers(-(10**15) + 1, 10**15 - 1))
def test_a_whole_number_kept_as_a_float_has_no_decimals(number: int) -> None:
    assert number_text(float(number)) == str(number)


@pytest.mark.parametrize(
    ("number", "text"), [(12.350000000000001, "12.35"), (1e20, "1" + 20 * "0")]
)
def test_a_number_has_fifteen_digits_and_no_exponent(number: float, text: str) -> None:
    assert number_text(number) == text


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_is_no_number_is_told_as_a_word(number: float) -> None:
    assert cell_text(number, mark=".") in {"nan", "inf"}


@pytest.mark.parametrize("empty", [None, ""])
def test_an_empty_cell_is_none(empty: str | None) -> None:
    assert cell_text(empty, mark=".") is None


def test_the_rest_of_a_serial_number_is_rounded_to_the_millisecond() -> None:
    moment = datetime.fromisoformat("2026-03-07T18:11:51.999600")
    assert moment_text(moment, kind=Kind.TIME) == "2026-03-07T18:11:52"
