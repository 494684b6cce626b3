"""The bars of findings by rule on the first page, and the drawing of their trend."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from auditor.report.forms.html import page
from auditor.report.model.lines import Tally
from auditor.report.model.places import Place, Trend
from auditor.report.model.report import Bar
from auditor.report.page.trend_chart import trend_chart
from auditor.report.words.wording import Wording

if TYPE_CHECKING:
    from collections.abc import Callable

    Make = Callable[..., dict[str, Any]]
    Build = Callable[..., Any]

ES = Wording("es")
BARS = (
    Bar("BLB-6.a", "6", "Fila", Tally(total=1008, passed=1000, violation=6, observation=2)),
    Bar("BLB-9.1", "9", "Límites", Tally(total=12, passed=10, observation=2)),
)
TREND = Trend("day", (Place("2026-03-07", 3, 2, 10), Place("2026-03-08", 1, 1, 8)))


def _bars(make_audit: Make, build: Build, bars: tuple[Bar, ...] = BARS) -> str:
    """Write a page with these bars, and give their part of it."""
    report = replace(build(make_audit(6, ["LIM-01"]))["LIM-01"], bars=bars)
    text = page(report, paper=True)
    return text[text.index('<table class="bars') : text.index('<nav class="contents"')]


def test_money_is_told_before_the_bars_which_may_go_on_to_the_next_page(
    make_audit: Make, build: Build
) -> None:
    text = page(build(make_audit(6, ["LIM-01"]))["LIM-01"], paper=True)
    assert 0 < text.index('class="plain money"') < text.index('<table class="bars')


def test_the_longest_bar_fills_its_cell_and_the_others_are_in_proportion(
    make_audit: Make, build: Build
) -> None:
    drawn = re.findall(r'class="bar (\w+)" style="width: ([\d.]+)%"', _bars(make_audit, build))
    # of 8 findings at most: 6, 2 and 2
    assert drawn == [("violation", "75.00"), ("observation", "25.00"), ("observation", "25.00")]


def test_each_bar_says_out_of_how_many_cases_and_names_its_article(
    make_audit: Make, build: Build
) -> None:
    text = _bars(make_audit, build)
    assert re.findall(r'<th scope="row">([^<]+)<', text) == ["art. 6 · BLB-6.a", "art. 9 · BLB-9.1"]
    assert re.findall(r'<td class="n">([^<]+)<', text) == ["8 de 1\u202f008", "2 de 12"]


def test_only_verdicts_that_are_there_are_in_the_key(make_audit: Make, build: Build) -> None:
    head = re.search(r"<thead>.*?</thead>", _bars(make_audit, build), re.DOTALL)
    assert head is not None
    assert ("Infracciones" in head[0], "Indeterminados" in head[0]) == (True, False)


def test_a_label_that_would_be_markup_is_written_as_it_is(make_audit: Make, build: Build) -> None:
    hostile = (Bar("<script>", "1", "x", Tally(total=1, violation=1)),)
    text = _bars(make_audit, build, hostile)
    assert ("&lt;script&gt;" in text, "<script>" in text) == (True, False)


def test_the_same_trend_gives_the_same_bytes_and_another_does_not() -> None:
    first = trend_chart(TREND, ES)
    other = replace(TREND, points=(TREND.points[0], Place("2026-03-08", 1, 1, 2)))
    assert (trend_chart(TREND, ES) == first, trend_chart(other, ES) == first) == (True, False)


def test_the_drawing_of_the_trend_names_no_date_and_no_maker() -> None:
    drawing = trend_chart(TREND, ES)
    assert b"matplotlib.org" not in drawing.lower()
    assert b"<dc:date" not in drawing
