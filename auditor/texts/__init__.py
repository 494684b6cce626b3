"""The words that the program says to people, in Spanish and English, by key."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

# A number and the word that goes with it: `{n:hand|hands}`.
COUNTED = re.compile(r"\{(\w+):([^{}|]+)\|([^{}|]+)\}")


class Words(NamedTuple):
    """A value of a text that is words itself, in each language."""

    es: str
    en: str


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
    text = COUNTED.sub(
        lambda found: f"{{{found[1]}}} {found[2 if values[found[1]] == 1 else 3]}",
        texts_of(area)[key][lang],
    )
    return text.format(**values)
