"""What a store holds, for those who read it: partitions, rejects, houses, skipped inputs."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from auditor.errors import StoreError, kept_from
from auditor.store import layout
from auditor.store.house import parse_house
from auditor.store.manifest import sources
from auditor.store.packed import pack_of
from auditor.store.together import small_file, small_files
from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from auditor.store.entry import SideFile, SourceEntry, StoredFile
    from auditor.store.house import House
    from auditor.store.packed import Pack

REJECT_SCHEMA = pa.schema(
    [
        ("source_name", pa.string()),
        ("source_sha256", pa.string()),
        ("table", pa.string()),
        ("record", pa.int64()),
        ("column", pa.string()),
        ("value", pa.string()),
        ("reason_es", pa.string()),
        ("reason_en", pa.string()),
        ("casino_id", pa.string()),
        ("gaming_date", pa.date32()),
        ("session_id", pa.string()),
        ("shoe_id", pa.string()),
        ("hand_id", pa.string()),
        ("key", pa.string()),
        ("aside", pa.bool_()),
        ("copy_of", pa.string()),
    ]
)


@dataclass(frozen=True, slots=True)
class Partition:
    """One casino on one gaming date (None: not known): table → its files, and the rows in all.

    `hashes` is file → SHA-256, as the manifest has it.
    """

    casino_id: str
    gaming_date: date | None
    files: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rows: int = 0
    hashes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SkippedInput:
    """An input that was not read: its name, why, and whether anything was lost by it."""

    name: str
    code: str
    reason_es: str
    reason_en: str
    counts: bool


def partitions(
    store: Path,
    *,
    casinos: Collection[str] = (),
    first: date | None = None,
    last: date | None = None,
) -> tuple[Partition, ...]:
    """Give the partitions of some casinos (none named: all) and gaming dates, in order.

    Undated partitions are in, whatever the dates, and come last of their casino. Raises StoreError
    where a file is not there as the manifest has it.
    """
    found = partitions_of(store, sources(store))
    return selected(found, casinos=casinos, first=first, last=last)


def selected(
    found: Iterable[Partition],
    *,
    casinos: Collection[str],
    first: date | None,
    last: date | None,
) -> tuple[Partition, ...]:
    """Keep the partitions of some casinos (none named: all) and gaming dates, and the undated."""
    return tuple(
        one
        for one in found
        if (not casinos or one.casino_id in casinos)
        and (one.gaming_date is None or first is None or first <= one.gaming_date)
        and (one.gaming_date is None or last is None or one.gaming_date <= last)
    )


def partitions_of(store: Path, entries: Iterable[SourceEntry]) -> tuple[Partition, ...]:
    """Give the partitions that some entries have rows in; raises StoreError for a file amiss."""
    files = [(one.casino_id, one.gaming_date, one) for entry in entries for one in entry.files]
    kept = {one.path for *_, one in files}
    packed = {
        path: pack
        for path, pack in pack_of(store).items()
        if all(member.path in kept for member in pack.members)
    }
    grouped: dict[tuple[str, date | None], list[StoredFile]] = {}
    for casino, day, one in files:
        grouped.setdefault((casino, day), []).append(one)
    ordered = sorted(grouped, key=lambda key: (key[0], key[1] is None, key[1] or date.min))
    return tuple(_partition(store, key, files=grouped[key], packed=packed) for key in ordered)


def folders_of(partitions: Iterable[Partition]) -> set[Path]:
    """Give the folders of some partitions, by table and casino: few, however many nights."""
    nights = {Path(path).parent for one in partitions for path in chain(*one.files.values())}
    return {night.parent for night in nights}


def rejects(store: Path) -> pa.Table:
    """Give every record that was not taken in (columns of `REJECT_SCHEMA`), rows set aside too."""
    there = sources(store)
    return rejects_of(store, there, there=there)


def rejects_of(
    store: Path, entries: Iterable[SourceEntry], *, there: Iterable[SourceEntry]
) -> pa.Table:
    """Give the records of some of a store's entries that were not taken in; `there` are them all.

    What an entry rejects may be a copy of what any other of the store's holds.
    """
    found = [one for entry in entries for one in entry.rejects]
    if not found:  # what sorts rows is slow to load
        return REJECT_SCHEMA.empty_table()
    whole = pa.concat_tables(reject_rows(_checked(store, one)) for one in found)
    return with_lasting_copies(whole, there).sort_by(
        [(c, "ascending") for c in ("source_name", "table", "record")]
    )


def with_lasting_copies(rejects: pa.Table, entries: Iterable[SourceEntry]) -> pa.Table:
    """Tell of no reject that it is a copy where what it copies may count no more.

    So it is where none of the store's entries has the source's bytes, or took another's place.
    The record is lost then, and its reason says so.
    """
    lasting = pa.array([one.sha256 for one in entries if not one.replaces], pa.string())
    is_copy = pc.is_in(rejects["copy_of"], value_set=lasting)
    was_one = pc.and_not(pc.is_valid(rejects["copy_of"]), is_copy)
    lost = {f"reason_{lang}": say("storing.copy_of_gone", lang=lang) for lang in ("es", "en")}
    for column, words in {"copy_of": None, **lost}.items():
        at = rejects.schema.get_field_index(column)
        cells = pc.if_else(was_one, pa.scalar(words, pa.string()), rejects[column])
        rejects = rejects.set_column(at, rejects.schema.field(at), cells)
    return rejects


def reject_rows(path: Path) -> pa.Table:
    """Read one file of rejects; a column that came later than it is NULL."""
    return pq.read_table(path, schema=REJECT_SCHEMA, partitioning=None)


def houses(store: Path) -> tuple[House, ...]:
    """Give the house files that a store keeps, by casino, under the names that people give them."""
    files = small_files(store, layout.HOUSES, suffix=".toml")
    found = [parse_house(content, file=f"house-{unquote(path.name)}") for path, content in files]
    return tuple(sorted(found, key=lambda house: house.casino_id))


def skipped(store: Path) -> tuple[SkippedInput, ...]:
    """Give the inputs that the ingests into a store did not read, nor any later one, by name.

    Raises StoreError where their list cannot be read.
    """
    try:
        raw = json.loads(small_file(store, layout.SKIPPED) or b"[]")
        found = [SkippedInput(**one) for one in raw]
        return tuple(sorted(found, key=lambda one: (one.name, one.code)))
    except layout.UNREADABLE as error:
        raise layout.bad_entry(layout.SKIPPED, error) from error


def verify(store: Path) -> None:
    """Compare every file with the manifest byte for byte; raises StoreError for one amiss."""
    packed = pack_of(store)
    for entry in sources(store):
        for each in entry.every_file:
            one = packed.get(each.path, each)
            if sha256(_checked(store, one).read_bytes()).hexdigest() != one.sha256:
                raise StoreError("storing.file_differs", file=one.path)


def _partition(
    store: Path,
    key: tuple[str, date | None],
    *,
    files: Iterable[StoredFile],
    packed: Mapping[str, Pack],
) -> Partition:
    """Make a partition of its files, a pack in place of those that stand in it."""
    of_tables: dict[str, dict[str, None]] = {}
    hashes: dict[str, str] = {}
    rows = 0
    for one in sorted(files, key=lambda one: one.path):
        whole = packed.get(one.path, one)
        path = str(_checked(store, whole))
        of_tables.setdefault(one.table, {})[path] = None
        hashes[path] = whole.sha256
        rows += one.rows
    paths = {table: tuple(paths) for table, paths in sorted(of_tables.items())}
    return Partition(key[0], key[1], paths, rows, hashes)


def _checked(store: Path, file: StoredFile | SideFile | Pack) -> Path:
    """Give a file's path; raises StoreError where it is not there, or of another size.

    Raises OSError where the system does not let it be seen: it may be whole.
    """
    path = store / file.path
    try:
        size = path.stat().st_size
    except OSError as error:
        if kept_from(error):
            raise
        raise StoreError("storing.file_missing", file=file.path) from error
    if size != file.size:
        raise StoreError("storing.file_differs", file=file.path)
    return path
