"""What the README says of commands, targets, libraries and layers is so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import typer
import yaml
from packaging.requirements import Requirement

from auditor import errors
from auditor.cli.main import app

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text("utf-8")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def section(title: str) -> str:
    """Give the lines of a section of the README."""
    found = re.search(
        rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", README, re.DOTALL | re.MULTILINE
    )
    assert found, f"the README has no section {title}"
    return found[1]


def first_cells(title: str) -> list[str]:
    """Give the code in the first cell of each row of a section's tables."""
    return re.findall(r"^\| `([^`]+)`", section(title), re.MULTILINE)


def commands() -> set[str]:
    """List the program's commands, those of groups with their group."""
    names = {each.name for each in app.registered_commands if each.name}
    for group in app.registered_groups:
        assert isinstance(group.typer_instance, typer.Typer)
        inner = group.typer_instance.registered_commands
        names |= {f"{group.name} {each.name}" for each in inner}
    return names


def test_the_table_of_commands_has_every_command_and_no_other() -> None:
    told = [
        re.split(r" (?=[A-Z-])", cell.removeprefix("auditor "))[0]
        for cell in first_cells("Commands")
    ]
    assert sorted(told) == sorted(commands())


def test_the_table_of_norms_is_the_rulebook() -> None:
    told = set(re.findall(r"^\| [^|]+ \| `([A-Z]+)` \|", README, re.MULTILINE))
    norms = [yaml.safe_load(f.read_text("utf-8")) for f in ROOT.glob("rules/*/norm.yaml")]
    assert told == {norm["prefix"] for norm in norms}


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z]+)", README)) - targets == set()


def test_the_table_of_libraries_is_the_list_of_dependencies() -> None:
    declared = [Requirement(text).name for text in PYPROJECT["project"]["dependencies"]]
    assert sorted(first_cells("What it stands on")) == sorted(declared)


def test_the_line_of_layers_is_the_import_contract() -> None:
    contract = PYPROJECT["tool"]["importlinter"]["contracts"][0]["layers"]
    layers = " ▸ ".join(layer.replace("(", "").replace(")", "") for layer in contract)
    assert f"`{layers}`" in section("How it is built")


@pytest.mark.parametrize("kind", [errors.AuditorError, *errors.AuditorError.__subclasses__()])
def test_every_exit_code_of_an_error_is_told(kind: type[errors.AuditorError]) -> None:
    assert f"| {kind.exit_code} |" in section("What it says")


def test_every_file_that_is_linked_is_there() -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)]+)\)", README)
    assert [link for link in links if not (ROOT / link).exists()] == []
