"""Which earlier sources a delivery says that it replaces: `replaces.toml`.

[[replaces]]
source = "2026-03-07/hands.csv"   # a file of an earlier delivery, or a whole one
by = "2026-03-07b"                # the delivery; in its own folder it may be left out
reason = "…"
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.errors import UsageError
from auditor.nightly.inbox import REPLACES
from auditor.store.toml_section import parse_toml

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.store.toml_section import Section

KEYS = ("source", "by", "reason")


def replaced_by(delivery: str, *, own: Path, beside: Path) -> tuple[str, ...]:
    """Give what a delivery replaces, by its own file and by that of the inbox."""
    named = [
        *_read(own, file=f"{delivery}/{REPLACES}", by=delivery),
        *_read(beside, file=REPLACES, by=None),
    ]
    return tuple(dict.fromkeys(source for source, by in named if by == delivery))


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
