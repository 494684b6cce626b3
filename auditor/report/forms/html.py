"""Writer of the HTML page of each casino: one file, no network, no script needed to read it."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from markupsafe import Markup

from auditor.report.audit.own import own_reads
from auditor.report.compose.report import ON_SCREEN, build_reports
from auditor.report.page.explore import explore_json
from auditor.report.page.pages import environment, wording_of
from auditor.report.page.pictures import data_uri
from auditor.report.page.result import caveats, result_sentence, tone
from auditor.report.page.trend_chart import trend_chart

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from auditor.report.audit.read import AuditRead
    from auditor.report.model.report import CasinoReport
    from auditor.report.words.wording import Wording

NAME = "report.html"
# The parts of the script, each built upon those before it.
SCRIPT = ("data", "choose", "review", "list", "sheet", "filters", "page")


def write(read: AuditRead, out: Path, *, lang: str) -> Iterable[Path]:
    """Write `<casino>/report.html` for each casino; gives the paths."""
    for folder, own in own_reads(read):
        (report,) = build_reports(own, lang=lang, limits=ON_SCREEN)
        path = out / folder / NAME
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page(report, paper=False), encoding="utf-8", newline="\n")
        yield path


def page(report: CasinoReport, *, paper: bool) -> str:
    """Lay out one report, for the screen or for paper."""
    wording = wording_of(report.frame, report.lang)
    script = script_text()
    return (
        environment(wording)
        .get_template("report.html.j2")
        .render(
            report=report,
            paper=paper,
            result=result_sentence(report, wording),
            tone=tone(report),
            caveats=caveats(report, wording),
            sections=section_ids(report),
            trend_chart=data_uri(trend_chart(report.trend, wording)) if report.trend else None,
            data=_data(report, wording) if report.explored and not paper else None,
            detailed=_detailed(report),
            script=Markup(script),  # noqa: S704 - our own files
            script_hash=b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        )
    )


def _data(report: CasinoReport, wording: Wording) -> Markup:
    """Write the findings to explore; no sign of theirs can end the element they stand in."""
    return Markup(explore_json(report, wording))  # noqa: S704 - JSON without a single <


def _detailed(report: CasinoReport) -> frozenset[str]:
    """Name the findings that the page shows in full, each with its replay."""
    rules = (rule for norm in report.findings for part in norm.articles for rule in part.rules)
    return frozenset(view.id for rule in rules for view in rule.detailed)


def section_ids(report: CasinoReport) -> tuple[str, ...]:
    """Name the sections that have something to say, in order."""
    lines = report.rules
    shown = {
        "scope": True,
        "verdicts": True,
        "findings": True,
        "restitution": bool(report.restitution or report.restitution_apart),
        "chance": bool(report.checks),
        "clauses": bool(report.clauses),
        "unjudged": any(c.reason for norm in report.clauses for c in norm.clauses),
        "unassessed": any(line.tally.not_assessable for line in lines),
        "limits": any(line.over_reports or line.under_reports for line in lines),
        "readings": bool(report.readings or report.readings_agreed or report.adopted),
        "beside": bool(report.waivers or report.baseline),
        "assumptions": True,
        "rejects": True,
        "sources": True,
        "verify": True,
        "glossary": True,
        "frame": True,
        "signatures": True,
        "acta": bool(report.frame.acta),
    }
    return tuple(name for name, is_shown in shown.items() if is_shown)


@cache
def script_text() -> str:
    """Put the page's script together; its policy lets it run by its hash, and no other."""
    folder = files("auditor.report").joinpath("templates/script")
    return "".join(folder.joinpath(f"{part}.js").read_text("utf-8") for part in SCRIPT)
