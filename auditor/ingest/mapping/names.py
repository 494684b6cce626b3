"""Which of the log model's tables, columns and values a casino's own names stand for."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from auditor.games.log_model import event_families, tables
from auditor.ingest.mapping.mapping_file import parse_mapping
from auditor.ingest.mapping.model import fold, matches

if TYPE_CHECKING:
    from collections import abc

    from auditor.ingest.mapping.model import Mapping

DEFAULT_TRUE = ("true", "yes", "y", "1")
DEFAULT_FALSE = ("false", "no", "n", "0")


def ignores_file(mapping: Mapping, name: str) -> bool:
    """Say whether the mapping sets a file aside."""
    return any(matches(name, pattern) for pattern in mapping.ignored_files)


def ignores_column(mapping: Mapping, name: str) -> bool:
    """Say whether the mapping sets a column aside."""
    return any(fnmatchcase(fold(name), fold(pattern)) for pattern in mapping.ignored_columns)


def canonical_table(mapping: Mapping, name: str) -> str | None:
    """Give the table that a file's stem or a sheet's name stands for; None if it names none.

    A name that is none itself may hold one among its words, as in `bets-2026-03-07`.
    """
    known = {**spanish().tables, **{table: table for table in tables()}, **mapping.tables}
    folded = {fold(theirs): ours for theirs, ours in known.items()}
    if name in mapping.tables:
        return mapping.tables[name]
    if fold(name) in folded:
        return folded[fold(name)]
    for pattern, ours in mapping.tables.items():
        if fnmatchcase(name.casefold(), pattern.casefold()):
            return ours
    words = {folded[word] for word in _words(name) if word in folded}
    return words.pop() if len(words) == 1 else None


def canonical_column(mapping: Mapping, name: str, *, table: str) -> str | None:
    """Give our column for one of a file; None where nobody knows it.

    First the mapping's for this table, then the mapping's for all, then the log model's own names,
    then the Spanish ones.
    """
    return column_in(known_columns(mapping, table), name)


def column_in(known: abc.Mapping[str, str], name: str) -> str | None:
    """Give our column for one of a file, among those that `known_columns` gave."""
    return known.get(name) or known.get(fold(name))


def known_columns(mapping: Mapping, table: str) -> dict[str, str]:
    """Give every name of a column that is understood in a table: as written and folded → ours."""
    known = dict(_usual_columns(table))
    ours = tables()[table].names
    for layer in (mapping.columns.get("", {}), mapping.columns.get(table, {})):
        fitting = {theirs: name for theirs, name in layer.items() if name in ours}
        known |= {**_folded(fitting), **fitting}
    return known


@cache
def _usual_columns(table: str) -> abc.Mapping[str, str]:
    """Give the names understood without a mapping: the Spanish ones, and over them our own."""
    ours = tables()[table].names
    layers = (spanish().columns.get("", {}), spanish().columns.get(table, {}))
    known = {theirs: name for layer in layers for theirs, name in _folded(layer).items()}
    fitting = {theirs: name for theirs, name in known.items() if name in ours}
    return fitting | {name: name for name in ours}


def value_words(mapping: Mapping, column: str, *, table: str) -> dict[str, str]:
    """Give the values of a column that are translated: their value, folded → ours."""
    words = {fold(ours): ours for ours in _own_values(table, column)}
    for known in (spanish().values, mapping.values):
        for key in ("", table):
            words |= _folded(known.get(key, {}).get(column, {}))
    return words


def truth_words(mapping: Mapping) -> tuple[frozenset[str], frozenset[str]]:
    """Give the words for true and for false, folded; the mapping's own come first."""
    usual = spanish().dialect
    declared_true = frozenset(map(fold, mapping.dialect.true))
    declared_false = frozenset(map(fold, mapping.dialect.false))
    true = frozenset(map(fold, (*DEFAULT_TRUE, *usual.true))) - declared_false
    false = frozenset(map(fold, (*DEFAULT_FALSE, *usual.false))) - declared_true
    return true | declared_true, false | declared_false


@cache
def spanish() -> Mapping:
    """Give the Spanish names and values that are understood without a mapping file."""
    data = files(__package__).joinpath("spanish.toml").read_bytes()
    return parse_mapping(data, file="spanish.toml")


def _own_values(table: str, column: str) -> tuple[str, ...]:
    """Give the log model's own values of a column, where it lists them."""
    if (table, column) == ("events", "type"):
        return tuple(one for family in event_families().values() for one in family)
    known = {one.name: one.choices for one in tables()[table].columns}
    return known.get(column, ())


def _folded(layer: abc.Mapping[str, str]) -> dict[str, str]:
    """Fold the names of one layer."""
    return {fold(theirs): ours for theirs, ours in layer.items()}


def _words(name: str) -> list[str]:
    """Give the words of a name: runs of letters, folded."""
    return "".join(sign if sign.isalpha() else " " for sign in fold(name)).split()
