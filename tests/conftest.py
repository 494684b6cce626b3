"""What every test may ask for, and what becomes of a test whose tool is not there."""

from __future__ import annotations

import importlib
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

if TYPE_CHECKING:
    from collections.abc import Generator

REPOSITORY = Path(__file__).resolve().parents[1]
LIBRARIES = {
    "pango": "weasyprint"
}  # a tool that is a library: the module that cannot load without it
PROGRAMS = {
    "chromium": ("chromium", "chromium-browser", "google-chrome")
}  # a program of several names
# The same examples on every run, however busy the machine is.
hypothesis.settings.register_profile("house", deadline=None, derandomize=True)
hypothesis.settings.load_profile("house")


@pytest.fixture(scope="session")
def repository() -> Path:
    """Give the root of the checkout."""
    return REPOSITORY


@pytest.fixture(scope="session")
def rules_dir() -> Path:
    """Give the folder of the rulebook."""
    return REPOSITORY / "rules"


@pytest.fixture(scope="session")
def sample_logs() -> Path:
    """Give the folder of the sample logs."""
    return REPOSITORY / "sample_logs"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Give the folder of shared test data that lies beside the checkout, or skip the test."""
    folder = REPOSITORY.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("needs shared data: no shared/data beside the checkout")
    return folder


@pytest.fixture
def program() -> str:
    """Give the `auditor` program of this environment."""
    found = shutil.which("auditor", path=str(Path(sys.executable).parent))
    assert found is not None, "auditor is not installed beside this Python"
    return found


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test marked `tool(name)` where that tool is not there."""
    for mark in item.iter_markers("tool"):
        for name in mark.args:
            if not _is_there(name):
                pytest.skip(f"needs tool: {name}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """On CI a test may not be skipped for want of a tool: it fails."""
    report = yield
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
    if report.skipped and "needs tool:" in reason and os.environ.get("AUDITOR_CI"):
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid} may not be skipped here. {reason}"
    return report


def _is_there(tool: str) -> bool:
    """Say whether a program is on the path, or a library can be loaded."""
    if tool not in LIBRARIES:
        return any(shutil.which(name) for name in PROGRAMS.get(tool, (tool,)))
    try:
        importlib.import_module(LIBRARIES[tool])
    except OSError:
        return False
    return True
