"""What `audit.json` holds of what stands beside it: an earlier audit, waivers, a review."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field


@dataclass(frozen=True, slots=True)
class Redaction:
    """That players and staff are told of by pseudonyms: the mark and file name of their key."""

    mark: str
    file: str


@dataclass(frozen=True, slots=True)
class Review:
    """What was decided of one finding: by whom, when and why, and the party's reply."""

    finding: str
    decision: Literal["confirmed", "dismissed", "open"]
    by: str = ""
    on: str = ""
    comment: str = ""
    reply: str = ""


@dataclass(frozen=True, slots=True)
class Waiver:
    """An answer to findings of one rule; in the list of waivers with their `findings`, `state`."""

    rule: str
    since: Annotated[str | None, Field(alias="from")] = None
    until: str | None = None
    reason: str = ""
    approved_by: str = ""
    reference: str = ""
    scope: dict[str, str] = field(default_factory=dict)
    findings: int = 0
    state: str = ""


@dataclass(frozen=True, slots=True)
class Gone:
    """A finding of an earlier audit that this one has not."""

    id: str
    norm: str
    rule: str
    verdict: str
    casino_id: str = ""
    gaming_date: str | None = None
    subject: str = ""
    message: str = ""
    message_en: str | None = None


@dataclass(frozen=True, slots=True)
class Baseline:
    """An earlier audit: which it was, and how the findings of this one stand to its own."""

    sha256: str
    version: str | None = None
    rules_hash: str | None = None
    date: str | None = None
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    gone: tuple[Gone, ...] = ()
