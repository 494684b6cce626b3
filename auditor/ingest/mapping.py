"""The mapping file: how a casino writes its logs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dialect:
    """How cells are written; None where it is not declared."""

    encoding: str | None = None
    delimiter: str | None = None
    decimal: str | None = None
    thousands: str | None = None
    datetime: str | None = None
    date: str | None = None
    zone: str | None = None
    true: tuple[str, ...] = ()
    false: tuple[str, ...] = ()
    skip_rows: int | None = None


@dataclass(frozen=True, slots=True)
class Mapping:
    """A casino's names and values beside ours, and its dialect (the effective one of a file)."""

    dialect: Dialect = Dialect()
    name: str = ""
