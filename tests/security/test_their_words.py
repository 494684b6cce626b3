"""Words of strangers in every place of a report: shown as they stand, and nothing is fetched."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pikepdf
import pytest

from auditor.report.audit.read import AuditRead, parse_audit
from auditor.report.compose.report import ON_PAPER, ON_SCREEN, build_reports
from auditor.report.forms import pdf
from auditor.report.forms.html import page
from auditor.report.forms.pdf import pdf_bytes
from tests.conftest import PROGRAMS
from tests.report.conftest import audit_of
from tests.report.forms.test_html import KEPT

if TYPE_CHECKING:
    from pathlib import Path

    from tests.security.conftest import Loopback

EVIL = (
    "\"'></td></script></style></title><script src=URL/1></script><img src=URL/2>"
    "<svg xmlns='http://www.w3.org/2000/svg'><image href='URL/3'/><use href='URL/4#a'/></svg>"
    "<link rel=stylesheet href=URL/5><style>@import 'URL/6';a{background:url(URL/7)}</style>"
    "<iframe src=file:///etc/passwd></iframe><object data='URL/8'></object><base href=URL/>"
    "<meta http-equiv=refresh content='0;url=URL/9'><a href=URL/10>x</a><a href='javascript:1'>"
    "<link rel=attachment href='file:///etc/passwd'><embed src=URL/11><video poster=URL/12>"
    "{{7919*7}}{%include 'base.css'%}{{self.__init__.__globals__}}${7919*7}<!--]]>"
)


def _spoiled(value: Any, evil: str, *, key: str = "") -> Any:  # noqa: ANN401 (JSON)
    """Put hostile words behind every text of an audit that may be any text."""
    if isinstance(value, dict):
        return {name: _spoiled(each, evil, key=name) for name, each in value.items()}
    if isinstance(value, list):
        return [_spoiled(each, evil, key=key) for each in value]
    return f"{value}{evil}" if isinstance(value, str) and key not in KEPT else value


@pytest.fixture
def hostile(loopback: Loopback) -> AuditRead:
    """Give an audit whose every text is hostile."""
    audit = json.dumps(_spoiled(audit_of(1, ["LIM-01"]), EVIL.replace("URL", loopback.url)))
    assert audit.count("7919*7") > 50
    return AuditRead(parse_audit(audit.encode()), "d" * 64)


@pytest.mark.tool("pango")
def test_the_writer_of_the_pdf_fetches_nothing_even_of_markup_that_got_through(
    hostile: AuditRead, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = build_reports(hostile, lang="es", limits=ON_PAPER)[0]
    markup = EVIL.replace("URL", loopback.url).partition("</title>")[2]
    monkeypatch.setattr(pdf, "page", lambda *_, **__: f"<html lang=es><title>x</title>{markup}")
    content = pdf_bytes(report, {})
    assert (content[:5], loopback.asked) == (b"%PDF-", [])
    with pikepdf.open(io.BytesIO(content)) as made:
        assert list(made.attachments) == ["contents.json"]


@pytest.mark.tool("chromium")
def test_a_browser_asks_nothing_of_the_network_for_a_page_of_hostile_words(
    hostile: AuditRead, loopback: Loopback, tmp_path: Path
) -> None:
    report = build_reports(hostile, lang="es", limits=ON_SCREEN)[0]
    path = tmp_path / "report.html"
    path.write_text(page(report, paper=False), "utf-8")
    browser = next(filter(None, map(shutil.which, PROGRAMS["chromium"])))
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    flags = ["--headless", "--no-sandbox", "--disable-gpu", profile]
    done = subprocess.run(
        [browser, *flags, "--virtual-time-budget=3000", "--dump-dom", path.as_uri()],
        capture_output=True,
        text=True,
        timeout=90,
        check=True,
    )
    assert ("{{7919*7}}" in done.stdout, loopback.asked) == (True, [])


def test_a_page_that_did_ask_would_be_counted(loopback: Loopback) -> None:
    program = shutil.which("python3") or "python3"
    ask = f"import urllib.request as r; r.urlopen('{loopback.url}/x')"
    subprocess.run([program, "-c", ask], check=False, capture_output=True, timeout=60)
    assert loopback.asked == ["/x"]
