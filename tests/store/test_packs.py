"""Compaction changes how many files there are, and nothing of what is read from them."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest

from auditor.api import AuditOptions, IngestOptions, audit, ingest
from auditor.errors import StoreError
from auditor.store.check import FaultKind, check, repair
from auditor.store.entry import SCHEMA_VERSION
from auditor.store.manifest import commit, sources
from auditor.store.migrate import migrate
from auditor.store.packed import packs
from auditor.store.packs import compact, expand, file_bytes
from auditor.store.read import partitions, verify
from tests.store.dying import deaths

if TYPE_CHECKING:
    from collections.abc import Callable


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


def _write_again(
    store: Path,
    table: str,
    *,
    many: int | None = None,
    columns: list[str] | None = None,
    **how: object,
) -> list[str]:
    """Write files of a table as another program would, and tell the manifest; gives their paths."""
    files = [one for entry in sources(store) for one in entry.files if one.table == table][:many]
    now = {one.path: one for one in files}
    for path, one in now.items():
        rows = pq.ParquetFile(store / path).read(columns)
        pq.write_table(rows, store / path, store_schema=False, **how)
        data = (store / path).read_bytes()
        now[path] = replace(one, size=len(data), sha256=sha256(data).hexdigest())
    for entry in sources(store):
        commit(store, [replace(entry, files=tuple(now.get(f.path, f) for f in entry.files))])
    return [*now]


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


def test_a_partition_tells_the_hash_of_each_of_its_files_and_of_a_pack(store: Path) -> None:
    compact(store)
    (partition,) = partitions(store)
    named = [Path(path) for paths in partition.files.values() for path in paths]
    assert partition.hashes == {str(one): sha256(one.read_bytes()).hexdigest() for one in named}


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


def test_files_come_back_as_they_were_whichever_program_wrote_them(store: Path) -> None:
    _write_again(store, "bets", compression="gzip", use_dictionary=False, data_page_version="2.0")
    before = _bytes(store)
    (pack,) = compact(store)
    assert pq.read_table(store / pack.path, partitioning=None).num_rows == pack.rows
    assert check(store) == ()
    expand(store, [pack.members[0].path])
    assert (_bytes(store), check(store)) == (before, ())


def test_files_that_share_no_columns_stay_apart(store: Path) -> None:
    (one, *_) = _write_again(store, "bets", columns=["hand_id", "bet_id"], many=1)
    assert compact(store) == ()
    assert (store / one).is_file()


def test_a_file_within_a_sound_pack_that_is_not_as_its_entry_has_it_is_named(store: Path) -> None:
    (pack,) = compact(store)
    member = pack.members[0]
    told = json.loads((store / "packs.json").read_bytes())
    told["packs"][0]["members"][0]["size"] -= 1
    (store / "packs.json").write_text(json.dumps(told), "utf-8")
    assert [(each.kind, each.file) for each in check(store)] == [(FaultKind.DIFFERS, member.path)]


@pytest.mark.parametrize("key", ["path", "members"])
def test_an_index_that_names_a_file_outside_of_the_store_is_refused(store: Path, key: str) -> None:
    compact(store)
    outside = store.parent / "outside.parquet"
    outside.write_bytes(b"of another")
    told = json.loads((store / "packs.json").read_bytes())
    pack = told["packs"][0]
    (pack if key == "path" else pack["members"][0])["path"] = "bets/../../outside.parquet"
    (store / "packs.json").write_text(json.dumps(told), "utf-8")
    for does in (check, repair, compact, partitions):
        with pytest.raises(StoreError, match=r"packs\.json"):
            does(store)
    assert outside.read_bytes() == b"of another"


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


@pytest.fixture(name="again")
def _again(logs: Path, tmp_path: Path) -> Path:
    """Give the second file of bets once more, with other bytes and the same rows."""
    bets = tmp_path / "night" / "bets-2.csv"
    bets.parent.mkdir()
    bets.write_bytes((logs / "bets-2.csv").read_bytes() + b"\n")
    return bets


@pytest.mark.parametrize("care", ["compact", "repair", "replace"])
def test_killed_at_any_change_of_a_file_nothing_is_lost_and_the_next_time_finishes(
    whole: Path, logs: Path, again: Path, monkeypatch: pytest.MonkeyPatch, care: str
) -> None:
    store = again.parent.with_name("store")
    does: dict[str, Callable[[], object]] = {
        "compact": lambda: compact(store),
        "repair": lambda: repair(store),
        "replace": lambda: ingest([again], store, options=IngestOptions(replaces=("bets-2.csv",))),
    }
    killed = 0
    for _ in deaths(does[care], monkeypatch, anew=lambda: _before(care, whole, store)):
        killed += 1
        assert care == "repair" or _count(store) == _count(whole)
        does[care]()
        assert check(store) == ()
        ingest([logs] if care == "repair" else [], store)
        assert (_count(store), check(store)) == (_count(whole), ())
    assert killed > 2


def _before(care: str, whole: Path, store: Path) -> None:
    """Put a store as it is before it is cared for in a way; for repair its pack is gone."""
    shutil.rmtree(store, ignore_errors=True)
    shutil.copytree(whole, store)
    if care != "compact":
        (pack,) = compact(store)
        if care == "repair":
            (store / pack.path).unlink()


def _count(store: Path) -> int:
    """Count the bets, as whoever audits reads them."""
    files = [path for one in partitions(store) for path in one.files["bets"]]
    return sum(pq.read_metadata(path).num_rows for path in files)


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
    assert migrate(store).entries == 1
    assert sources(store) == sources(whole)
    assert migrate(store).entries == 0


def test_a_newer_store_is_refused_and_nothing_is_touched(store: Path) -> None:
    path = _rewritten(store, schema=SCHEMA_VERSION + 1)
    before = path.read_bytes()
    for reading in (sources, migrate):
        with pytest.raises(StoreError, match="newer than this program"):
            reading(store)
    assert path.read_bytes() == before
