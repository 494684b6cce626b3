"""The worst places and the trend, beside how many hands were played there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from auditor.report.compose.places import lower_limit
from auditor.report.forms.html import page
from auditor.report.model.places import Place
from auditor.report.page.trend_chart import share

if TYPE_CHECKING:
    from collections.abc import Callable

    from auditor.report.model.report import CasinoReport

    Make = Callable[..., dict[str, Any]]
    Build = Callable[..., dict[str, CasinoReport]]

PLAYED = {
    "table": {"M1": 340, "M2": 100, "M3": 1},
    "date": {"2026-03-06": 341, "2026-03-07": 100},
    "hour": {"23": 441},
    "dealer": {"D1": 400, "D2": 41},
}


@pytest.fixture(name="audit")
def _audit(make_audit: Make) -> dict[str, Any]:
    """Three bets of one hand at M1, and a hand at M2: both on the second day, with one dealer."""
    audit = make_audit(4, ["LIM-01"])
    audit["casinos"][0]["games"][0]["played"] = PLAYED
    for finding in audit["findings"]:
        finding |= {"hand_id": "h1", "table_id": "M1", "dealer_id": "D1"}
    audit["findings"][3] |= {"hand_id": "h2", "table_id": "M2"}
    return audit


def test_a_hand_counts_once_out_of_all_that_were_played_there(
    audit: dict[str, Any], build: Build
) -> None:
    tables, _ = build(audit)["LIM-01"].places
    assert set(tables.places) == {Place("M1", 3, 1, 340), Place("M2", 1, 1, 100)}
    assert (tables.kind, tables.total, tables.played) == ("table", 2, 3)


def test_the_worst_place_is_that_of_the_greater_share(audit: dict[str, Any], build: Build) -> None:
    tables, _ = build(audit)["LIM-01"].places
    assert [place.name for place in tables.places] == ["M2", "M1"]


def test_a_place_of_which_there_is_only_one_is_not_told(
    audit: dict[str, Any], build: Build
) -> None:
    assert [each.kind for each in build(audit)["LIM-01"].places] == ["table", "dealer"]


def test_hours_are_places_too(audit: dict[str, Any], build: Build) -> None:
    audit["casinos"][0]["games"][0]["played"] = {**PLAYED, "hour": {"18": 40, "23": 401}}
    lists = {each.kind: each.places for each in build(audit)["LIM-01"].places}
    assert lists["hour"] == (Place("18", 4, 2, 40),)


def test_the_first_page_tells_each_place_out_of_what_was_played_there(
    audit: dict[str, Any], build: Build
) -> None:
    for number, finding in enumerate(audit["findings"]):
        finding |= {"hand_id": f"h{number}", "table_id": f"M{number}"}
    played = {"M0": 340, "M1": 100, "M2": 1, "M3": 50, "M4": 9}
    audit["casinos"][0]["games"][0]["played"] = {**PLAYED, "table": played}
    first, _, _ = page(build(audit)["LIM-01"], paper=True).partition('id="scope"')
    assert "<caption>Mesas con más hallazgos (3 de 4)</caption>" in first
    row = '<th scope="row">M{}</th><td class="n">1</td><td class="n">1 de {}</td>'
    told = [row.format(place, hands) in first for place, hands in ((2, 1), (3, 50), (1, 100))]
    assert told == [True, True, True]


def test_the_trend_is_drawn_and_told_in_words(audit: dict[str, Any], build: Build) -> None:
    first, _, _ = page(build(audit)["LIM-01"], paper=True).partition('id="scope"')
    (words,) = re.findall(
        r'<figure class="chart trend">.*?<img [^>]*\salt="([^"]*)"', first, re.DOTALL
    )
    assert "06/03/2026: 0 de 341 jugadas; 07/03/2026: 2 de 100 jugadas" in words


def test_the_trend_draws_shares(audit: dict[str, Any], build: Build) -> None:
    trend = build(audit)["LIM-01"].trend
    assert trend is not None
    assert [share(point) for point in trend.points] == [0, 0.02]  # 2 of 100 hands


def test_a_day_without_findings_is_part_of_the_trend(audit: dict[str, Any], build: Build) -> None:
    trend = build(audit)["LIM-01"].trend
    assert trend is not None
    assert trend.step == "day"
    assert trend.points == (Place("2026-03-06", 0, 0, 341), Place("2026-03-07", 4, 2, 100))


def test_many_days_are_told_by_the_month(audit: dict[str, Any], build: Build) -> None:
    days = {f"2026-{month:02d}-{day:02d}": 10 for month in (1, 2, 3) for day in range(1, 29)}
    audit["casinos"][0]["games"][0]["played"] = {**PLAYED, "date": days}
    trend = build(audit)["LIM-01"].trend
    assert trend is not None
    assert trend.points[1:] == (Place("2026-02", 0, 0, 280), Place("2026-03", 4, 2, 280))


@pytest.mark.parametrize("played", [{}, {**PLAYED, "date": {"2026-03-07": 441}}, {"date": None}])
def test_there_is_no_trend_without_two_dates(
    audit: dict[str, Any], build: Build, played: dict[str, Any]
) -> None:
    audit["casinos"][0]["games"][0]["played"] = played
    assert build(audit)["LIM-01"].trend is None


def test_nothing_is_told_of_places_where_nothing_was_found(make_audit: Make, build: Build) -> None:
    audit = make_audit(0, ["LIM-01"])
    audit["casinos"][0]["games"][0]["played"] = PLAYED
    report = build(audit)["LIM-01"]
    assert (report.places, report.trend) == ((), None)


def test_the_limit_is_that_of_wilson() -> None:
    # Newcombe 1998, table I: 81 of 263 gives 0.2553 to 0.3662; 1 of 29 gives 0.0061 to 0.1718.
    assert round(lower_limit(81, 263), 4) == 0.2553
    assert round(lower_limit(1, 29), 4) == 0.0061
    assert lower_limit(0, 0) == 0
