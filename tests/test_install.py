"""What is installed: a lock that pins all and names no host, a wheel that holds all."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LINE = re.compile(
    r"(?P<name>[a-z0-9][a-z0-9-]*)==(?P<version>[0-9][0-9a-z.]*)(?: ; (?P<marker>[^/:\n]+?))?"
    r"(?: \\\n    --hash=sha256:[0-9a-f]{64})+"
)


def declared() -> list[Requirement]:
    """Give every requirement of pyproject.toml: the program's, the developers' and the build's."""
    texts = PYPROJECT["project"]["dependencies"] + PYPROJECT["dependency-groups"]["dev"]
    return [Requirement(text) for text in texts + PYPROJECT["build-system"]["requires"]]


def tracked(folder: str) -> set[str]:
    """List the files of a folder that git tracks and that are there."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", "--", folder]
    names = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\0")
    return {name for name in names if name and (ROOT / name).is_file()}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Build the wheel without a network and list what it holds."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-index"]
    command += ["--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(
        command, check=True, capture_output=True, env={**os.environ, "PIP_NO_INPUT": "1"}
    )
    (built,) = folder.glob("*.whl")
    with zipfile.ZipFile(built) as archive:
        return set(archive.namelist())


def test_the_lock_holds_pinned_hashed_packages_and_nothing_else() -> None:
    assert LINE.sub("", LOCK).strip() == ""


def test_a_lock_line_with_a_host_would_be_seen() -> None:
    host = "duckdb @ https://host/duckdb.whl \\\n    --hash=sha256:" + "0" * 64
    assert LINE.sub("", host) == host


def test_the_lock_satisfies_every_declared_range() -> None:
    pinned: dict[str, list[str]] = {}
    for match in LINE.finditer(LOCK):
        pinned.setdefault(match["name"], []).append(match["version"])
    for requirement in declared():
        versions = pinned.get(canonicalize_name(requirement.name), [])
        assert versions, f"{requirement} is not in the lock"
        assert list(requirement.specifier.filter(versions)) == versions, str(requirement)


def test_every_dependency_has_a_range_that_ends_or_a_calendar_version() -> None:
    ended = [r.name for r in declared() if any(s.operator in {"<", "=="} for s in r.specifier)]
    assert {r.name for r in declared()} - set(ended) == {"tzdata"}


def test_the_wheel_holds_the_program_with_its_data(wheel: set[str]) -> None:
    assert tracked("auditor") - wheel == set()


def test_the_wheel_holds_the_rulebook(wheel: set[str]) -> None:
    rules = {f"auditor/{name}" for name in tracked("rules")}
    assert rules
    assert rules - wheel == set()


def test_the_wheel_holds_no_tests_and_no_logs(wheel: set[str]) -> None:
    tops = {name.split("/")[0] for name in wheel}
    assert {re.sub(r"-.*[.]dist-info", "*", top) for top in tops} == {"auditor", "auditor*"}
