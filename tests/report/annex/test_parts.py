"""The annex lists every finding once, in pages and tags, however many processes lay it out."""

from __future__ import annotations

import io
import json
from collections import Counter
from dataclasses import replace
from threading import Barrier
from typing import TYPE_CHECKING, Any, NamedTuple

import pikepdf
import pytest
from pypdf import PdfReader

from auditor.errors import AuditorError, UsageError
from auditor.report import render
from auditor.report.annex.parts import _parts, with_annex
from auditor.report.annex.rows import context_of_annex, part_html
from auditor.report.audit.beside import Review, Waiver
from auditor.report.audit.read import AuditRead, parse_audit
from auditor.report.compose.report import ON_PAPER, build_reports
from auditor.report.forms.pdf import check_pango, pdf_bytes
from tests.report.conftest import audit_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

FINDINGS, ROWS = 150, 60
COLUMNS = 8


class Laid(NamedTuple):
    """A report without its annex and with it, and the audit that it tells."""

    read: AuditRead
    main: bytes
    whole: bytes


@pytest.fixture(name="laid", scope="module")
def _laid() -> Iterator[Laid]:
    """Lay out a report and an annex in parts of sixty rows, two at one time."""
    try:
        check_pango()
    except AuditorError as error:
        pytest.skip(f"needs tool: pango: {error.say('en')}")
    content = json.dumps(audit_of(FINDINGS, ["LIM-01"])).encode()
    read = AuditRead(parse_audit(content), "d" * 64, annex=True)
    (report,) = build_reports(read, limits=ON_PAPER)
    main = pdf_bytes(report, {})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("auditor.report.annex.rows.ROWS", ROWS)
        yield Laid(read, main, with_annex(main, read, lang="es", workers=2))


@pytest.fixture(name="pdf", scope="module")
def _pdf(laid: Laid) -> pikepdf.Pdf:
    return pikepdf.open(io.BytesIO(laid.whole))


@pytest.fixture(name="first", scope="module")
def _first(laid: Laid) -> int:
    """Give the index of the annex's first page."""
    return len(PdfReader(io.BytesIO(laid.main)).pages)


def test_one_worker_and_two_give_the_same_bytes(laid: Laid) -> None:
    assert with_annex(laid.main, laid.read, lang="es", workers=1) == laid.whole


def test_every_finding_stands_in_the_pages_once_and_in_order(laid: Laid, first: int) -> None:
    pages = PdfReader(io.BytesIO(laid.whole)).pages[first:]
    words = " ".join(page.extract_text() for page in pages).split()
    known = {finding.id for finding in laid.read.audit.findings}
    listed = [word for word in words if word in known]
    assert listed == [finding.id for finding in laid.read.audit.findings]


def test_parts_are_laid_out_side_by_side(laid: Laid, monkeypatch: pytest.MonkeyPatch) -> None:
    both = Barrier(2, timeout=20)  # nobody passes alone

    def wait(_: str) -> bytes:
        both.wait()
        return b""

    monkeypatch.setattr("auditor.report.annex.parts._ask", wait)
    monkeypatch.setattr("auditor.report.annex.rows.ROWS", FINDINGS // 2)
    assert len(list(_parts(context_of_annex(laid.read, lang="es"), 2))) == 2


def test_a_row_tells_the_money_and_what_was_decided(laid: Laid) -> None:
    waiver = Waiver("r", reference="Acta 12")
    finding = replace(laid.read.audit.findings[0], review=Review("x", "confirmed"), waiver=waiver)
    audit = replace(laid.read.audit, findings=(finding,))
    html = part_html(context_of_annex(replace(laid.read, audit=audit), lang="es"), 1)
    assert "Infracción, confirmado, dispensado" in html
    assert "S/\u00a010.50" in html


def _below(tag: Any) -> Iterator[Any]:  # noqa: ANN401 (a tag of a file)
    """Walk a tag and all below it."""
    yield tag
    kids = tag.get("/K", ())
    for kid in kids if isinstance(kids, pikepdf.Array) else ():
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield from _below(kid)


@pytest.fixture(name="tags", scope="module")
def _tags(pdf: pikepdf.Pdf, first: int) -> list[Any]:
    """Give the tags of the annex's pages, in order."""
    (document,) = pdf.Root.StructTreeRoot.K
    pages = {page.obj.objgen for page in pdf.pages[first:]}
    return [each for each in _below(document) if "/Pg" in each and each.Pg.objgen in pages]


def test_every_row_is_tagged_once_with_its_cells(tags: list[Any]) -> None:
    rows = [tag for tag in tags if tag.S == "/TR" and tag.P.S == "/TBody"]
    kinds = Counter(tuple(str(cell.S) for cell in row.K) for row in rows)
    assert kinds == {("/TH", *["/TD"] * (COLUMNS - 1)): FINDINGS}


def test_a_header_says_what_it_heads(tags: list[Any]) -> None:
    scopes = Counter(str(tag.A.Scope) for tag in tags if tag.S == "/TH")
    pages = sum(tag.S == "/Table" for tag in tags)
    assert scopes == {"/Row": FINDINGS, "/Column": COLUMNS * pages}


def _marks(cell: Any) -> list[int]:  # noqa: ANN401 (a tag of a file)
    """Give the numbers of what is marked as a cell's."""
    kids = cell.K if isinstance(cell.K, pikepdf.Array) else [cell.K]
    return [int(kid) for kid in kids]


def test_what_is_marked_on_a_page_leads_to_the_tag_that_holds_it(
    pdf: pikepdf.Pdf, tags: list[Any]
) -> None:
    numbers = pdf.Root.StructTreeRoot.ParentTree.Nums
    parents = dict(zip(map(int, numbers[::2]), numbers[1::2], strict=True))
    assert len(parents) * 2 == len(numbers)
    cells = [tag for tag in tags if tag.S in {"/TD", "/TH"}]
    marked = [(cell, parents[int(cell.Pg.StructParents)], _marks(cell)) for cell in cells]
    wrong = [cell for cell, holders, marks in marked for mark in marks if holders[mark] != cell]
    assert (wrong, len(cells) > FINDINGS * COLUMNS) == ([], True)


def _page_of(bookmark: pikepdf.OutlineItem) -> pikepdf.Page:
    """Give the page to which a bookmark leads."""
    assert isinstance(bookmark.destination, pikepdf.Array)
    return pikepdf.Page(bookmark.destination[0])


def test_each_part_has_its_bookmark_and_the_label_of_its_pages(
    pdf: pikepdf.Pdf, first: int
) -> None:
    with pdf.open_outline() as outline:
        annex = outline.root[-1]
        titles = [child.title for child in annex.children]
        starts = [_page_of(child).index for child in annex.children]
    said = [f"Anexo: hallazgos {at} a {to} de 150" for at, to in ((1, 60), (61, 120), (121, 150))]
    assert (annex.title, titles) == ("Anexo: todos los hallazgos", said)
    assert [pdf.pages[start].label for start in starts] == ["A1-1", "A2-1", "A3-1"]
    assert (starts[0], pdf.pages[first - 1].label) == (first, str(first))


def test_the_pages_before_it_say_where_it_is(laid: Laid) -> None:
    pages = PdfReader(io.BytesIO(laid.main)).pages
    text = "".join("".join(page.extract_text() for page in pages).split())
    assert "Anexo:los150hallazgos,unoporfila(hojasA1-1ysiguientes,alfinal)" in text
    assert "Lalistacompletaestáenelanexo,alfinal(hojasA1-1ysiguientes)" in text


def test_a_part_that_cannot_be_laid_out_is_told(
    laid: Laid, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("auditor.report.annex.parts.COMMAND", ("false",))
    with pytest.raises(AuditorError) as caught:
        with_annex(laid.main, laid.read, lang="es")
    assert "--annex" in caught.value.say("es")


def test_an_annex_without_a_pdf_is_refused(write_audit: Callable[[Any], Path]) -> None:
    with pytest.raises(UsageError) as caught:
        render(write_audit(audit_of(1)), formats=["html"], annex=True)
    assert "--format pdf" in caught.value.say("es")
