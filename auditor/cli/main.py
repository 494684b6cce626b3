"""The `auditor` command: its subcommands, and how errors are told."""

from __future__ import annotations

import os
import sys

import typer

from auditor.cli import catalogue, dossier, drafts, logs, nightly, reports, rules, simulate, stores
from auditor.cli.help import speak_both
from auditor.cli.lean import start_lean
from auditor.cli.mistakes import misused, refused
from auditor.cli.stderr import fail, listen_unread
from auditor.cli.streams import end, settle_streams
from auditor.errors import INTERRUPTED, AuditorError, is_interrupt
from auditor.texts import say

USAGE = 2

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
app.command("nightly")(nightly.nightly)
app.command("simulate")(simulate.simulate)
app.command("diff")(reports.diff)
app.command("sign")(dossier.sign)
app.command("verify")(dossier.verify)
app.command("formats")(catalogue.list_formats)
app.command("games")(catalogue.list_games)
app.add_typer(rules.app, name="rules")
app.add_typer(stores.app, name="store")
app.add_typer(drafts.mapping_app, name="mapping")
app.add_typer(drafts.house_app, name="house")
speak_both()


def main() -> None:
    """Run the command line; errors are told in words, and nothing is told by a traceback."""
    start_lean()
    settle_streams()
    sys.exit(end(_code()))


def _code() -> int:
    """Do what was asked, tell what went wrong, and give the exit code."""
    try:
        code = int(app(standalone_mode=False) or 0)
    except AuditorError as error:
        fail(str(error), {"code": error.code, "exit": error.exit_code})
        return error.exit_code
    except typer.TyperException as error:
        listen_unread(sys.argv)
        fail(misused(error), {"exit": USAGE})
        return USAGE
    except (OSError, MemoryError) as error:
        told, code = refused(error)
        fail(told, {"exit": code})
        return code
    except Exception as error:
        if is_interrupt(error):
            return _interrupted()
        if os.environ.get("AUDITOR_DEBUG"):
            raise
        fail(say("cli.internal", lang="es", kind=type(error).__name__, error=error), {"exit": 1})
        return 1
    return _interrupted() if code == INTERRUPTED else code


def _interrupted() -> int:
    """Tell that somebody stopped the run, and give the exit code."""
    fail(say("cli.interrupted", lang="es"), {"exit": INTERRUPTED})
    return INTERRUPTED


if __name__ == "__main__":
    main()
