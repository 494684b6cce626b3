"""The sample reports in `reports/sample/` come from the current code: see `make samples`."""

from __future__ import annotations

import re
import subprocess
from difflib import unified_diff
from pathlib import Path

import pytest
from pypdf import PdfReader

from auditor.api import render, run
from auditor.report.audit.own import own_reads
from auditor.report.audit.read import read_audit
from auditor.report.compose.report import ON_PAPER, build_reports
from auditor.report.forms.pdf import pdf_bytes

HASH = re.compile(r"\b[0-9a-f]{12,64}\b")
ON_PAPER_HERE = "MIRAFLORES-EJEMPLO"
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


def test_each_sample_page_has_its_pdf(made: Path) -> None:
    pages = [name.removesuffix(".html") for name in _files(made, "report.html")]
    assert [name.removesuffix(".pdf") for name in _files(SAMPLE, "report.pdf")] == pages


@pytest.mark.tool("pango", "pdftotext")
def test_the_words_of_a_sample_on_paper_are_those_of_the_current_code(
    made: Path, tmp_path: Path
) -> None:
    read = read_audit(made)
    folder, own = next(each for each in own_reads(read) if each[0] == ON_PAPER_HERE)
    (report,) = build_reports(own, limits=ON_PAPER)
    laid_out = tmp_path / "report.pdf"
    laid_out.write_bytes(pdf_bytes(report, {}))
    here, there = _words(laid_out), _words(SAMPLE / folder / "report.pdf")
    assert list(unified_diff(there, here, n=2, lineterm="")) == []
    assert there


@pytest.mark.parametrize(
    "path", sorted(SAMPLE.rglob("report.pdf")), ids=lambda each: each.parent.name
)
def test_each_sample_names_what_is_attached_to_it(path: Path) -> None:
    page = path.with_suffix(".html").read_text("utf-8")
    _, _, section = page.partition('<h2 id="verify">')
    named = set(re.findall(r'<th scope="row"><code>([^<]+)</code>', section))
    assert named == set(PdfReader(path).attachments)


def _words(path: Path) -> list[str]:
    """Read the words of a PDF but for its hashes, whose parts a line may end."""
    command = ["pdftotext", "-layout", str(path), "-"]
    text = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout
    return [word for word in text.split() if not re.fullmatch(r"[0-9a-f.…,]{8,}", word)]


def _page(path: Path) -> str:
    """Give a page but for the hashes in it, which every edit of a rule pack changes."""
    return HASH.sub("#", path.read_text("utf-8"))
