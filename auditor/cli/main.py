"""The `auditor` command: its subcommands, and how errors are told."""

from __future__ import annotations

import os
import sys

import typer

from auditor.cli import catalogue, drafts, logs, reports, rules
from auditor.errors import AuditorError
from auditor.texts import say

app = typer.Typer(
    name="auditor",
    help="Revisa los registros de un casino jugada por jugada contra los artículos de la ley. "
    "(Audits casino hand logs, hand by hand, against the articles of the law.)",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.command("run")(logs.run)
app.command("ingest")(logs.ingest)
app.command("audit")(logs.audit)
app.command("report")(reports.report)
app.command("formats")(catalogue.list_formats)
app.command("games")(catalogue.list_games)
app.add_typer(rules.app, name="rules")
app.add_typer(drafts.mapping_app, name="mapping")
app.add_typer(drafts.house_app, name="house")


def main() -> None:
    """Run the command line; errors are told in words, and nothing is told by a traceback."""
    try:
        app()
    except AuditorError as error:
        _tell(str(error))
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        _tell(say("cli.interrupted", lang="es"))
        sys.exit(130)
    except Exception as error:
        if os.environ.get("AUDITOR_DEBUG"):
            raise
        _tell(say("cli.internal", lang="es", kind=type(error).__name__, error=error))
        sys.exit(1)


def _tell(text: str) -> None:
    """Print to stderr."""
    print(text, file=sys.stderr)  # noqa: T201  # what a command says


if __name__ == "__main__":
    main()
