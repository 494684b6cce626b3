"""Same logs and rules, same bytes, whatever the machine: clock, locale, threads, batches, paths."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from auditor.errors import AuditorError
from auditor.report.forms.pdf import check_pango

if TYPE_CHECKING:
    from pathlib import Path

GAMES = ("bling_bling", "mini_bacara")
RUN = """
import sys
from pathlib import Path
from auditor.api import AuditOptions, audit, ingest, render
from auditor.run.judge import local

out, threads, rows, forms, *logs = sys.argv[1:]
local.BATCH_ROWS = int(rows)
ingest([Path(each) for each in logs], Path(out) / "store")
audit(Path(out) / "store", Path(out) / "told", options=AuditOptions(threads=int(threads)))
render(Path(out) / "told", formats=forms.split(","))
"""
# threads, rows of a batch (of one row: two processes, a batch for each date), and surroundings
HERE = ("1", "2500000", {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C.UTF-8"})
THERE = ("2", "1", {"PYTHONHASHSEED": "4321", "TZ": "Asia/Tokyo", "LC_ALL": "C"})


@pytest.fixture(name="two", scope="module")
def _two(
    sample_logs: Path, tmp_path_factory: pytest.TempPathFactory
) -> tuple[dict[str, str], dict[str, str]]:
    """Give the SHA-256 of every file that two runs leave, in folders and ways of their own."""
    forms = "html,csv,ndjson,xlsx,junit,sarif" + (",pdf" if _writes_pdf() else "")
    logs = [str(sample_logs / game) for game in GAMES]
    found = []
    for name, (threads, rows, around) in (("here", HERE), ("elsewhere", THERE)):
        out = tmp_path_factory.mktemp(name)
        turned = logs if name == "here" else logs[::-1]
        subprocess.run(
            [sys.executable, "-c", RUN, str(out), threads, rows, forms, *turned],
            env={**os.environ, **around},
            cwd=out,
            check=True,
            timeout=300,
        )
        told = out / "told"
        found.append({path.relative_to(told).as_posix(): _digest(path) for path in _files(told)})
    return found[0], found[1]


def test_pages_and_documents_are_the_same(two: tuple[dict[str, str], dict[str, str]]) -> None:
    here, elsewhere = two
    names = [name for name in here if not name.endswith((".pdf", ".pdf.sha256"))]
    assert sum(name.endswith("report.html") for name in names) == len(GAMES)
    assert "audit.json" in names
    assert [name for name in names if here[name] != elsewhere.get(name)] == []
    assert here.keys() == elsewhere.keys()


@pytest.mark.tool("pango")
def test_the_paper_is_the_same_before_it_is_signed(
    two: tuple[dict[str, str], dict[str, str]],
) -> None:
    here, elsewhere = two
    names = [name for name in here if name.endswith(".pdf")]
    assert len(names) == len(GAMES)
    assert [name for name in names if here[name] != elsewhere[name]] == []


def _writes_pdf() -> bool:
    """Tell whether Pango is there."""
    try:
        check_pango()
    except AuditorError:
        return False
    return True


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
