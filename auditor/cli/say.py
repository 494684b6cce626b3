"""What the commands print: results to stdout, and what is amiss through `stderr`."""

from __future__ import annotations

import json
from logging import INFO
from typing import TYPE_CHECKING

import typer

from auditor.cli.stderr import complain
from auditor.errors import AuditorError, UsageError
from auditor.texts import say
from auditor.texts.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from auditor.cli.options import Lang
    from auditor.ingest.ingest import IngestResult
    from auditor.report.words.wording import Wording

SHOWN = 10
ALIKE = 3
WORDS = ("violation", "observation", "indeterminate", "not_assessable", "pass", "out_of_scope")


def tell_ingested(
    result: IngestResult, lang: Lang, *, as_json: bool = False, to_stderr: bool = False
) -> None:
    """Print what was read and what was not; each reject where the command is to read only."""
    if as_json:
        typer.echo(json.dumps(_ingested(result), ensure_ascii=False, indent=1))
        return
    sums = _sums(result)
    ingested = say("cli.ingested", lang=lang.value, **sums)
    if to_stderr:
        complain(ingested, level=INFO)
    else:
        typer.echo(ingested)
    for each in result.skipped:
        reason = each.reason_en if lang.value == "en" else each.reason_es
        complain(say("cli.skipped", lang=lang.value, name=each.name, reason=reason))
    for name in result.unnamed:
        complain(say("cli.not_replaced", lang=lang.value, name=name))
    for name, records in result.displaced.items():
        complain(say("cli.displaced", lang=lang.value, name=name, records=records))
    if to_stderr:
        _tell_kinds_of_reject(result, lang)
        return
    if result.rejects.num_rows:
        typer.echo(say("cli.rejects_head", lang=lang.value))
    for row in _rejects(result, lang):
        typer.echo("\t".join(map(visible, row)))
    _tell_unknown_columns(result, lang)


def _tell_unknown_columns(result: IngestResult, lang: Lang) -> None:
    """Print each column that nobody knows."""
    columns = [column for source in result.sources for column in source.unknown_columns]
    if not columns:
        return
    from auditor.run.told.ingested import unknown_column  # slow to import

    for each in columns:
        problem = unknown_column(each)
        reason = problem.reason_en if lang.value == "en" else problem.reason
        complain(f"- {each.source} {reason}")


def _tell_kinds_of_reject(result: IngestResult, lang: Lang) -> None:
    """Print each kind of reject once: how many, the first of them, and why."""
    kinds: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for row in _rejects(result, lang):
        name, _, column, value, reason = row
        kind = (name, column, reason.replace(value, "") if value else reason)
        kinds.setdefault(kind, []).append(row)
    for alike in list(kinds.values())[:SHOWN]:
        name, record, column, _, reason = alike[0]
        complain(
            say(
                "cli.rejected",
                lang=lang.value,
                name=name,
                count=len(alike),
                record=record,
                column=column or "—",
                reason=reason,
            )
        )
    if len(kinds) > SHOWN:
        complain(say("cli.more_rejected", lang=lang.value, count=len(kinds) - SHOWN))


def _sums(result: IngestResult) -> dict[str, int]:
    """Sum the records of the sources of an ingest."""
    return {
        "sources": len(result.sources),
        "records": sum(each.records for each in result.sources),
        "written": sum(each.written for each in result.sources),
        "rejected": sum(each.rejected for each in result.sources),
    }


def _rejects(result: IngestResult, lang: Lang) -> list[tuple[str, ...]]:
    """Give each reject: file, record, column, value, reason."""
    return [
        (
            str(row["source_name"]),
            str(row["record"]),
            str(row["column"] or ""),
            str(row["value"] or ""),
            str(row["reason_en"] if lang.value == "en" else row["reason_es"]),
        )
        for row in result.rejects.to_pylist()
    ]


def _ingested(result: IngestResult) -> dict[str, object]:
    """Give an ingest as plain data."""
    return {
        **_sums(result),
        "rejects": [
            {key: None if cell is None else str(cell) for key, cell in row.items()}
            for row in result.rejects.to_pylist()
        ],
        "displaced": dict(result.displaced),
        "unnamed": list(result.unnamed),
        "skipped": [
            {"name": each.name, "reason": each.reason_es, "reason_en": each.reason_en}
            for each in result.skipped
        ],
    }


def redacted(
    out: Path, asked: tuple[bool, Path | None, Path | None, Path | None], *, lang: Lang
) -> Path:
    """Give the folder to render: one without names where asked (whether, key, map, rules)."""
    from auditor import api
    from auditor.redact.redact import Redaction, key_of

    is_asked, key_file, key_map, rules = asked
    if not is_asked and (key_file or key_map):
        raise UsageError("redact.not_asked")
    if not is_asked:
        return out
    folder = api.redact(out, Redaction(key_file, key_map, rules))
    complain(say("redact.written", lang=lang.value, folder=folder, key=key_of(out, key_file)))
    return folder


def rendered(out: Path, formats: str, *, lang: Lang, annex: bool) -> tuple[Path, ...]:
    """Render the reports; what cannot be written here is told, and the rest stands."""
    from auditor import api

    wanted = tuple(part.strip() for part in formats.split(",") if part.strip())
    try:
        return api.render(out, formats=wanted, lang=lang.value, annex=annex)
    except AuditorError as error:
        if isinstance(error, UsageError):
            raise
        for line in error.say(lang.value).splitlines():
            complain(line)
        return tuple(sorted(out.glob("*.html")) + sorted(out.glob("*/report.html")))


def tell_result(
    document: Mapping[str, object], written: Iterable[Path], *, lang: Lang, as_json: bool
) -> None:
    """Print the result in words, the first findings, and where everything lies."""
    counts = _counts(document)
    if as_json:
        told = {"run": document["run"], "verdicts": counts, "problems": document["problems"]}
        typer.echo(json.dumps(told, ensure_ascii=False, indent=1))
        return
    typer.echo(
        say(f"cli.result_{_exit(document)}", lang=lang.value, violations=counts["violation"])
    )
    for word in WORDS:
        verdict = say(f"cli.verdict_{word}", lang=lang.value)
        typer.echo("  " + say("cli.tally", lang=lang.value, verdict=verdict, count=counts[word]))
    _tell_findings(_list(document, "findings"), lang)
    _tell_readings(_list(document, "readings"), lang)
    _tell_problems(_list(document, "problems"), lang)
    for path in written:
        typer.echo(say("cli.written", lang=lang.value, path=path))


def _exit(document: Mapping[str, object]) -> int:
    """Give the exit code that stands in a document."""
    run = document["run"]
    return int(str(run["exit"])) if isinstance(run, dict) else 1


def _list(document: Mapping[str, object], key: str) -> list[dict[str, object]]:
    """Give one list of a document."""
    rows = document[key]
    return [row for row in rows if isinstance(row, dict)] if isinstance(rows, list) else []


def _counts(document: Mapping[str, object]) -> dict[str, int]:
    """Sum the verdicts of all rules."""
    outcomes = _list(document, "outcomes")
    return {word: sum(int(str(row[word])) for row in outcomes) for word in WORDS}


def _tell_findings(findings: list[dict[str, object]], lang: Lang) -> None:
    """Print the first findings, and say how many more there are and where."""
    from auditor.report.words.wording import Wording  # slow to import

    several = len({finding["casino_id"] for finding in findings}) > 1
    where = ("casino_id", "table_id", "subject") if several else ("table_id", "subject")
    if findings:
        typer.echo(say("cli.findings_head", lang=lang.value))
    wording = Wording(lang.value)
    for finding in findings[:SHOWN]:
        message = wording.prose(
            str(finding["message_en"] if lang.value == "en" else finding["message"]),
            currency=str(finding["currency"] or ""),
        )
        place = " ".join(
            _named(wording, key=key, name=str(finding[key])) for key in where if finding[key]
        )
        told = say(
            "cli.finding", lang=lang.value, clause=finding["rule"], place=place, message=message
        )
        typer.echo("  " + visible(told))
    if len(findings) > SHOWN:
        more = len(findings) - SHOWN
        typer.echo("  " + say("cli.more_findings", lang=lang.value, count=more, file="audit.json"))


def _named(wording: Wording, *, key: str, name: str) -> str:
    """Name a place of a finding: a casino, a table, or what was judged."""
    kinds = {"casino_id": wording.casino, "subject": wording.subject}
    return kinds[key](name) if key in kinds else name


def _tell_readings(told: list[dict[str, object]], lang: Lang) -> None:
    """Print the rules whose readings disagree: the fewest and most that fail, and under all."""
    split: dict[str, dict[str, list[str]]] = {}
    for each in told:
        fails = [int(str(reading["fails"])) for reading in _list(each, "readings")]
        under_all = each["under_all"]
        firm = int(str(under_all["fails"])) if isinstance(under_all, dict) else 0
        if max(fails) > firm:
            rule, casino = str(each["rule"]), str(each["casino_id"])
            values = {"least": min(fails), "most": max(fails), "firm": firm}
            place = visible(f"{rule}  {casino}")
            line = "  " + say("cli.readings", lang=lang.value, place=place, **values)
            split.setdefault(rule, {}).setdefault(casino, []).append(line)
    for lines in split.values():
        for line in _first(lines.values(), lang):
            typer.echo(line)


def _tell_problems(problems: list[dict[str, object]], lang: Lang) -> None:
    """Print what was not judged; of what is told casino by casino, that of the first of them."""
    kinds: dict[object, dict[object, list[str]]] = {}
    for number, each in enumerate(problems):
        reason = each["reason_en"] if lang.value == "en" else each["reason"]
        line = f"- {each['source']} {reason}" if each["source"] else f"- {reason}"
        kind = (
            each["kind"] if each["casino_id"] else number
        )  # what is of no casino is like no other
        kinds.setdefault(kind, {}).setdefault(each["casino_id"], []).append(line)
    for lines in kinds.values():
        for line in _first(lines.values(), lang):
            complain(line)


def _first(casinos: Iterable[list[str]], lang: Lang) -> list[str]:
    """Give the lines of the first of many casinos, and one that says how many more there are."""
    told = list(casinos)
    rest = told[ALIKE:] if len(told) > ALIKE + 1 else []  # to say so of one would be no shorter
    lines = [line for of in told[: len(told) - len(rest)] for line in of]
    if rest:
        count = sum(map(len, rest))
        lines.append("  " + say("cli.more_alike", lang=lang.value, count=count))
    return lines


def rows(lines: Sequence[Sequence[str]]) -> None:
    """Print a table, its columns aligned."""
    if not lines:
        return
    widths = [max(len(line[n]) for line in lines) for n in range(len(lines[0]))]
    for line in lines:
        padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        typer.echo("  ".join(padded).rstrip())
