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
from auditor.report.replay_stud import streets_of
from auditor.report.wording import choose

if TYPE_CHECKING:
    from collections.abc import Iterable

    from auditor.report.audit_file import Finding, Step
    from auditor.report.context import Context
    from auditor.report.model_findings import Street
    from auditor.report.read import HandRows, Row
    from auditor.report.wording import Wording

STUD = "stud7"
PLAIN = (None, "", "true", "false", True, False)
THIRD = re.compile(r"third|drew")
RESULT = re.compile(r"winner|_total|result|deduction")
SETTLING = re.compile(r"payout|profit|paid|net|deduction|discount|settle|result")


def replay_of(context: Context, finding: Finding) -> Replay | None:
    """Tell the hand of a finding; None where the audit kept nothing of it."""
    if finding.replay:
        return Replay((), tuple(_given(step, context.lang) for step in finding.replay))
    rows = context.hand(finding.hand_id) or context.hand(finding.subject)
    if rows is None:
        return None
    if rows.game == STUD:
        return Replay((), (), _streets(rows, finding, context=context))
    history = _history(rows, context.wording) if _is_about_the_bank(finding) else ()
    return Replay(history, _steps(rows, finding, context=context))


def _streets(rows: HandRows, finding: Finding, *, context: Context) -> tuple[Street, ...]:
    """Draw a hand of stud street by street."""
    due, message = _due(finding, context.wording), _message(finding, context)
    return streets_of(context, finding, rows=rows, due=due, message=message)


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
    told = _mark_last_card(told, _holder_in_question(finding, rows, context=context))
    if result := result_step(rows.hand, wording):
        told.append(replace(result, broken=_is_about_result(finding, rows, context=context)))
    if settled := settled_step(rows.bets, finding.subject, wording=wording):
        is_broken_here = _is_about(finding, context, words=SETTLING)
        told = [replace(step, broken=step.broken and not is_broken_here) for step in told]
        told.append(replace(settled, broken=is_broken_here))
    steps = [_shown(step, finding, wording=wording) for step in told]
    if not any(step.broken for step in steps):
        steps.append(_judgement(finding, context))
    return tuple(steps)


def _holder_in_question(finding: Finding, rows: HandRows, *, context: Context) -> str | None:
    """Name who drew, or did not draw, the third card that a finding is about."""
    if not _is_about(finding, context, words=THIRD):
        return None
    box = finding.subject.removeprefix(f"{rows.hand_id}/")
    if box != finding.subject:
        return box
    observed = context.index.rules[finding.norm, finding.rule].observed or ""
    return next((holder for holder in ("banca", "punto") if holder in observed), None)


def _mark_last_card(told: list[Told], holder: str | None) -> list[Told]:
    """Mark the last card of a holder as the broken step."""
    places = [place for place, step in enumerate(told) if step.holder and step.holder == holder]
    last = places[-1] if places else None
    return [replace(step, broken=step.broken or place == last) for place, step in enumerate(told)]


def _is_about_result(finding: Finding, rows: HandRows, *, context: Context) -> bool:
    """Say whether a finding of a whole hand is about how it ended."""
    return finding.subject == rows.hand_id and _is_about(finding, context, words=RESULT)


def _is_about(finding: Finding, context: Context, *, words: re.Pattern[str]) -> bool:
    """Say whether what a rule observes has one of some words; money tells where none is."""
    rule = context.index.rules.get((finding.norm, finding.rule))
    if rule is None or rule.observed is None:
        return words is SETTLING and finding.at_stake is not None
    return bool(words.search(rule.observed))


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
    due = _due(finding, context.wording)
    return ReplayStep(time=None, text=_message(finding, context), broken=True, due=due)


def _message(finding: Finding, context: Context) -> str:
    """Give the words of the finding."""
    words = choose(finding.message, finding.message_en, lang=context.lang)
    return context.wording.prose(words)


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
