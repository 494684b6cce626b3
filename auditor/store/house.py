"""The house file: what a casino has declared, and which readings its authority adopted."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from auditor.errors import HouseError
from auditor.store.plain import read_plain
from auditor.store.toml_section import MAX_BYTES, Section, parse_toml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date
    from pathlib import Path

JURISDICTIONS = ("PE", "UY", "WBF")
DIRECTIONS = ("half_up", "down", "up", "half_even")
FIRST = ("casino_id", "jurisdiction", "zone", "currency", "chip_min", "norms", "readings")
IDENTITY = ("operator", "ruc", "register_code", "address", "representative")
ADOPTED = ("reading", "adopted_by", "on", "reference", "from")
SECTIONS: Mapping[str, tuple[str, ...]] = {
    "rounding": ("unit", "direction"),
    "burn": ("cards",),
    "tolerance": ("cut_from_middle",),
}
COUNTS = ("burn.cards", "tolerance.cut_from_middle")


@dataclass(frozen=True, slots=True)
class Declaration:
    """One value that the house declared: its dotted key, its text, and from when (None: always)."""

    key: str
    value: str
    since: date | None = None


@dataclass(frozen=True, slots=True)
class Adopted:
    """The reading of an ambiguous clause that the authority adopted: by whom, when, by which act.

    It applies from the day `since`, else from that on which it was adopted, else always.
    """

    reading: str
    adopted_by: str | None = None
    on: date | None = None
    reference: str | None = None
    since: date | None = None

    @property
    def applies(self) -> date | None:
        """Give the day from which the reading decides; None for always."""
        return self.since or self.on


@dataclass(frozen=True, slots=True)
class House:
    """One casino's house file; None where it declares nothing.

    `declared` holds `chip_min`, `rounding.unit`, `rounding.direction`, `burn.cards`,
    `tolerance.cut_from_middle`; `readings` is clause or rule id → reading.
    """

    casino_id: str
    name: str = ""
    jurisdiction: str | None = None
    operator: str | None = None
    ruc: str | None = None
    register_code: str | None = None
    address: str | None = None
    representative: str | None = None
    zone: str | None = None
    currency: str | None = None
    norms: tuple[str, ...] = ()
    declared: tuple[Declaration, ...] = ()
    readings: Mapping[str, Adopted] = field(default_factory=dict)


def read_house(path: Path) -> House:
    """Read a house file; raises HouseError, naming the file and the key."""
    data = read_plain(path, most=MAX_BYTES, error=HouseError)
    return parse_house(data, file=path.name)


def parse_house(data: bytes, *, file: str) -> House:
    """Read the bytes of a house file; raises HouseError, naming the file and the key."""
    return house_of(parse_toml(data, file=file, error=HouseError))


def house_of(top: Section) -> House:
    """Make a house of the top of its file; raises HouseError, naming the file and the key."""
    top.only((*FIRST, *IDENTITY, *SECTIONS))
    casino_id = top.text("casino_id")
    if not casino_id:
        raise top.refuse("missing", "casino_id")
    return House(
        casino_id=casino_id,
        name=top.file,
        jurisdiction=_one_of(top, "jurisdiction", choices=JURISDICTIONS),
        operator=top.text("operator"),
        ruc=top.number("ruc"),
        register_code=top.number("register_code"),
        address=top.text("address"),
        representative=top.text("representative"),
        zone=top.zone("zone"),
        currency=top.currency("currency"),
        norms=top.texts("norms"),
        declared=_declared(top),
        readings=_readings(top),
    )


def house_value(house: House, key: str, *, day: date | None) -> str | None:
    """Give what was declared under a dotted key on a day; None if nothing, or the day decides.

    Without a day only what has been declared without a date is given, where nothing replaced it.
    """
    values = [one for one in house.declared if one.key == key]
    if day is None:
        return values[0].value if len(values) == 1 and values[0].since is None else None
    in_force = [one for one in values if one.since is None or one.since <= day]
    newest = max(in_force, key=lambda one: str(one.since or ""), default=None)
    return newest.value if newest else None


def _declared(top: Section) -> tuple[Declaration, ...]:
    """Read every declared value, the undated first."""
    chip_min = _amount(top, "chip_min")
    found = [Declaration("chip_min", chip_min)] if chip_min is not None else []
    for name in SECTIONS:
        for part in top.sections(name):
            found += _declared_in(part, name)
    _refuse_twice(top, found)
    return tuple(sorted(found, key=lambda one: (one.key, str(one.since or ""))))


def _declared_in(part: Section, name: str) -> list[Declaration]:
    """Read the values of one section, with the day from which they hold."""
    part.only((*SECTIONS[name], "from"))
    since = part.day("from")
    values = {key: _value(part, key) for key in SECTIONS[name]}
    return [Declaration(f"{name}.{key}", v, since) for key, v in values.items() if v is not None]


def _value(part: Section, key: str) -> str | None:
    """Read one declared value in the form that its key asks for."""
    if f"{part.place}.{key}" in COUNTS:
        count = part.count(key)
        return None if count is None else str(count)
    if key == "direction":
        return _one_of(part, key, choices=DIRECTIONS)
    return _amount(part, key)


def _refuse_twice(top: Section, found: list[Declaration]) -> None:
    """Refuse two values of one key from the same day."""
    seen: set[tuple[str, date | None]] = set()
    for one in found:
        if (one.key, one.since) in seen:
            raise top.refuse("twice", one.key, since=one.since or "—")
        seen.add((one.key, one.since))


def _readings(top: Section) -> dict[str, Adopted]:
    """Read the readings that the authority adopted."""
    section = top.section("readings")
    if section is None:
        return {}
    parts = {key: section.section(key) for key in section.raw}
    return {key: _adopted(part) for key, part in parts.items() if part is not None}


def _adopted(part: Section) -> Adopted:
    """Read one adopted reading."""
    part.only(ADOPTED)
    reading = part.text("reading")
    if not reading:
        raise part.refuse("missing", "reading")
    return Adopted(
        reading,
        part.text("adopted_by"),
        part.day("on"),
        reference=part.text("reference"),
        since=part.day("from"),
    )


def _one_of(part: Section, key: str, *, choices: tuple[str, ...]) -> str | None:
    """Read a word of a closed set."""
    value = part.text(key)
    if value is not None and value not in choices:
        raise part.refuse("not_one_of", key, value=value, choices=", ".join(choices))
    return value


def _amount(part: Section, key: str) -> str | None:
    """Read an amount above zero as a plain decimal."""
    value = part.number(key)
    if value is None:
        return None
    try:
        amount = Decimal(value)
    except InvalidOperation as error:
        raise part.refuse("not_an_amount", key, value=value) from error
    if not amount.is_finite() or amount <= 0:
        raise part.refuse("not_an_amount", key, value=value)
    return value
