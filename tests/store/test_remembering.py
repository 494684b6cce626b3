"""Who asks a store again and again reads each entry once, and sees every change all the same."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from auditor.errors import StoreError
from auditor.store import layout, sources
from auditor.store.entry import entry_of
from auditor.store.manifest import commit, remembering, remove_entries
from tests.store.test_store import ENTRY

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from auditor.store import SourceEntry

LONG_AGO = (1_700_000_000, 1_700_000_000)
SECOND = replace(ENTRY, key="k2")


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give the keys of the entries that are read from now on."""
    keys: list[str] = []

    def reads(text: bytes) -> SourceEntry:
        entry = entry_of(text)
        keys.append(entry.key)
        return entry

    monkeypatch.setattr("auditor.store.manifest.entry_of", reads)
    return keys


def _aged(store: Path) -> None:
    """Let the files of all entries be of long ago."""
    for path in (store / layout.MANIFEST).iterdir():
        os.utime(path, LONG_AGO)


def test_an_entry_is_read_once_however_often_the_store_is_asked(
    tmp_path: Path, read: list[str]
) -> None:
    commit(tmp_path, [ENTRY, SECOND])
    _aged(tmp_path)
    with remembering():
        assert [sources(tmp_path) for _ in range(3)] == [(ENTRY, SECOND)] * 3
    assert sorted(read) == ["k1", "k2"]
    assert (sources(tmp_path), len(read)) == ((ENTRY, SECOND), 4)


def test_an_entry_written_just_now_is_read_each_time(tmp_path: Path, read: list[str]) -> None:
    commit(tmp_path, [ENTRY])
    with remembering():
        assert [sources(tmp_path) for _ in range(2)] == [(ENTRY,)] * 2
    assert read == ["k1", "k1"]


def _write_again(store: Path) -> None:
    commit(store, [replace(ENTRY, records=5, written=5)])  # as many bytes as before


def _write_in_place(store: Path) -> None:
    path = layout.manifest_file(store, "k1")
    path.write_text(path.read_text().replace('"way": "w"', '"way": "x"'))


@pytest.mark.parametrize("change", [_write_again, _write_in_place])
def test_an_entry_that_changed_is_read_anew(tmp_path: Path, change: Callable[[Path], None]) -> None:
    commit(tmp_path, [ENTRY])
    _aged(tmp_path)
    with remembering():
        assert sources(tmp_path) == (ENTRY,)
        change(tmp_path)
        assert sources(tmp_path) != (ENTRY,)


def test_an_entry_that_is_gone_or_damaged_is_not_remembered(tmp_path: Path) -> None:
    commit(tmp_path, [ENTRY, SECOND])
    _aged(tmp_path)
    with remembering():
        assert sources(tmp_path) == (ENTRY, SECOND)
        remove_entries(tmp_path, ["k1"])
        assert sources(tmp_path) == (SECOND,)
        layout.manifest_file(tmp_path, "k2").write_text("{")
        with pytest.raises(StoreError, match="k2"):
            sources(tmp_path)
