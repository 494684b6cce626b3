"""A finding's hand step by step, from the rows that the audit kept of it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from auditor.report.compose.replay.marks import (
    holder_in_question,
    is_about_result,
    is_about_settling,
    mark_event,
    mark_last_card,
    mark_start,
)
from auditor.report.compose.replay.rows import (
    Told,
    bet_steps,
    board_steps,
    box_step,
    card_steps,
    event_steps,
    record_of,
    records_of,
    result_step,
    roll_steps,
    settled_step,
    start_step,
    time_of,
    winner_words,
)
from auditor.report.compose.replay.stud import streets_of
from auditor.report.compose.verdict_words import (
    expected_of,
    message_of,
    observed_of,
    reading_lines,
    word_of,
)
from auditor.report.model.replay import Replay, ReplayStep
from auditor.report.words.wording import choose

if TYPE_CHECKING:
    from auditor.report.audit.document import Finding, Step
    from auditor.report.audit.read import HandRows, Row
    from auditor.report.compose.context import Context
    from auditor.report.model.replay import Street
    from auditor.report.words.wording import Wording

STUD = "stud7"
MOST_NAMED = 3  # readings that a step of a replay names; the table above it names them all
INNER_QUOTES = str.maketrans("«»“”", "“”‘’")  # of names that stand in quotes themselves
PLAIN = (None, "", "true", "false", True, False)


def replay_of(context: Context, finding: Finding) -> Replay | None:
    """Tell the hand of a finding; None where the audit kept nothing of it."""
    if finding.replay:
        return Replay((), tuple(_given(step, context.lang) for step in finding.replay))
    rows = context.hand(finding.hand_id) or context.hand(finding.subject)
    if rows is None:
        return None
    wording = replace(context.wording, currency=finding.currency or "")
    context = replace(context, wording=wording)
    records = records_of(rows)
    if rows.game == STUD:
        return Replay((), (), _streets(rows, finding, context=context), records)
    history = _history(rows, finding, context=context) if _is_about_the_bank(finding) else ()
    is_told = any(step.broken for step in history)
    return Replay(history, _steps(rows, finding, context=context, is_told=is_told), (), records)


def _streets(rows: HandRows, finding: Finding, *, context: Context) -> tuple[Street, ...]:
    """Draw a hand of stud street by street."""
    due, message = _due(finding, context), message_of(context, finding)
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


def _steps(
    rows: HandRows, finding: Finding, *, context: Context, is_told: bool
) -> tuple[ReplayStep, ...]:
    """Order what happened by time.

    Where no step is the finding's own, here or in the history (`is_told`), it is told at the end.
    """
    wording = context.wording
    told = _in_time(rows, finding, wording=wording)
    told = mark_last_card(told, holder_in_question(finding, rows, context=context))
    if start := start_step(rows.hand, wording):
        told.insert(0, mark_start(start, finding, context=context))
    told = mark_event(told, finding, context=context)
    if result := result_step(rows.hand, wording):
        told.append(replace(result, broken=is_about_result(finding, rows, context=context)))
    if box := box_step(rows, finding.subject, wording=wording):
        told.append(box)
    if settled := settled_step(rows.bets, finding.subject, wording=wording):
        is_broken_here = is_about_settling(finding, context)
        told = [replace(step, broken=step.broken and not is_broken_here) for step in told]
        told.append(replace(settled, broken=is_broken_here))
    steps = [_shown(step, finding, context=context) for step in told]
    if not is_told and not any(step.broken for step in steps):
        steps.append(_judgement(finding, context))
    return tuple(steps)


def _in_time(rows: HandRows, finding: Finding, *, wording: Wording) -> list[Told]:
    """Tell bets, events, cards, dice and boards in the order of their times."""
    told = [
        *bet_steps(rows.bets, finding.subject, wording=wording),
        *event_steps(rows.events, finding.subject, wording=wording),
        *card_steps(rows, finding.subject, wording=wording),
        *roll_steps(rows.rolls, finding.subject, wording=wording),
        *board_steps(rows.boards, wording),
    ]
    return sorted(told, key=lambda step: step.at or "")


def _shown(told: Told, finding: Finding, *, context: Context) -> ReplayStep:
    """Lay out one step, with what was due where it is the broken one."""
    return ReplayStep(
        time=time_of(told.at),
        text=told.text,
        cards=told.cards,
        dice=told.dice,
        points=told.points,
        broken=told.broken,
        due=_due(finding, context) if told.broken else None,
        record=record_of(told.row, context.wording) if told.broken else None,
    )


def _due(finding: Finding, context: Context) -> str | None:
    """Say what was due against what is there; a bare yes or no says nothing.

    Where the readings disagree nothing was due for certain: what each of them says is told.
    """
    if finding.verdict == "indeterminate" and finding.readings:
        return _by_readings(finding, context)
    wording = context.wording
    expected, observed = (
        None if value in PLAIN else wording.cell(value)
        for value in (
            expected_of(context, finding),
            observed_of(context, finding),
        )
    )
    if expected and observed:
        return wording.say("replay_due", expected=expected, observed=observed)
    if expected:
        return wording.say("replay_expected", expected=expected)
    return wording.say("replay_observed", observed=observed) if observed else None


def _by_readings(finding: Finding, context: Context) -> str:
    """Say what each reading of the clause makes of it, those that agree together."""
    said: dict[str, list[str]] = {}
    for line in reading_lines(context, finding):
        word = word_of(context, line.verdict or "", norm=finding.norm).lower()
        said.setdefault(word, []).extend(line.names)
    told = sum(map(len, said.values()))
    return " ".join(
        _reading_words(names, word, told=told, wording=context.wording)
        for word, names in said.items()
    )


def _reading_words(names: list[str], word: str, *, told: int, wording: Wording) -> str:
    """Name the readings that say a word; only count them where they are many, and named above."""
    if told > MOST_NAMED:
        return wording.say("replay_readings", count=len(names), total=told, verdict=word)
    told_names = "; ".join(names).translate(INNER_QUOTES)
    return wording.say("replay_reading", names=told_names, verdict=word)


def _judgement(finding: Finding, context: Context) -> ReplayStep:
    """Close with the finding itself."""
    text = message_of(context, finding)
    return ReplayStep(None, text, broken=True, due=_due(finding, context), is_whole=True)


def _history(rows: HandRows, finding: Finding, *, context: Context) -> tuple[ReplayStep, ...]:
    """Tell the hands before this one, and what happened to the bank between them."""
    wording = context.wording
    hands = [
        Told(row.get("started_at"), _hand_before(row, wording))
        for row in rows.before
        if row.get("bank_amount")
    ]
    events = event_steps(rows.before_events, finding.subject, wording=wording)
    told = sorted([*hands, *events], key=lambda step: step.at or "")
    return tuple(_shown(step, finding, context=context) for step in told)


def _hand_before(row: Row, wording: Wording) -> str:
    """Tell one earlier hand in a line."""
    return wording.say(
        "replay_before",
        hand=row.get("hand_id") or row.get("hand_no") or "—",
        won=winner_words(row.get("winner"), wording),
        banker=row.get("banker_player_id") or "—",
        seat=row.get("banker_seat") or "—",
        bank=wording.amount(row.get("bank_amount")),
        result=wording.amount(row.get("banker_result")),
        deduction=wording.amount(row.get("deduction")),
    )
