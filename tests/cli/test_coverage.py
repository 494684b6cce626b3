"""`auditor rules coverage`: N/N for each norm, a page, data, and the gate of `--strict`."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

NORM = "uy-1978-mini-bacara"


@pytest.fixture(name="edited")
def _edited(rules_dir: Path, tmp_path: Path) -> Path:
    """Copy the decree with its discount halved in the text."""
    rules = tmp_path / "rules"
    shutil.copytree(rules_dir / NORM, rules / NORM)
    text = rules / NORM / "text.txt"
    halved = text.read_text("utf-8").replace("diez por ciento (10%)", "cinco por ciento (5%)")
    text.write_text(halved, "utf-8")
    return rules


def _coverage(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [program, "rules", "coverage", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_rulebook_passes_its_gate(program: str) -> None:
    done = _coverage(program, "--strict")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].startswith("Cobertura completa: ")


@pytest.mark.parametrize("command", ["list", "test", "coverage"])
def test_a_norm_that_is_not_there_is_refused_and_nothing_passes(program: str, command: str) -> None:
    arguments = [program, "rules", command, "--norm", "BLX"]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "No hay ninguna norma «BLX»." in done.stderr
    assert "There is no norm “BLX”." in done.stderr


def test_an_edited_text_stops_the_gate_in_both_languages(program: str, edited: Path) -> None:
    done = _coverage(program, "--strict", "--rules", str(edited))
    spanish, es, english, en = done.stderr.splitlines()
    assert (done.returncode, spanish, english) == (
        2,
        "La cobertura tiene 1 huecos:",
        "Coverage has 1 gaps:",
    )
    assert es.startswith(f"{NORM}/norm.yaml:")
    assert "[-diez-] {+cinco+} por ciento [-(10%),-] {+(5%),+}" in es
    assert en.endswith("Read the clause and its rules again: MIN-10a")


def test_without_strict_it_goes_on_and_marks_the_stale_rule(program: str, edited: Path) -> None:
    done = _coverage(program, "--rules", str(edited), "--lang", "en")
    assert done.returncode == 0
    (marked,) = [line for line in done.stdout.splitlines() if "to be read again" in line]
    assert marked.strip() == "MIN-10a: automated: MIN-10a [to be read again: the text changed]"


def test_an_edited_text_is_a_fault_of_the_rulebook(program: str, edited: Path) -> None:
    command = [program, "rules", "check", "--rules", str(edited)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "text.txt no es el texto cuyo SHA-256 está aquí" in done.stderr


def test_machines_get_sums_gaps_and_stale_rules(program: str, edited: Path) -> None:
    done = _coverage(program, "--strict", "--json", "--rules", str(edited))
    (told,) = json.loads(done.stdout)
    assert (done.returncode, told["stale_rules"]) == (2, ["MIN-10a"])
    (gap,) = told["gaps"]
    assert (gap["file"], gap["en"].startswith("MIN-10a: ")) == ("norm.yaml", True)
    assert (told["sentences_accounted"], told["sentences_total"]) == (66, 67)
    assert {"rule", "cases", "lacking"} == told["clauses"][4]["rules"][0].keys()


@pytest.mark.parametrize(
    ("lang", "stale"), [("es", "revisar: el texto cambió"), ("en", "the text changed")]
)
def test_a_page_is_written_that_needs_nothing_else(
    program: str, edited: Path, lang: str, stale: str
) -> None:
    page = edited.parent / "out" / "coverage.html"
    done = _coverage(program, "--rules", str(edited), "--html", str(page), "--lang", lang)
    text = page.read_text("utf-8")
    assert (done.returncode, f'<html lang="{lang}">' in text, stale in text) == (0, True, True)
    assert "src=" not in text
    assert "http" not in text.replace("http-equiv", "")
