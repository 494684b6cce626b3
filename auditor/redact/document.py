"""An audit's document with pseudonyms: what was found anew, and the rest of what it told."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from auditor.dossier.compare import first_difference
from auditor.errors import UsageError
from auditor.evaluate.findings import in_order
from auditor.redact.rows import person_columns, reject_told
from auditor.report.audit.own import own_document
from auditor.run.told.baseline import ALONGSIDE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from auditor.redact.names import Names

    Json = dict[str, object]
    Found = Mapping[str, Mapping[str, object]]

# What is told of the law and of the rules names nobody.
OF_THE_LAW = frozenset({"norms", "clauses", "rules", "outcomes", "readings_adopted"})
OF_PLACES = frozenset({"casino_id", "casinos", "table", "table_id", "tables"})
# What is said of a check alike in every audit: a pseudonym in it would give its person away.
OF_CHECKS = frozenset({"check", "title", "title_en", "method", "method_en"})
OF_NOBODY = OF_PLACES | OF_CHECKS
COUNTED = "dealer"  # hands by dealer
KEY = "findings"
ABOUT = ("norm", "rule", "casino_id", "gaming_date")


def redacted_document(document: Json, found: Found, *, names: Names, about: Json) -> Json:
    """Give an audit's document with pseudonyms.

    `found` holds, by casino, the document of its rows audited again; `about` is told under
    `run.redaction`.
    """
    beside = {_about(each, names): _beside(each) for each in _listed(document, "findings")}
    again = [each for one in found.values() for each in _listed(one, "findings")]
    findings = [each | _hidden_row(beside[_about(each, None)], names) for each in again]
    run = document["run"]
    anew: Json = {
        "run": (run if isinstance(run, dict) else {}) | {"redaction": about},
        "rejects": [reject_told(each, names) for each in _listed(document, "rejects")],
        "casinos": [_casino(each, found, names=names) for each in _listed(document, "casinos")],
        "findings": in_order(findings),  # type: ignore[arg-type]  # they are findings, read again
    }
    kept: Json = {key: document[key] for key in document if key in OF_THE_LAW}
    rest = {key: value for key, value in document.items() if key not in anew | kept}
    hidden = _hidden_row(rest, names) | kept | anew
    return {key: hidden[key] for key in document}


def refuse_difference(document: Json, found: Found, *, names: Names, whole: Iterable[str]) -> None:
    """Raise UsageError where pseudonyms would change what was found, or how often.

    Counts are compared for the casinos of which the `whole` log is at hand.
    """
    was = Counter(_weighed(each, names) for each in _listed(document, "findings"))
    now = Counter(_weighed(each, None) for one in found.values() for each in _listed(one, KEY))
    for each in sorted((was - now) + (now - was), key=str):
        raise UsageError("redact.differs", difference=" ".join(map(str, each)))
    for casino in whole:
        told, again = (own_document(one, casino) | {KEY: []} for one in (document, found[casino]))
        if (difference := first_difference(told, again, whole=True)) is not None:
            raise UsageError("redact.differs", difference=f"{casino}: {difference}")


def _about(finding: Mapping[str, object], names: Names | None) -> tuple[object, ...]:
    """Say what a finding is about; with names, as it is told under pseudonyms."""
    subject = str(finding["subject"])
    return (*(finding[key] for key in ABOUT), names.in_id(subject) if names else subject)


def _weighed(finding: Mapping[str, object], names: Names | None) -> tuple[object, ...]:
    """Say what a finding is about, its verdict and its money."""
    return (*_about(finding, names), finding["verdict"], finding["at_stake"])


def _beside(finding: Mapping[str, object]) -> Json:
    """Give what a finding has from beside the logs."""
    return {key: finding[key] for key in ALONGSIDE if key in finding}


def _casino(casino: Json, found: Found, *, names: Names) -> Json:
    """Tell of a casino as its rows audited again do, its counts as they were."""
    again = next(
        one
        for one in _listed(found[str(casino["casino_id"])], "casinos")
        if one["casino_id"] == casino["casino_id"]
    )
    own = {key: again[key] for key in ("representative", "house_sha256") if key in again}
    return _hidden_row(casino, names) | {"outcomes": casino.get("outcomes", [])} | own


def _hidden(value: object, names: Names) -> object:
    """Replace the persons named anywhere in a part of the document."""
    if isinstance(value, str):
        return names.in_words(value)
    if isinstance(value, list):
        return [_hidden(each, names) for each in value]
    return _hidden_row(value, names) if isinstance(value, dict) else value


def _hidden_row(row: Mapping[str, object], names: Names) -> Json:
    """Replace the persons named in an object; a key that holds a person's id is replaced whole."""
    persons, told = person_columns(), dict(row)
    for key, value in row.items():
        if key in persons and isinstance(value, str):
            told[key] = names.person(value)
        elif key == COUNTED and isinstance(value, dict):
            told[key] = dict(sorted((names.person(name), count) for name, count in value.items()))
        elif key not in OF_NOBODY:
            told[key] = _hidden(value, names)
    return told


def _listed(document: Mapping[str, object], key: str) -> list[Json]:
    """Give a list of a document."""
    found = document.get(key)
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []
