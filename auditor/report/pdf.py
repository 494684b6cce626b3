"""Writer of the PDF of each casino; the only module that knows WeasyPrint, and only when it runs.

Same input, same bytes: fixed identifiers and dates, fonts from matplotlib's own data.
"""

from __future__ import annotations

import hashlib
import warnings
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from auditor.errors import AuditorError
from auditor.report.build import ON_PAPER, build_reports
from auditor.report.csv import findings_csv
from auditor.report.folders import folder_names
from auditor.report.fonts import font_faces
from auditor.report.html import page
from auditor.report.wording import parse_moment

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from weasyprint import Attachment

    from auditor.report.model import CasinoReport
    from auditor.report.read import AuditRead

NAME = "report.pdf"
VARIANT = "pdf/a-3a"
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)


def write(read: AuditRead, out: Path, *, lang: str) -> Iterable[Path]:
    """Write `<casino>/report.pdf` for each casino; AuditorError where Pango is missing."""
    check_pango()
    folders = folder_names(casino.casino_id for casino in read.audit.casinos)
    for report in build_reports(read, lang=lang, limits=ON_PAPER):
        path = out / folders[report.identity.casino_id] / NAME
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(pdf_bytes(report, _own_findings(read, report)))
        yield path


def check_pango() -> None:
    """Raise AuditorError, with what to install, where WeasyPrint cannot find Pango."""
    try:
        import weasyprint  # noqa: F401
    except OSError as error:
        raise AuditorError("report.no_pango", reason=str(error).split(":")[0]) from error


def pdf_bytes(report: CasinoReport, findings: bytes) -> bytes:
    """Lay out one report as PDF, its findings attached as CSV."""
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

    fetcher = URLFetcher(allowed_protocols=("data",), allow_redirects=False)
    fonts = FontConfiguration()
    faces = CSS(string=font_faces(), font_config=fonts, url_fetcher=fetcher)
    document = HTML(string=page(report, paper=True), url_fetcher=fetcher)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # it leaves its colour profile open
        content: bytes = document.write_pdf(
            stylesheets=[faces],
            font_config=fonts,
            attachments=[_attachment(report, findings)],
            pdf_identifier=_identifier(report),
            pdf_variant=VARIANT,
        )
    return content


def _own_findings(read: AuditRead, report: CasinoReport) -> bytes:
    """Give the findings of one casino as CSV."""
    casino = report.identity.casino_id
    own = (finding for finding in read.audit.findings if finding.casino_id == casino)
    return findings_csv(own, lang=report.lang)


def _attachment(report: CasinoReport, findings: bytes) -> Attachment:
    """Attach the findings, dated by the run where it has a date."""
    from weasyprint import Attachment

    moment = parse_moment(report.stamp.date) or NO_DATE
    return Attachment(
        string=findings,
        name="findings.csv",
        description="findings.csv",
        created=moment,
        modified=moment,
        relationship="Data",
    )


def _identifier(report: CasinoReport) -> bytes:
    """Identify the PDF of a report by the audit and the casino."""
    name = f"{report.stamp.audit_sha256}/{report.identity.casino_id}/{report.lang}"
    return hashlib.sha256(name.encode()).digest()[:16]
