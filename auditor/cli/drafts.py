"""The commands that write drafts to fill in: a mapping from the logs, a house file."""

from __future__ import annotations

from typing import Annotated

import typer

from auditor.cli.options import Inputs, Lang, Language

mapping_app = typer.Typer(
    help="Cómo escribe una sala sus registros (how a casino writes its logs).",
    no_args_is_help=True,
    rich_markup_mode=None,
)
house_app = typer.Typer(
    help="Lo que una sala ha declarado (what a casino has declared).",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@mapping_app.callback()
def _mapping() -> None:
    """Keep `draft` a subcommand though it is the only one."""


@house_app.callback()
def _house() -> None:
    """Keep `draft` a subcommand though it is the only one."""


@mapping_app.command("draft")
def mapping_draft(inputs: Inputs, *, lang: Language = Lang.ES) -> None:
    """Propone un mapping.toml mirando los archivos (proposes a mapping from the files)."""
    from auditor.ingest import draft

    typer.echo(draft.mapping_draft(inputs, lang=lang.value), nl=False)


@house_app.command("draft")
def house_draft(
    casino_id: Annotated[str, typer.Argument(metavar="SALA", help="Id de la sala (casino id).")],
    *,
    jurisdiction: Annotated[
        str | None, typer.Option("--jurisdiction", help="PE, UY o WBF.")
    ] = None,
    lang: Language = Lang.ES,
) -> None:
    """Escribe un archivo de casa para completar (a house file to fill in)."""
    from auditor.run.rulebook import house_drafted

    drafted = house_drafted.house_drafted(casino_id, jurisdiction=jurisdiction, lang=lang.value)
    typer.echo(drafted, nl=False)
