"""What a store holds of one casino on some dates, named by what it is and not by when it came.

A store names its files after whose place they took and what else it knew by then. Here they are
named after their content, so that the same logs give the same bytes, whatever came in between.
"""

from __future__ import annotations

import io
from collections import Counter
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from auditor.run.fingerprint import rejects_at
from auditor.store import layout
from auditor.store.entry import SideFile, entry_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date
    from pathlib import Path

    from auditor.store.entry import SourceEntry, StoredFile
    from auditor.store.moment import Moment


@dataclass(frozen=True, slots=True)
class Scope:
    """Which rows are meant: a casino, gaming dates, and the hashes of the sources that gave any."""

    casino_id: str
    days: frozenset[date | None]
    sources: frozenset[str]

    def holds(self, file: StoredFile) -> bool:
        """Tell whether a file is of these rows."""
        return file.casino_id == self.casino_id and file.gaming_date in self.days


@dataclass(frozen=True, slots=True)
class OwnEntry:
    """A source's part: its entry, where each of its files stands in the store, its rejects."""

    entry: SourceEntry
    stands: dict[str, str]
    rejects: bytes


def own_entries(
    store: Path, moment: Moment, *, casino_id: str, days: frozenset[date | None]
) -> list[OwnEntry]:
    """Give the part that each source of a store has in a casino's rows of some dates."""
    bare = Scope(casino_id, days, frozenset())
    own = [entry for entry in moment.entries if any(map(bare.holds, entry.files))]
    scope = replace(bare, sources=frozenset(entry.sha256 for entry in own))
    keys = {entry.key for entry in own}
    told = {*pc.unique(own_rejects(moment.rejects, scope)["source_sha256"]).to_pylist()}
    seen: Counter[str] = Counter()
    found = []
    for entry in moment.entries:
        if entry.key not in keys and entry.sha256 not in told:
            continue
        part = _part(store, entry, scope=scope, has_rejects=entry.sha256 in told)
        if part.entry.files or part.entry.rejects:
            digest = sha256(entry_text(part.entry)).hexdigest()[:40]
            found.append(_named(part, _numbered(digest, seen[digest])))
            seen[digest] += 1
    return found


def own_rejects(rejects: pa.Table, scope: Scope) -> pa.Table:
    """Give the rejects that may have been of some rows."""
    return rejects_at(rejects, scope.casino_id, days=scope.days, sources=scope.sources)


def _part(store: Path, entry: SourceEntry, *, scope: Scope, has_rejects: bool) -> OwnEntry:
    """Give a source's part, without what hangs on the order of things, and without names."""
    files = sorted(filter(scope.holds, entry.files), key=_place)
    sides, rejects = _rejects(store, entry if has_rejects else None, scope=scope)
    alone = replace(
        entry,
        key="",
        setting="",
        generation=0,
        venues={one: of for one, of in entry.venues.items() if one == scope.casino_id},
        files=tuple(replace(one, path="") for one in files),
        rejects=sides,
        asides=(),
        replaces=(),
    )
    return OwnEntry(alone, {str(n): one.path for n, one in enumerate(files)}, rejects)


def _named(part: OwnEntry, key: str) -> OwnEntry:
    """Name an entry and its files."""
    paths = list(_paths(part.entry.files, key))
    named = (replace(one, path=path) for one, path in zip(part.entry.files, paths, strict=True))
    sides = (replace(one, path=f"{layout.REJECTS}/{key}.parquet") for one in part.entry.rejects)
    entry = replace(part.entry, key=key, files=tuple(named), rejects=tuple(sides))
    return OwnEntry(entry, dict(zip(paths, part.stands.values(), strict=True)), part.rejects)


def _paths(files: Iterable[StoredFile], key: str) -> Iterator[str]:
    """Give each file a path; a source may have several of one table and partition."""
    seen: Counter[str] = Counter()
    for one in files:
        folder = layout.partition_folder(one.table, one.casino_id, gaming_date=one.gaming_date)
        yield f"{folder}/{_numbered(key, seen[folder])}.parquet"
        seen[folder] += 1


def _numbered(key: str, number: int) -> str:
    """Give a key that was used before a number."""
    return f"{key}-{number}" if number else key


def _rejects(
    store: Path, entry: SourceEntry | None, *, scope: Scope
) -> tuple[tuple[SideFile, ...], bytes]:
    """Give the rejects of a source that may have been of some rows, as a file without a path."""
    sides = entry.rejects if entry else ()
    tables = [pq.read_table(store / one.path, partitioning=None) for one in sides]
    rows = own_rejects(pa.concat_tables(tables), scope) if tables else None
    if rows is None or not rows.num_rows:
        return (), b""
    sink = io.BytesIO()
    pq.write_table(rows, sink)
    content = sink.getvalue()
    side = SideFile("", "", rows.num_rows, len(content), sha256(content).hexdigest())
    return (side,), content


def _place(file: StoredFile) -> tuple[str, str]:
    """Rank a file by its table and gaming date."""
    return file.table, str(file.gaming_date or "")
