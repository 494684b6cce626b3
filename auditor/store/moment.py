"""A store as it stands at one moment, though another process may be writing to it meanwhile."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from auditor.errors import BusyError, ClusterError, SqlError, StoreError, of_the_machine
from auditor.store import layout
from auditor.store.manifest import sources
from auditor.store.read import houses, partitions_of, rejects_of, skipped

Done = TypeVar("Done")

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pyarrow as pa

    from auditor.store.entry import SourceEntry
    from auditor.store.house import House
    from auditor.store.read import Partition, SkippedInput

TRIES, PAUSE = 20, 0.05
ANEW = 3  # an audit may be long
ROOT = {layout.COMMIT, layout.PACKS, layout.SKIPPED}


@dataclass(frozen=True, slots=True)
class Moment:
    """What a store holds: entries, and what comes of these same entries and of no others."""

    entries: tuple[SourceEntry, ...]
    partitions: tuple[Partition, ...]
    rejects: pa.Table
    houses: tuple[House, ...]
    skipped: tuple[SkippedInput, ...]


def moment_of(store: Path) -> Moment:
    """Look at a store, once more where it was written to while it was looked at.

    Raises StoreError where a file is amiss, and nobody was at work on the store, and BusyError
    where it was written to each time.
    """
    for _ in range(TRIES):
        before = _listed(store)
        try:
            found = _look(store)
        except StoreError:
            if _listed(store) == before:
                raise
        else:
            if _listed(store) == before:
                return found
        time.sleep(PAUSE)
    raise BusyError("storing.never_at_rest", store=store)


def steady(store: Path, does: Callable[[], Done]) -> Done:
    """Do something with what a store holds; anew where another process took files of it away.

    Raises what `does` raises where nobody has written to the store meanwhile, and BusyError where
    it was written to each time.
    """
    for _ in range(ANEW):
        before = _listed(store)
        try:
            return does()
        except (StoreError, SqlError, ClusterError, OSError) as error:
            if of_the_machine(error) or _listed(store) == before:
                raise
    raise BusyError("storing.never_at_rest", store=store)


def _look(store: Path) -> Moment:
    """Look at a store once."""
    entries = sources(store)
    return Moment(
        entries=entries,
        partitions=partitions_of(store, entries),
        rejects=rejects_of(store, entries, there=entries),
        houses=houses(store),
        skipped=skipped(store),
    )


def _listed(store: Path) -> list[tuple[str, int, int]]:
    """List what says which files count: each is written once, and renamed into place."""
    found = [one for folder in (layout.MANIFEST, layout.HOUSES) for one in _files(store / folder)]
    found += [one for one in _files(store) if one.name in ROOT]
    return sorted(filter(None, map(_told, found)))


def _files(folder: Path) -> list[os.DirEntry[str]]:
    """Give what is in a folder; nothing where it is not there."""
    if not folder.is_dir():
        return []
    with os.scandir(folder) as found:
        return list(found)


def _told(file: os.DirEntry[str]) -> tuple[str, int, int] | None:
    """Tell which file stands under a name; None where it is gone by now."""
    try:
        status = file.stat()
    except FileNotFoundError:
        return None
    return file.path, status.st_ino, status.st_mtime_ns
