"""Many findings: pages stay few, and all that they leave out is told, with where it is."""

from __future__ import annotations

import csv
import io
import json
import re
import time
from typing import TYPE_CHECKING

import pytest
from pypdf import PdfReader

from auditor.errors import AuditorError
from auditor.report.forms.pdf import check_pango
from auditor.report.render import render
from benchmarks.report import night

if TYPE_CHECKING:
    from pathlib import Path

MANY = 20_000
MOST_PAGES = 25
MOST_SECONDS = 60  # of processor


@pytest.fixture(name="out", scope="module")
def _out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Render a night of many findings, rejects, problems, files and people."""
    try:
        check_pango()
    except AuditorError as error:
        pytest.skip(f"needs tool: pango: {error.say('en')}")
    audit = night(MANY)
    for number, finding in enumerate(audit["findings"]):  # breaches with money: of 1,500 people
        finding["player_id"] = f"P{number % 5000:04d}"
    audit["rejects"] = audit["rejects"] * 700
    audit["problems"] = [{"kind": "skipped", "source": f"p{n}", "exit": 4} for n in range(800)]
    audit["sources"] = [{"name": f"f{n}.csv"} for n in range(900)]
    audit["assumptions"] = [f"a{n}" for n in range(1000)]
    out = tmp_path_factory.mktemp("many")
    text = json.dumps(audit, ensure_ascii=False, indent=1)
    (out / "audit.json").write_text(text, "utf-8")
    begun = time.process_time()
    render(out, formats=["html", "pdf"])
    assert time.process_time() - begun < MOST_SECONDS
    return out


@pytest.fixture(name="paper", scope="module")
def _paper(out: Path) -> PdfReader:
    return PdfReader(out / "LIM-01" / "report.pdf")


def test_the_pages_are_few(paper: PdfReader) -> None:
    assert len(paper.pages) <= MOST_PAGES


@pytest.mark.parametrize(
    "told",
    [
        "Se muestran 23 de 10 000 hallazgos de esta regla; hay 9 977 más.",
        "Se muestran 60 de 1 500 personas, de mayor a menor importe. A los demás se les debe S/ ",
        "Se muestran 60 de 700 rechazos; la lista completa está en audit.json.",
        "Se muestran 60 de 800. La lista completa está en audit.json, adjunto a este PDF.",
        "Se muestran 60 de 900. La lista completa está en audit.json, adjunto a este PDF.",
        "Se muestran 60 de 1 000. La lista completa está en audit.json, adjunto a este PDF.",
        "La lista completa está en findings.csv, adjunto a este PDF, y en audit.json.",
        "800 problemas impidieron parte del trabajo",
    ],
)
def test_what_paper_leaves_out_is_told(paper: PdfReader, told: str) -> None:
    text = "".join(page.extract_text() for page in paper.pages)
    assert _plain(told) in _plain(text)


def test_what_the_screen_leaves_out_is_told(out: Path) -> None:
    page = _plain((out / "LIM-01" / "report.html").read_text("utf-8"))
    shown = "Se muestran 1 010 de 10 000 hallazgos de esta regla; hay 8 990 más."
    assert page.count(_plain(shown)) == 2
    assert len(page) < 20_000_000


def test_all_the_findings_are_inside_the_paper(paper: PdfReader) -> None:
    text = paper.attachments["findings.csv"][0].decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == MANY
    told = [row for row in rows if row["rule"] == "BLB-9.1" and row["cause"] == "1"]
    assert {row["table_id"] for row in told} == {"LIM-01-T1"}
    counted = re.search(r"1\.(\d+)de10000:mesaLIM-01-T1", _text_of(paper))
    assert counted is not None
    assert int(counted[1]) == len(told)


def _text_of(paper: PdfReader) -> str:
    return _plain("".join(page.extract_text() for page in paper.pages))


def _plain(text: str) -> str:
    """Leave out every space: a line breaks where it will, and thousands have thin ones."""
    return re.sub(r"\s+", "", text)
