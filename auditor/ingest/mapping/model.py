"""A casino's names and values beside the log model's, and how its cells are written."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field, fields, replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections import abc


@dataclass(frozen=True, slots=True)
class Dialect:
    """How cells are written; None where it is not declared (nor detected).

    `decimal` and `thousands` are marks, `datetime` and `date` are formats of strptime; `true` and
    `false` are words understood beside the usual ones.
    """

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
class FileDialect:
    """The dialect of the files whose name matches a glob; it comes before the general one."""

    match: str
    dialect: Dialect


@dataclass(frozen=True, slots=True)
class Mapping:
    """One mapping file: its dialect, and its names and values beside ours.

    `columns` and `values` hold for every table under the key `""`, and for one under its name:
    table → their column → ours, and table → our column → their value → ours. A name that neither
    this nor the log model knows is looked up among the usual Spanish ones.
    """

    name: str = ""
    dialect: Dialect = field(default_factory=Dialect)
    files: tuple[FileDialect, ...] = ()
    tables: abc.Mapping[str, str] = field(default_factory=dict)
    columns: abc.Mapping[str, abc.Mapping[str, str]] = field(default_factory=dict)
    values: abc.Mapping[str, abc.Mapping[str, abc.Mapping[str, str]]] = field(default_factory=dict)
    ignored_columns: tuple[str, ...] = ()
    ignored_files: tuple[str, ...] = ()


def fold(text: str) -> str:
    """Give a name or value without case, accents and outer blanks; inner blanks become `_`."""
    parts = unicodedata.normalize("NFKD", text.strip().casefold())
    bare = "".join(sign for sign in parts if not unicodedata.combining(sign))
    return "_".join(bare.replace("-", " ").replace("_", " ").split())


def for_file(mapping: Mapping, name: str) -> Mapping:
    """Give the mapping as it holds for one file: with the dialects that match its name put in."""
    matching = [one.dialect for one in mapping.files if matches(name, one.match)]
    dialect = mapping.dialect
    for one in matching:
        dialect = over(dialect, one)
    return replace(mapping, dialect=dialect)


def over(base: Dialect, above: Dialect) -> Dialect:
    """Lay one dialect over another: what it says comes first."""
    said = {one.name: getattr(above, one.name) for one in fields(Dialect)}
    return replace(base, **{key: value for key, value in said.items() if value not in (None, ())})


def matches(name: str, pattern: str) -> bool:
    """Say whether a file's name, with or without its folders, matches a glob."""
    bare = name.replace("\\", "/").rpartition("/")[2]
    return fnmatchcase(bare.casefold(), pattern.casefold()) or fnmatchcase(
        name.casefold(), pattern.casefold()
    )
