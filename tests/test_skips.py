"""A test whose tool is missing is skipped and says so, and fails where CI installed every tool."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = """
import pytest

@pytest.mark.tool("no-such-program")
def test_that_needs_a_missing_tool() -> None:
    pass

def test_that_needs_shared_data(shared_data) -> None:
    pass
"""
# Which of the two tests above come to what, by whether this is CI.
ENDS = {"": "2 skipped", "1": "1 skipped, 1 error"}


@pytest.mark.parametrize("on_ci", ["", "1"])
def test_a_missing_tool_skips_here_and_fails_on_ci(tmp_path: Path, on_ci: str) -> None:
    folder = tmp_path / "checkout" / "tests"  # a checkout without shared data beside it
    folder.mkdir(parents=True)
    shutil.copy(Path(__file__).with_name("conftest.py"), folder)
    (folder / "test_two.py").write_text(TESTS)
    command = [sys.executable, "-m", "pytest", "-rs", "-p", "no:cacheprovider", str(folder)]
    said = subprocess.run(
        [*command, "-W", "ignore::pytest.PytestUnknownMarkWarning", "--rootdir", str(folder)],
        env={**os.environ, "AUDITOR_CI": on_ci},
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    assert ENDS[on_ci] in said.splitlines()[-1]
    assert "needs shared data: no shared/data beside the checkout" in said
