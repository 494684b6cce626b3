"""An output that is full or closed: never told as success, never by a traceback, nothing half."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from auditor.store.check import check
from auditor.store.manifest import sources
from tests.nightly.disks import leave, small_disk

if TYPE_CHECKING:
    from collections.abc import Callable

    Ends = Callable[..., subprocess.CompletedProcess[str]]

FULL = Path("/dev/full")
NEEDS_FULL = pytest.mark.skipif(not FULL.exists(), reason="needs tool: /dev/full")
LONG, LEAST = ("rules", "list", "--json"), 30_000  # prints more bytes than these
AWAY = [pytest.param(">/dev/full", marks=NEEDS_FULL), ">&-"]


@pytest.fixture(name="ended")
def _ended(program: str) -> Ends:
    """Give what runs a command whose streams a shell sends elsewhere, and tells how it ended."""

    def ended(where: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        shell = ["sh", "-c", f'exec "$@" {where}', "sh", program, *arguments]
        return subprocess.run(shell, capture_output=True, text=True, timeout=120, check=False)

    return ended


@pytest.fixture(name="store")
def _store(tmp_path: Path) -> Path:
    """Give where a store is to be."""
    return tmp_path / "store"


@pytest.mark.parametrize("where", AWAY)
@pytest.mark.parametrize("command", ["rules list", "formats --json", "--help", "store check {}"])
def test_a_result_that_is_lost_ends_with_1_in_words(
    ended: Ends, store: Path, command: str, where: str
) -> None:
    (store / "manifest").mkdir(parents=True)
    done = ended(where, *command.format(store).split())
    assert (done.returncode, done.stdout, "Traceback" in done.stderr) == (1, "", False)
    assert len(done.stderr.splitlines()) == 2  # in Spanish and in English
    why = "is closed" if where == ">&-" else "no room is left"
    assert why in done.stderr


@pytest.mark.parametrize("where", ["2>/dev/full", "2>&-", ">/dev/full 2>/dev/full"])
def test_a_mistake_ends_with_its_own_code_though_it_cannot_be_told(
    ended: Ends, store: Path, where: str
) -> None:
    done = ended(where, "audit", "--store", str(store), "--no-such-flag")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


@NEEDS_FULL
@pytest.mark.parametrize("form", ["text", "json"])
def test_what_is_said_beside_the_work_and_lost_does_not_stop_it_and_is_no_success(
    ended: Ends,
    store: Path,
    sample_logs: Path,
    form: str,
) -> None:
    given = ("ingest", str(sample_logs / "bling_bling"), "--store", str(store))
    done = ended("2>/dev/full", *given, "--log-format", form)
    assert (done.returncode, "58" in done.stdout) == (1, True)
    assert (len(sources(store)), check(store)) == (5, ())
    told = ended("", *given)
    assert told.returncode == 0
    found = ended("2>&-", "audit", "--store", str(store), "--out", str(store.with_name("out")))
    assert found.returncode == 3  # what was found is said by the code


@pytest.mark.parametrize("command", ["rules list", "formats"])
def test_where_there_is_nothing_to_say_on_it_a_full_stderr_is_no_matter(
    ended: Ends, command: str
) -> None:
    done = ended("2>/dev/full", *command.split())
    assert (done.returncode, done.stdout) == (0, ended("", *command.split()).stdout)


def test_no_file_of_the_work_gets_the_number_of_a_stream_that_is_closed(
    ended: Ends, store: Path, sample_logs: Path
) -> None:
    given = ("ingest", str(sample_logs / "bling_bling"), "--store", str(store), "--json")
    assert ended("<&- >&- 2>&-", *given).returncode == 1
    assert (len(sources(store)), check(store)) == (5, ())


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("kib", [0, 4, 16])
def test_a_disk_that_fills_under_what_is_printed_ends_with_1(
    program: str, tmp_path: Path, kib: int, unbuffered: str
) -> None:
    env, command = {**os.environ, "PYTHONUNBUFFERED": unbuffered}, [program, *LONG]
    with small_disk(tmp_path / "disk") as disk, (disk / "said").open("wb") as said:
        leave(disk, kib=kib)
        done = subprocess.run(command, env=env, stdout=said, stderr=subprocess.PIPE, check=False)
        assert (disk / "said").stat().st_size < LEAST
    assert (done.returncode, b"Traceback" in done.stderr) == (1, False)
    assert b"no room is left" in done.stderr


def test_a_reader_that_has_seen_enough_ends_it_quietly_with_1(program: str, tmp_path: Path) -> None:
    told = tmp_path / "code"
    script = f'{{ "$@"; echo $? >"{told}"; }} | sleep 0'
    shell = ["sh", "-c", script, "sh", program, *LONG]
    done = subprocess.run(shell, capture_output=True, text=True, timeout=120, check=False)
    assert (told.read_text("utf-8"), done.stderr) == ("1\n", "")
