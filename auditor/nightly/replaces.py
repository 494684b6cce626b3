"""Which sources a delivery says that it replaces, whether they came before it or come later.

`replaces.toml`, in its own folder or beside it in the inbox:

[[replaces]]
source = "2026-03-07/hands.csv"   # a file of an earlier delivery, or a whole one
by = "2026-03-07b"                # the delivery; in its own folder it may be left out
reason = "…"
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from auditor.errors import UsageError
from auditor.ingest.find.found import REPLACES, is_named
from auditor.store.toml_section import parse_toml

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from auditor.nightly.ledger import Dealt
    from auditor.store.toml_section import Section

    Known = Mapping[str, Dealt]  # what an inbox has delivered, by name

KEYS = ("source", "by", "reason")


def replaced_by(delivery: str, *, own: Path, beside: Path) -> tuple[str, ...]:
    """Give what a delivery replaces, by its own file and by that of the inbox."""
    named = [
        *_read(own, file=f"{delivery}/{REPLACES}", by=delivery),
        *_read(beside, file=REPLACES, by=None),
    ]
    return tuple(dict.fromkeys(source for source, by in named if by == delivery))


def declared(beside: Path) -> dict[str, tuple[str, ...]]:
    """Give what the inbox's own file says: delivery → what it replaces; raises UsageError."""
    named = _read(beside, file=REPLACES, by=None)
    return {by: tuple(source for source, one in named if one == by) for _, by in named}


def overtaken(
    delivery: str, files: Iterable[str], *, replaces: tuple[str, ...], known: Known
) -> dict[str, str]:
    """Give the files of a delivery whose place another, taken before, has: file → that delivery.

    What the delivery itself says that it replaces takes nothing from it.
    """
    own = tuple(files)
    return {
        name: by
        for by, dealt in known.items()
        if by != delivery and not _are_named(dealt.versions, replaces)
        for name in own
        if is_named(name, dealt.replaces)
    }


def unmatched(replaces: Iterable[str], known: Known, *, stored: Iterable[str]) -> tuple[str, ...]:
    """Give what is said to be replaced and of which nothing has come; `stored` names sources."""
    wanted = tuple(replaces)
    if not wanted:  # as of nearly all
        return ()
    there = {*stored, *(name for dealt in known.values() for name in dealt.versions)}
    return tuple(each for each in wanted if not _are_named(there, (each,)))


def is_freed(delivery: str, dealt: Dealt, *, known: Known) -> bool:
    """Tell whether what was refused would be dealt with otherwise by now.

    So it is where what it replaces has come since, or what replaces all of it.
    """
    if len(unmatched(dealt.unmatched, known, stored=())) < len(dealt.unmatched):
        return True
    late = overtaken(delivery, dealt.versions, replaces=(), known=known)
    return bool(late) and late.keys() == dealt.versions.keys()


def given_back(
    files: Iterable[str], *, replaces: tuple[str, ...], known: Known
) -> dict[str, Dealt]:
    """Give the deliveries replaced by one whose own files they replaced, without that."""
    own = tuple(files)
    return {
        by: replace(dealt, replaces=tuple(r for r in dealt.replaces if not _are_named(own, (r,))))
        for by, dealt in known.items()
        if _are_named(dealt.hashes, replaces)
    }


def _are_named(sources: Iterable[str], names: tuple[str, ...]) -> bool:
    """Tell whether any of some sources is named."""
    return any(is_named(one, names) for one in sources)


def _read(path: Path, *, file: str, by: str | None) -> list[tuple[str, str]]:
    """Read a file, `file` in the inbox: what is replaced, by which delivery; raises UsageError."""
    if not path.is_file():
        return []
    top = parse_toml(path.read_bytes(), file=file, error=UsageError)
    top.only(("replaces",))
    return [_one(part, by=by) for part in top.sections("replaces")]


def _one(part: Section, *, by: str | None) -> tuple[str, str]:
    """Read one replacement."""
    part.only(KEYS)
    source, deliverer = part.text("source"), part.text("by") or by
    if not source:
        raise part.refuse("missing", "source")
    if not deliverer:
        raise part.refuse("missing", "by")
    return source.strip("/"), deliverer
