"""One finding, made ready to be laid out: words, citation, readings, video window, replay."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from auditor.report.compose.readings import adopted_words
from auditor.report.compose.replay.hand import replay_of
from auditor.report.compose.verdict_words import (
    expected_of,
    message_of,
    observed_of,
    reading_lines,
    word_of,
)
from auditor.report.model.findings import FindingView, Video
from auditor.report.words.wording import parse_day, parse_moment, pick

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from auditor.report.audit.document import Finding
    from auditor.report.compose.context import Context


def finding_view(
    context: Context, finding: Finding, *, same_money: Iterable[Finding] = ()
) -> FindingView:
    """Give one finding as it is shown; `same_money`: those that tell whose its money is."""
    moment = parse_moment(finding.at)
    source = finding.source
    return FindingView(
        id=finding.id,
        verdict=finding.verdict,
        word=word_of(context, finding.verdict, norm=finding.norm),
        message=message_of(context, finding),
        citation=_citation(context, finding),
        table=finding.table_id,
        day=parse_day(finding.gaming_date),
        time=moment.strftime("%H:%M:%S") if moment else None,
        session=finding.session_id,
        shoe=finding.shoe_id,
        hand=finding.hand_id,
        subject=_subject(context, finding),
        dealer=finding.dealer_id,
        player=finding.player_id,
        expected=expected_of(context, finding),
        observed=observed_of(context, finding),
        at_stake=finding.at_stake or None,
        owed_to=finding.owed_to,
        currency=finding.currency or "",
        readings=reading_lines(context, finding),
        adopted=adopted_words(finding, context),
        source=(source.name or None) if source else None,
        record=source.record if source else None,
        source_sha256=source.sha256 if source else None,
        video=_video(context, finding),
        replay=replay_of(context, finding),
        waiver=_waiver(context, finding),
        review=_review(context, finding),
        since=context.wording.word("since", finding.since_baseline) or None,
        same_money=tuple(
            (each.player_id or context.wording.subject(each.subject), each.id)
            for each in same_money
        ),
    )


def _subject(context: Context, finding: Finding) -> str:
    """Name what was judged: a board by its number, and its code without its session's."""
    session, number = finding.session_id, finding.facts.get("board_number")
    if session and number and finding.subject.startswith(f"{session} #"):
        code = finding.subject.removeprefix(f"{session} ")
        return context.wording.say("subject_board", number=number, code=code)
    return context.wording.subject(finding.subject)


def _waiver(context: Context, finding: Finding) -> str | None:
    """Say who answered for a finding, and where that is written."""
    found = finding.waiver
    if found is None:
        return None
    return context.wording.say(
        "waived_line",
        reference=found.reference,
        by=found.approved_by,
        reason=found.reason,
        until=context.wording.day(parse_day(found.until)),
    )


def _review(context: Context, finding: Finding) -> str | None:
    """Say what was decided of a finding, by whom, when and why, and what the party answered."""
    found = finding.review
    if found is None:
        return None
    decided = context.wording.say(
        "review_line",
        decision=context.wording.word("review", found.decision),
        by=found.by or "—",
        on=context.wording.day(parse_day(found.on)) or "—",
        comment=found.comment or "—",
    )
    reply = context.wording.say("review_reply", reply=found.reply) if found.reply else ""
    return f"{decided} {reply}".strip()


def _citation(context: Context, finding: Finding) -> str:
    """Cite the article: the norm's citation in the language, else what the audit wrote."""
    norm = context.index.norms.get(finding.norm)
    clause = context.index.clauses.get((finding.norm, finding.clause))
    cited = pick(norm.citation, context.lang) if norm else ""
    if not cited or clause is None or not clause.article:
        return finding.citation or cited
    return f"{cited}, {context.wording.article(clause.article)}"


def count_past(context: Context) -> int:
    """Count the findings whose video was no longer to be kept on the day of the report."""
    if parse_day(context.audit.run.date) is None:
        return 0
    return sum(_video(context, finding).is_past for finding in context.findings)


def _video(context: Context, finding: Finding) -> Video:
    """Say where to look on the video, and the last day on which it must still be there."""
    window = finding.window
    start = parse_moment(window.since if window else None) or parse_moment(finding.at)
    end = parse_moment(window.to if window else None)
    day = start.date() if start else parse_day(finding.gaming_date)
    keep_until, made = _keep_until(context, day), parse_day(context.audit.run.date)
    return Video(
        day=day,
        start=start.strftime("%H:%M:%S") if start else None,
        end=end.strftime("%H:%M:%S") if end else None,
        keep_until=keep_until,
        is_open=start is not None and end is None and finding.hand_id is not None,
        is_past=keep_until is not None and made is not None and keep_until < made,
        camera=finding.video_ref,
    )


def _keep_until(context: Context, day: date | None) -> date | None:
    """Count the days for which the video is kept; None where no norm says so for that day."""
    frame = context.frame
    if day is None or frame.video_days is None:
        return None
    if frame.video_since and day < frame.video_since:
        return None
    return day + timedelta(days=frame.video_days)
