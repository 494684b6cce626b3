from __future__ import annotations

from xml.etree import ElementTree as ET

from auditor.report.chart import findings_chart
from auditor.report.model import Bar, Tally
from auditor.report.wording import Wording

ES = Wording("es")
BARS = (
    Bar("BLB-6.a", "6", "Fila", Tally(total=1007, passed=1000, violation=7)),
    Bar("BLB-9.1", "9", "Límites", Tally(total=12, passed=10, observation=2)),
)


def test_the_same_bars_give_the_same_bytes() -> None:
    first = findings_chart(BARS, ES, violations="infracciones")
    assert findings_chart(BARS, ES, violations="infracciones") == first


def test_other_counts_give_another_drawing() -> None:
    other = (BARS[0], Bar("BLB-9.1", "9", "Límites", Tally(total=12, passed=9, observation=3)))
    first = findings_chart(BARS, ES, violations="infracciones")
    assert findings_chart(other, ES, violations="infracciones") != first


def test_a_label_that_would_be_a_formula_or_markup_is_drawn_as_it_is() -> None:
    hostile = (Bar(r"$\frac{1}{0}$<a>", "1", "x", Tally(total=1, violation=1)),)
    drawing = ET.fromstring(findings_chart(hostile, ES, violations="x"))  # noqa: S314 - our own
    assert not [node for node in drawing.iter() if node.tag.endswith("}a")]


def test_the_drawing_names_no_date_and_no_maker() -> None:
    drawing = findings_chart(BARS, ES, violations="infracciones")
    assert b"matplotlib.org" not in drawing.lower()
    assert b"<dc:date" not in drawing
