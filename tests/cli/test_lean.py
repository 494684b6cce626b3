"""The commands of the batch load nothing that they do not need."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SCRIPT = """
import sys
from auditor.cli.main import app
app({words}, standalone_mode=False)
print(sorted({{"pandas", "weasyprint", "auditor.api", "auditor.run"}} & sys.modules.keys()))
"""
LOG = "session_id,casino_id,table_id,game,gaming_date,currency\ns,C,T,mini_bacara,2026-03-07,UYU\n"


def said(script: str) -> list[str]:
    command = [sys.executable, "-c", script]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def test_ingest_loads_neither_pandas_nor_what_judges(tmp_path: Path) -> None:
    (tmp_path / "sessions.csv").write_text(LOG)
    words = ["ingest", str(tmp_path / "sessions.csv"), "--store", str(tmp_path / "store")]
    assert said(SCRIPT.format(words=words))[-1] == "[]"


def test_pandas_can_still_be_imported() -> None:
    spare = "from auditor.cli.lean import spare_pandas\nspare_pandas()\n"
    assert said(f"{spare}import pandas\nprint(pandas.DataFrame([[1]]).size)") == ["1"]


def test_a_command_starts_without_threads_of_linear_algebra_and_keeps_pages_for_a_second() -> None:
    script = (
        "import os, sys\nfrom auditor.cli.main import main\nsys.argv = ['auditor', 'formats']\n"
    )
    told = "os.environ['OPENBLAS_NUM_THREADS'], os.environ['MIMALLOC_PURGE_DELAY']"
    ended = f"try:\n    main()\nfinally:\n    print({told})"
    assert said(f"{script}{ended}")[-1] == "1 1000"


def test_the_package_runs_as_the_program_does(program: str) -> None:
    def told(*command: str) -> bytes:
        return subprocess.run([*command, "formats"], capture_output=True, check=True).stdout

    assert told(sys.executable, "-m", "auditor") == told(program) != b""
