"""The commands that list what can be read and replayed."""

from __future__ import annotations

import json

import typer

from auditor.cli.options import AsJson, Lang, Language


def formats(*, lang: Language = Lang.ES, as_json: AsJson = False) -> None:
    """Lista los formatos que se leen (formats that can be read)."""
    from auditor import api  # noqa: PLC0415  # slow to import
    from auditor.cli.say import rows  # noqa: PLC0415

    found = api.formats(lang=lang.value)
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        rows([(each["format"], each["suffixes"], each["what"]) for each in found])


def list_games(*, lang: Language = Lang.ES, as_json: AsJson = False) -> None:
    """Lista los juegos que se reconstruyen (games that can be replayed)."""
    from auditor import api  # noqa: PLC0415  # slow to import
    from auditor.cli.say import rows  # noqa: PLC0415

    found = api.games(lang=lang.value)
    if as_json:
        typer.echo(json.dumps(found, ensure_ascii=False, indent=1))
    else:
        rows([(each["game"], each["name"], each["tables"], each["grains"]) for each in found])
