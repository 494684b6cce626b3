"""A store of an earlier version brought to today's: its entries, then its packs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.errors import StoreError
from auditor.store import layout
from auditor.store.earlier_packs import TakenApart, earlier_packs, take_apart
from auditor.store.entry import SCHEMA_VERSION, entry_of
from auditor.store.manifest import clean, locked
from auditor.store.together import settle
from auditor.store.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from auditor.store.earlier_packs import EarlierPack

    Raw = dict[str, object]


def _from_none(raw: Raw) -> Raw:
    """Bring an entry from before versions were written: what came later was not there yet."""
    empty: Raw = {
        "aside": 0,
        "asides": [],
        "assumptions": [],
        "generation": 0,
        "rejects": [],
        "replaces": [],
        "setting": "",
        "unknown_columns": [],
        "venues": {},
    }
    return empty | raw


NOW = SCHEMA_VERSION
STEPS: Mapping[int, Callable[[Raw], Raw]] = {0: _from_none}  # version → how it becomes the next


@dataclass(frozen=True, slots=True)
class Migrated:
    """How many entries were of an earlier version, and what became of the packs that were."""

    entries: int
    packs: TakenApart


def migrate(store: Path) -> Migrated:
    """Bring every entry to today's version, each whole or not at all, then every pack.

    Cut short, the rest is brought the next time. Raises StoreError for an entry that is newer than
    this program or cannot be read, before any is written.
    """
    with locked(store):
        settle(store)
        found = {path: _raw(path) for path in sorted((store / layout.MANIFEST).glob("*.json"))}
        old = {path: _today(path, raw) for path, raw in found.items() if _version(raw) < NOW}
        packs = earlier_packs(store)
        for path, content in old.items():
            write_whole(path, content)
        apart = TakenApart() if packs is None else _take_apart(store, packs)
    return Migrated(len(old), apart)


def _take_apart(store: Path, packs: Iterable[EarlierPack]) -> TakenApart:
    """Take packs apart and clear them away; cut short, the next that writes clears them away."""
    mark = store / layout.UNFINISHED
    mark.touch()
    apart = take_apart(store, packs)
    clean(store)
    mark.unlink()
    return apart


def _raw(path: Path) -> Raw:
    """Read an entry of any version up to today's."""
    try:
        raw: Raw = dict(json.loads(path.read_bytes()))
        version = _version(raw)
    except layout.UNREADABLE as error:
        raise layout.bad_entry(path.name, error) from error
    if version > NOW:
        raise StoreError("storing.newer_version", file=path.name, version=version)
    return raw


def _version(raw: Raw) -> int:
    """Give the version of an entry; those from before versions were written are of version 0."""
    return int(str(raw.get("schema", 0)))


def _today(path: Path, raw: Raw) -> bytes:
    """Bring one entry to today's version; raises StoreError where it then cannot be read."""
    while (version := _version(raw)) < NOW:
        raw = STEPS[version](raw) | {"schema": version + 1}
    content = json.dumps(raw, ensure_ascii=False, indent=1).encode()
    try:
        entry_of(content)
    except layout.UNREADABLE as error:
        raise layout.bad_entry(path.name, error) from error
    return content
