"""The commands that read logs and judge them: run, ingest, audit."""

from __future__ import annotations

from pathlib import Path

import typer

from auditor.cli.options import (
    ALL_FORMATS,
    AsJson,
    CasinoId,
    Casinos,
    Currency,
    First,
    Formats,
    GamingDate,
    Houses,
    Inputs,
    Lang,
    Language,
    Last,
    MappingFile,
    Norms,
    Out,
    ReportDate,
    Rules,
    Store,
    Strict,
    TableId,
)


def run(  # a command line has flags
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
    formats: Formats = ALL_FORMATS,
    lang: Language = Lang.ES,
    date: ReportDate = None,
    as_json: AsJson = False,
) -> None:
    """Lee, juzga e informa de una vez (ingest, audit and report in one go)."""
    from auditor import api  # slow to import
    from auditor.cli import say as saying

    read = api.ingest_options(
        mapping=mapping,
        houses=house,
        casino_id=casino_id,
        table_id=table_id,
        gaming_date=gaming_date,
        currency=currency,
    )
    wanted = api.audit_options(
        rules=rules,
        houses=house,
        norms=norm,
        casinos=casino,
        first=first,
        last=last,
        strict=strict,
        date=date,
    )
    ingested = api.ingest(inputs, out / "store", options=read)
    saying.tell_ingested(ingested, lang)
    result = api.audit(
        out / "store", out, options=wanted, ingested=ingested, progress=saying.batches(lang)
    )
    written = api.render(out, formats=saying.listed(formats), lang=lang.value)
    saying.tell_result(result, written, lang=lang, as_json=as_json)
    raise typer.Exit(result.exit_code)


def ingest(  # a command line has flags
    inputs: Inputs,
    store: Store,
    *,
    mapping: MappingFile = None,
    house: Houses = None,
    casino_id: CasinoId = None,
    table_id: TableId = None,
    gaming_date: GamingDate = None,
    currency: Currency = None,
    lang: Language = Lang.ES,
    as_json: AsJson = False,
) -> None:
    """Convierte registros en el almacén Parquet y dice qué rechazó (logs to Parquet)."""
    from auditor import api  # slow to import
    from auditor.cli import say as saying

    options = api.ingest_options(
        mapping=mapping,
        houses=house,
        casino_id=casino_id,
        table_id=table_id,
        gaming_date=gaming_date,
        currency=currency,
    )
    result = api.ingest(inputs, store, options=options)
    saying.tell_ingested(result, lang, as_json=as_json, rejects=True)
    raise typer.Exit(result.exit_code)


def audit(  # a command line has flags
    store: Store,
    out: Out,
    *,
    rules: Rules = None,
    house: Houses = None,
    strict: Strict = False,
    norm: Norms = None,
    casino: Casinos = None,
    first: First = None,
    last: Last = None,
    date: ReportDate = None,
    lang: Language = Lang.ES,
    as_json: AsJson = False,
) -> None:
    """Juzga lo que hay en el almacén (judge what is in the store)."""
    from auditor import api  # slow to import
    from auditor.cli import say as saying

    wanted = api.audit_options(
        rules=rules,
        houses=house,
        norms=norm,
        casinos=casino,
        first=first,
        last=last,
        strict=strict,
        date=date,
    )
    result = api.audit(store, out, options=wanted, progress=saying.batches(lang))
    saying.tell_result(result, (out / "audit.json",), lang=lang, as_json=as_json)
    raise typer.Exit(result.exit_code)


__all__ = ["Path", "audit", "ingest", "run"]
