"""What cannot be done as asked ends with code 2, told in both languages with what to do."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


def _run(program: str, *arguments: str) -> tuple[int, list[str]]:
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr.splitlines()


@pytest.mark.parametrize(
    ("arguments", "es", "en"),
    [
        (("run", "x"), "falta '--out'", "'--out' is wanting"),
        (("run", "x", "--frm", "pdf"), "no existe la opción --frm", "there is no flag --frm"),
        (
            ("run", "x", "--out"),
            "la opción --out pide un valor. Las opciones se listan con: auditor run --help",
            "--out needs a value",
        ),
        (
            ("run", "x", "--out", "y", "--from", "2024-13-01"),
            "'--from' no sirve; se pide <AAAA-MM-DD>",
            "<YYYY-MM-DD> is",
        ),
        (("run", "x", "--out", "y", "--lang", "fr"), "(variable: 'AUDITOR_LANG')", "<es|en> is"),
        (("simulate", "x", "--out", "y", "--hands", "0"), "se pide <número> ≥ 1", "<number> ≥ 1"),
        (("rumba",), "no hay tal orden, «rumba»;", "there is no such command, “rumba”;"),
        (("a'b",), "no hay tal orden, «a'b»;", "there is no such command, “a'b”;"),
        (("rules", "chek"), "no hay tal orden, «chek»;", "there is no such command, “chek”;"),
        (("--",), "falta decir qué hacer", "what to do; the commands there are: run"),
        (("rules", "--"), "falta decir qué hacer", "what to do; the commands there are: list"),
        (("house", "draft", "a", "b"), "(b)» (en inglés", "it is not understood"),
    ],
)
def test_a_command_that_does_not_fit(
    program: str, arguments: tuple[str, ...], es: str, en: str
) -> None:
    code, (spanish, english) = _run(program, *arguments)
    assert (code, es in spanish, en in english) == (2, True, True)
    assert spanish.endswith("--help")


def test_a_review_with_names_is_not_asked_of_a_report_without(program: str) -> None:
    code, (spanish, english) = _run(program, "report", "x", "--redact", "--review", "r.json")
    assert (code, "auditor report CARPETA/redacted --review review.json" in spanish) == (2, True)
    assert "auditor report DIR/redacted --review review.json" in english


def test_a_command_without_its_subcommand_shows_those_there_are(program: str) -> None:
    code, lines = _run(program, "rules")
    assert (code, lines[0].startswith("Uso (usage):")) == (2, True)


def test_a_folder_that_cannot_be_written_is_the_reader_s_to_mend(
    program: str, sample_logs: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    out = str(tmp_path / "file" / "out")
    code, (spanish, english) = _run(program, "run", str(sample_logs / "bridge"), "--out", out)
    assert (code, "es un archivo y no una carpeta" in spanish) == (2, True)
    assert "a file and no folder" in english


def test_a_review_of_a_report_with_names_does_not_go_with_pseudonyms(
    program: str, tmp_path: Path
) -> None:
    asked = ("report", str(tmp_path), "--redact", "--review", "r.json")
    code, (spanish, english) = _run(program, *asked)
    assert (code, "auditor report CARPETA/redacted --review" in spanish) == (2, True)
    assert "auditor report DIR/redacted --review" in english
