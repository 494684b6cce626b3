from __future__ import annotations

import builtins
import hashlib
import io
import json
import re
import socket
from typing import TYPE_CHECKING, Any

import pytest
from pypdf import PdfReader

from auditor.errors import AuditorError
from auditor.report.audit.read import AuditRead, parse_audit
from auditor.report.compose.report import ON_PAPER, build_reports
from auditor.report.forms.pdf import check_pango, made_with, pdf_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from auditor.report.model.report import CasinoReport

    Make = Callable[[int], dict[str, Any]]
    Build = Callable[..., dict[str, CasinoReport]]


ATTACHED = {"findings.csv": b"id,norm\n1,x\n"}


@pytest.fixture(autouse=True, scope="module")
def _pango() -> None:
    """Skip where WeasyPrint finds no Pango."""
    try:
        check_pango()
    except AuditorError as error:
        pytest.skip(f"needs tool: pango: {error.say('en')}")


def _read(content: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(content))


@pytest.fixture(scope="module")
def laid_out(make_audit: Make) -> bytes:
    """Lay out Peru's report of three findings, once for the tests that only look."""
    read = AuditRead(parse_audit(json.dumps(make_audit(9)).encode()), "d" * 64)
    return pdf_bytes(build_reports(read, limits=ON_PAPER)[0], ATTACHED)


def test_the_same_report_gives_the_same_bytes(
    make_audit: Make, build: Build, laid_out: bytes
) -> None:
    assert pdf_bytes(build(make_audit(9), limits=ON_PAPER)["LIM-01"], ATTACHED) == laid_out


def test_a_night_of_many_findings_stays_within_bounded_pages(
    make_audit: Make, build: Build
) -> None:
    reports = (build(make_audit(count), limits=ON_PAPER)["LIM-01"] for count in (300, 3000))
    some, many = (len(_read(pdf_bytes(report, {})).pages) for report in reports)
    assert some <= many <= some + 1


def test_the_findings_are_attached_whole(laid_out: bytes) -> None:
    attachments: Mapping[str, list[bytes]] = _read(laid_out).attachments
    assert attachments["findings.csv"] == [ATTACHED["findings.csv"]]
    listed = json.loads(attachments["contents.json"][0])["files"]
    assert listed == {"findings.csv": hashlib.sha256(ATTACHED["findings.csv"]).hexdigest()}


def test_no_date_stands_in_the_file_that_was_not_given(laid_out: bytes) -> None:
    reader = _read(laid_out)
    assert reader.metadata is not None
    assert "/CreationDate" not in reader.metadata


def test_the_pages_are_numbered_and_named(laid_out: bytes) -> None:
    reader = _read(laid_out)
    text = reader.pages[1].extract_text()
    assert f"Página 2 de {len(reader.pages)}" in text
    assert "LIM-01" in text
    assert f"Auditoría {'d' * 12}" in text


def test_the_file_says_its_language_and_is_tagged_with_bookmarks(laid_out: bytes) -> None:
    reader = _read(laid_out)
    root: Any = reader.trailer["/Root"].get_object()
    assert root["/Lang"] == "es"
    assert root["/MarkInfo"]["/Marked"]
    titles = [each["/Title"] for each in _flat(reader.outline)]
    sections = ("Hallazgos por artículo", "Fuentes", "Marco legal", "Anexo: plantilla de Acta")
    assert [title for title in sections if title not in titles] == []


def _flat(outline: list[Any]) -> list[Any]:
    """List the bookmarks of all levels."""
    return [one for each in outline for one in (_flat(each) if isinstance(each, list) else [each])]


def test_every_letter_is_of_a_font_that_comes_with_the_program(laid_out: bytes) -> None:
    fonts = {
        str(font.get_object()["/BaseFont"]).rpartition("+")[2]
        for page in _read(laid_out).pages
        for font in page["/Resources"]["/Font"].values()  # type: ignore[index]
    }
    families = {"-".join(name.split("-")[:2]) for name in fonts}
    assert families == {"Report-Serif", "Report-Sans", "Report-Mono"}


def test_the_file_says_with_what_it_was_made(laid_out: bytes) -> None:
    contents = json.loads(_read(laid_out).attachments["contents.json"][0])
    assert set(contents["made_with"]) == {"auditor", "weasyprint", "pango", "harfbuzz", "fonts"}
    assert set(made_with(annex=True)) - set(made_with()) == {"qpdf"}


def test_nothing_is_fetched_whatever_the_names_say(
    make_audit: Make, build: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(socket.socket, "connect", lambda _, address: asked.append(address))
    audit = make_audit(1)
    hostile = '<img src="http://evil.test/x"><link rel=stylesheet href="file:///etc/passwd">'
    audit["findings"][0] |= {"message": hostile, "subject": hostile}
    reader = _read(pdf_bytes(build(audit, limits=ON_PAPER)["LIM-01"], {}))
    assert asked == []
    text = re.sub(r"\s+", "", "".join(each.extract_text() for each in reader.pages))
    assert "evil.test" in text


def test_a_missing_pango_is_told_of_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:  # noqa: ANN401
        if name == "weasyprint":
            message = "cannot load library 'libpango-1.0-0'"
            raise OSError(message)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(AuditorError) as caught:
        check_pango()
    assert all(word in caught.value.say("es") for word in ("apt-get install", "dnf", "brew"))
