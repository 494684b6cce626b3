"""The commands over what audits wrote: render one, compare two."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from auditor.cli.options import (
    ALL_FORMATS,
    Annex,
    AsJson,
    Formats,
    KeyFile,
    KeyMap,
    Lang,
    Language,
    Redact,
    Rules,
)
from auditor.cli.stderr import Log, LogFormat
from auditor.errors import UsageError
from auditor.texts import say
from auditor.texts.visible import visible


def report(
    folder: Annotated[
        Path,
        typer.Argument(metavar="CARPETA", help="La carpeta que dejó audit (what audit wrote)."),
    ],
    *,
    formats: Formats = ALL_FORMATS,
    review: Annotated[
        list[Path] | None,
        typer.Option(help="El review.json de una sala; repetible (a casino's review)."),
    ] = None,
    reviewed_exit: Annotated[
        bool,
        typer.Option(
            "--reviewed-exit", help="Salida según lo confirmado (exit code by what is confirmed)."
        ),
    ] = False,
    notified: Annotated[
        datetime | None,
        typer.Option(
            formats=["%Y-%m-%d"], help="Día en que se notificó la imputación (notice of charge)."
        ),
    ] = None,
    annex: Annex = False,
    redact: Redact = False,
    key_file: KeyFile = None,
    key_map: KeyMap = None,
    rules: Rules = None,
    lang: Language = Lang.ES,
    _log: Log = LogFormat.TEXT,
) -> None:
    """Escribe los informes de una auditoría ya hecha (render what audit wrote)."""
    from auditor import api
    from auditor.cli import say as saying

    if redact and review:
        raise UsageError("redact.no_review")
    folder = saying.redacted(folder, (redact, key_file, key_map, rules), lang=lang)
    wanted = tuple(part.strip() for part in formats.split(",") if part.strip())
    reviews = tuple(review or ())
    day = notified.date() if notified else None
    written = api.render(
        folder, formats=wanted, lang=lang.value, reviews=reviews, notified=day, annex=annex
    )
    for path in written:
        typer.echo(say("cli.written", lang=lang.value, path=path))
    raise typer.Exit(api.reviewed_exit_code(folder, reviews) if reviewed_exit else 0)


def diff(
    old: Annotated[
        Path, typer.Argument(metavar="ANTES", help="Carpeta o audit.json de antes (the old audit).")
    ],
    new: Annotated[
        Path, typer.Argument(metavar="AHORA", help="Carpeta o audit.json de ahora (the new audit).")
    ],
    *,
    lang: Language = Lang.ES,
    as_json: AsJson = False,
) -> None:
    """Dice qué hallazgos cambian entre dos auditorías, y por qué (what differs, and why)."""
    from auditor import api
    from auditor.cli.differences import lines_of
    from auditor.compare.told import told_of

    found = api.diff(old, new)
    if as_json:
        typer.echo(json.dumps(told_of(found), ensure_ascii=False, indent=1))
    else:
        for line in lines_of(found, lang.value):
            typer.echo(visible(line))
    raise typer.Exit(found.exit_code)
