"""An earlier audit beside this one: each finding new, changed or unchanged, and those gone."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from auditor.evaluate.findings import Finding
    from auditor.run.told.outcomes import Told

ALONGSIDE = frozenset({"since_baseline", "waiver"})  # what a finding has from beside the logs
SAID = ("verdict", "clauses", "expected", "observed", "at_stake", "owed_to", "currency", "readings")
GONE = (
    "id",
    "norm",
    "rule",
    "verdict",
    "casino_id",
    "gaming_date",
    "subject",
    "message",
    "message_en",
)


@dataclass(frozen=True, slots=True)
class Baseline:
    """An earlier audit: what it was, and its findings by id."""

    told: Told
    findings: Mapping[str, Finding]


def read_baseline(path: Path) -> Baseline:
    """Read an earlier audit, by its folder or its `audit.json`; raises UsageError for none."""
    file = path / "audit.json" if path.is_dir() else path
    try:
        content = file.read_bytes()
        document = json.loads(content)
        findings = {str(each["id"]): each for each in document["findings"]}
        run = document["run"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UsageError("run.no_baseline", path=path, reason=type(error).__name__) from error
    told = {key: run.get(key) for key in ("version", "rules_hash", "date")}
    return Baseline({"sha256": hashlib.sha256(content).hexdigest(), **told}, findings)


def since(findings: Sequence[Finding], baseline: Baseline) -> list[Finding]:
    """Give findings, each with how it stands to the earlier one of its id."""
    earlier = baseline.findings
    return [
        each | {"since_baseline": _state(each, earlier.get(str(each["id"])))} for each in findings
    ]


def baseline_told(baseline: Baseline, findings: Sequence[Finding]) -> Told:
    """Tell the earlier audit: which it was, how many findings are new, and those that are gone."""
    here = {str(each["id"]) for each in findings}
    states = [each["since_baseline"] for each in findings]
    counts = {state: states.count(state) for state in ("new", "changed", "unchanged")}
    gone = [each for name, each in baseline.findings.items() if name not in here]
    return {
        **baseline.told,
        **counts,
        "gone": [{key: each.get(key) for key in GONE} for each in gone],
    }


def _state(finding: Finding, earlier: Finding | None) -> str:
    """Say how a finding stands to an earlier one."""
    if earlier is None:
        return "new"
    same = _compared(finding) == _compared(earlier)
    return "unchanged" if same else "changed"


def _compared(finding: Finding) -> Finding:
    """Give what counts of a finding when it is compared."""
    return {key: finding.get(key) for key in SAID}
