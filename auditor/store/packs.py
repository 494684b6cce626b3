"""Compaction: the small files of a partition put into one, and taken out again where one goes.

They stand in it byte for byte, one after another, under one footer that finds the rows of all. So
they come back as they were, whichever program wrote them and whichever takes them out.
"""

from __future__ import annotations

from collections import defaultdict
from hashlib import sha256
from typing import TYPE_CHECKING

from auditor.errors import StoreError
from auditor.store.footer import footer_of, head_of, joined
from auditor.store.manifest import sources, writing
from auditor.store.packed import Member, Pack, pack_of, packs, write_packs
from auditor.store.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from auditor.store.entry import StoredFile
    from auditor.store.footer import Struct


def compact(store: Path) -> tuple[Pack, ...]:
    """Put the files of each table and partition that has several into one; give the new packs.

    Raises BusyError where another process holds the store, StoreError where a file is not as the
    manifest has it.
    """
    with writing(store):
        known = packs(store)
        found = [pack for files in _loose(store) for pack in _packed(store, files)]
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
            write_whole(store / member.path, member_bytes(store, pack, member=member))
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
    member = next(one for one in pack.members if one.path == path)
    return member_bytes(store, pack, member=member)


def member_bytes(store: Path, pack: Pack, *, member: Member) -> bytes:
    """Give the bytes of a file that stands in a pack."""
    with (store / pack.path).open("rb") as file:
        file.seek(member.start)
        return file.read(member.size)


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


def _packed(store: Path, files: Iterable[StoredFile]) -> Iterator[Pack]:
    """Write files into one, those of other columns or another program apart; a lone one stays."""
    alike: dict[object, list[tuple[StoredFile, bytes, Struct]]] = defaultdict(list)
    for one in files:
        data = _checked(store, one)
        try:
            footer = footer_of(data)
        except ValueError:
            continue
        alike[head_of(footer)].append((one, data, footer))
    return (_pack(store, group) for group in alike.values() if len(group) > 1)


def _pack(store: Path, group: list[tuple[StoredFile, bytes, Struct]]) -> Pack:
    """Write files that share their columns into one."""
    content = joined([data for _, data, _ in group], [footer for *_, footer in group])
    members, start = [], 0
    for one, data, _ in group:
        members.append(Member(one.path, start, len(data)))
        start += len(data)
    digest = sha256(content).hexdigest()
    folder = members[0].path.rpartition("/")[0]
    path = f"{folder}/pack-{digest[:40]}.parquet"
    write_whole(store / path, content)
    rows = sum(one.rows for one, *_ in group)
    return Pack(path, rows, len(content), digest, tuple(members))


def _checked(store: Path, file: StoredFile) -> bytes:
    """Read a file; raises StoreError where it is not as the manifest has it."""
    data = (store / file.path).read_bytes()
    if sha256(data).hexdigest() != file.sha256:
        raise StoreError("storing.file_differs", file=file.path)
    return data
