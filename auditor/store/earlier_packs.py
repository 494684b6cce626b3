"""Packs of the first version, which kept rows and no bytes, taken apart by their rows.

A file that is made of its rows has the bytes of whichever program makes it, and these need not be
those that its entry tells. So a pack is held to its own hash, and a file to the rows in the pack
and to their count in its entry, which is then told the bytes that the file has now.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from auditor.store import layout
from auditor.store.layout import refuse_outside
from auditor.store.manifest import commit, sources
from auditor.store.packed import write_packs
from auditor.store.whole import write_whole
from auditor.store.write import coded, parquet_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from auditor.store.entry import StoredFile

VERSION = 1


@dataclass(frozen=True, slots=True)
class Part:
    """A small file in a pack: its path from the store, and its row groups there."""

    path: str
    first_group: int
    groups: int


@dataclass(frozen=True, slots=True)
class EarlierPack:
    """A pack of the first version: its path, SHA-256, and the files that stand in it."""

    path: str
    sha256: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class TakenApart:
    """What became of packs: files that stand alone, those with other bytes, packs at fault."""

    files: int = 0
    rewritten: int = 0
    damaged: tuple[str, ...] = ()


def earlier_packs(store: Path) -> tuple[EarlierPack, ...] | None:
    """Give the packs of an index of the first version; None where there is none.

    Raises StoreError where the index cannot be read.
    """
    path = store / layout.PACKS
    try:
        if not path.is_file() or (raw := json.loads(path.read_bytes()))["version"] != VERSION:
            return None
        return tuple(_pack(one) for one in raw["packs"])
    except layout.UNREADABLE as error:
        raise layout.bad_entry(path.name, error) from error


def take_apart(store: Path, packs: Iterable[EarlierPack]) -> TakenApart:
    """Let every file of some packs stand alone, and leave the index without a pack.

    The store must be held, its entries of today's version. Cut short at any moment, the index still
    has the packs, and doing it once more comes to the same. The files of a pack at fault are then
    missing: `auditor.store.check` names their sources.
    """
    named = {one.path: one for entry in sources(store) for one in entry.files}
    now: dict[str, StoredFile] = {}
    damaged = []
    for pack in packs:
        made = _made(store, pack, named=named)
        if made is None:
            damaged.append(pack.path)
        for path, data in (made or {}).items():
            write_whole(store / path, data)
            digest = sha256(data).hexdigest()
            now[path] = replace(named[path], size=len(data), sha256=digest)
    for entry in sources(store):
        files = tuple(now.get(one.path, one) for one in entry.files)
        if files != entry.files:
            commit(store, [replace(entry, files=files)])
    write_packs(store, ())
    changed = sum(one != named[path] for path, one in now.items())
    return TakenApart(len(now), changed, tuple(damaged))


def _pack(raw: dict[str, object]) -> EarlierPack:
    """Read one pack; raises ValueError for a path that does not stay in the store."""
    members = raw["members"]
    parts = tuple(Part(**one) for one in (members if isinstance(members, list) else []))
    pack = EarlierPack(str(raw["path"]), str(raw["sha256"]), parts)
    for path in (pack.path, *(one.path for one in parts)):
        refuse_outside(path)
    return pack


def _made(
    store: Path, pack: EarlierPack, *, named: Mapping[str, StoredFile]
) -> dict[str, bytes] | None:
    """Make the files of a pack that entries name; None where it is not as its index has it."""
    path = store / pack.path
    content = path.read_bytes() if path.is_file() else b""
    if sha256(content).hexdigest() != pack.sha256:
        return None
    found = {}
    for part in (one for one in pack.parts if one.path in named):
        groups = _groups(content, part)
        data = bytes(parquet_bytes(groups))
        rows = _plain(pa.concat_tables(groups, promote_options="permissive"))
        if rows.num_rows != named[part.path].rows or not _plain(_table(data)).equals(rows):
            return None
        found[part.path] = data
    return found


def _groups(content: bytes, part: Part) -> list[pa.Table]:
    """Read the row groups of a file, their dictionaries as they stand there."""
    schema = pq.read_schema(BytesIO(content))
    texts = [one for one in coded(schema.names) if pa.types.is_string(schema.field(one).type)]
    whole = pq.ParquetFile(BytesIO(content), read_dictionary=texts)
    wanted = range(part.first_group, part.first_group + part.groups)
    return [whole.read_row_group(number) for number in wanted]


def _table(data: bytes) -> pa.Table:
    """Read all rows of a file."""
    return pq.ParquetFile(BytesIO(data)).read()


def _plain(rows: pa.Table) -> pa.Table:
    """Give rows without dictionaries."""
    kinds = [(f.name, f.type.value_type if _is_coded(f) else f.type) for f in rows.schema]
    return rows.cast(pa.schema(kinds))


def _is_coded(field: pa.Field) -> bool:
    """Tell whether a column has a dictionary."""
    return bool(pa.types.is_dictionary(field.type))
