"""The sample reports in `reports/sample/` come from the current code: see `make samples`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

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


def test_each_sample_page_has_its_pdf(made: Path) -> None:
    pages = [name.removesuffix(".html") for name in _files(made, "report.html")]
    assert [name.removesuffix(".pdf") for name in _files(SAMPLE, "report.pdf")] == pages


def _page(path: Path) -> str:
    """Give a page but for the hashes in it, which every edit of a rule pack changes."""
    return HASH.sub("#", path.read_text("utf-8"))
