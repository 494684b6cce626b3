"""Read two `audit.json` to set them side by side; what an older one does not say is empty."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import JsonValue, TypeAdapter, ValidationError

from auditor.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

Told = dict[str, JsonValue]
NAME = "audit.json"


@dataclass(frozen=True, slots=True)
class AuditTold:
    """One audit as its file tells it; keys not named here are passed over."""

    run: Told
    outcomes: tuple[Told, ...]
    findings: tuple[Told, ...]
    sources: tuple[Told, ...] = ()
    norms: tuple[Told, ...] = ()
    rules: tuple[Told, ...] = ()
    casinos: tuple[Told, ...] = ()
    readings_adopted: tuple[Told, ...] = ()


def read_told(place: Path) -> AuditTold:
    """Read an audit: its folder or its `audit.json`; InputError where there is none or no such."""
    path = place / NAME if place.is_dir() else place
    try:
        return TypeAdapter(AuditTold).validate_json(path.read_bytes())
    except OSError as error:
        raise InputError("compare.no_audit", path=path) from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or NAME
        raise InputError("compare.bad_audit", path=path, where=where, why=first["msg"]) from error


def listed(told: Told, key: str) -> list[JsonValue]:
    """Give a list of what is told; empty where it is none."""
    value = told.get(key)
    return value if isinstance(value, list) else []


def mapped(told: Told, key: str) -> Told:
    """Give an object of what is told; empty where it is none."""
    value = told.get(key)
    return value if isinstance(value, dict) else {}


def text(told: Told, key: str) -> str:
    """Give a value of what is told as text; empty for none."""
    value = told.get(key)
    return "" if value is None else str(value)


def by_key(rows: tuple[Told, ...], *keys: str) -> dict[tuple[str, ...], Told]:
    """Give rows by the values of some of their keys."""
    return {tuple(text(row, key) for key in keys): row for row in rows}
