"""Writer of the PDF of each casino; the only module that knows WeasyPrint, and only when it runs.

Each is PDF/A-3a (ISO 19005-3) and PDF/UA-1 (ISO 14289-1) at once. Same input, same bytes: fixed
identifiers and dates, fonts from matplotlib's own data.
"""

from __future__ import annotations

import hashlib
import warnings
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING

from auditor import __version__
from auditor.errors import AuditorError
from auditor.report.annex.attached import CONTENTS, attached, contents, write_sha256
from auditor.report.annex.parts import with_annex
from auditor.report.annex.tags import slim
from auditor.report.audit.own import own_reads
from auditor.report.compose.report import ON_PAPER, build_reports
from auditor.report.forms.html import page
from auditor.report.page.fonts import font_faces
from auditor.report.words.wording import parse_moment

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from pydyf import PDF
    from weasyprint import CSS, Attachment, Document
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

    from auditor.report.audit.read import AuditRead
    from auditor.report.model.report import CasinoReport

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
    """Write `<casino>/report.pdf` for each casino, its SHA-256 beside it.

    Raises AuditorError where Pango is missing.
    """
    check_pango()
    for folder, own in own_reads(read):
        path = out / folder / NAME
        path.parent.mkdir(parents=True, exist_ok=True)
        (report,) = build_reports(own, lang=lang, limits=ON_PAPER)
        path.write_bytes(whole_bytes(own, report, files=attached(own, out, lang=lang)))
        write_sha256(path)
        yield path


def check_pango() -> None:
    """Raise AuditorError, with what to install, where WeasyPrint cannot find Pango."""
    try:
        import weasyprint  # noqa: F401
    except OSError as error:
        raise AuditorError("report.no_pango", reason=str(error).split(":")[0]) from error


def whole_bytes(own: AuditRead, report: CasinoReport, *, files: Mapping[str, bytes]) -> bytes:
    """Lay out one report as PDF, with the annex of all of its findings where it was asked for."""
    content = pdf_bytes(report, files)
    return with_annex(content, own, lang=report.lang) if own.annex else content


def pdf_bytes(report: CasinoReport, files: Mapping[str, bytes]) -> bytes:
    """Lay out one report as PDF with files attached, and `contents.json`, which lists them."""
    listed = {**files, CONTENTS: contents(files, told=_told(report))}
    return _laid_out(
        page(report, paper=True),
        attachments=[
            _attachment(report, name, content=file) for name, file in sorted(listed.items())
        ],
        pdf_identifier=_identifier(report),
        finisher=_claim_universal_access,
    )


def annex_bytes(html: str) -> bytes:
    """Lay out a part of the annex, to be joined to a report."""
    return _laid_out(html, pdf_identifier=b"annex", finisher=lambda _, pdf: slim(pdf))


def _laid_out(html: str, **how: object) -> bytes:
    """Lay out a page as PDF, with no fonts but our own and nothing fetched."""
    from weasyprint import HTML

    fonts, faces, fetcher = own_fonts()
    document = HTML(string=html, url_fetcher=fetcher)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # it leaves its colour profile open
        content: bytes = document.write_pdf(
            stylesheets=[faces], font_config=fonts, pdf_variant=VARIANT, **how
        )
    return content


@cache
def own_fonts() -> tuple[FontConfiguration, CSS, URLFetcher]:
    """Give our own fonts, loaded once in a process, and what fetches nothing."""
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher

    fetcher = URLFetcher(allowed_protocols=("data",), allow_redirects=False)
    fonts = FontConfiguration()
    return fonts, CSS(string=font_faces(), font_config=fonts, url_fetcher=fetcher), fetcher


def _told(report: CasinoReport) -> dict[str, object]:
    """Give what has to be known to lay a report out again."""
    redacted = {"redacted": True} if report.stamp.redaction else {}
    annex = {"annex": True} if report.annexed else {}
    return {
        **redacted,
        **annex,
        "lang": report.lang,
        "notified": report.notified,
        "made_with": made_with(annex=bool(annex)),
    }


def made_with(*, annex: bool = False) -> dict[str, str]:
    """Give the versions on which the bytes of a PDF hang: the same ones give the same bytes."""
    import pikepdf
    import weasyprint
    from weasyprint.text.ffi import harfbuzz, pango

    number = pango.pango_version()
    harfbuzz_version: list[int] = []
    for most in (30, 100, 100):
        harfbuzz_version.append(
            max(
                part
                for part in range(most)
                if part == 0 or harfbuzz.hb_version_atleast(*([*harfbuzz_version, part, 0, 0][:3]))
            )
        )
    return {
        "auditor": __version__,
        "weasyprint": weasyprint.__version__,
        "pango": f"{number // 10000}.{number // 100 % 100}.{number % 100}",
        "harfbuzz": ".".join(map(str, harfbuzz_version)),
        "fonts": hashlib.sha256(font_faces().encode()).hexdigest(),
        **({"qpdf": pikepdf.__libqpdf_version__} if annex else {}),
    }


def _claim_universal_access(document: Document, pdf: PDF) -> None:  # noqa: ARG001 (WeasyPrint's)
    """Add the identifier of PDF/UA-1 to the one packet of metadata."""
    number = int(pdf.catalog["Metadata"].split()[0])
    packet = pdf.objects[number].stream
    packet[0] = packet[0].replace(END_OF_RDF, UNIVERSAL_ACCESS + END_OF_RDF)


def _attachment(report: CasinoReport, name: str, *, content: bytes) -> Attachment:
    """Attach a file, dated by the run where it has a date."""
    from weasyprint import Attachment

    moment = parse_moment(report.stamp.date) or NO_DATE
    return Attachment(
        string=content,
        name=name,
        description=name,
        created=moment,
        modified=moment,
        relationship="Data",
    )


def _identifier(report: CasinoReport) -> bytes:
    """Identify the PDF of a report by the audit and the casino."""
    name = f"{report.stamp.audit_sha256}/{report.identity.casino_id}/{report.lang}"
    return hashlib.sha256(name.encode()).digest()[:16]
