"""What one commit brings holds all at once, and names no file but a store's own small ones."""

from __future__ import annotations

import json
from itertools import count
from typing import TYPE_CHECKING

import pytest

from auditor.errors import BusyError, StoreError
from auditor.store import layout, sources
from auditor.store.entry import entry_text
from auditor.store.manifest import writing
from auditor.store.moment import moment_of
from auditor.store.whole import write_whole
from tests.store.test_store import stored

if TYPE_CHECKING:
    from pathlib import Path


def _commit_of(store: Path, path: str, text: str) -> None:
    """Leave a commit of one file that was cut short."""
    told = json.dumps({"version": 1, "files": {path: text}})
    write_whole(store / layout.COMMIT, told.encode())


@pytest.mark.parametrize("path", ["../x.toml", "house/../x", "bets/x.json", "house/a/b", "x", "/x"])
def test_a_commit_that_names_any_other_file_is_refused_and_writes_nothing(
    tmp_path: Path, path: str
) -> None:
    store = tmp_path / "store"
    _commit_of(store, path, "mine")
    with pytest.raises(StoreError, match=layout.COMMIT), writing(store):
        pass
    with pytest.raises(StoreError, match=layout.COMMIT):
        sources(store)
    left = {one.name for one in tmp_path.rglob("*") if one.is_file()}
    assert left == {layout.COMMIT, layout.LOCK}


def test_a_commit_cut_short_holds_for_whoever_reads_and_is_settled_by_whoever_writes(
    tmp_path: Path,
) -> None:
    path, entry = "manifest/k1.json", stored(tmp_path)
    _commit_of(tmp_path, path, entry_text(entry).decode())
    assert (sources(tmp_path), (tmp_path / path).exists()) == ((entry,), False)
    with writing(tmp_path):
        assert (tmp_path / path).read_bytes() == entry_text(entry)
    assert (sources(tmp_path), (tmp_path / layout.COMMIT).exists()) == ((entry,), False)


def test_a_store_that_never_rests_is_told_to_be_at_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = count()
    monkeypatch.setattr("auditor.store.moment.PAUSE", 0)
    monkeypatch.setattr("auditor.store.moment._listed", lambda _store: [("x", next(numbers), 0)])
    with pytest.raises(BusyError, match=str(tmp_path)):
        moment_of(tmp_path)
