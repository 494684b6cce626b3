"""The games that can be simulated, found by scanning, and the plants of each."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

import auditor.simulate as package
from auditor.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from importlib.resources.abc import Traversable

    import numpy as np
    import pyarrow as pa

    from auditor.games.format import FormatReading
    from auditor.simulate.columns import Numbers
    from auditor.simulate.spec import Partition

    Tables = Mapping[str, tuple[pa.Table, Numbers]]
    Night = Callable[[Sequence[Partition], np.random.Generator], Tables]

REACHES = ("unit", "shoe", "session")


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """How a game is simulated: what `<game>/night.py` declares as GAME.

    `night` gives lawful tables of the log model, the rows of each in the order of the partitions,
    with the number of its partition for every row. `unit`: the table of what is played one by one;
    `at_a_time`: how many partitions are played together.
    """

    id: str
    night: Night
    casinos: str
    zone: str
    currency: str
    hands_a_night: int
    unit: str = "hands"
    unit_id: str = "hand_id"
    at_a_time: int = 50


class OwnForm(Protocol):
    """What a form that one game alone has offers: `<game>/forms/<form>.py`.

    `SHOWN`: the rules whose breaches show in it.
    """

    SHOWN: tuple[str, ...]

    def files(
        self, tables: Mapping[str, pa.Table]
    ) -> Iterator[tuple[str, str, Mapping[str, pa.ChunkedArray]]]:
        """Give the name and the text of each file, and, by table, the ids of its rows in order."""

    def read(self, text: str, name: str) -> FormatReading:
        """Read a file of that form, as ingest does."""


@dataclass(frozen=True, slots=True)
class Plant:
    """How a rule is broken: where it may be, the statements that do it, and what then is wrong.

    `site`: a SELECT of `unit`, `subject` and whatever `change` needs, over the night's tables.
    `change`: statements over them and `site`, which then holds the places chosen, one a unit.
    `label`: a SELECT of `unit`, `subject`, after the change; `also`: the same of other rules that
    necessarily break with it. Each may give a `verdict` of its own.
    `reach`: what no other plant may touch: the unit and `margin` before and after, shoe or session.
    """

    rule: str
    site: str
    change: tuple[str, ...]
    label: str = "SELECT unit, subject FROM site"
    verdict: str = "violation"
    reach: str = "unit"
    margin: int = 0
    also: Mapping[str, str] = field(default_factory=dict)


@cache
def simulated_games() -> Mapping[str, SimulatedGame]:
    """Give every game with a folder that has a `night.py`: id → game."""
    folders = sorted(module.name for module in iter_modules(package.__path__) if module.ispkg)
    found = {name: _game(name) for name in folders if _file(name, "night.py").is_file()}
    return MappingProxyType(found)


def own_form(game: str, form: str) -> OwnForm:
    """Give a form that a game alone has; raises UsageError where it has none of that name."""
    if not _file(game, f"forms/{form}.py").is_file():
        raise UsageError("simulate.form", form=form, game=game)
    found: OwnForm = import_module(f"{package.__name__}.{game}.forms.{form}")
    return found


@cache
def plants(game: str) -> Mapping[str, Plant]:
    """Give a game's plants, rule → plant, of its `plants.toml`."""
    found = {rule: _plant(rule, raw) for rule, raw in _document(game).get("plants", {}).items()}
    return MappingProxyType(found)


@cache
def prelude(game: str) -> tuple[str, ...]:
    """Give the statements that make what a game's sites read beside the night's tables."""
    return tuple(str(statement) for statement in _document(game).get("prelude", ()))


@cache
def unplanted(game: str) -> Mapping[str, str]:
    """Give the rules that a game has no plant for: rule → why not."""
    told = _document(game).get("unplanted", {})
    return MappingProxyType({rule: str(reason) for rule, reason in told.items()})


def plants_text(game: str) -> str:
    """Give the text of a game's plants, for the columns that they may fill."""
    file = _file(game, "plants.toml")
    return file.read_text("utf-8") if file.is_file() else ""


def _game(name: str) -> SimulatedGame:
    """Give the game that a folder declares."""
    game = import_module(f"{package.__name__}.{name}.night").GAME
    if not isinstance(game, SimulatedGame):
        raise TypeError(name)
    return game


def _document(game: str) -> dict[str, dict[str, dict[str, object]]]:
    """Read a game's plants as they are written; none where it has no file of them."""
    return tomllib.loads(plants_text(game))


def _plant(rule: str, raw: dict[str, object]) -> Plant:
    """Make a plant of its TOML form; raises TypeError for an unknown key."""
    change = raw["change"]
    told = {**raw, "change": (change,) if isinstance(change, str) else tuple(change)}  # type: ignore[arg-type]
    return Plant(rule=rule, **told)  # type: ignore[arg-type]  # a wrong type fails its own test


def _file(game: str, name: str) -> Traversable:
    """Give a file of a game's folder."""
    return files(package.__name__).joinpath(game, name)
