"""A difference as plain data, in both languages, for a machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.compare.causes import Cause
    from auditor.compare.difference import Difference


def told_of(found: Difference) -> dict[str, object]:
    """Give a difference as plain data, its causes by number."""
    every = list(dict.fromkeys([*found.causes, *_own_causes(found)]))
    numbers = {each: number for number, each in enumerate(every)}
    return {
        "exit": found.exit_code,
        "causes": [
            {"kind": each.kind, "what": each.what, "es": each.es, "en": each.en} for each in every
        ],
        "findings": [
            {
                "how": change.how,
                "id": change.finding.get("id"),
                "norm": change.finding.get("norm"),
                "rule": change.finding.get("rule"),
                "casino_id": change.finding.get("casino_id"),
                "gaming_date": change.finding.get("gaming_date"),
                "subject": change.finding.get("subject"),
                "fields": {key: list(pair) for key, pair in change.fields.items()},
                "causes": [numbers[each] for each in change.causes],
            }
            for change in found.findings
        ],
        "counts": [
            {
                "norm": change.norm,
                "rule": change.rule,
                "casino_id": change.casino_id,
                "counts": {key: list(pair) for key, pair in change.counts.items()},
                "causes": [numbers[each] for each in change.causes],
            }
            for change in found.counts
        ],
    }


def _own_causes(found: Difference) -> Iterator[Cause]:
    """Walk the causes of single changes: among them that none is known."""
    for causes in [each.causes for each in found.findings] + [each.causes for each in found.counts]:
        yield from causes
