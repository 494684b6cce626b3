"""The command that renders what an audit wrote."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from auditor.cli.options import ALL_FORMATS, Formats, Lang, Language
from auditor.texts import say


def report(
    folder: Annotated[
        Path,
        typer.Argument(metavar="CARPETA", help="La carpeta que dejó audit (what audit wrote)."),
    ],
    *,
    formats: Formats = ALL_FORMATS,
    lang: Language = Lang.ES,
) -> None:
    """Escribe los informes de una auditoría ya hecha (render what audit wrote)."""
    from auditor import api

    wanted = tuple(part.strip() for part in formats.split(",") if part.strip())
    for path in api.render(folder, formats=wanted, lang=lang.value):
        typer.echo(say("cli.written", lang=lang.value, path=path))
