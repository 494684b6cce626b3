"""Read what an audit left: `audit.json`, and the rows of the hands that findings stand in."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from pydantic import TypeAdapter, ValidationError

from auditor.errors import InputError
from auditor.report.audit.document import Audit
from auditor.report.audit.review import read_reviews, with_reviews

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from auditor.report.audit.review import Reviewed

Row: TypeAlias = Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class HandRows:
    """The rows of one hand or board, as text, and the hands before it in its session."""

    casino_id: str
    hand_id: str
    game: str = ""
    hand: Row = field(default_factory=dict)
    cards: tuple[Row, ...] = ()
    bets: tuple[Row, ...] = ()
    rolls: tuple[Row, ...] = ()
    events: tuple[Row, ...] = ()
    boards: tuple[Row, ...] = ()
    before: tuple[Row, ...] = ()
    before_events: tuple[Row, ...] = ()


@dataclass(frozen=True, slots=True)
class AuditRead:
    """An audit, the SHA-256 and bytes of its `audit.json`, hand rows by (casino, hand), reviews.

    `notified` is the day on which the party had notice of the charge, as ISO text; `annex` says
    whether the PDF is to list every finding.
    """

    audit: Audit
    sha256: str
    content: bytes = b""
    hands: dict[tuple[str, str], HandRows] = field(default_factory=dict)
    reviewed: Mapping[str, Reviewed] = field(default_factory=dict)
    notified: str | None = None
    annex: bool = False


def read_audit(folder: Path, reviews: Iterable[Path] = ()) -> AuditRead:
    """Read the audit in a folder, and reviews of it.

    Raises InputError where there is none or it does not fit, UsageError for a review that is none.
    """
    path = folder / "audit.json"
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError("report.no_audit", folder=str(folder)) from error
    reviewed = read_reviews(reviews)
    return AuditRead(
        with_reviews(parse_audit(content, str(path)), reviewed.values()),
        hashlib.sha256(content).hexdigest(),
        content=content,
        hands=read_hands(folder),
        reviewed=reviewed,
    )


def parse_audit(content: bytes, name: str = "audit.json") -> Audit:
    """Turn the bytes of `audit.json` into an Audit; InputError says where they do not fit."""
    try:
        return TypeAdapter(Audit).validate_json(content)
    except ValidationError as error:
        raise InputError("report.bad_audit", path=name, faults=_faults(error)) from error


def read_hands(folder: Path) -> dict[tuple[str, str], HandRows]:
    """Read `evidence/hands.ndjson` where there is one; a hand by its casino and id."""
    path = folder / "evidence" / "hands.ndjson"
    return parse_hands(path.read_bytes(), str(path)) if path.is_file() else {}


def parse_hands(content: bytes, name: str) -> dict[tuple[str, str], HandRows]:
    """Turn lines of hands into rows by casino and hand; InputError says where they do not fit."""
    adapter = TypeAdapter(HandRows)
    try:
        hands = [adapter.validate_json(line) for line in content.splitlines() if line.strip()]
    except ValidationError as error:
        raise InputError("report.bad_audit", path=name, faults=_faults(error)) from error
    return {(hand.casino_id, hand.hand_id): hand for hand in hands}


def _faults(error: ValidationError) -> str:
    """Name the first places that do not fit, with what was expected there."""
    first = error.errors(include_url=False, include_input=False)[:5]
    return "; ".join(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in first)
