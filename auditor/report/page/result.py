"""The result in a sentence, and what is to be borne in mind beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from auditor.report.model.report import CasinoReport
    from auditor.report.words.wording import Wording


def result_sentence(report: CasinoReport, wording: Wording) -> str:
    """Say what came of the audit; where nothing was judged it does not say all is well."""
    tally = report.tally
    if tally.violation:
        return _violations(report, wording)
    if tally.judged and not report.judged_by_law:
        return _with_rest(wording.say("result_nothing_by_law"), report, wording=wording)
    if tally.found:
        return wording.say(
            "result_none_but", word=report.frame.violation_one, rest=_rest(report, wording)
        )
    if tally.passed:
        return wording.plural("result_clean", tally.passed, word=report.frame.violation_one)
    return wording.say("result_nothing_judged")


def _violations(report: CasinoReport, wording: Wording) -> str:
    """Say how many violations there are, at how many tables, and in how many hands if fewer."""
    tally, frame = report.tally, report.frame
    word = frame.violation_one if tally.violation == 1 else frame.violation_many
    tables = len(report.tables_with_findings)
    if not tables:
        said = wording.plural("result_found", tally.violation, word=word)
        return _with_rest(said, report, wording=wording)
    where = wording.plural("tables", tables)
    if 0 < report.hands_with_violations < tally.violation:
        hands = wording.plural("hands", report.hands_with_violations)
        where = wording.say("result_hands", hands=hands, tables=where)
    said = wording.plural("result_violations", tally.violation, word=word, tables=where)
    return _with_rest(said, report, wording=wording)


def _with_rest(said: str, report: CasinoReport, *, wording: Wording) -> str:
    """Add the observations and the indeterminates, where there are any."""
    rest = _rest(report, wording)
    return f"{said} {wording.say('result_also', rest=rest)}" if rest else said


def _rest(report: CasinoReport, wording: Wording) -> str:
    """Name the observations and the indeterminates, those that are there."""
    tally = report.tally
    parts = [
        wording.plural(key, count)
        for key, count in (
            ("observations", tally.observation),
            ("indeterminates", tally.indeterminate),
        )
        if count
    ]
    return wording.say("and").join(parts)


def tone(report: CasinoReport) -> str:
    """Give the colour of the result: good only where the law was applied and nothing is open."""
    if report.tally.violation:
        return "bad"
    doubts = [
        report.tally.found,
        not report.judged_by_law,
        report.rejects_total,
        report.copies_total,
        report.problems_open,
    ]
    return "open" if any(doubts) else "good"


def caveats(report: CasinoReport, wording: Wording) -> tuple[str, ...]:
    """Say what was left out: not assessable, rejected, skipped, governed by no norm."""
    said = [
        wording.say("caveat_deadline", text=each.text, day=wording.day(each.day))
        for each in report.deadlines
        if each.is_past
    ]
    if report.videos_past:
        said.append(wording.plural("caveat_videos", report.videos_past))
    if report.reviewed:
        decided = {key: wording.number(report.reviewed[key]) for key in ("confirmed", "dismissed")}
        left = report.tally.found - sum(report.reviewed.values()) + report.reviewed["open"]
        said.append(wording.say("caveat_reviewed", **decided, left=wording.number(left)))
    counted = (
        ("caveat_waived", report.waived),
        ("caveat_told_twice", report.told_twice),
        ("caveat_not_assessable", report.tally.not_assessable),
        ("caveat_rejects", report.rejects_total),
        ("caveat_copies", report.copies_total),
    )
    said += [wording.plural(key, count) for key, count in counted if count]
    if report.problems_gaps:
        said.append(wording.say("caveat_gaps"))
    if others := report.problems_open - report.problems_gaps:
        said.append(wording.plural("caveat_problems", others))
    for game, _, hands in report.scope.ungoverned:
        said.append(wording.plural("caveat_ungoverned", hands, game=game))
    if not report.identity.house_declared:
        said.append(wording.say("caveat_no_house"))
    return tuple(said)
