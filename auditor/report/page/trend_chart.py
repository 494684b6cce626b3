"""The chart of hands with findings over the gaming dates; SVG with fixed identifiers."""

from __future__ import annotations

import io
from decimal import Decimal
from typing import TYPE_CHECKING

from auditor.report.words.wording import parse_day

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from auditor.report.model.places import Place, Trend
    from auditor.report.words.wording import Wording

BAR = "#5b7bab"
INK, MUTED = "#1c1f26", "#5b6270"
NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}
MOST_NAMED = 9
LEAST = 0.1  # per cent, below which one decimal says little


def trend_chart(trend: Trend, wording: Wording) -> bytes:
    """Draw one bar for each step: the share of its hands that have findings; SVG bytes."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with _style():
        figure = Figure(figsize=(6.85, 0.8))
        FigureCanvasSVG(figure)
        axes = figure.add_axes((0.01, 0.2, 0.98, 0.62))
        _draw(axes, trend, wording=wording)
        return _drawn(figure)


def share(place: Place) -> float:
    """Give the share of the hands of a place that have findings."""
    return place.found / place.hands if place.hands else 0.0


def percent(place: Place, wording: Wording) -> str:
    """Write the share of the hands of a place that have findings, in per cent."""
    of_hundred = share(place) * 100
    places = ".1f" if of_hundred >= LEAST or not of_hundred else ".1g"
    return f"{wording.number(Decimal(f'{of_hundred:{places}}'))} %"


def step_name(trend: Trend, place: Place, *, wording: Wording) -> str:
    """Name a step as people do: a date, a month, a year."""
    if trend.step == "day":
        return wording.day(parse_day(place.name))
    year, _, month = place.name.partition("-")
    return f"{month}/{year}" if month and wording.lang == "es" else place.name


def _draw(axes: Axes, trend: Trend, *, wording: Wording) -> None:
    """Draw the bars; of many, the ends have their dates and the highest its share."""
    points = trend.points
    shares = [share(point) for point in points]
    axes.bar(range(len(points)), shares, width=0.72, color=BAR, linewidth=0)
    ends = {0, len(points) - 1}
    named = ends if len(points) > MOST_NAMED else set(range(len(points)))
    for place in sorted(named):
        name = step_name(trend, points[place], wording=wording)
        axes.text(place, -0.06, name, ha=_side(place, len(points)), va="top", color=INK,
                  transform=axes.get_xaxis_transform())  # fmt: skip
    highest = shares.index(max(shares))
    for place in sorted(named if len(points) <= MOST_NAMED else {highest}):
        told = percent(points[place], wording)
        axes.text(place, shares[place], told, ha="center", va="bottom", color=MUTED)
    axes.set_xlim(-0.6, len(points) - 0.4)
    axes.set_ylim(0, max(shares) or 1)
    axes.axhline(0, color=INK, linewidth=0.6)
    axes.set_axis_off()


def _side(place: int, count: int) -> str:
    """Keep the names of the first and the last of many bars inside the drawing."""
    if count <= MOST_NAMED:
        return "center"
    return "left" if place == 0 else "right"


def _style() -> AbstractContextManager[None]:
    """Have letters drawn as outlines, and identifiers fixed."""
    import matplotlib as mpl

    return mpl.rc_context(
        {
            "svg.fonttype": "path",
            "svg.hashsalt": "auditor",
            "font.family": "DejaVu Sans",
            "font.size": 7.5,
            "text.parse_math": False,
            "text.usetex": False,
        }
    )


def _drawn(figure: Figure) -> bytes:
    """Give a figure as SVG, the same bytes every time."""
    drawing = io.BytesIO()
    figure.savefig(drawing, format="svg", metadata=NO_METADATA, transparent=True)
    return drawing.getvalue()
