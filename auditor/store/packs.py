"""Compaction: the small files of a partition put into one, and taken out again where one goes."""

from __future__ import annotations

from collections import defaultdict
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from auditor.errors import StoreError
from auditor.store.manifest import sources, writing
from auditor.store.packed import Member, Pack, pack_of, packs, write_packs
from auditor.store.whole import write_whole
from auditor.store.write import coded, parquet_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from auditor.store.entry import StoredFile


def compact(store: Path) -> tuple[Pack, ...]:
    """Put the files of each table and partition that has several into one; give the new packs.

    A file is packed only where its very bytes can be made again from the pack. Raises StoreError
    where another process holds the store, or a file is not as the manifest has it.
    """
    with writing(store):
        known = packs(store)
        found = [pack for files in _loose(store) if (pack := _pack(store, files)) is not None]
        write_packs(store, (*known, *found)) if found else None
        for one in (member for pack in (*known, *found) for member in pack.members):
            (store / one.path).unlink(missing_ok=True)
    return tuple(found)


def expand(store: Path, going: Iterable[str]) -> None:
    """Take files out of their packs again, where some of a pack are to go: each stands alone."""
    paths = set(going)
    told = packs(store)
    broken_up = [pack for pack in told if any(one.path in paths for one in pack.members)]
    for pack in broken_up:
        for member in pack.members:
            write_whole(store / member.path, _bytes_in(store, pack, member=member))
    if broken_up:
        write_packs(store, (pack for pack in told if pack not in broken_up))
        for pack in broken_up:
            (store / pack.path).unlink(missing_ok=True)


def forget(store: Path, lost: Iterable[str]) -> None:
    """Leave packs that are at fault out of the index: the sources of their files go as well."""
    gone, told = set(lost), packs(store)
    if any(pack.path in gone for pack in told):
        write_packs(store, (pack for pack in told if pack.path not in gone))


def file_bytes(store: Path, path: str) -> bytes:
    """Give the bytes of a file that an entry names, wherever its rows stand."""
    pack = pack_of(store).get(path)
    if pack is None:
        return (store / path).read_bytes()
    return _bytes_in(store, pack, member=next(one for one in pack.members if one.path == path))


def _loose(store: Path) -> list[list[StoredFile]]:
    """Give the files of each table and partition that has several outside of packs."""
    packed = pack_of(store)
    found: dict[tuple[str, str, str], list[StoredFile]] = defaultdict(list)
    for entry in sources(store):
        for one in entry.files:
            if one.path not in packed and one.rows:
                found[one.table, one.casino_id, str(one.gaming_date)].append(one)
    alike = ([*sorted(files, key=lambda one: one.path)] for files in found.values())
    return [files for files in alike if len(files) > 1]


def _pack(store: Path, files: list[StoredFile]) -> Pack | None:
    """Write files into one; None where their schemas differ or bytes would not come back."""
    read = {one.path: _checked(store, one) for one in files}
    tables = {path: _groups(data) for path, data in read.items()}
    schemas = {groups[0].schema for groups in tables.values()}
    if len(schemas) > 1:
        return None
    sink, members, first = pa.BufferOutputStream(), [], 0
    schema = schemas.pop()
    recur = coded(schema.names)
    options = {"store_schema": False, "compression": "zstd", "use_dictionary": recur}
    with pq.ParquetWriter(sink, schema, **options) as writer:
        for path, groups in tables.items():
            for group in groups:
                writer.write_table(group, row_group_size=group.num_rows)
            members.append(Member(path, first, len(groups)))
            first += len(groups)
    content = sink.getvalue().to_pybytes()
    for one, member in zip(files, members, strict=True):
        if sha256(_again(content, member)).hexdigest() != one.sha256:
            return None
    digest = sha256(content).hexdigest()
    folder = files[0].path.rpartition("/")[0]
    path = f"{folder}/pack-{digest[:40]}.parquet"
    write_whole(store / path, content)
    rows = sum(one.rows for one in files)
    return Pack(path, rows, len(content), digest, tuple(members))


def _checked(store: Path, file: StoredFile) -> bytes:
    """Read a file; raises StoreError where it is not as the manifest has it."""
    data = (store / file.path).read_bytes()
    if sha256(data).hexdigest() != file.sha256:
        raise StoreError("storing.file_differs", file=file.path)
    return data


def _bytes_in(store: Path, pack: Pack, *, member: Member) -> bytes:
    """Make the bytes of a packed file again."""
    return _again((store / pack.path).read_bytes(), member)


def _again(whole: bytes, member: Member) -> bytes:
    """Make the bytes of a packed file again from the whole."""
    wanted = range(member.first_group, member.first_group + member.groups)
    return bytes(parquet_bytes(_groups(whole, wanted)))


def _groups(data: bytes, wanted: Iterable[int] | None = None) -> list[pa.Table]:
    """Read row groups, their dictionaries as they stand in the file."""
    schema = pq.read_schema(BytesIO(data))
    texts = [one for one in coded(schema.names) if pa.types.is_string(schema.field(one).type)]
    again = pq.ParquetFile(BytesIO(data), read_dictionary=texts)
    every = range(again.num_row_groups) if wanted is None else wanted
    return [again.read_row_group(n) for n in every]
