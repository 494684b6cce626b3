"""The store's manifest: which sources it holds; an entry's file is what makes its rows count."""

from __future__ import annotations

import json
import time
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict
from pathlib import PurePath
from typing import TYPE_CHECKING

from auditor.errors import BusyError, StoreError
from auditor.games.log_model import tables
from auditor.store import layout
from auditor.store.entry import SCHEMA_VERSION, entry_of, entry_text
from auditor.store.holder import NOBODY, read_holder, tell_holder, this_process
from auditor.store.packed import packs
from auditor.store.together import places, put, settle

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from auditor.store.entry import SourceEntry

    Version = tuple[int, int, int]

SURELY_WRITTEN = 2_000_000_000  # ns: no clock of a file system is coarser
_known: ContextVar[dict[Path, tuple[Version, SourceEntry]] | None] = ContextVar(
    "entries that were read before", default=None
)


def sources(store: Path) -> tuple[SourceEntry, ...]:
    """Give the entry of every source that a store holds, by name and key.

    An entry that another replaces does not count. Raises StoreError for an entry that cannot be
    read or is of another version.
    """
    entries = list(_entries(store))
    replaced = {key for entry in entries for key in entry.replaces}
    live = (entry for entry in entries if entry.key not in replaced)
    return tuple(sorted(live, key=lambda entry: (entry.name, entry.key)))


def commit(
    store: Path, entries: Iterable[SourceEntry], *, beside: Mapping[str, bytes] | None = None
) -> None:
    """Make the files of some sources count, with what was kept beside them: all at once, or none.

    `beside` are house files and the list of skipped inputs: path from the store → content.
    """
    told = {f"{layout.MANIFEST}/{entry.key}.json": entry_text(entry) for entry in entries}
    put(store, {**(beside or {}), **told})


def remove_entries(store: Path, keys: Iterable[str]) -> None:
    """Delete entries that others have replaced, with their files.

    Cut short, it leaves entries that do not count; the next ingest deletes them.
    """
    files = (layout.manifest_file(store, key) for key in keys)
    for path in (one for one in files if one.is_file()):
        entry = _read(path, path.read_bytes())
        for one in entry.paths:
            (store / one).unlink(missing_ok=True)
        path.unlink()


@contextmanager
def remembering() -> Iterator[None]:
    """Read no entry twice while its file stays as it is: for who asks a store again and again."""
    before = _known.set({})
    try:
        yield
    finally:
        _known.reset(before)


@contextmanager
def writing(store: Path) -> Iterator[None]:
    """Hold a store for writing; what an interrupted ingest left behind is cleared away first.

    Raises BusyError where another process holds it.
    """
    store.mkdir(parents=True, exist_ok=True)
    mark = store / layout.UNFINISHED
    with locked(store):
        settle(store)
        if mark.exists():
            clean(store)
        mark.touch()
        yield
        mark.unlink()


def clean(store: Path) -> None:
    """Delete what no entry names: temporary files, and files of entries that never came to be."""
    kept = named_files(store)
    for path in own_files(store):
        if path.relative_to(store).as_posix() not in kept:
            path.unlink()


def named_files(store: Path) -> set[str]:
    """Give the files that entries make count, and the entries themselves, from the store."""
    live = sources(store)
    kept = {path for entry in live for path in entry.paths}
    kept |= {pack.path for pack in packs(store) if any(one.path in kept for one in pack.members)}
    return kept | {f"{layout.MANIFEST}/{entry.key}.json" for entry in live}


def own_files(store: Path) -> Iterator[Path]:
    """Walk the files that ingest writes: Parquet in its own folders, entries, temporary ones."""
    for table in tables():
        yield from (store / table).glob("casino_id=*/gaming_date=*/*")
    for folder in (layout.MANIFEST, layout.REJECTS, layout.ASIDE, layout.TENTATIVE):
        yield from (path for path in (store / folder).rglob("*") if path.is_file())
    yield from store.glob(f"*{layout.TEMPORARY}")
    yield from (store / layout.HOUSES).glob(f"*{layout.TEMPORARY}")


@contextmanager
def locked(store: Path) -> Iterator[None]:
    """Hold the store's lock; it is let go when its process ends, however. Raises BusyError."""
    import fcntl  # noqa: PLC0415  # only where there are such locks

    path = store / layout.LOCK
    with path.open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            who = asdict(read_holder(path) or NOBODY)
            raise BusyError("storing.store_is_busy", store=store, **who) from error
        tell_holder(lock, this_process())
        try:
            yield
        finally:
            tell_holder(lock, None)


def _refuse_version(path: Path, version: int) -> None:
    """Raise StoreError for an entry that was written by another version, with what to do."""
    if version != SCHEMA_VERSION:
        code = "storing.older_version" if version < SCHEMA_VERSION else "storing.newer_version"
        raise StoreError(code, file=path.name, version=version)


def _entries(store: Path) -> Iterator[SourceEntry]:
    """Walk every entry, the replaced ones too, as they hold."""
    try:
        for path, content in places(store, layout.MANIFEST, suffix=".json"):
            yield _remembered(path) if content is None else _read(path, content)
    except OSError as error:
        file = PurePath(error.filename or layout.MANIFEST).name
        raise layout.bad_entry(file, error) from error


def _remembered(path: Path) -> SourceEntry:
    """Read an entry's file, or give what it was read as; one written just now is not relied upon.

    A file may be written twice within one tick of the clock that tells its versions apart.
    """
    known = _known.get()
    if known is None:
        return _read(path, path.read_bytes())
    now, told = time.time_ns(), path.stat()
    version = told.st_ino, told.st_size, told.st_mtime_ns
    if path in known and known[path][0] == version:
        return known[path][1]
    entry = _read(path, path.read_bytes())
    if now - told.st_mtime_ns > SURELY_WRITTEN:
        known[path] = version, entry
    return entry


def _read(path: Path, content: bytes) -> SourceEntry:
    """Read one entry."""
    try:
        _refuse_version(path, json.loads(content).get("schema", 0))
        entry = entry_of(content)
    except layout.UNREADABLE as error:
        raise layout.bad_entry(path.name, error) from error
    if entry.key != path.stem:
        raise StoreError("storing.other_name", file=path.name)
    return entry
