"""The chart of findings by article, each bar with what it is out of; SVG with fixed identifiers."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from auditor.report.model import Bar
    from auditor.report.wording import Wording

COLOURS = {"violation": "#9d2b25", "observation": "#c79a3b", "indeterminate": "#7d8cab"}
LONGEST = 26
INK, MUTED = "#1c1f26", "#5b6270"
NO_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}


def findings_chart(bars: Sequence[Bar], wording: Wording, *, violations: str) -> bytes:
    """Draw one horizontal bar for each rule with findings, stacked by verdict; SVG bytes."""
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with style():
        figure = Figure(figsize=(6.85, 0.55 + 0.235 * len(bars)))
        FigureCanvasSVG(figure)
        axes = figure.add_axes((0.25, 0.0, 0.56, 1.0 - 0.3 / figure.get_figheight()))
        _draw(axes, bars, wording=wording)
        _legend(axes, wording, violations=violations)
        return drawn(figure)


def style() -> AbstractContextManager[None]:
    """Set what every chart has in common: its letters as outlines, and fixed identifiers."""
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


def drawn(figure: Figure) -> bytes:
    """Give a figure as SVG, the same bytes every time."""
    drawing = io.BytesIO()
    figure.savefig(drawing, format="svg", metadata=NO_METADATA, transparent=True)
    return drawing.getvalue()


def _draw(axes: Axes, bars: Sequence[Bar], *, wording: Wording) -> None:
    """Draw the bars from the top down, their labels on the left and their counts on the right."""
    longest = max((bar.tally.found for bar in bars), default=1) or 1
    for place, bar in enumerate(bars):
        end = _stack(axes, bar, place=place)
        axes.text(-0.02 * longest, place, _name(bar, wording), ha="right", va="center", color=INK)
        axes.text(end + 0.02 * longest, place, _count(bar, wording), va="center", color=MUTED)
    axes.set_xlim(0, longest)
    axes.set_ylim(len(bars) - 0.4, -0.6)
    axes.axvline(0, color=INK, linewidth=0.6)
    axes.set_axis_off()


def _stack(axes: Axes, bar: Bar, *, place: int) -> int:
    """Draw the verdicts of one bar end to end; give where it ends."""
    start = 0
    for verdict, colour in COLOURS.items():
        count: int = getattr(bar.tally, verdict)
        axes.barh(place, count, left=start, height=0.62, color=colour, linewidth=0)
        start += count
    return start


def _name(bar: Bar, wording: Wording) -> str:
    """Name a bar by its article and its rule, cut where it would not fit."""
    article = wording.article(bar.article)
    name = f"{article} · {bar.label}" if article else bar.label
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"


def _count(bar: Bar, wording: Wording) -> str:
    """Say what was found out of what could be judged."""
    return wording.say(
        "chart_count",
        found=wording.number(bar.tally.found),
        judged=wording.number(max(bar.tally.judged, bar.tally.found)),
    )


def _legend(axes: Axes, wording: Wording, *, violations: str) -> None:
    """Name the colours above the bars, those that are there."""
    from matplotlib.patches import Patch

    words = {verdict: wording.word("verdicts", verdict) for verdict in COLOURS}
    words["violation"] = violations.capitalize()
    keys = [Patch(color=colour, label=words[verdict]) for verdict, colour in COLOURS.items()]
    axes.legend(
        handles=keys,
        loc="lower left",
        bbox_to_anchor=(0.0, 1.0),
        ncols=3,
        frameon=False,
        borderaxespad=0.0,
        handlelength=0.9,
        handleheight=0.9,
        labelcolor=INK,
    )
