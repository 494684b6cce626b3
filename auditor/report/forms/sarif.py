"""Writer of findings.sarif: SARIF 2.1.0, for tools that gather findings of many programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import quote

from auditor.report.words.wording import choose, pick

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from auditor.report.audit.document import Audit, Finding, Problem, Reject, Rule
    from auditor.report.audit.read import AuditRead

    Json: TypeAlias = dict[str, object]

NAME = "findings.sarif"
SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
LEVELS = {"violation": "error", "observation": "warning", "indeterminate": "note"}
BASELINE = {"new": "new", "changed": "updated", "unchanged": "unchanged"}
RUN_FAILED = 1


def write(read: AuditRead, out: Path, *, lang: str) -> Iterable[Path]:
    """Write `findings.sarif`; gives its path."""
    path = out / NAME
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [_run(read.audit, lang)]}
    path.write_text(json.dumps(log, ensure_ascii=False, indent=1) + "\n", "utf-8")
    yield path


def _run(audit: Audit, lang: str) -> Json:
    """Tell the whole audit as one run."""
    places = {(rule.norm, rule.rule): place for place, rule in enumerate(audit.rules)}
    return {
        "tool": {
            "driver": {
                "name": "auditor",
                "version": audit.run.version,
                "rules": [_rule(rule, lang) for rule in audit.rules],
            }
        },
        "language": lang,
        "invocations": [_invocation(audit, lang)],
        "artifacts": [
            {
                "location": {"uri": quote(source.name)},
                **({"hashes": {"sha-256": source.sha256}} if source.sha256 else {}),
            }
            for source in audit.sources
        ],
        "results": [
            _result(finding, places.get((finding.norm, finding.rule)), lang=lang)
            for finding in audit.findings
        ],
        "properties": {
            "rulesHash": audit.run.rules_hash,
            "notAssessable": {
                each.rule: each.not_assessable for each in audit.outcomes if each.not_assessable
            },
        },
    }


def _rule(rule: Rule, lang: str) -> Json:
    """Describe one rule."""
    title = pick(rule.title, lang) or rule.rule
    return {
        "id": rule.rule,
        "shortDescription": {"text": title},
        "properties": {"norm": rule.norm, "clauses": list(rule.clauses), "grain": rule.grain},
    }


def _invocation(audit: Audit, lang: str) -> Json:
    """Tell how the run ended, and all that kept it from judging something."""
    return {
        "executionSuccessful": audit.run.exit != RUN_FAILED,
        "exitCode": audit.run.exit,
        "toolExecutionNotifications": [
            *(_problem(each, lang) for each in audit.problems),
            *(_reject(each, lang) for each in audit.rejects),
        ],
    }


def _problem(problem: Problem, lang: str) -> Json:
    """Tell a problem of the run."""
    told = choose(problem.reason, problem.reason_en, lang=lang) or problem.kind
    return {
        "level": "error" if problem.exit else "warning",
        "descriptor": {"id": problem.kind},
        "message": {"text": told},
    }


def _reject(reject: Reject, lang: str) -> Json:
    """Tell a record that was not taken in."""
    told = choose(reject.reason, reject.reason_en, lang=lang)
    where = f"{reject.source} {reject.record or ''} {reject.column or ''}".strip()
    return {
        "level": "error",
        "descriptor": {"id": "reject"},
        "message": {"text": f"{where}: {told}"},
    }


def _result(finding: Finding, place: int | None, *, lang: str) -> Json:
    """Tell one finding; what is indeterminate is for review."""
    names = (finding.casino_id, finding.gaming_date, finding.table_id, finding.hand_id)
    where: Json = {
        "logicalLocations": [
            {"fullyQualifiedName": "/".join(each or "-" for each in (*names, finding.subject))}
        ]
    }
    if finding.source:
        where["physicalLocation"] = {"artifactLocation": {"uri": quote(finding.source.name)}}
        where["properties"] = {"record": finding.source.record}
    result: Json = {
        "ruleId": finding.rule,
        "level": LEVELS.get(finding.verdict, "warning"),
        "kind": "fail",
        "message": {"text": choose(finding.message, finding.message_en, lang=lang) or finding.rule},
        "locations": [where],
        "fingerprints": {"auditor/v1": finding.id},
        "properties": _properties(finding),
    }
    if finding.waiver:
        told = f"{finding.waiver.reference} ({finding.waiver.approved_by}): {finding.waiver.reason}"
        kind = {"kind": "external", "status": "accepted", "justification": told}
        result["suppressions"] = [kind]
    if finding.since_baseline:
        result["baselineState"] = BASELINE[finding.since_baseline]
    return result | ({} if place is None else {"ruleIndex": place})


def _properties(finding: Finding) -> Json:
    """Give what SARIF has no word for."""
    return {
        "verdict": finding.verdict,
        "citation": finding.citation,
        "expected": finding.expected,
        "observed": finding.observed,
        "atStake": None if finding.at_stake is None else f"{finding.at_stake:f}",
        "owedTo": finding.owed_to,
        "currency": finding.currency,
    }
