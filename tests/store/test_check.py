"""Every fault of a store is found and named, and mended by reading its sources again."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from auditor.api import ingest
from auditor.cli.stores import app
from auditor.store.check import FaultKind, check, repair
from auditor.store.manifest import commit, sources
from auditor.store.read import partitions

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(name="whole", scope="module")
def _whole(sample_logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    store = tmp_path_factory.mktemp("store")
    ingest([sample_logs / "bling_bling"], store)
    return store


@pytest.fixture(name="store")
def _store(whole: Path, tmp_path: Path) -> Path:
    return shutil.copytree(whole, tmp_path / "store")


def _bets(store: Path) -> Path:
    return next((store / "bets").rglob("*.parquet"))


def _kinds(store: Path) -> list[tuple[FaultKind, str]]:
    return [(each.kind, each.file) for each in check(store)]


def test_a_store_that_nobody_touched_has_no_fault(store: Path) -> None:
    assert check(store) == ()


def test_a_file_that_is_gone_is_named_with_its_source(store: Path) -> None:
    path = _bets(store)
    path.unlink()
    (fault,) = check(store)
    assert (fault.kind, fault.file) == (FaultKind.MISSING, path.relative_to(store).as_posix())
    assert fault.source is not None


def test_one_byte_changed_is_found(store: Path) -> None:
    path = _bets(store)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(bytes(content))
    assert _kinds(store) == [(FaultKind.DIFFERS, path.relative_to(store).as_posix())]


def test_rows_that_are_fewer_or_more_than_the_manifest_says_are_found(store: Path) -> None:
    path = _bets(store).relative_to(store).as_posix()
    (entry,) = (each for each in sources(store) if path in each.paths)
    files = [replace(f, rows=f.rows + 1) if f.path == path else f for f in entry.files]
    commit(store, [replace(entry, files=tuple(files))])
    assert _kinds(store) == [(FaultKind.MISCOUNTED, path)]


def test_a_file_that_no_source_names_is_found(store: Path) -> None:
    stray = _bets(store).with_name("stray.parquet")
    shutil.copy(_bets(store), stray)
    assert _kinds(store) == [(FaultKind.ORPHAN, stray.relative_to(store).as_posix())]


def test_after_repair_reading_again_makes_the_store_whole(
    store: Path, whole: Path, sample_logs: Path
) -> None:
    path = _bets(store)
    path.write_bytes(path.read_bytes()[:-1])
    assert len(repair(store)) == 1
    assert check(store) == ()
    ingest([sample_logs / "bling_bling"], store)
    assert _rows(store) == _rows(whole)


def test_the_commands_tell_what_is_at_fault_by_their_words_and_exit_codes(store: Path) -> None:
    run, where = CliRunner().invoke, str(store)
    path = _bets(store)
    assert run(app, ["check", where]).exit_code == 0
    path.unlink()
    told = run(app, ["check", where, "--lang", "en"])
    assert (told.exit_code, f"{path.name} is missing" in told.output) == (5, True)
    (fault,) = json.loads(run(app, ["check", where, "--json"]).output)
    assert (fault["kind"], fault["file"]) == ("missing", path.relative_to(store).as_posix())
    assert f"fuente {fault['source']}" in run(app, ["repair", where]).output
    assert run(app, ["check", where]).exit_code == 0


def _rows(store: Path) -> dict[str, int]:
    """Count the rows of each table."""
    files = [
        (table, path)
        for one in partitions(store)
        for table, paths in one.files.items()
        for path in paths
    ]
    counts: dict[str, int] = {}
    for table, path in files:
        counts[table] = counts.get(table, 0) + pq.read_metadata(path).num_rows
    return counts
