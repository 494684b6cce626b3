"""Dates and ids of what bridge formats record."""

from __future__ import annotations

import pytest

from auditor.games.bridge.records import Dates, Sheet, partial_date

NONE = Dates(None, None, None)


@pytest.mark.parametrize(
    ("said", "dates"),
    [
        ("2004.05.05", Dates("2004-05-05", "2004-05-05", "2004-05-05")),
        ("2004-5-5", Dates("2004-05-05", "2004-05-05", "2004-05-05")),
        ("2014.07.??", Dates(None, "2014-07-01", "2014-07-31")),
        ("2015.09.?", Dates(None, "2015-09-01", "2015-09-30")),
        ("2012.02.??", Dates(None, "2012-02-01", "2012-02-29")),
        ("2014.??.??", Dates(None, "2014-01-01", "2014-12-31")),
        ("????.??.??", NONE),
        ("2004.02.30", NONE),
        ("2004.13.01", NONE),
        ("0000.01.01", NONE),
        ("05/06/2004", NONE),
        ("", NONE),
    ],
)
def test_a_date_is_known_as_far_as_it_is_told(said: str, dates: Dates) -> None:
    assert partial_date(said) == dates


def test_an_id_that_is_taken_gets_a_number() -> None:
    sheet = Sheet()
    assert [sheet.free_id("a") for _ in range(3)] == ["a", "a (2)", "a (3)"]


def test_what_is_lost_is_told_in_both_languages() -> None:
    sheet = Sheet()
    sheet.lose(4, "bad_deal", deal="N:AK")
    (lost,) = sheet.broken
    assert (lost.record, "N:AK" in lost.reason_es, "N:AK" in lost.reason_en) == (4, True, True)
