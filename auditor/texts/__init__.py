"""The words that the program says to people, in Spanish and English, by key."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import NamedTuple


class Words(NamedTuple):
    """A value of a text that is words itself, in each language."""

    es: str
    en: str


class Counting(Formatter):
    """Puts values into a text; `{n:hand|hands}` is a number and the word that goes with it."""

    def format_field(self, value: object, format_spec: str) -> str:
        """Write one value."""
        one, bar, many = format_spec.partition("|")
        return f"{value} {one if value == 1 else many}" if bar else format(value, format_spec)


COUNTING = Counting()


@cache
def texts_of(area: str) -> dict[str, dict[str, str]]:
    """Read the texts of one area: key → language → text."""
    return tomllib.loads(files(__name__).joinpath(f"{area}.toml").read_text("utf-8"))


def say(code: str, /, *, lang: str = "es", **context: object) -> str:
    """Give the text `area.key` in a language, with its values put in."""
    area, _, key = code.partition(".")
    values = {
        name: getattr(each, lang) if isinstance(each, Words) else each
        for name, each in context.items()
    }
    return COUNTING.vformat(texts_of(area)[key][lang], (), values)
