"""The commands that read logs and judge them: run, ingest, audit."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from auditor.cli import say as saying
from auditor.cli.lean import spare_pandas
from auditor.cli.options import (
    ALL_FORMATS,
    Annex,
    AsJson,
    AsKnownAt,
    Baseline,
    CasinoId,
    Casinos,
    Checks,
    Cluster,
    Currency,
    Durations,
    First,
    Formats,
    GamingDate,
    Houses,
    Inputs,
    KeyFile,
    KeyMap,
    Lang,
    Language,
    Last,
    MappingFile,
    Norms,
    Out,
    Redact,
    Replaces,
    ReportDate,
    Rules,
    Store,
    Strict,
    TableId,
    Waivers,
)
from auditor.cli.stderr import Log, LogFormat, progress
from auditor.store.there import refuse_absent

if TYPE_CHECKING:
    import datetime as dt
    from pathlib import Path

    from auditor.api import AuditOptions
    from auditor.ingest.ingest import IngestOptions


def run(
    inputs: Inputs,
    out: Out,
    *,
    mapping: MappingFile = None,
    house: Houses = None,
    casino_id: CasinoId = None,
    table_id: TableId = None,
    gaming_date: GamingDate = None,
    currency: Currency = None,
    rules: Rules = None,
    norm: Norms = None,
    casino: Casinos = None,
    first: First = None,
    last: Last = None,
    strict: Strict = False,
    as_known_at: AsKnownAt = None,
    checks: Checks = None,
    durations: Durations = False,
    waivers: Waivers = None,
    baseline: Baseline = None,
    cluster: Cluster = None,
    formats: Formats = ALL_FORMATS,
    annex: Annex = False,
    redact: Redact = False,
    key_file: KeyFile = None,
    key_map: KeyMap = None,
    lang: Language = Lang.ES,
    _log: Log = LogFormat.TEXT,
    date: ReportDate = None,
    as_json: AsJson = False,
) -> None:
    """Lee, juzga e informa de una vez (ingest, audit and report in one go)."""
    from auditor import api

    given = (casino_id, table_id, currency)
    reading = _reading(mapping=mapping, house=house, given=given, gaming_date=gaming_date)
    options = _auditing(
        by=(rules, house),
        only=(norm, casino),
        dates=(first, last, date, as_known_at),
        flags=(strict, checks, durations),
        beside=(waivers, baseline, cluster),
    )
    read, result = api.run(inputs, out, reading=reading, options=options, progress=progress(lang))
    saying.tell_ingested(read, lang, to_stderr=True)
    folder = saying.redacted(out, (redact, key_file, key_map, rules), lang=lang)
    written = saying.rendered(folder, formats, lang=lang, annex=annex)
    saying.tell_result(result.document, written, lang=lang, as_json=as_json)
    raise typer.Exit(result.exit_code)


def ingest(
    inputs: Inputs,
    store: Store,
    *,
    mapping: MappingFile = None,
    house: Houses = None,
    casino_id: CasinoId = None,
    table_id: TableId = None,
    gaming_date: GamingDate = None,
    currency: Currency = None,
    replaces: Replaces = None,
    lang: Language = Lang.ES,
    _log: Log = LogFormat.TEXT,
    as_json: AsJson = False,
) -> None:
    """Convierte registros en el almacén Parquet y dice qué rechazó (logs to Parquet)."""
    spare_pandas()
    from auditor.ingest.ingest import ingest as ingested  # not what judging needs as well

    options = _reading(
        mapping=mapping, house=house, given=(casino_id, table_id, currency), gaming_date=gaming_date
    )
    options = replace(options, replaces=tuple(replaces or ()))
    result = ingested(inputs, store, options=options)
    saying.tell_ingested(result, lang, as_json=as_json)
    doubts = [
        result.rejects.num_rows,
        len(result.displaced),
        len(result.unnamed),
        *(each.counts for each in result.skipped),
        *(len(each.unknown_columns) for each in result.sources),
    ]
    raise typer.Exit(4 if any(doubts) else 0)


def audit(
    store: Store,
    out: Out,
    *,
    rules: Rules = None,
    house: Houses = None,
    strict: Strict = False,
    as_known_at: AsKnownAt = None,
    checks: Checks = None,
    durations: Durations = False,
    waivers: Waivers = None,
    baseline: Baseline = None,
    cluster: Cluster = None,
    norm: Norms = None,
    casino: Casinos = None,
    first: First = None,
    last: Last = None,
    date: ReportDate = None,
    lang: Language = Lang.ES,
    _log: Log = LogFormat.TEXT,
    as_json: AsJson = False,
) -> None:
    """Juzga lo que hay en el almacén (judge what is in the store)."""
    from auditor import api

    options = _auditing(
        by=(rules, house),
        only=(norm, casino),
        dates=(first, last, date, as_known_at),
        flags=(strict, checks, durations),
        beside=(waivers, baseline, cluster),
    )
    refuse_absent(store)
    result = api.audit(store, out, options=options, progress=progress(lang))
    saying.tell_result(result.document, (out / "audit.json",), lang=lang, as_json=as_json)
    raise typer.Exit(result.exit_code)


def _reading(
    *,
    mapping: Path | None,
    house: list[Path] | None,
    given: tuple[str | None, str | None, str | None],
    gaming_date: dt.datetime | None,
) -> IngestOptions:
    """Gather the flags of reading; `given` is casino, table, currency."""
    from auditor.ingest.ingest import IngestOptions

    casino_id, table_id, currency = given
    return IngestOptions(
        mapping=mapping,
        houses=tuple(house or ()),
        casino_id=casino_id,
        table_id=table_id,
        gaming_date=_day(gaming_date),
        currency=currency,
    )


def _auditing(
    *,
    by: tuple[Path | None, list[Path] | None],
    only: tuple[list[str] | None, list[str] | None],
    dates: tuple[dt.datetime | None, ...],
    flags: tuple[bool, bool | None, bool],
    beside: tuple[Path | None, Path | None, str | None],
) -> AuditOptions:
    """Gather the flags of judging.

    `by` is rules, house files; `only` norms, casinos; `dates` from, to, report, rulebook; `flags`
    strict, checks, durations; `beside` waivers, baseline, cluster.
    """
    spare_pandas()
    from auditor import api

    first, last, date, as_known_at = map(_day, dates)
    norms, casinos = (tuple(each or ()) for each in only)
    (rules, house), (strict, checks, durations) = by, flags
    waivers, baseline, cluster = beside
    return api.AuditOptions(
        rules=rules,
        houses=tuple(house or ()),
        norms=norms,
        casinos=casinos,
        first=first,
        last=last,
        strict=strict,
        checks=checks,
        durations=durations,
        date=date,
        as_known_at=as_known_at,
        waivers=waivers,
        baseline=baseline,
        cluster=cluster,
    )


def _day(moment: dt.datetime | None) -> dt.date | None:
    """Give the day of a flag."""
    return moment.date() if moment else None
