"""The part of an audit that is one casino's: what its report tells, and no other casino's rows."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from auditor.errors import UsageError
from auditor.report.audit.cut import Cut, cut
from auditor.report.audit.folders import folder_names
from auditor.report.audit.read import parse_audit
from auditor.report.audit.review import check_review, with_reviews

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from auditor.report.audit.read import AuditRead

    Json: TypeAlias = dict[str, object]

OF_ALL = "not_assessable"  # names the rules of all casinos; what each could not judge stands by it


def own_reads(read: AuditRead) -> Iterator[tuple[str, AuditRead]]:
    """Give, for each casino, the name of its folder and its own part of an audit."""
    folders = folder_names(casino.casino_id for casino in read.audit.casinos)
    whole = _whole(read)
    for casino_id, folder in folders.items():
        yield folder, _part(read, casino_id, whole=whole)


def check_reviews(read: AuditRead) -> None:
    """Raise UsageError where a review is not of a casino's own part of an audit, as it stands."""
    casinos = {casino.casino_id for casino in read.audit.casinos}
    for casino_id in read.reviewed:
        if casino_id not in casinos:
            raise UsageError("report.review_of_another", casino=casino_id, here=read.sha256)
        own_read(read, casino_id)


def own_read(read: AuditRead, casino_id: str) -> AuditRead:
    """Give one casino's part of an audit, with the SHA-256 of its own document."""
    return _part(read, casino_id, whole=_whole(read))


def _whole(read: AuditRead) -> Cut:
    """Give an audit's document cut from its findings; with them where it cannot be cut."""
    return cut(read.content) or Cut(b"", json.loads(read.content), {})


def _part(read: AuditRead, casino_id: str, *, whole: Cut) -> AuditRead:
    """Give one casino's part; findings that could be cut out are neither read nor written again."""
    if whole.places:
        findings = tuple(each for each in read.audit.findings if each.casino_id == casino_id)
        states = [each.since_baseline for each in findings]
        rest = document_bytes(_own(whole.rest, casino_id, states=states))
        content = whole.with_findings(rest, casino_id)
        audit = replace(parse_audit(rest), findings=findings)
    else:
        content = document_bytes(own_document(whole.rest, casino_id))
        audit = parse_audit(content)
    sha256 = hashlib.sha256(content).hexdigest()
    hands = {key: rows for key, rows in read.hands.items() if key[0] == casino_id}
    reviewed = {casino_id: read.reviewed[casino_id]} if casino_id in read.reviewed else {}
    for each in reviewed.values():
        check_review(each, audit, sha256=sha256)
    audit = with_reviews(audit, reviewed.values())
    return replace(
        read, audit=audit, sha256=sha256, content=content, hands=hands, reviewed=reviewed
    )


def document_bytes(document: Mapping[str, object]) -> bytes:
    """Write a document as `audit.json` is written."""
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def own_document(document: Mapping[str, object], casino_id: str) -> Json:
    """Leave in a document what bears on one casino; doing it twice changes nothing more."""
    findings = [each for each in _listed(document, "findings") if each["casino_id"] == casino_id]
    states = [each.get("since_baseline") for each in findings]
    return _own(document, casino_id, states=states)


def _own(document: Mapping[str, object], casino_id: str, *, states: Sequence[object]) -> Json:
    """Leave what bears on one casino; `states` says of its findings what they were before."""
    casino = next(each for each in _listed(document, "casinos") if each["casino_id"] == casino_id)
    outcomes = _listed(casino, "outcomes")
    is_alone = len(_listed(document, "casinos")) == 1
    norms = {each["norm"] for each in outcomes}
    others = {
        each["name"]
        for each in _listed(document, "sources")
        if each.get("casinos") and casino_id not in _texts(each["casinos"])
    }
    keeps: dict[str, Callable[[Json], bool]] = {
        "sources": lambda each: each["name"] not in others,
        "rejects": lambda each: each["source"] not in others,
        "problems": lambda each: (
            each.get("source") not in others
            and each.get("casino_id") in {None, casino_id}
            and (is_alone or each.get("kind") != OF_ALL)
        ),
        "norms": lambda each: each["id"] in norms,
        "clauses": lambda each: each["norm"] in norms,
        "rules": lambda each: each["norm"] in norms,
        "waivers": lambda each: _named(each.get("scope")) in {None, casino_id},
    }
    own: Json = {}
    for key, value in document.items():
        own[key] = _kept(value, casino_id, keep=keeps.get(key))
    told: Json = {"outcomes": outcomes} if outcomes else {}
    told |= {key: casino[key] for key in ("assumptions", "assumptions_en") if key in casino}
    return own | told | _own_baseline(own, casino_id, states=states)


def _own_baseline(own: Json, casino_id: str, *, states: Sequence[object]) -> Json:
    """Leave of what is told of an earlier audit what is one casino's."""
    baseline = own.get("baseline")
    if not isinstance(baseline, dict):
        return {}
    counts = {state: states.count(state) for state in ("new", "changed", "unchanged")}
    gone = [each for each in _listed(baseline, "gone") if each["casino_id"] == casino_id]
    return {"baseline": baseline | counts | {"gone": gone}}


def _named(scope: object) -> object:
    """Give the casino that a waiver names, if any."""
    return scope.get("casino_id") if isinstance(scope, dict) else None


def _kept(items: object, casino_id: str, *, keep: Callable[[Json], bool] | None) -> object:
    """Give the items that bear on a casino: by `keep`, else by the casino that each names."""
    if not isinstance(items, list):
        return items
    kept = keep or (lambda each: each.get("casino_id") in {None, casino_id})
    return [each for each in items if not isinstance(each, dict) or kept(each)]


def _listed(document: Mapping[str, object], key: str) -> list[Json]:
    """Give a list of a document; an empty one where it is not there."""
    found = document.get(key)
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []


def _texts(value: object) -> list[str]:
    """Give a list of texts."""
    return [str(each) for each in value] if isinstance(value, list) else []
