"""The checks as data: what each asks, of which games, by which method, and its counts' SQL."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from pydantic import ConfigDict, TypeAdapter
from pydantic.dataclasses import dataclass as read_strictly

from auditor.scripts import read_script

if TYPE_CHECKING:
    from auditor.scripts import Step

STRICT = ConfigDict(extra="forbid")


@dataclass(frozen=True, slots=True)
class Words:
    """Words in the two languages."""

    es: str
    en: str

    def say(self, lang: str) -> str:
        """Give the words in a language."""
        return self.en if lang == "en" else self.es


@read_strictly(frozen=True, slots=True, config=STRICT)
class Check:
    """One check: what it asks, of what, how, and from how much on it says anything.

    `outcomes` weighs what may come up; `effect` is the departure whose power is told.
    """

    id: str
    family: str
    kind: str
    counts: str
    games: tuple[str, ...]
    title: Words
    unit: Words
    method: Words
    effect: float | None = None
    effect_words: Words | None = None
    least: float = 1
    outcomes: dict[str, float] = field(default_factory=dict)


@read_strictly(frozen=True, slots=True, config=STRICT)
class Catalog:
    """All checks, the level of each family at a casino, and what a clean word needs."""

    level: float
    power: float
    known: float
    check: tuple[Check, ...]


@cache
def catalog() -> Catalog:
    """Read `checks.toml`."""
    text = files(__package__).joinpath("checks.toml").read_text("utf-8")
    return TypeAdapter(Catalog).validate_python(tomllib.loads(text))


def checks_of(game: str) -> tuple[Check, ...]:
    """Give the checks of a game."""
    return tuple(check for check in catalog().check if game in check.games)


@cache
def counts_script() -> tuple[Step, ...]:
    """Read every SELECT of `counts/`, in the order of the files' names."""
    parts = files(__package__).joinpath("counts").iterdir()
    ordered = sorted((part for part in parts if part.name.endswith(".sql")), key=str)
    return tuple(step for part in ordered for step in read_script(part.read_text("utf-8")))
