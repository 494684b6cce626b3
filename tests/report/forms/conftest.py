"""What Maven brings for the tests of the forms: veraPDF, and the schema of SARIF."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

POM = Path(__file__).parent / "maven" / "pom.xml"


@pytest.fixture(name="class_path", scope="session")
def _class_path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Fetch them, and give where their classes are."""
    out = tmp_path_factory.mktemp("maven") / "classpath"
    goal = ["dependency:build-classpath", f"-Dmdep.outputFile={out}"]
    done = subprocess.run(
        [shutil.which("mvn") or "mvn", "--quiet", "--batch-mode", "--file", str(POM), *goal],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"needs tool: veraPDF by Maven: {done.stdout[-300:]}")
    return out.read_text("utf-8").strip()
