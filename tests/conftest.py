"""What every test may ask for, and what becomes of a test whose tool is not there."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hypothesis
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

REPOSITORY = Path(__file__).resolve().parents[1]
VERA_PDF = "org.verapdf.apps.GreenfieldCliWrapper"
# A tool that is a library: the module that cannot load without it.
LIBRARIES = {"atheris": "atheris", "moto": "moto.server", "pango": "weasyprint"}
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


@pytest.fixture(scope="session")
def class_path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Fetch by Maven what others judge our files with, and give where its classes are."""
    out = tmp_path_factory.mktemp("maven") / "classpath"
    program = shutil.which("mvn") or "mvn"
    pom = ["--file", str(REPOSITORY / "tests" / "maven" / "pom.xml")]
    goal = ["dependency:build-classpath", f"-Dmdep.outputFile={out}"]
    done = subprocess.run(
        [program, "--quiet", "--batch-mode", *pom, *goal],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"needs tool: what Maven fetches: {done.stdout[-300:]}")
    return out.read_text("utf-8").strip()


@pytest.fixture(scope="session")
def vera_pdf(class_path: str) -> Callable[[list[Path], str], dict[str, list[str]]]:
    """Give what asks veraPDF: files and a flavour (`3a`, `ua1`) → what each file fails."""

    def ask(files: list[Path], flavour: str) -> dict[str, list[str]]:
        java = [shutil.which("java") or "java", "-Xmx1g", "-cp", class_path, VERA_PDF]
        said = subprocess.run(
            [*java, "--flavour", flavour, "--format", "json", *map(str, files)],
            capture_output=True,
            text=True,
            timeout=400,
            check=False,
        ).stdout
        jobs = json.loads(said)["report"]["jobs"]
        return {job["itemDetails"]["name"]: _failed(job) for job in jobs}

    return ask


def _failed(job: dict[str, Any]) -> list[str]:
    """Name what one file failed; a file that could not be read fails too."""
    if "validationResult" not in job:
        return [f"not validated: {job}"]
    details = job["validationResult"][0]["details"]
    assert details["passedChecks"] > 0
    return [f"{each['clause']}: {each['description']}" for each in details["ruleSummaries"]]


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
    except (ImportError, OSError):
        return False
    return True
