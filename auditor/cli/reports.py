"""The command that renders what an audit wrote."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from auditor.cli.options import ALL_FORMATS, Formats, Lang, Language


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
    from auditor import api  # slow to import
    from auditor.cli import say as saying

    for path in api.render(folder, formats=saying.listed(formats), lang=lang.value):
        typer.echo(saying.say("cli.written", lang=lang.value, path=path))
