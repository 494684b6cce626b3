"""A store held against its manifest: what is missing, changed, miscounted, or named by nobody."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from auditor.store.manifest import clean, named_files, own_files, remove_entries, sources, writing
from auditor.store.packed import pack_of
from auditor.store.packs import expand, forget, member_bytes
from auditor.store.wanted import want

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.store.entry import SideFile, SourceEntry, StoredFile
    from auditor.store.packed import Pack


class FaultKind(StrEnum):
    """What is wrong with a file of a store."""

    MISSING = "missing"
    DIFFERS = "differs"
    MISCOUNTED = "miscounted"
    ORPHAN = "orphan"


@dataclass(frozen=True, slots=True)
class StoreFault:
    """A file at fault, and the source whose rows it holds; None where no entry names it."""

    kind: FaultKind
    file: str
    source: str | None = None
    key: str | None = None


def check(store: Path) -> tuple[StoreFault, ...]:
    """Give every fault of a store, by file; raises StoreError where an entry cannot be read."""
    packed = pack_of(store)
    seen: dict[str, FaultKind | None] = {}
    found = []
    for entry in sources(store):
        for each in entry.every_file:
            pack, path = packed.get(each.path), each.path
            kind = _seen(store, pack or each, seen=seen)
            if pack and kind:
                path = pack.path
            elif pack:
                kind = _fault_within(store, pack, one=each)
            found += [StoreFault(kind, path, entry.name, entry.key)] if kind else []
    named = named_files(store)
    found += [
        StoreFault(FaultKind.ORPHAN, name)
        for path in own_files(store)
        if (name := path.relative_to(store).as_posix()) not in named
    ]
    return tuple(sorted(found, key=lambda each: (each.file, each.kind)))


def repair(store: Path) -> tuple[SourceEntry, ...]:
    """Take out of a store the sources with a file at fault, and what no entry names.

    Gives the entries taken out: reading these sources again makes the store whole. They are listed
    in the store until then.
    """
    with writing(store):
        broken = {each.key for each in check(store) if each.key is not None}
        gone = tuple(entry for entry in sources(store) if entry.key in broken)
        lost = {each.file for each in check(store) if each.kind is not FaultKind.ORPHAN}
        want(store, gone)  # first: whatever is taken out is to be read again
        forget(store, lost)
        expand(store, (path for entry in gone for path in entry.paths))
        remove_entries(store, [entry.key for entry in gone])
        clean(store)
    return gone


def _seen(
    store: Path, one: StoredFile | SideFile | Pack, *, seen: dict[str, FaultKind | None]
) -> FaultKind | None:
    """Say what is wrong with a file, looking at it once."""
    if one.path not in seen:
        seen[one.path] = _fault(store, one)
    return seen[one.path]


def _fault(store: Path, one: StoredFile | SideFile | Pack) -> FaultKind | None:
    """Say what is wrong with a file that an entry names, if anything."""
    path = store / one.path
    if not path.is_file():
        return FaultKind.MISSING
    if path.stat().st_size != one.size or sha256(path.read_bytes()).hexdigest() != one.sha256:
        return FaultKind.DIFFERS
    return None if _rows(path) == one.rows else FaultKind.MISCOUNTED


def _fault_within(store: Path, pack: Pack, *, one: StoredFile | SideFile) -> FaultKind | None:
    """Say what is wrong with a file that stands in a pack, if anything."""
    (member,) = (each for each in pack.members if each.path == one.path)
    data = member_bytes(store, pack, member=member)
    if len(data) != one.size or sha256(data).hexdigest() != one.sha256:
        return FaultKind.DIFFERS
    return None if _rows(BytesIO(data)) == one.rows else FaultKind.MISCOUNTED


def _rows(file: Path | BytesIO) -> int | None:
    """Count the rows of a Parquet file; None where it is none."""
    try:
        return int(pq.read_metadata(file).num_rows)
    except pa.ArrowException:
        return None
