"""What `audit.json` holds of the readings of ambiguous clauses, as plain dataclasses."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Annotated

from pydantic import Field


@dataclass(frozen=True, slots=True)
class ReadingName:
    """One defensible reading of a clause, by its id and in words."""

    id: str
    es: str = ""
    en: str | None = None


@dataclass(frozen=True, slots=True)
class FindingReading:
    """What one reading of the clause says of one finding."""

    id: str
    verdict: str | None = None
    at_stake: Decimal | None = None


@dataclass(frozen=True, slots=True)
class AdoptedReading:
    """Which reading of an ambiguous clause the authority adopted, by the house file."""

    clause: str = ""
    reading: str = ""
    casino_id: str | None = None
    adopted_by: str | None = None
    on: str | None = None
    reference: str | None = None
    since: Annotated[str | None, Field(validation_alias="from")] = None


@dataclass(frozen=True, slots=True)
class Amount:
    """Money at stake in one currency, and the role of who is owed."""

    amount: Decimal
    currency: str | None = None
    owed_to: str | None = None


@dataclass(frozen=True, slots=True)
class ReadingFails:
    """How many subjects fail under one reading, and the money; no id for what fails under all."""

    fails: int = 0
    money: tuple[Amount, ...] = ()
    id: str = ""
    es: str = ""
    en: str | None = None


@dataclass(frozen=True, slots=True)
class RuleReadings:
    """The readings of one rule side by side, in one casino."""

    casino_id: str
    norm: str
    rule: str
    readings: tuple[ReadingFails, ...] = ()
    under_all: ReadingFails = field(default_factory=ReadingFails)
