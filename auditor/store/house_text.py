"""A house file written out again, so that a store can keep it."""

from __future__ import annotations

import json
from itertools import groupby
from typing import TYPE_CHECKING

from auditor.store.house import COUNTS, IDENTITY, SECTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.store.house import Adopted, Declaration, House


def write_house(house: House) -> str:
    """Write a house as TOML that `parse_house` reads back to the same house."""
    return "\n".join([*_top(house), *_sections(house), *_readings(house)]) + "\n"


def _top(house: House) -> Iterator[str]:
    """Write the keys at the top."""
    for key in ("casino_id", "jurisdiction", *IDENTITY, "zone", "currency"):
        value = getattr(house, key)
        if value is not None:
            yield f"{key} = {_text(value)}"
    yield from (f"chip_min = {_text(d.value)}" for d in house.declared if d.key == "chip_min")
    if house.norms:
        yield f"norms = [{', '.join(_text(norm) for norm in house.norms)}]"


def _sections(house: House) -> Iterator[str]:
    """Write what was declared, a section for each day from which it holds."""
    for name in SECTIONS:
        own = [one for one in house.declared if one.key.startswith(f"{name}.")]
        own.sort(key=lambda one: str(one.since or ""))
        for since, values in groupby(own, key=lambda one: one.since):
            yield f"[[{name}]]"
            if since is not None:
                yield f"from = {since.isoformat()}"
            yield from map(_declared, values)


def _declared(one: Declaration) -> str:
    """Write one declared value."""
    value = one.value if one.key in COUNTS else _text(one.value)
    return f"{one.key.partition('.')[2]} = {value}"


def _readings(house: House) -> Iterator[str]:
    """Write the readings adopted."""
    if house.readings:
        yield "[readings]"
    for key, adopted in house.readings.items():
        yield f"{_text(key)} = {{ {_adopted(adopted)} }}"


def _adopted(adopted: Adopted) -> str:
    """Write one adopted reading."""
    parts = [f"reading = {_text(adopted.reading)}"]
    if adopted.adopted_by is not None:
        parts.append(f"adopted_by = {_text(adopted.adopted_by)}")
    if adopted.on is not None:
        parts.append(f"on = {adopted.on.isoformat()}")
    if adopted.reference is not None:
        parts.append(f"reference = {_text(adopted.reference)}")
    if adopted.since is not None:
        parts.append(f"from = {adopted.since.isoformat()}")
    return ", ".join(parts)


def _text(value: str) -> str:
    """Write a text as a TOML string."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
