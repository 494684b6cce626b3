"""The sample reports in `reports/sample/` come from the current code: see `make samples`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pypdf import PdfReader

from auditor.api import render, run

HASH = re.compile(r"\b[0-9a-f]{12,64}\b")
SAMPLE = Path(__file__).resolve().parents[1] / "reports" / "sample"


@pytest.fixture(name="made", scope="module")
def _made(sample_logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("sample")
    run([sample_logs], out)
    render(out, formats=("html", "csv"))
    return out


def _files(folder: Path, pattern: str) -> list[str]:
    return sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob(pattern)
        if "store" not in path.parts
    )


def test_the_sample_pages_are_those_of_the_current_code(made: Path) -> None:
    pages = _files(made, "report.html")
    assert _files(SAMPLE, "report.html") == pages
    assert [name for name in pages if _page(made / name) != _page(SAMPLE / name)] == []


@pytest.mark.tool("pango")
def test_the_sample_pdfs_say_what_the_current_code_says(made: Path) -> None:
    render(made, formats=("pdf",))
    names = _files(made, "*.pdf")
    assert _files(SAMPLE, "*.pdf") == names
    differ = [name for name in names if _words(made / name) != _words(SAMPLE / name)]
    assert differ == []


def _page(path: Path) -> str:
    """Give a page but for the hashes in it, which every edit of a rule pack changes."""
    return HASH.sub("#", path.read_text("utf-8"))


def _words(path: Path) -> list[str]:
    """Give the words of a PDF, whatever the line breaks of this machine's fonts, but for hashes."""
    text = " ".join(page.extract_text() for page in PdfReader(path).pages)
    return HASH.sub("#", text).split()
