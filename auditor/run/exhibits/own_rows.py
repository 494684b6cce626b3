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

from auditor.run.again.fingerprint import rejects_at
from auditor.run.exhibits.own_files import Stand, content_of
from auditor.store import layout
from auditor.store.entry import SideFile, entry_text
from auditor.store.read import reject_rows, with_lasting_copies

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import date
    from pathlib import Path

    from auditor.store.entry import SourceEntry, StoredFile
    from auditor.store.moment import Moment


REJECT_ORDER = ("source_name", "table", "record", "column")


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
    stands: dict[str, Stand]
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
    hands = _by_place(one for entry in own for one in entry.files if bare.holds(one))
    seen: Counter[str] = Counter()
    found = []
    for entry in moment.entries:
        if entry.key not in keys and entry.sha256 not in told:
            continue
        stands = _stands(entry, scope=scope, hands=hands)
        files = entry.rejects if entry.sha256 in told else ()
        lost = [with_lasting_copies(reject_rows(store / one.path), moment.entries) for one in files]
        sides = _rejects(lost, scope=scope)
        part = _part(store, entry, scope=scope, stands=stands, sides=sides)
        if part.entry.files or part.entry.rejects:
            digest = sha256(entry_text(part.entry)).hexdigest()[:40]
            found.append(_named(part, _numbered(digest, seen[digest])))
            seen[digest] += 1
    return found


def own_rejects(rejects: pa.Table, scope: Scope) -> pa.Table:
    """Give the rejects that may have been of some rows."""
    return rejects_at(rejects, scope.casino_id, days=scope.days, sources=scope.sources)


def _by_place(files: Iterable[StoredFile]) -> dict[tuple[str, date | None], list[StoredFile]]:
    """Group files by table and gaming date, in that order."""
    grouped: dict[tuple[str, date | None], list[StoredFile]] = {}
    for one in sorted(files, key=_place):
        grouped.setdefault((one.table, one.gaming_date), []).append(one)
    return grouped


def _stands(
    entry: SourceEntry,
    *,
    scope: Scope,
    hands: Mapping[tuple[str, date | None], Sequence[StoredFile]],
) -> list[Stand]:
    """Tell where a source's rows stand: of each table and date together, as if they came so."""
    return [
        Stand(tuple(files), tuple(hands.get(("hands", day), ())))
        for (_, day), files in _by_place(filter(scope.holds, entry.files)).items()
    ]


def _part(
    store: Path,
    entry: SourceEntry,
    *,
    scope: Scope,
    stands: Sequence[Stand],
    sides: tuple[tuple[SideFile, ...], bytes],
) -> OwnEntry:
    """Give a source's part, without what hangs on the order of things, and without names."""
    alone = replace(
        entry,
        key="",
        setting="",
        beside="",
        generation=0,
        venues={one: of for one, of in entry.venues.items() if one == scope.casino_id},
        files=tuple(_file(store, stand) for stand in stands),
        rejects=sides[0],
        asides=(),
        tentative=(),
        replaces=(),
    )
    return OwnEntry(alone, {str(n): stand for n, stand in enumerate(stands)}, sides[1])


def _file(store: Path, stand: Stand) -> StoredFile:
    """Tell of a file without its path; one that is put together of several has bytes of its own."""
    first, *others = stand.files
    if not others:
        return replace(first, path="", tentative=False)
    content = content_of(store, stand)
    rows = sum(one.rows for one in stand.files)
    digest = sha256(content).hexdigest()
    told = replace(first, path="", tentative=False)
    return replace(told, rows=rows, size=len(content), sha256=digest)


def _named(part: OwnEntry, key: str) -> OwnEntry:
    """Name an entry and its files."""
    paths = [_path(one, key) for one in part.entry.files]
    named = (replace(one, path=path) for one, path in zip(part.entry.files, paths, strict=True))
    sides = (replace(one, path=f"{layout.REJECTS}/{key}.parquet") for one in part.entry.rejects)
    entry = replace(part.entry, key=key, files=tuple(named), rejects=tuple(sides))
    return OwnEntry(entry, dict(zip(paths, part.stands.values(), strict=True)), part.rejects)


def _path(file: StoredFile, key: str) -> str:
    """Give a file a path; a source has one of a table and partition."""
    folder = layout.partition_folder(file.table, file.casino_id, gaming_date=file.gaming_date)
    return f"{folder}/{key}.parquet"


def _numbered(key: str, number: int) -> str:
    """Give a key that was used before a number."""
    return f"{key}-{number}" if number else key


def _rejects(tables: Sequence[pa.Table], *, scope: Scope) -> tuple[tuple[SideFile, ...], bytes]:
    """Give the rejects of a source that may have been of some rows, as a file without a path."""
    rows = own_rejects(pa.concat_tables(tables), scope) if tables else None
    if rows is None or not rows.num_rows:
        return (), b""
    sink = io.BytesIO()
    pq.write_table(rows.sort_by([(column, "ascending") for column in REJECT_ORDER]), sink)
    content = sink.getvalue()
    side = SideFile("", "", rows.num_rows, len(content), sha256(content).hexdigest())
    return (side,), content


def _place(file: StoredFile) -> tuple[str, str]:
    """Rank a file by its table and gaming date."""
    return file.table, str(file.gaming_date or "")
