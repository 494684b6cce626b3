"""Every sample report is PDF/A-3a and PDF/UA-1 by veraPDF's word, and by its structure."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pikepdf
import pytest

SAMPLES = sorted((Path(__file__).parents[3] / "reports" / "sample").rglob("report.pdf"))
CLI = "org.verapdf.apps.GreenfieldCliWrapper"
PACKET_SAYS = ('pdfaid:part="3"', 'pdfaid:conformance="A"', 'pdfuaid:part="1"')


def failures(class_path: str, *, flavour: str, files: list[Path]) -> dict[str, list[str]]:
    """Ask veraPDF: file → the clauses of the standard that it fails."""
    java = ["java", "-Xmx1g", "-cp", class_path, CLI, "--flavour", flavour, "--format", "json"]
    said = subprocess.run(
        [*java, *map(str, files)], capture_output=True, text=True, timeout=400, check=False
    ).stdout
    return {job["itemDetails"]["name"]: _failed(job) for job in json.loads(said)["report"]["jobs"]}


def _failed(job: dict[str, Any]) -> list[str]:
    """Name what one file failed; a file that could not be read fails too."""
    if "validationResult" not in job:
        return [f"not validated: {job}"]
    details = job["validationResult"][0]["details"]
    assert details["passedChecks"] > 0
    return [f"{each['clause']}: {each['description']}" for each in details["ruleSummaries"]]


@pytest.mark.tool("mvn", "java")
@pytest.mark.parametrize("flavour", ["3a", "ua1"])
def test_verapdf_finds_no_fault_in_any_sample(class_path: str, flavour: str) -> None:
    found = failures(class_path, flavour=flavour, files=SAMPLES)
    assert found == {str(path): [] for path in SAMPLES}
    assert SAMPLES


@pytest.mark.tool("mvn", "java")
def test_verapdf_finds_what_is_broken(class_path: str, tmp_path: Path) -> None:
    broken = tmp_path / "broken.pdf"
    with pikepdf.open(SAMPLES[0]) as pdf:
        del pdf.Root.StructTreeRoot
        pdf.save(broken)
    assert failures(class_path, flavour="ua1", files=[broken])[str(broken)] != []


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
