"""Records that could not be parsed: why, and what could still be read of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from auditor.errors import InputError
from auditor.games.log_model import tables
from auditor.ingest.source import Reject

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from auditor.ingest.source import Source
    from auditor.texts import Words

LONGEST_VALUE = 200
MOST_BROKEN = 200_000
KEY_MARKS = {"cards": "#"}


@dataclass(frozen=True, slots=True)
class Broken:
    """A record that could not be parsed; `cells` is what could be read of it, by our columns.

    `table` is empty where the record does not tell which it belongs to.
    """

    record: int
    reason: Words
    value: str | None = None
    column: str | None = None
    table: str = ""
    cells: Mapping[str, str] = field(default_factory=dict)


def rejects(source: Source, records: Iterable[Broken]) -> tuple[Reject, ...]:
    """Make the rejects of broken records; raises InputError where there is no end of them."""
    found: list[Reject] = []
    for broken in records:
        if len(found) >= MOST_BROKEN:
            raise InputError("reading.mostly_broken", count=MOST_BROKEN, reason=broken.reason)
        found.append(_reject(source, broken))
    return tuple(found)


def is_readable(cell: str) -> bool:
    """Say whether a cell of a broken record may be what was meant."""
    return cell != "" and cell.isprintable() and "\ufffd" not in cell


def _reject(source: Source, broken: Broken) -> Reject:
    """Make the reject of one broken record."""
    return Reject(
        source_name=source.name,
        source_sha256=source.sha256,
        table=broken.table,
        record=broken.record,
        column=broken.column,
        value=_shortened(broken.value),
        reason_es=broken.reason.es,
        reason_en=broken.reason.en,
        session_id=broken.cells.get("session_id"),
        shoe_id=broken.cells.get("shoe_id"),
        hand_id=broken.cells.get("hand_id"),
        key=_key(broken),
    )


def _key(broken: Broken) -> str | None:
    """Give the key of a record, if all of it was read."""
    key = tables()[broken.table].key if broken.table else ()
    parts = [broken.cells.get(column) for column in key]
    known = [part for part in parts if part]
    return (
        KEY_MARKS.get(broken.table, "/").join(known) if known and len(known) == len(parts) else None
    )


def _shortened(value: str | None) -> str | None:
    """Give at most the first characters of a value, in one line and printable."""
    if value is None:
        return None
    short = value if len(value) <= LONGEST_VALUE else value[:LONGEST_VALUE] + "…"
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in short.rstrip("\n"))
