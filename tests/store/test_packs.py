"""Compaction changes how many files there are, and nothing of what is read from them."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from auditor.api import AuditOptions, IngestOptions, audit, ingest
from auditor.errors import StoreError
from auditor.store.check import FaultKind, check, repair
from auditor.store.entry import SCHEMA_VERSION
from auditor.store.manifest import sources
from auditor.store.migrate import migrate
from auditor.store.packed import packs
from auditor.store.packs import compact, expand, file_bytes
from auditor.store.read import partitions, verify

if TYPE_CHECKING:
    from pathlib import Path


def _halves(path: Path) -> tuple[str, str]:
    """Split a CSV file in two, each with its header."""
    head, *rows = path.read_text("utf-8").splitlines(keepends=True)
    return head + "".join(rows[::2]), head + "".join(rows[1::2])


@pytest.fixture(name="logs", scope="module")
def _logs(sample_logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a night whose bets came in two files."""
    folder = tmp_path_factory.mktemp("logs") / "night"
    shutil.copytree(sample_logs / "bling_bling", folder)
    first, second = _halves(folder / "bets.csv")
    (folder / "bets.csv").write_text(first, "utf-8")
    (folder / "bets-2.csv").write_text(second, "utf-8")
    return folder


@pytest.fixture(name="whole", scope="module")
def _whole(logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    store = tmp_path_factory.mktemp("whole")
    ingest([logs], store)
    return store


@pytest.fixture(name="store")
def _store(whole: Path, tmp_path: Path) -> Path:
    return shutil.copytree(whole, tmp_path / "store")


def _bytes(store: Path) -> dict[str, bytes]:
    """Give the bytes of every file that an entry names."""
    paths = [one.path for entry in sources(store) for one in entry.files]
    return {path: file_bytes(store, path) for path in paths}


def test_two_files_become_one_and_their_bytes_can_be_made_again(store: Path, whole: Path) -> None:
    (pack,) = compact(store)
    (partition,) = partitions(store)
    assert len(partition.files["bets"]) == 1
    assert {one.path.split("/")[0] for one in pack.members} == {"bets"}
    assert not any((store / one.path).exists() for one in pack.members)
    assert _bytes(store) == _bytes(whole)
    assert check(store) == ()
    verify(store)


def test_an_audit_gives_the_same_bytes_before_and_after(store: Path, tmp_path: Path) -> None:
    audit(store, tmp_path / "before", options=AuditOptions())
    compact(store)
    audit(store, tmp_path / "after", options=AuditOptions())
    files = [path for path in (tmp_path / "before").rglob("*") if path.is_file()]
    assert len(files) > 3  # the evidence as well
    for path in files:
        same = tmp_path / "after" / path.relative_to(tmp_path / "before")
        assert same.read_bytes() == path.read_bytes(), path


def test_compacting_again_changes_nothing_and_expanding_puts_all_back(
    store: Path, whole: Path
) -> None:
    (pack,) = compact(store)
    assert compact(store) == ()
    expand(store, [pack.members[0].path])
    assert packs(store) == ()
    assert not (store / pack.path).exists()
    for one in pack.members:
        assert (store / one.path).read_bytes() == (whole / one.path).read_bytes()
    assert check(store) == ()


def test_a_source_in_a_pack_is_replaced_and_the_others_stay(store: Path, logs: Path) -> None:
    compact(store)
    fixed = shutil.copytree(logs, store.parent / "night")
    bets = fixed / "bets-2.csv"
    rows = bets.read_text("utf-8").splitlines(keepends=True)
    bets.write_text("".join(rows[:-1]), "utf-8")
    ingest([bets], store, options=IngestOptions(replaces=("bets-2.csv",)))
    written = {entry.name: entry.written for entry in sources(store)}
    assert written["bets-2.csv"] == len(rows) - 2
    assert packs(store) == ()
    assert check(store) == ()
    verify(store)


def test_a_pack_at_fault_is_found_and_its_sources_are_read_again(
    store: Path, whole: Path, logs: Path
) -> None:
    (pack,) = compact(store)
    path = store / pack.path
    path.write_bytes(path.read_bytes()[:-1])
    faults = check(store)
    assert {(each.kind, each.file) for each in faults} == {(FaultKind.DIFFERS, pack.path)}
    assert {each.source for each in faults} == {"bets.csv", "bets-2.csv"}
    assert len(repair(store)) == 2
    ingest([logs], store)
    assert check(store) == ()
    assert _bytes(store) == _bytes(whole)


def test_leftovers_of_a_compaction_that_was_cut_short_count_once(store: Path, whole: Path) -> None:
    (pack,) = compact(store)
    shutil.copy(whole / pack.members[0].path, store / pack.members[0].path)
    (partition,) = partitions(store)
    assert len(partition.files["bets"]) == 1
    compact(store)
    assert not (store / pack.members[0].path).exists()


def _rewritten(store: Path, **changed: int | None) -> Path:
    """Rewrite an entry of a store with some keys changed, or left out; gives its file."""
    path = next((store / "manifest").glob("*.json"))
    raw = json.loads(path.read_bytes()) | changed
    gone = {key for key, value in changed.items() if value is None}
    text = json.dumps({key: value for key, value in raw.items() if key not in gone})
    path.write_text(text, "utf-8")
    return path


def test_an_older_store_is_refused_until_it_is_migrated(store: Path, whole: Path) -> None:
    _rewritten(store, schema=None, generation=None, replaces=None)
    with pytest.raises(StoreError, match="auditor store migrate"):
        sources(store)
    assert migrate(store) == 1
    assert sources(store) == sources(whole)
    assert migrate(store) == 0


def test_a_newer_store_is_refused_and_nothing_is_touched(store: Path) -> None:
    path = _rewritten(store, schema=SCHEMA_VERSION + 1)
    before = path.read_bytes()
    for reading in (sources, migrate):
        with pytest.raises(StoreError, match="newer than this program"):
            reading(store)
    assert path.read_bytes() == before
