"""The log model: the canonical tables that every log becomes, column by column."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING

import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Mapping

MONEY_DIGITS = 18
MONEY_DECIMALS = 4
SOURCE_COLUMNS = ("source_name", "source_sha256", "source_record")


class Kind(StrEnum):
    """What a column holds, and so how its text is read."""

    TEXT = "text"
    INTEGER = "integer"
    MONEY = "money"
    BOOLEAN = "boolean"
    TIME = "time"
    DATE = "date"
    CARD = "card"
    CARDS = "cards"
    CHOICE = "choice"


class Tells(StrEnum):
    """Whom a text column tells of: one person, perhaps one inside an id or words, or nobody."""

    PLAYER = "player"
    STAFF = "staff"
    ID = "id"
    WORDS = "words"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the log model: its kind, whether it must be there, and its meaning.

    `tells`: whom it tells of; a column that is no text tells of nobody.
    """

    name: str
    kind: Kind
    es: str
    en: str
    required: bool = False
    choices: tuple[str, ...] = ()
    tells: Tells = Tells.PLAIN


@dataclass(frozen=True, slots=True)
class Table:
    """One table of the log model: its key, and the tables that its columns point to."""

    name: str
    key: tuple[str, ...]
    parents: tuple[tuple[str, str], ...]
    columns: tuple[Column, ...]

    def column(self, name: str) -> Column:
        """Give a column by its name; raises KeyError for an unknown one."""
        return next(column for column in self.columns if column.name == name)

    @property
    def names(self) -> tuple[str, ...]:
        """Give the names of the columns, in order."""
        return tuple(column.name for column in self.columns)


@dataclass(frozen=True, slots=True)
class Game:
    """A game that can be replayed: its log tables and the grains that its facts have."""

    id: str
    es: str
    en: str
    tables: tuple[str, ...]
    grains: tuple[str, ...]


_ARROW: Mapping[Kind, pa.DataType] = MappingProxyType(
    {
        Kind.TEXT: pa.string(),
        Kind.INTEGER: pa.int64(),
        Kind.MONEY: pa.decimal128(MONEY_DIGITS, MONEY_DECIMALS),
        Kind.BOOLEAN: pa.bool_(),
        Kind.TIME: pa.timestamp("us", tz="UTC"),
        Kind.DATE: pa.date32(),
        Kind.CARD: pa.string(),
        Kind.CARDS: pa.string(),
        Kind.CHOICE: pa.string(),
    }
)
_SQL: Mapping[Kind, str] = MappingProxyType(
    {
        Kind.TEXT: "VARCHAR",
        Kind.INTEGER: "BIGINT",
        Kind.MONEY: f"DECIMAL({MONEY_DIGITS},{MONEY_DECIMALS})",
        Kind.BOOLEAN: "BOOLEAN",
        Kind.TIME: "TIMESTAMPTZ",
        Kind.DATE: "DATE",
        Kind.CARD: "VARCHAR",
        Kind.CARDS: "VARCHAR",
        Kind.CHOICE: "VARCHAR",
    }
)


def arrow_type(kind: Kind) -> pa.DataType:
    """Give the Arrow type in which a kind of column is stored."""
    return _ARROW[kind]


def sql_type(kind: Kind) -> str:
    """Give the SQL type in which a kind of column is replayed."""
    return _SQL[kind]


def arrow_schema(table: Table) -> pa.Schema:
    """Give the Arrow schema of a canonical table, its source columns last."""
    fields = [pa.field(column.name, _ARROW[column.kind]) for column in table.columns]
    source = [
        pa.field("source_name", pa.string()),
        pa.field("source_sha256", pa.string()),
        pa.field("source_record", pa.int64()),
    ]
    return pa.schema([*fields, *source])


@cache
def tables() -> Mapping[str, Table]:
    """Read the log model: table name → table."""
    text = files(__package__).joinpath("log_model.toml").read_text("utf-8")
    return MappingProxyType({name: _table(name, raw) for name, raw in tomllib.loads(text).items()})


@cache
def event_families() -> Mapping[str, tuple[str, ...]]:
    """Read the families of events: family → the types of event that belong to it."""
    text = files(__package__).joinpath("event_families.toml").read_text("utf-8")
    raw = tomllib.loads(text)["families"]
    return MappingProxyType({family: tuple(types.split()) for family, types in raw.items()})


def _table(name: str, raw: dict[str, object]) -> Table:
    """Make a table of its TOML form."""
    key, parents, columns = raw["key"], raw.get("parents", {}), raw["columns"]
    if not isinstance(key, list) or not isinstance(parents, dict) or not isinstance(columns, dict):
        raise TypeError(name)
    return Table(
        name=name,
        key=tuple(key),
        parents=tuple(parents.items()),
        columns=tuple(_column(column, words) for column, words in columns.items()),
    )


def _column(name: str, words: list[str]) -> Column:
    """Make a column of `[kind, es, en]`; a kind ends in `*` where required, `a|b` are choices.

    A text has a fourth word: whom it tells of.
    """
    kind, es, en, *tells = words
    required = kind.endswith("*")
    kind = kind.removesuffix("*")
    choices = tuple(kind.removeprefix("choice:").split("|")) if kind.startswith("choice:") else ()
    return Column(
        name=name,
        kind=Kind.CHOICE if choices else Kind(kind),
        es=es,
        en=en,
        required=required,
        choices=choices,
        tells=Tells(tells[0]) if tells else Tells.PLAIN,
    )
