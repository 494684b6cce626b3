"""Packs of the first version, which kept rows and no bytes, are no damage and are brought along."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from auditor.api import ingest
from auditor.cli.stores import app
from auditor.errors import StoreError
from auditor.store.check import FaultKind, check, repair
from auditor.store.manifest import commit, sources
from auditor.store.migrate import migrate
from auditor.store.packed import packs
from auditor.store.packs import compact
from auditor.store.read import partitions, verify
from tests.store.dying import deaths

if TYPE_CHECKING:
    from pathlib import Path

PLAIN = ("bet_id", "roll_id", "source_record", "seq", "idx", "placed_at")  # of the build before


@pytest.fixture(name="logs", scope="module")
def _logs(sample_logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a night whose bets came in two files."""
    folder = tmp_path_factory.mktemp("logs") / "night"
    shutil.copytree(sample_logs / "bling_bling", folder)
    head, *rows = (folder / "bets.csv").read_text("utf-8").splitlines(keepends=True)
    (folder / "bets.csv").write_text(head + "".join(rows[::2]), "utf-8")
    (folder / "bets-2.csv").write_text(head + "".join(rows[1::2]), "utf-8")
    return folder


@pytest.fixture(name="loose", scope="module")
def _loose(logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a store as the build before wrote it: with its dictionaries and compression."""
    store = tmp_path_factory.mktemp("loose")
    ingest([logs], store)
    for entry in sources(store):
        files = []
        for one in entry.files:
            rows = pq.ParquetFile(store / one.path).read()
            coded = [name for name in rows.column_names if name not in PLAIN]
            path = store / one.path
            how = {"use_dictionary": coded, "compression": "zstd"}  # another level, as of old
            pq.write_table(rows, path, store_schema=False, **how)
            data = path.read_bytes()
            files.append(replace(one, size=len(data), sha256=sha256(data).hexdigest()))
        commit(store, [replace(entry, files=tuple(files))])
    return store


@pytest.fixture(name="old")
def _old(loose: Path, tmp_path: Path) -> Path:
    """Give the store with the bets in a pack of the first version."""
    store = shutil.copytree(loose, tmp_path / "store")
    files = [f for entry in sources(store) for f in entry.files if f.table == "bets"]
    members = [{"path": f.path, "first_group": n, "groups": 1} for n, f in enumerate(files)]
    path = f"{files[0].path.rpartition('/')[0]}/pack-{'0' * 40}.parquet"
    tables = [pq.ParquetFile(store / f.path).read() for f in files]
    with pq.ParquetWriter(store / path, tables[0].schema, compression="zstd") as writer:
        for rows in tables:
            writer.write_table(rows)
    data = (store / path).read_bytes()
    told = {"path": path, "rows": sum(f.rows for f in files), "size": len(data)}
    told |= {"sha256": sha256(data).hexdigest(), "members": members}
    (store / "packs.json").write_text(json.dumps({"version": 1, "packs": [told]}), "utf-8")
    for one in files:
        (store / one.path).unlink()
    return store


def _rows(store: Path) -> dict[str, object]:
    """Give the rows of every table."""
    return {
        table: [pq.ParquetFile(path).read().to_pylist() for path in sorted(paths)]
        for one in partitions(store)
        for table, paths in one.files.items()
    }


def test_it_is_told_as_of_an_earlier_version_and_not_as_damage(old: Path) -> None:
    for does in (check, repair, compact, partitions, verify):
        with pytest.raises(StoreError, match="auditor store migrate"):
            does(old)
    assert not any((old / path).exists() for path in _paths(old))


def _paths(store: Path) -> list[str]:
    """Name the files that stand in packs."""
    told = json.loads((store / "packs.json").read_bytes())
    return [one["path"] for pack in told["packs"] for one in pack["members"]]


def test_its_rows_come_back_and_the_manifest_tells_their_bytes_of_today(
    old: Path, loose: Path
) -> None:
    before = {f.path: f.sha256 for entry in sources(loose) for f in entry.files}
    apart = migrate(old).packs
    now = {f.path: f.sha256 for entry in sources(old) for f in entry.files}
    differing = {path for path in now if now[path] != before[path]}
    assert (apart.files, apart.rewritten, apart.damaged) == (2, 2, ())
    assert {path.split("/")[0] for path in differing} == {"bets"}
    assert (packs(old), check(old)) == ((), ())
    verify(old)
    assert _rows(old) == _rows(loose)


def test_done_again_it_changes_nothing_and_compacting_goes_on(old: Path) -> None:
    migrate(old)
    before = {path: path.read_bytes() for path in old.rglob("*") if path.is_file()}
    assert migrate(old).packs.files == 0
    assert {path: path.read_bytes() for path in old.rglob("*") if path.is_file()} == before
    assert len(compact(old)) == 1
    assert check(old) == ()


def _files(store: Path) -> dict[Path, bytes]:
    """Give the bytes of every file of rows."""
    return {path.relative_to(store): path.read_bytes() for path in store.rglob("*.parquet")}


def test_killed_at_any_change_of_a_file_it_is_finished_the_next_time(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, store = shutil.copytree(old, tmp_path / "before"), tmp_path / "killed"
    migrate(old)

    def anew() -> None:
        shutil.rmtree(store, ignore_errors=True)
        shutil.copytree(before, store)

    killed = 0
    for _ in deaths(lambda: migrate(store), monkeypatch, anew=anew):
        killed += 1
        migrate(store)
        ingest([], store)  # whoever writes next clears away what was left
        assert _files(store) == _files(old)
        assert check(store) == ()
    assert killed > 5


def test_a_pack_at_fault_is_told_and_its_sources_are_named(old: Path, logs: Path) -> None:
    (pack,) = old.rglob("pack-*.parquet")
    data = bytearray(pack.read_bytes())
    data[len(data) // 2] ^= 1
    pack.write_bytes(bytes(data))
    told = CliRunner().invoke(app, ["migrate", str(old), "--lang", "en"])
    assert told.exit_code == 5
    assert f"{pack.name} is damaged" in told.output
    assert {(each.kind, each.source) for each in check(old)} == {
        (FaultKind.MISSING, "bets.csv"),
        (FaultKind.MISSING, "bets-2.csv"),
    }
    assert len(repair(old)) == 2
    ingest([logs], old)
    assert check(old) == ()


@pytest.mark.parametrize(
    ("lang", "told"),
    [("es", "otros bytes y las mismas filas: 2"), ("en", "other bytes and the same rows: 2")],
)
def test_the_command_tells_what_became_of_them(old: Path, lang: str, told: str) -> None:
    done = CliRunner().invoke(app, ["migrate", str(old), "--lang", lang])
    assert done.exit_code == 0
    assert told in done.output
