"""An audit told without names, in a folder of its own that can be handed on.

redacted/    as an audit leaves it: audit.json, findings.parquet, evidence/, and what is rendered
"""

from __future__ import annotations

import json
import shutil
import tempfile
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.dossier.again import options_of
from auditor.dossier.compare import rules_difference
from auditor.dossier.inside import lay_out
from auditor.errors import InputError, UsageError
from auditor.redact.document import redacted_document, refuse_difference
from auditor.redact.exhibit import read_exhibit, write_exhibit
from auditor.redact.key import NAME, key_at, mark_of, write_map
from auditor.redact.names import names_of
from auditor.redact.rows import Persons, persons_in, redacted
from auditor.report.annex.attached import AUDIT, EVIDENCE, RULES
from auditor.report.audit.folders import REDACTED
from auditor.report.audit.own import own_document
from auditor.rulebook.load import default_rules
from auditor.run.audited import audited
from auditor.run.told.evidence import write_evidence
from auditor.run.told.write import write_audit
from auditor.store import layout

if TYPE_CHECKING:
    from collections.abc import Mapping

    from auditor.redact.document import Json
    from auditor.redact.exhibit import Exhibit
    from auditor.run.audited import Audited


@dataclass(frozen=True, slots=True)
class Redaction:
    """Where the key is (None: beside the audit's folder), where to tell who is who, which rules."""

    key_file: Path | None = None
    key_map: Path | None = None
    rules: Path | None = None


def redact(out: Path, how: Redaction | None = None) -> Path:
    """Tell the audit in a folder without names, in its folder `redacted`; gives that folder.

    The rows kept as evidence are given pseudonyms and audited again. Raises InputError where there
    is no audit, UsageError where its rows were not kept, the key or the rules cannot be used, or
    what is found would change.
    """
    asked, document = how or Redaction(), _document(out)
    rules = _rules(out, asked.rules)
    kept = {casino: read_exhibit(out, casino) for casino in _casinos(document)}
    path = key_of(out, asked.key_file)
    key = key_at(path, away_from=out)
    persons = reduce(or_, (persons_in(one.members) for one in kept.values()), Persons())
    names = names_of(key, players=persons.players, staff=persons.staff)
    if asked.key_map:
        write_map(asked.key_map, names.persons, away_from=out)
    hidden = {
        casino: replace(one, members=redacted(one.members, names)) for casino, one in kept.items()
    }
    with tempfile.TemporaryDirectory(prefix="auditor-") as work:
        found = _again(document, hidden, rules=rules, work=Path(work))
        told = {casino: one.document for casino, one in found.items()}
        whole = [casino for casino, one in kept.items() if one.is_whole]
        refuse_difference(document, told, names=names, whole=whole)
        about: Json = {"mark": mark_of(key), "file": path.name}
        written = redacted_document(document, told, names=names, about=about)
        draft = Path(work) / REDACTED
        _write(written, found, hidden=hidden, draft=draft)
        shutil.copy(out / EVIDENCE / RULES, draft / EVIDENCE / RULES)
        shutil.rmtree(out / REDACTED, ignore_errors=True)
        shutil.copytree(draft, out / REDACTED)
    return out / REDACTED


def key_of(out: Path, given: Path | None) -> Path:
    """Give the file of the key: the one named, else one beside the audit's folder."""
    return given or out.resolve().parent / NAME


def _again(
    document: Json, hidden: Mapping[str, Exhibit], *, rules: Path, work: Path
) -> dict[str, Audited]:
    """Audit each casino's rows, as a report of its own is checked; chance is told as it was."""
    found = {}
    for casino, one in hidden.items():
        store = work / layout.quoted(casino)
        lay_out(one.members, store)
        asked = options_of(own_document(document, casino), rules=rules)
        found[casino] = audited(store, replace(asked, checks=False))
    return found


def _write(
    document: Json, found: Mapping[str, Audited], *, hidden: Mapping[str, Exhibit], draft: Path
) -> None:
    """Write what an audit leaves."""
    write_audit(document, draft)  # type: ignore[arg-type]  # a document that was read again
    partitions = [each for one in found.values() for each in one.partitions]
    write_evidence(document, partitions, out=draft)  # type: ignore[arg-type]
    for casino, one in hidden.items():
        write_exhibit(draft, casino, exhibit=one)


def _rules(out: Path, given: Path | None) -> Path:
    """Give the rulebook that judged; raises UsageError where the one at hand is another."""
    rules = given or default_rules()
    attached = (out / EVIDENCE / RULES).read_bytes()
    if (difference := rules_difference(attached, rules)) is not None:
        raise UsageError("redact.other_rules", difference=difference)
    return rules


def _document(out: Path) -> Json:
    """Read an audit's document; raises InputError for none, UsageError for one without names."""
    try:
        document: Json = json.loads((out / AUDIT).read_bytes())
    except (OSError, ValueError) as error:
        raise InputError("report.no_audit", folder=str(out)) from error
    run = document.get("run")
    if isinstance(run, dict) and run.get("redaction"):
        raise UsageError("redact.already", folder=out)
    return document


def _casinos(document: Json) -> list[str]:
    """Name the casinos of an audit."""
    found = document.get("casinos")
    return [str(each["casino_id"]) for each in found] if isinstance(found, list) else []
