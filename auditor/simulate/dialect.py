"""How casinos write: tables as text in a dialect, and the mapping that declares it."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from auditor.games.log_model import Kind
from auditor.games.log_model import tables as log_tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from auditor.games.log_model import Column

CENTS = pa.decimal128(18, 2)
GROUPS = 4  # of thousands, at most
BOUND = "\x1f"  # stands for the mark of thousands until all are set


@dataclass(frozen=True, slots=True)
class Dialect:
    """How a casino writes headers, numbers, dates and yes or no; see `dialects.toml`."""

    name: str
    headers: str
    encoding: str
    delimiter: str
    decimal: str
    thousands: str
    datetime: str
    date: str
    true: str
    false: str


@cache
def dialects() -> Mapping[str, Dialect]:
    """Give every dialect, name → dialect."""
    text = files(__package__).joinpath("dialects.toml").read_text("utf-8")
    found = {name: Dialect(name, **raw) for name, raw in tomllib.loads(text).items()}
    return MappingProxyType(found)


def as_text(table: pa.Table, name: str, *, dialect: Dialect, zone: str) -> pa.Table:
    """Write a table's columns as text under the dialect's headers; times are the venue's."""
    known = {column.name: column for column in log_tables()[name].columns}
    written = {
        header(name, key, dialect=dialect): _written(
            table[key].combine_chunks(), known[key], dialect=dialect, zone=zone
        )
        for key in table.column_names
    }
    return pa.table(written)


def header(table: str, column: str, *, dialect: Dialect) -> str:
    """Give a column's header: ours, or the Spanish one that is understood for it."""
    if dialect.headers == "en":
        return column
    own, every = (_names(f"columns.{table}"), _names("columns"))
    return next((key for key, ours in {**own, **every}.items() if ours == column), column)


def file_stem(table: str, *, dialect: Dialect) -> str:
    """Give the name of a table's file or sheet: ours, or the Spanish one understood for it."""
    if dialect.headers == "en":
        return table
    return [key for key, ours in _names("tables").items() if ours == table][-1]


def mapping_text(columns: Mapping[str, Iterable[str]], *, dialect: Dialect, zone: str) -> str:
    """Write the mapping.toml that declares a dialect; `columns` are those written, by table."""
    lines = [
        "[dialect]",
        f"encoding = {_quoted(dialect.encoding)}",
        f"delimiter = {_quoted(dialect.delimiter)}",
        f"decimal = {_quoted(dialect.decimal)}",
        *([f"thousands = {_quoted(dialect.thousands)}"] if dialect.thousands else []),
        f"datetime = {_quoted(dialect.datetime)}",
        f"date = {_quoted(dialect.date)}",
        f"zone = {_quoted(zone)}",
        f"true = [{_quoted(dialect.true)}]",
        f"false = [{_quoted(dialect.false)}]",
        "",
        "[tables]",
        *(f"{file_stem(name, dialect=dialect)} = {_quoted(name)}" for name in columns),
    ]
    for name, keys in columns.items():
        renamed = {header(name, key, dialect=dialect): key for key in keys}
        lines += ["", f"[columns.{name}]"]
        lines += [f"{_quoted(theirs)} = {_quoted(ours)}" for theirs, ours in renamed.items()]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """Write a text as TOML."""
    return json.dumps(text, ensure_ascii=False)


@cache
def _names(section: str) -> Mapping[str, str]:
    """Read the Spanish names of a section, as `columns.bets`, that need no mapping."""
    part: object = tomllib.loads(
        files("auditor.ingest.mapping").joinpath("spanish.toml").read_text("utf-8")
    )
    for key in section.split("."):
        part = part.get(key, {}) if isinstance(part, dict) else {}
    named = part.items() if isinstance(part, dict) else ()
    return MappingProxyType({key: ours for key, ours in named if isinstance(ours, str)})


def _written(column: pa.Array, known: Column, *, dialect: Dialect, zone: str) -> pa.Array:
    """Write a column's values as the dialect has them."""
    if known.kind is Kind.MONEY:
        return _money(column, dialect)
    if known.kind is Kind.TIME:
        local = column.cast(pa.timestamp("s", tz=zone), safe=False)
        return pc.strftime(local, dialect.datetime)
    if known.kind is Kind.DATE:
        return pc.strftime(column, dialect.date)
    if known.kind is Kind.BOOLEAN:
        return pc.if_else(column, dialect.true, dialect.false)
    return column.cast(pa.string())


def _money(column: pa.Array, dialect: Dialect) -> pa.Array:
    """Write amounts with two decimals, or four where two are not enough."""
    cents = column.cast(CENTS, safe=False)
    exact = pc.all(pc.equal(cents.cast(column.type), column), skip_nulls=True).as_py()
    text = (cents if exact in {True, None} else column).cast(pa.string())
    text = pc.replace_substring(text, ".", dialect.decimal)
    if dialect.thousands:
        for _ in range(GROUPS):
            text = pc.replace_substring_regex(
                text, r"^(-?[0-9]+)([0-9]{3})", rf"\1{BOUND}\2", max_replacements=1
            )
        text = pc.replace_substring(text, BOUND, dialect.thousands)
    return text
