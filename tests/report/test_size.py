"""Many findings: pages stay few, and all that they leave out is told, with where it is."""

from __future__ import annotations

import csv
import io
import json
import re
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

import pytest
from pypdf import PdfReader

from auditor.errors import AuditorError
from auditor.report.forms.pdf import check_pango
from benchmarks.measure import run
from benchmarks.report import night
from benchmarks.run import GIB, auditor

if TYPE_CHECKING:
    from pathlib import Path

MANY = 20_000
MOST_PAGES = 25
# 100,000 may take 90 s of processor and 1.5 GiB; a fifth of them, on a busy machine, these.
MOST_SECONDS, MOST_GIB = 40, 0.9


class Rendered(NamedTuple):
    """Where a report is, and what it took: seconds of processor, GiB at the most."""

    out: Path
    seconds: float
    gib: float


@pytest.fixture(name="rendered", scope="module")
def _rendered(tmp_path_factory: pytest.TempPathFactory) -> Rendered:
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
    done = run([auditor(), "report", str(out), "--format", "html,pdf,csv"])
    assert done.code in {0, 3, 4}, done.said
    return Rendered(out, done.processor, done.most_bytes / GIB)


@pytest.fixture(name="out", scope="module")
def _out(rendered: Rendered) -> Path:
    return rendered.out


def test_time_and_memory_are_bounded(rendered: Rendered) -> None:
    assert rendered.seconds < MOST_SECONDS
    assert rendered.gib < MOST_GIB


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


def test_what_is_left_out_of_a_rule_is_told_with_its_money(out: Path) -> None:
    page = (out / "LIM-01" / "report.html").read_text("utf-8")
    (section,) = re.findall(
        r'<section class="rule" id="r-BLB-BLB-6-a".*?</section>', page, re.DOTALL
    )
    shown = {int(record) - 1 for record in re.findall(r"registro (\d+)", section)}
    left = _left_out(json.loads((out / "audit.json").read_bytes())["findings"], shown)
    (told,) = re.findall(r'<p class="omitted">Se muestran[^<]*hay 8\W990 más.*', section)
    amounts = [f"S/\u00a0{each:,.2f}".replace(",", "\u202f") for each in left.values()]
    assert len(shown) == 1010
    assert [amount for amount in amounts if amount not in told] == []
    assert "La lista completa está en findings.csv y en audit.json." in told


def _left_out(findings: list[dict[str, str]], shown: set[int]) -> dict[str, Decimal]:
    """Sum the money of the findings of BLB-6.a that are not shown, by verdict."""
    left: dict[str, Decimal] = {}
    for number, finding in enumerate(findings):
        if finding["rule"] == "BLB-6.a" and number not in shown:
            known = left.get(finding["verdict"], Decimal(0))
            left[finding["verdict"]] = known + Decimal(finding["at_stake"])
    return left


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
