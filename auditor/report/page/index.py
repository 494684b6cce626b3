"""The first page of an audit: its casinos, each with its result and a way to its report."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import quote

from auditor.report.audit.folders import folder_names
from auditor.report.compose.report import ON_PAPER, build_reports
from auditor.report.page.pages import environment, wording_of
from auditor.report.page.result import result_sentence
from auditor.report.words.wording import Wording

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.report.audit.read import AuditRead
    from auditor.report.model.report import CasinoReport

NAME = "index.html"
FORMS = ("report.html", "report.pdf")


@dataclass(frozen=True, slots=True)
class Entry:
    """One casino in the list: its result in a sentence and the files that are there."""

    report: CasinoReport
    result: str
    links: tuple[tuple[str, str], ...]


def write_index(read: AuditRead, out: Path, *, lang: str) -> Path:
    """Write `index.html` over the reports that are there."""
    folders = folder_names(casino.casino_id for casino in read.audit.casinos)
    entries = tuple(
        _entry(report, out, folder=folders[report.identity.casino_id])
        for report in build_reports(read, lang=lang, limits=ON_PAPER)
    )
    path = out / NAME
    page = environment(Wording(lang)).get_template("index.html.j2")
    text = page.render(entries=entries, lang=lang, audit=read.audit, sha256=read.sha256)
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


def _entry(report: CasinoReport, out: Path, *, folder: str) -> Entry:
    """Put a casino in the list, with links to the files that were written for it."""
    there = (name for name in FORMS if (out / folder / name).is_file())
    return Entry(
        report=report,
        result=result_sentence(report, wording_of(report.frame, report.lang)),
        links=tuple((name, f"{quote(folder)}/{name}") for name in there),
    )
