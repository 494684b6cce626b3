"""Where and when findings stand, and how many hands were played there."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from auditor.report.audit.document import Casino, Finding
    from auditor.report.compose.context import Context

Hand = tuple[str | None, str | None, str]
KINDS = ("table", "date", "hour", "dealer")


def place_of(finding: Finding, kind: str) -> str | None:
    """Name the table, gaming date, local hour (`00` to `23`) or dealer of a finding."""
    if kind == "table":
        return finding.table_id
    if kind == "date":
        return finding.gaming_date
    if kind == "dealer":
        return finding.dealer_id
    return finding.at[11:13] if finding.at and "T" in finding.at else None


def hand_of(finding: Finding, context: Context) -> Hand | None:
    """Name the hand or board that a finding stands in; None for a shoe, a session and the like."""
    rule = context.index.rules.get((finding.norm, finding.rule))
    hand = finding.hand_id or (finding.subject if rule and rule.grain == "board" else None)
    return (finding.gaming_date, finding.session_id, hand) if hand else None


def hands_played(casino: Casino, kind: str, *, game: str | None = None) -> Mapping[str, int]:
    """Give the hands at each place of a kind, of one game or of all; none where not counted."""
    whole: Counter[str] = Counter()
    for scope in casino.games:
        if game in {None, scope.game}:
            named = scope.played.get(kind)
            if named is None:
                return {}
            whole.update(named)
    return whole
