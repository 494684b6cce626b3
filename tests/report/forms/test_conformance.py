"""Every sample report is PDF/A-3a and PDF/UA-1 by veraPDF's word, and by its structure."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    VeraPdf = Callable[[list[Path], str], dict[str, list[str]]]

SAMPLES = sorted((Path(__file__).parents[3] / "reports" / "sample").rglob("report.pdf"))
PACKET_SAYS = ('pdfaid:part="3"', 'pdfaid:conformance="A"', 'pdfuaid:part="1"')


@pytest.mark.tool("mvn", "java")
@pytest.mark.parametrize("flavour", ["3a", "ua1"])
def test_verapdf_finds_no_fault_in_any_sample(vera_pdf: VeraPdf, flavour: str) -> None:
    found = vera_pdf(SAMPLES, flavour)
    assert found == {str(path): [] for path in SAMPLES}
    assert SAMPLES


@pytest.mark.tool("mvn", "java")
def test_verapdf_finds_what_is_broken(vera_pdf: VeraPdf, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    with pikepdf.open(SAMPLES[0]) as pdf:
        del pdf.Root.StructTreeRoot
        pdf.save(broken)
    assert vera_pdf([broken], "ua1")[str(broken)] != []


@pytest.mark.parametrize("path", SAMPLES, ids=[each.parent.name for each in SAMPLES])
def test_a_sample_is_built_as_both_standards_ask(path: Path) -> None:
    with pikepdf.open(path) as pdf:
        packet = pdf.Root.Metadata.read_bytes().decode()
        assert [text for text in PACKET_SAYS if text not in packet] == []
        assert packet.count("<?xpacket begin") == 1
        assert pdf.Root.MarkInfo.Marked
        assert str(pdf.Root.Lang) == "es"
        assert pdf.Root.StructTreeRoot.K
        assert pdf.Root.Outlines.Count != 0
        assert pdf.Root.ViewerPreferences.DisplayDocTitle
        assert _fonts_that_are_not_embedded(pdf) == []
        assert _figures_without_words(pdf) == []


def _fonts_that_are_not_embedded(pdf: pikepdf.Pdf) -> list[str]:
    """Name the fonts whose outlines are not in the file."""
    described = [each for each in pdf.objects if _is(each, "/FontDescriptor")]
    assert described
    return [
        str(each.FontName)
        for each in described
        if not {"/FontFile", "/FontFile2", "/FontFile3"} & set(each.keys())
    ]


def _figures_without_words(pdf: pikepdf.Pdf) -> list[str]:
    """Give the tagged figures that have no alternative text."""
    return [
        repr(each)
        for each in pdf.objects
        if isinstance(each, pikepdf.Dictionary)
        and each.get("/S") == pikepdf.Name.Figure
        and not str(each.get("/Alt", ""))
    ]


def _is(each: object, kind: str) -> bool:
    return isinstance(each, pikepdf.Dictionary) and each.get("/Type") == pikepdf.Name(kind)
