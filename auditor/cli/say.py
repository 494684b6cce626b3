"""What the commands print: progress to stderr, results to stdout."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import typer

from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from auditor.api import AuditResult, IngestResult
    from auditor.cli.options import Lang

SHOWN = 10
WORDS = ("violation", "observation", "indeterminate", "not_assessable", "pass", "out_of_scope")


def listed(text: str) -> tuple[str, ...]:
    """Split a comma-separated flag."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def batches(lang: Lang) -> Callable[[int, int], None]:
    """Give what is told of progress: to stderr, and only where there is more than one batch."""

    def tell(done: int, total: int) -> None:
        if total > 1:
            typer.echo(say("cli.batch", lang=lang.value, done=done, total=total), err=True)

    return tell


def tell_ingested(
    result: IngestResult, lang: Lang, *, as_json: bool = False, rejects: bool = False
) -> None:
    """Print what was read, and each reject where asked; as JSON for machines."""
    if as_json:
        typer.echo(json.dumps(result.told(), ensure_ascii=False, indent=1))
        return
    typer.echo(say("cli.ingested", lang=lang.value, **result.totals()), err=not rejects)
    for name, reason in result.skipped_told(lang.value):
        typer.echo(say("cli.skipped", lang=lang.value, name=name, reason=reason), err=True)
    if rejects:
        for row in result.rejects_told(lang.value):
            typer.echo("\t".join(row))


def tell_result(result: AuditResult, written: Iterable[Path], *, lang: Lang, as_json: bool) -> None:
    """Print the result in words, the first findings, and where everything lies."""
    if as_json:
        typer.echo(json.dumps(result.summary(), ensure_ascii=False, indent=1))
        return
    counts = result.counts()
    typer.echo(
        say(f"cli.result_{result.exit_code}", lang=lang.value, violations=counts["violation"])
    )
    for word in WORDS:
        verdict = say(f"cli.verdict_{word}", lang=lang.value)
        typer.echo("  " + say("cli.tally", lang=lang.value, verdict=verdict, count=counts[word]))
    _tell_findings(result, lang)
    for problem in result.problems(lang.value):
        typer.echo("- " + problem, err=True)
    for path in written:
        typer.echo(say("cli.written", lang=lang.value, path=path))


def _tell_findings(result: AuditResult, lang: Lang) -> None:
    """Print the first findings, and say how many more there are and where."""
    rows = result.findings_told(lang.value)
    for clause, place, message in rows[:SHOWN]:
        typer.echo(
            "  " + say("cli.finding", lang=lang.value, clause=clause, place=place, message=message)
        )
    if len(rows) > SHOWN:
        more = len(rows) - SHOWN
        typer.echo(
            "  " + say("cli.more_findings", lang=lang.value, count=more, file="findings.csv")
        )


def rows(lines: Sequence[Sequence[str]]) -> None:
    """Print a table, its columns aligned."""
    if not lines:
        return
    widths = [max(len(line[n]) for line in lines) for n in range(len(lines[0]))]
    for line in lines:
        typer.echo(
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        )


def complain(text: str) -> None:
    """Print to stderr."""
    print(text, file=sys.stderr)  # noqa: T201  # what a command says
