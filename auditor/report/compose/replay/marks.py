"""Which step of a hand a finding is about: where the page says that it is not met."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from auditor.report.audit.document import Finding
    from auditor.report.audit.read import HandRows
    from auditor.report.compose.context import Context
    from auditor.report.compose.replay.rows import Told

THIRD = re.compile(r"third|drew")
RESULT = re.compile(r"winner|_total|result|deduction")
SETTLING = re.compile(r"payout|profit|paid|net|deduction|discount|settle|result")
START = re.compile(r"^bank_|banker_|dealer_role")
# Facts by whose names a rule looks at an event of a type; the first that fits.
EVENTS = (
    (re.compile(r"end_cut"), "end_cut"),
    (re.compile(r"cutter|late_hand"), "cutter_out"),
    (re.compile(r"cut_"), "cut"),
    (re.compile(r"shuffle"), "shuffle"),
    (re.compile(r"burn"), "burn"),
    (re.compile(r"loaded"), "load_shoe"),
    (re.compile(r"reveal"), "reveal"),
    (re.compile(r"option"), "option"),
    (re.compile(r"call_"), "cobertura_call"),
)


def holder_in_question(finding: Finding, rows: HandRows, *, context: Context) -> str | None:
    """Name who drew, or did not draw, the third card that a finding is about."""
    if not _is_about(finding, context, words=THIRD):
        return None
    box = finding.subject.removeprefix(f"{rows.hand_id}/")
    if box != finding.subject:
        return box
    observed = context.index.rules[finding.norm, finding.rule].observed or ""
    return next((holder for holder in ("banca", "punto") if holder in observed), None)


def mark_last_card(told: list[Told], holder: str | None) -> list[Told]:
    """Mark the last card of a holder as the broken step."""
    places = [place for place, step in enumerate(told) if step.holder and step.holder == holder]
    last = places[-1] if places else None
    return [replace(step, broken=step.broken or place == last) for place, step in enumerate(told)]


def is_about_result(finding: Finding, rows: HandRows, *, context: Context) -> bool:
    """Say whether a finding of a whole hand is about how it ended."""
    return finding.subject == rows.hand_id and _is_about(finding, context, words=RESULT)


def is_about_settling(finding: Finding, context: Context) -> bool:
    """Say whether a finding of a bet is about what was paid; money tells where no fact does."""
    observed = _observed(finding, context)
    if observed is None:
        return finding.at_stake is not None
    return bool(SETTLING.search(observed))


def mark_start(start: Told, finding: Finding, *, context: Context) -> Told:
    """Mark the start of a hand where a rule looks at who held the bank, or how much it was."""
    return replace(start, broken=bool(START.search(_observed(finding, context) or "")))


def mark_event(told: list[Told], finding: Finding, *, context: Context) -> list[Told]:
    """Mark the last event of the type that a rule looks at, where no step is marked yet."""
    looked_at = _observed(finding, context) or " ".join(finding.facts)
    kind = next((kind for words, kind in EVENTS if words.search(looked_at)), None)
    places = [place for place, step in enumerate(told) if step.event and step.event == kind]
    if not places or any(step.broken for step in told):
        return told
    return [
        replace(step, broken=True) if place == places[-1] else step
        for place, step in enumerate(told)
    ]


def _observed(finding: Finding, context: Context) -> str | None:
    """Give what the rule of a finding observes, as it is written."""
    rule = context.index.rules.get((finding.norm, finding.rule))
    return rule.observed if rule else None


def _is_about(finding: Finding, context: Context, *, words: re.Pattern[str]) -> bool:
    """Say whether what a rule observes has one of some words."""
    return bool(words.search(_observed(finding, context) or ""))
