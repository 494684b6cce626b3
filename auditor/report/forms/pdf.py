"""Writer of the PDF of each casino; the only module that knows WeasyPrint, and only when it runs.

Each is PDF/A-3a (ISO 19005-3) and PDF/UA-1 (ISO 14289-1) at once. Same input, same bytes: fixed
identifiers and dates, fonts from matplotlib's own data.
"""

from __future__ import annotations

import hashlib
import warnings
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from auditor.errors import AuditorError
from auditor.report.build import ON_PAPER, build_reports
from auditor.report.folders import folder_names
from auditor.report.fonts import font_faces
from auditor.report.forms.csv import findings_csv
from auditor.report.forms.html import page
from auditor.report.wording import parse_moment

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from pydyf import PDF
    from weasyprint import Attachment, Document

    from auditor.report.model import CasinoReport
    from auditor.report.read import AuditRead

NAME = "report.pdf"
VARIANT = "pdf/a-3a"
END_OF_RDF = b"</rdf:RDF>"
# WeasyPrint takes one variant. Its packet of metadata gets the identifier of the other here, and
# the description of that identifier, since PDF/A allows only properties that it knows or that are
# described so (ISO 19005-3, 6.6.2.3).
UNIVERSAL_ACCESS = b"""
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="1"/>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
 xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of ISO 14289 that the file conforms to</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>"""
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
            finisher=_claim_universal_access,
        )
    return content


def _claim_universal_access(document: Document, pdf: PDF) -> None:  # noqa: ARG001 (WeasyPrint's)
    """Add the identifier of PDF/UA-1 to the one packet of metadata."""
    number = int(pdf.catalog["Metadata"].split()[0])
    packet = pdf.objects[number].stream
    packet[0] = packet[0].replace(END_OF_RDF, UNIVERSAL_ACCESS + END_OF_RDF)


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
