"""The sources that a repair took out of a store and that have not been read again."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from auditor.store.layout import UNREADABLE, WANTED
from auditor.store.manifest import sources
from auditor.store.whole import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from auditor.store.entry import SourceEntry


@dataclass(frozen=True, slots=True)
class Wanted:
    """A source that is to be read again: its name, and the hash of its bytes."""

    name: str
    sha256: str


def want(store: Path, gone: Iterable[SourceEntry]) -> None:
    """Remember that sources are to be read again, beside those that are wanted already."""
    wanted = {*_listed(store), *(Wanted(entry.name, entry.sha256) for entry in gone)}
    if wanted:
        _write(store, wanted)


def still_wanted(store: Path) -> tuple[Wanted, ...]:
    """Give the sources that are not in the store again; where there are none, none is listed."""
    listed = _listed(store)
    if not listed:
        return ()
    there = {entry.sha256 for entry in sources(store)}
    wanted = [each for each in listed if each.sha256 not in there]
    if len(wanted) < len(listed):
        _write(store, wanted)
    return tuple(wanted)


def _listed(store: Path) -> list[Wanted]:
    """Read the list; one that is not there or not whole is empty."""
    try:
        told = json.loads((store / WANTED).read_bytes())
        return [Wanted(str(one["name"]), str(one["sha256"])) for one in told]
    except UNREADABLE:
        return []


def _write(store: Path, wanted: Iterable[Wanted]) -> None:
    """Write the list, or take it away where it is empty."""
    told = [asdict(each) for each in sorted(wanted, key=lambda each: (each.name, each.sha256))]
    if told:
        write_whole(store / WANTED, json.dumps(told, ensure_ascii=False).encode())
    else:
        (store / WANTED).unlink(missing_ok=True)
