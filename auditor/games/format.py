"""What a game's own file format offers to ingest, and how the formats are found."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import pyarrow as pa

Row = dict[str, str | None]


@dataclass(frozen=True, slots=True)
class BrokenRecord:
    """A record of the file that gave no row: its number from 1, its table, and why."""

    record: int
    table: str
    reason_es: str
    reason_en: str


@dataclass(frozen=True, slots=True)
class FormatReading:
    """What a format read from one file.

    `tables` maps a table of the log model to its rows: the model's columns as text, and `record`;
    a format may give many rows as a table of Arrow.
    `broken` are records that could not be read; `refused` those that no game here plays; `assumed`
    what the format took for granted, once for each kind, in Spanish and English.
    """

    tables: Mapping[str, list[Row] | pa.Table]
    broken: list[BrokenRecord] = field(default_factory=list)
    refused: list[BrokenRecord] = field(default_factory=list)
    assumed: tuple[tuple[str, str], ...] = ()

    def rows(self, table: str) -> list[Row]:
        """Give the rows of a table that the format gave."""
        found = self.tables[table]
        return found if isinstance(found, list) else cast("list[Row]", found.to_pylist())


@dataclass(frozen=True, slots=True)
class Format:
    """A file format of a game: its id (`pbn`), its suffixes, and the functions that read it.

    `recognises` is told the first bytes of a file; `read` its text and its name.
    """

    id: str
    game: str
    suffixes: tuple[str, ...]
    recognises: Callable[[bytes], bool]
    read: Callable[[str, str], FormatReading]


@cache
def formats() -> tuple[Format, ...]:
    """Find the formats of all games, in order of their ids."""
    found = [format_ for game in _names("auditor.games") for format_ in _formats_of(game)]
    return tuple(sorted(found, key=lambda format_: format_.id))


def _names(package: str) -> list[str]:
    """Give the names of the modules of a package; of none where there is no such package."""
    try:
        folder = importlib.import_module(package).__path__
    except ModuleNotFoundError as error:
        if error.name and package.startswith(error.name):
            return []
        raise
    return [module.name for module in pkgutil.iter_modules(folder)]


def _formats_of(game: str) -> list[Format]:
    """Load the format modules of one game."""
    package = f"auditor.games.{game}.formats"
    return [_format(game, f"{package}.{name}") for name in _names(package)]


def _format(game: str, path: str) -> Format:
    """Make a format of its module: SUFFIXES, recognises and read."""
    module = importlib.import_module(path)
    return Format(
        id=path.rpartition(".")[2],
        game=game,
        suffixes=cast("tuple[str, ...]", module.SUFFIXES),
        recognises=cast("Callable[[bytes], bool]", module.recognises),
        read=cast("Callable[[str, str], FormatReading]", module.read),
    )
