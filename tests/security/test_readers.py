"""Every reader on spoiled files, in a process of bounded memory, and what was found that way.

`AUDITOR_FUZZ=500` reads that many files by each reader, instead of a few.
"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from auditor.ingest.read.game_format import text_of_bytes
from tests.security.batch import readers
from tests.security.readers import LOGS, PURE, check, ingested
from tests.security.samples import samples

if TYPE_CHECKING:
    from pathlib import Path

MORE = os.environ.get("AUDITOR_FUZZ")


def _run(repository: Path, *arguments: str, seconds: float) -> str:
    """Run one of this folder's programs; give what it prints, its end included."""
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        capture_output=True,
        text=True,
        timeout=seconds,
        cwd=repository,
        check=False,
    )
    return f"{done.stdout[-8000:]}{done.stderr[-4000:] if done.returncode else ''}{done.returncode}"


@pytest.mark.parametrize(
    ("names", "few"), [(tuple(PURE), 40), (("night", "beside"), 4), (("report",), 12)]
)
def test_spoiled_files_end_well_or_are_refused_in_words(
    repository: Path, *, names: tuple[str, ...], few: int
) -> None:
    examples = MORE or str(few)
    seconds = 100 + 2 * len(names) * int(examples)
    told = _run(repository, "tests.security.batch", "--examples", examples, *names, seconds=seconds)
    assert told.endswith(" s\n0"), told


@pytest.mark.tool("atheris")
def test_a_walk_by_coverage_finds_nothing(repository: Path, tmp_path: Path) -> None:
    flags = ["--reader", "all", "--seconds", "4", "--found", str(tmp_path)]
    told = _run(repository, "tests.security.fuzz", *flags, seconds=200)
    assert (told[-1:], list(tmp_path.iterdir())) == ("0", []), told


def test_a_reader_that_raised_anything_else_would_be_noticed() -> None:
    with pytest.raises(KeyError):
        check({b"y": 1}.__getitem__, b"x")


@pytest.mark.parametrize("name", PURE)
def test_the_valid_file_from_which_others_are_made_is_read(name: str) -> None:
    read = PURE[name]
    assert readers()[name].read is read
    read(samples()[name][1])


def test_the_valid_files_of_a_night_are_read_together() -> None:
    told = samples()
    ingested({told[each][0]: told[each][1] for each in LOGS})


def test_a_sign_that_no_text_holds_gets_into_no_id_of_a_game_s_format() -> None:
    assert text_of_bytes(b"pn|Ote\0ro|\xff") == "pn|Ote\ufffdro|\ufffd"
