"""Amounts and times as formats of stud write them."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.games.stud7.records.money import as_text, units_of, units_of_number
from auditor.games.stud7.records.times import day_text, gaming_date, placed, zone_of


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("$0.04", 400),
        ("$1", 10_000),
        ("$1,234.50", 12_345_000),
        ("1.234,50 €", 12_345_000),
        ("€0,04", 400),
        ("£2.5", 25_000),
        ("1,000", 10_000_000),
        ("1'000'000", 10_000_000_000),
        ("1.000.000", 10_000_000_000),
        ("1.0000", 10_000),
    ],
)
def test_marks_and_signs_are_read(text: str, units: int) -> None:
    assert units_of(text) == units


def test_more_decimals_than_the_log_holds_are_no_amount() -> None:
    with pytest.raises(ValueError, match="00001"):
        units_of("$0.00001")


@given(st.integers(min_value=0, max_value=10**17))
def test_an_amount_is_written_so_that_it_reads_the_same(units: int) -> None:
    assert Decimal(as_text(units)) * 10_000 == units


@pytest.mark.parametrize(
    "value", [-1, True, "7", None, Decimal("NaN"), Decimal("1e999999"), Decimal("1e-999999")]
)
def test_what_is_no_amount_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r".*"):
        units_of_number(value)


def test_a_hand_before_six_belongs_to_the_night_before() -> None:
    days = [gaming_date(datetime(2004, 3, 1, *clock)).isoformat() for clock in ((5, 59), (6, 0))]  # noqa: DTZ001
    assert days == ["2004-02-29", "2004-03-01"]


def test_a_time_has_its_offset_unless_the_clock_struck_it_twice() -> None:
    eastern = zone_of("ET")
    winter, twice = datetime(2009, 11, 26, 10, 8), datetime(2009, 11, 1, 1, 30)  # noqa: DTZ001
    assert placed(winter, eastern) == "2009-11-26T10:08:00-05:00"
    assert placed(twice, eastern) == "2009-11-01T01:30:00"
    assert placed(winter, None) == "2009-11-26T10:08:00"


def test_a_zone_that_nobody_knows_is_none() -> None:
    assert [zone_of(name) for name in ("Mars/Base", "../etc", "America/Lima")] == [
        None,
        None,
        "America/Lima",
    ]


def test_a_date_is_written_as_far_as_it_is_known() -> None:
    assert day_text(2014, 7, day=None) == "2014-07-??"
    assert day_text(2014, None, day=3) == "2014-??-??"
    assert day_text(None, 7, day=3) is None
    with pytest.raises(ValueError, match="day"):
        day_text(2023, 2, day=29)
