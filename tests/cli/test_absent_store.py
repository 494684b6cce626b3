"""A store that is not there is neither sound nor audited: the path, or a disk, is to be mended."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

COMMANDS = {
    "check": ("store", "check", "{}"),
    "repair": ("store", "repair", "{}"),
    "compact": ("store", "compact", "{}"),
    "migrate": ("store", "migrate", "{}"),
    "alive": ("rules", "alive", "--store", "{}"),
    "audit": ("audit", "--store", "{}", "--out", "{}.out"),
}


@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
@pytest.mark.parametrize("is_there", [False, True], ids=["no folder", "an empty folder"])
def test_it_is_told_with_2_and_nothing_is_made(
    program: str, tmp_path: Path, command: tuple[str, ...], *, is_there: bool
) -> None:
    store = tmp_path / "store"
    if is_there:
        store.mkdir()
    asked = [program, *(part.format(store) for part in command)]
    done = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert str(store) in done.stderr
    assert [*tmp_path.rglob("*")] == ([store] if is_there else [])
