"""The rows that a report stands on, audited again by the tool's own rules."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from auditor.dossier.inside import lay_out, unzip
from auditor.errors import InputError
from auditor.ingest.ingest import ingest
from auditor.report.audit.own import own_document
from auditor.run.audited import AuditOptions, audited
from auditor.store.layout import SPANS
from auditor.store.read import verify

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    Document = Mapping[str, object]


def audited_again(document: Document, logs: bytes, *, work: Path, rules: Path | None) -> Document:
    """Audit the rows that a report carries; raises AuditorError where they cannot be."""
    lay_out(unzip(logs, "logs.zip"), work)
    verify(work)
    return _audited(document, work, rules=rules)


def ingested_again(
    document: Document, logs: tuple[Path, ...], *, beside: bytes, work: Path, rules: Path | None
) -> Document:
    """Ingest logs anew and audit them; raises AuditorError where they cannot be.

    InputError, too, for a file that cannot be read now and that the document does not tell of.
    `beside`: the rows that the report carries; what was told of others is taken from there.
    """
    problems = _rows(document, "problems")
    known = {each["source"] for each in problems if each.get("kind") == "skipped"}
    for each in ingest(list(logs), work).skipped:
        if each.counts and each.name not in known:
            raise InputError("dossier.not_read", file=each.name)
    carried = unzip(beside, "logs.zip") if beside else {}
    told = {path: content for path, content in carried.items() if path.startswith(f"{SPANS}/")}
    lay_out(told, work)
    return _as_named(_audited(document, work, rules=rules), document)


def _as_named(found: Document, told: Document) -> Document:
    """Name each file as a report does: the same bytes may lie elsewhere, or be called otherwise."""
    names = {one["sha256"]: one["name"] for one in _rows(told, "sources")}
    renamed = []
    for one in _rows(found, "findings"):
        source = one["source"]
        if isinstance(source, dict):
            source = source | {"name": names.get(source["sha256"], source["name"])}
        renamed.append({**one, "source": source})
    return {**found, "findings": renamed}


def _rows(document: Document, key: str) -> list[Mapping[str, object]]:
    """Give a list of a document."""
    rows = document.get(key)
    return rows if isinstance(rows, list) else []


def options_of(document: Document, *, rules: Path | None) -> AuditOptions:
    """Give what an audit of one casino was asked, as its document tells it, to ask it again."""
    run, casinos = document["run"], document["casinos"]
    casino = casinos[0]["casino_id"] if isinstance(casinos, list) else ""
    asked = run if isinstance(run, dict) else {}
    return AuditOptions(
        rules=rules,
        norms=tuple(asked.get("norms_asked", ())),
        first=_day(asked.get("from")),
        last=_day(asked.get("to")),
        strict=bool(asked.get("strict")),
        as_known_at=_day(asked.get("as_known_at")),
        date=_day(asked.get("date")),
        casinos=(str(casino),),
    )


def _audited(document: Document, store: Path, *, rules: Path | None) -> Document:
    """Audit a store as the report's run was asked to, and give the casino's own part.

    Raises InputError where the store has nothing of the casino.
    """
    options = options_of(document, rules=rules)
    found, casino = audited(store, options).document, options.casinos[0]
    if casino not in {each["casino_id"] for each in _rows(found, "casinos")}:
        raise InputError("dossier.no_casino", casino=casino)
    return own_document(found, casino)


def _day(text: object) -> date | None:
    """Read a date of the run."""
    return date.fromisoformat(str(text)) if text else None
