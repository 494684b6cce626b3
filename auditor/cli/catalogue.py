"""The commands that list what can be read and replayed."""

from __future__ import annotations

import json
from collections.abc import Sequence

import typer

from auditor.cli.options import AsJson, Lang, Language
from auditor.cli.say import rows
from auditor.texts import say

TABULAR = ("csv", "xlsx", "ndjson", "parquet", "zip")


def list_formats(*, lang: Language = Lang.ES, as_json: AsJson = False) -> None:
    """Lista los formatos que se leen (formats that can be read)."""
    from auditor.games.format import formats  # imports every format

    found = [(name, f".{name}", say(f"cli.format_{name}", lang=lang.value)) for name in TABULAR]
    for each in formats():
        what = say("cli.format_of_game", lang=lang.value, game=each.game)
        found.append((each.id, ", ".join(each.suffixes), what))
    _print(found, ("format", "suffixes", "what"), as_json=as_json)


def list_games(*, lang: Language = Lang.ES, as_json: AsJson = False) -> None:
    """Lista los juegos que se reconstruyen (games that can be replayed)."""
    from auditor.games.catalog import games  # imports every game

    found = [
        (
            game.id,
            game.en if lang is Lang.EN else game.es,
            " ".join(game.tables),
            " ".join(game.grains),
        )
        for game in games().values()
    ]
    _print(found, ("game", "name", "tables", "grains"), as_json=as_json)


def _print(found: Sequence[tuple[str, ...]], keys: tuple[str, ...], *, as_json: bool) -> None:
    """Print rows as a table, or as JSON for machines."""
    if as_json:
        told = [dict(zip(keys, row, strict=True)) for row in found]
        typer.echo(json.dumps(told, ensure_ascii=False, indent=1))
    else:
        rows([keys, *found])
