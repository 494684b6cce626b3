"""The games found by scanning their folders, and the SQL that says what happened in them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules
from types import MappingProxyType
from typing import TYPE_CHECKING

import auditor.games as package
from auditor.games.log_model import Game
from auditor.scripts import Step, read_script

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from importlib.resources.abc import Traversable

    import pyarrow as pa

    from auditor.sql import Connection

    Mechanism = Callable[[Connection], Mapping[str, pa.Table]]


@cache
def games() -> Mapping[str, Game]:
    """Give every game that has a folder with a `tables.py`: id → game."""
    folders = [module.name for module in iter_modules(package.__path__) if module.ispkg]
    found = {name: _game(name) for name in sorted(folders) if _has_tables(name)}
    return MappingProxyType(found)


@cache
def facts_script(game: str) -> tuple[Step, ...]:
    """Give what happened in a game: `facts.sql`, or every file of `facts/` in order."""
    return _script(game, "facts")


@cache
def span_script(game: str) -> tuple[Step, ...]:
    """Give what a game asks of the whole store, `span.sql`; empty where it asks nothing."""
    return _script(game, "span")


@cache
def mechanism(game: str) -> Mechanism | None:
    """Give what a game does in arrays because SQL can't say it: `replay.py`, or None."""
    if not _folder(game).joinpath("replay.py").is_file():
        return None
    found: Mechanism = import_module(f"{package.__name__}.{game}.replay").replay
    return found


def _has_tables(name: str) -> bool:
    """Tell whether a folder is a game."""
    return _folder(name).joinpath("tables.py").is_file()


def _folder(name: str) -> Traversable:
    """Give a game's folder, wherever the package is installed."""
    return files(package.__name__).joinpath(name)


def _game(name: str) -> Game:
    """Give the game that a folder's `tables.py` declares."""
    game = import_module(f"{package.__name__}.{name}.tables").GAME
    if not isinstance(game, Game):
        raise TypeError(name)
    return game


def _script(game: str, stem: str) -> tuple[Step, ...]:
    """Read `stem.sql`, or the files of the folder `stem` in the order of their names."""
    folder = _folder(game)
    single = folder.joinpath(f"{stem}.sql")
    if single.is_file():
        return read_script(single.read_text("utf-8"))
    several = folder.joinpath(stem)
    if not several.is_dir():
        return ()
    parts = sorted((part for part in several.iterdir() if part.name.endswith(".sql")), key=str)
    return tuple(step for part in parts for step in read_script(part.read_text("utf-8")))
