"""The command of the batch job: nightly."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Annotated

import typer

from auditor.cli.lean import spare_pandas
from auditor.cli.options import AsJson, Lang
from auditor.cli.stderr import Log, LogFormat, progress


def nightly(
    config: Annotated[
        Path, typer.Option("--config", help="Archivo TOML de la ejecución (its configuration).")
    ],
    *,
    today: Annotated[
        dt.datetime | None,
        typer.Option(
            "--today",
            formats=["%Y-%m-%d"],
            help="Fecha de la ejecución, si no la del reloj (date).",
        ),
    ] = None,
    as_json: AsJson = False,
    _log: Log = LogFormat.TEXT,
) -> None:
    """Toma lo que llegó, juzga lo nuevo e informa, cada noche (the batch job of every night)."""
    spare_pandas()
    from auditor.nightly.config import read_config
    from auditor.nightly.told import lines, plain
    from auditor.nightly.whole import whole_night
    from auditor.texts.visible import visible

    settings = read_config(config)
    day = today.date() if today else dt.date.today()  # noqa: DTZ011  # the venue's clock
    night = whole_night(settings, day, progress=progress(Lang(settings.lang)))
    if as_json:
        typer.echo(json.dumps(plain(night), ensure_ascii=False, indent=1))
    else:
        for line in lines(night, settings.lang):
            typer.echo(visible(line))
    raise typer.Exit(night.exit_code)
