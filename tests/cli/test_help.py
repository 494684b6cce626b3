"""`--help` of every command is told in Spanish, and in brackets in English."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from auditor.cli.main import app

if TYPE_CHECKING:
    from collections.abc import Iterator

THEIRS = ("Usage", "OPTIONS", "ARGS", "Show this", "[required]", "[default", "[env", "{")
KINDS = re.compile(r"<(?:str|path|list|int|%)")


def _paths(command: object, *path: str) -> Iterator[tuple[str, ...]]:
    """Give the words by which a command and those below it are called."""
    yield path
    for name, below in getattr(command, "commands", {}).items():
        yield from _paths(below, *path, name)


def _help(*path: str) -> str:
    """Give the help of a command."""
    return CliRunner().invoke(app, [*path, "--help"], prog_name="auditor").output


HELPS = {" ".join(("auditor", *path)): _help(*path) for path in _paths(get_command(app))}


@pytest.mark.parametrize("command", HELPS)
def test_no_word_of_the_library_stands_alone(command: str) -> None:
    told = HELPS[command]
    assert told.startswith(f"Uso (usage): {command} [OPCIONES]")
    assert "Opciones (options):\n" in told
    assert [word for word in THEIRS if word in told] + KINDS.findall(told) == []


def test_what_the_library_notes_of_a_flag_is_told_in_both() -> None:
    told = " ".join(HELPS["auditor simulate"].split())
    for said in (
        "JUEGO <texto>",
        "--out <ruta>",
        "[obligatorio (required)]",
        "--hands <número> Jugadas (hands). [por omisión (default): 1000; x>=1]",
        "[variable (env var): AUDITOR_LANG; por omisión (default): es]",
        "--help Muestra esta ayuda (shows this help).",
    ):
        assert said in told
    assert "--from <AAAA-MM-DD>" in HELPS["auditor audit"]
