"""Small files that stand in one: the index of packs, one file, so that one rename switches all.

Entries go on naming the small files. A pack holds each of them byte for byte, and all their rows.
Where no member is gone, the pack is read instead of them.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from auditor.errors import StoreError
from auditor.store import layout
from auditor.store.layout import refuse_outside
from auditor.store.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

VERSION = 2  # 1 kept row groups, from which another program makes other bytes


@dataclass(frozen=True, slots=True)
class Member:
    """A small file in a pack: its path from the store, and where its bytes stand."""

    path: str
    start: int
    size: int


@dataclass(frozen=True, slots=True)
class Pack:
    """A file that holds the rows of several, with its rows, bytes and SHA-256."""

    path: str
    rows: int
    size: int
    sha256: str
    members: tuple[Member, ...]


def packs(store: Path) -> tuple[Pack, ...]:
    """Give the packs of a store; raises StoreError for an index of another version, or unread."""
    path = store / layout.PACKS
    try:
        if not path.is_file():
            return ()
        raw = json.loads(path.read_bytes())
        if (version := int(raw["version"])) != VERSION:
            code = "storing.older_version" if version < VERSION else "storing.newer_version"
            raise StoreError(code, file=path.name, version=version)
        return tuple(_pack(one) for one in raw["packs"])
    except layout.UNREADABLE as error:
        raise layout.bad_entry(path.name, error) from error


def write_packs(store: Path, told: Iterable[Pack]) -> None:
    """Write the index: what it says holds from the moment of its rename."""
    listed = sorted((asdict(one) for one in told), key=lambda one: str(one["path"]))
    text = json.dumps({"version": VERSION, "packs": listed}, indent=1)
    write_whole(store / layout.PACKS, f"{text}\n".encode())


def pack_of(store: Path) -> dict[str, Pack]:
    """Give the pack of each small file that stands in one."""
    return {one.path: pack for pack in packs(store) for one in pack.members}


def _pack(raw: dict[str, object]) -> Pack:
    """Read one pack; raises ValueError for a path that does not stay in the store."""
    members = raw["members"]
    listed = members if isinstance(members, list) else []
    pack = Pack(**(raw | {"members": tuple(Member(**one) for one in listed)}))  # type: ignore[arg-type]  # as written
    for path in (pack.path, *(one.path for one in pack.members)):
        refuse_outside(path)
    return pack
