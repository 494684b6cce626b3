"""Which of some findings is the gravest: by verdict, then by money."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from auditor.report.compose.money import VERDICTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from auditor.report.audit.document import Finding


def gravest_of(found: Iterable[Finding]) -> Finding | None:
    """Give the gravest of some findings, the first of several alike."""
    counted = (each for each in found if not each.waiver and not _is_dismissed(each))
    return min(counted, key=gravity, default=None)


def _is_dismissed(finding: Finding) -> bool:
    """Tell whether an inspector dismissed a finding."""
    return finding.review is not None and finding.review.decision == "dismissed"


def gravity(finding: Finding) -> tuple[int, Decimal]:
    """Give what orders findings, the gravest first."""
    return VERDICTS.index(finding.verdict), -abs(finding.at_stake or Decimal(0))
