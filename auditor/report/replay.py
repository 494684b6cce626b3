"""A finding's hand step by step, from the rows that the audit kept of it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from auditor.report.model_findings import Replay, ReplayStep
from auditor.report.replay_rows import (
    Told,
    bet_steps,
    board_steps,
    card_steps,
    event_steps,
    result_step,
    roll_steps,
    settled_step,
    time_of,
)
from auditor.report.wording import choose

if TYPE_CHECKING:
    from collections.abc import Iterable

    from auditor.report.audit_file import Finding, Step
    from auditor.report.context import Context
    from auditor.report.read import HandRows, Row
    from auditor.report.wording import Wording

PLAIN = (None, "", "true", "false", True, False)
SETTLING = re.compile(r"payout|profit|paid|net|deduction|discount|settle|result")


def replay_of(context: Context, finding: Finding) -> Replay | None:
    """Tell the hand of a finding; None where the audit kept nothing of it."""
    if finding.replay:
        return Replay((), tuple(_given(step, context.lang) for step in finding.replay))
    rows = context.hand(finding.hand_id) or context.hand(finding.subject)
    if rows is None:
        return None
    history = _history(rows, context.wording) if _is_about_the_bank(finding) else ()
    return Replay(history, _steps(rows, finding, context=context))


def _is_about_the_bank(finding: Finding) -> bool:
    """Say whether a finding hangs on who held the bank before."""
    return any("bank" in column for column in finding.facts)


def _given(step: Step, lang: str) -> ReplayStep:
    """Take a step as the audit tells it."""
    return ReplayStep(
        time=None,
        text=choose(step.es, step.en, lang=lang),
        cards=step.cards,
        points=None if step.points is None else str(step.points),
        broken=step.broken,
        due=choose(step.due_es, step.due_en, lang=lang) or None,
    )


def _steps(rows: HandRows, finding: Finding, *, context: Context) -> tuple[ReplayStep, ...]:
    """Order what happened by time; where no step is the finding's own, it is told at the end."""
    wording = context.wording
    told = [
        *bet_steps(rows.bets, finding.subject, wording=wording),
        *event_steps(rows.events, finding.subject, wording=wording),
        *card_steps(rows, finding.subject, wording=wording),
        *roll_steps(rows.rolls, finding.subject, wording=wording),
        *board_steps(rows.boards, wording),
    ]
    told.sort(key=lambda step: step.at or "")
    result = result_step(rows.hand, wording)
    told += [result] if result else []
    settled = settled_step(rows.bets, finding.subject, wording=wording)
    if settled and _is_about_settling(finding, context):
        told = [replace(step, broken=False) for step in told]
    told += [replace(settled, broken=_is_about_settling(finding, context))] if settled else []
    steps = [_shown(step, finding, wording=wording) for step in told]
    if not any(step.broken for step in steps):
        steps.append(_judgement(finding, context))
    return tuple(steps)


def _is_about_settling(finding: Finding, context: Context) -> bool:
    """Say whether a bet's finding is about what was paid, and not about how it was placed."""
    rule = context.index.rules.get((finding.norm, finding.rule))
    if rule is None or rule.observed is None:
        return finding.at_stake is not None
    return bool(SETTLING.search(rule.observed))


def _shown(told: Told, finding: Finding, *, wording: Wording) -> ReplayStep:
    """Lay out one step, with what was due where it is the broken one."""
    return ReplayStep(
        time=time_of(told.at),
        text=told.text,
        cards=told.cards,
        dice=told.dice,
        points=told.points,
        broken=told.broken,
        due=_due(finding, wording) if told.broken else None,
    )


def _due(finding: Finding, wording: Wording) -> str | None:
    """Say what was due against what is there; a bare yes or no says nothing."""
    expected, observed = (
        None if value in PLAIN else wording.cell(value)
        for value in (finding.expected, finding.observed)
    )
    if expected and observed:
        return wording.say("replay_due", expected=expected, observed=observed)
    if expected:
        return wording.say("replay_expected", expected=expected)
    return wording.say("replay_observed", observed=observed) if observed else None


def _judgement(finding: Finding, context: Context) -> ReplayStep:
    """Close with the finding itself."""
    words = choose(finding.message, finding.message_en, lang=context.lang)
    text = context.wording.prose(words)
    return ReplayStep(time=None, text=text, broken=True, due=_due(finding, context.wording))


def _history(rows: HandRows, wording: Wording) -> tuple[str, ...]:
    """Tell the hands before this one, and what happened to the bank between them."""
    hands = [
        (row.get("started_at") or "", _hand_before(row, wording))
        for row in rows.before
        if row.get("bank_amount")
    ]
    events = [
        (told.at or "", told.text) for told in event_steps(rows.before_events, "", wording=wording)
    ]
    return tuple(text for _, text in _in_order([*hands, *events]))


def _in_order(lines: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Order by time, keeping the order given among equals."""
    return sorted(lines, key=lambda line: line[0])


def _hand_before(row: Row, wording: Wording) -> str:
    """Tell one earlier hand in a line."""
    return wording.say(
        "replay_before",
        hand=row.get("hand_id") or row.get("hand_no") or "—",
        winner=wording.word("side", row.get("winner") or "unknown"),
        banker=row.get("banker_player_id") or "—",
        seat=row.get("banker_seat") or "—",
        bank=wording.cell(row.get("bank_amount")),
        result=wording.cell(row.get("banker_result")),
        deduction=wording.cell(row.get("deduction")),
    )
