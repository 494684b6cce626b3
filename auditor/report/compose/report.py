"""From an audit to the report of each casino: pure, one part after another."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypedDict

from auditor.report.compose.checks import build_checks
from auditor.report.compose.clauses import build_clauses, build_rules, sum_tallies
from auditor.report.compose.context import RECORD, by_rule, contexts
from auditor.report.compose.debts import players_behind
from auditor.report.compose.explored import build_explored
from auditor.report.compose.finding_view import count_past
from auditor.report.compose.findings import build_bars, build_beside, build_findings
from auditor.report.compose.gravest import build_gravest
from auditor.report.compose.money import money_in_all, owed_apart, owed_in_all, restitution
from auditor.report.compose.places import build_places, build_trend
from auditor.report.compose.readings import build_adopted, build_agreed, build_readings
from auditor.report.compose.scope import build_identity, build_norms, build_scope
from auditor.report.model.report import CasinoReport, Limits, Stamp
from auditor.report.words.deadlines import DeadlineLine, Known, deadline_line
from auditor.report.words.wording import parse_day

if TYPE_CHECKING:
    from collections.abc import Iterable

    from auditor.report.audit.document import Casino, Finding, Outcome, Problem, Reject, Source
    from auditor.report.audit.read import AuditRead
    from auditor.report.compose.context import Context

# What could not be assessed has a section of its own, casino by casino.
TOLD_APART = "not_assessable"
GAPS = "gaps"
ON_SCREEN = Limits(detailed=10, listed=1000, rejects=500, players=500, explored=50_000)
ON_PAPER = Limits(detailed=3, listed=20, rejects=60, players=60)


class Record(TypedDict):
    """What a report says of the record itself, as `CasinoReport` has it."""

    assumptions: tuple[str, ...]
    assumptions_total: int
    problems: tuple[Problem, ...]
    problems_total: int
    problems_open: int
    problems_gaps: int
    rejects: tuple[Reject, ...]
    rejects_total: int
    copies_total: int
    sources: tuple[Source, ...]
    sources_total: int


def build_reports(
    read: AuditRead, *, lang: str = "es", limits: Limits = ON_SCREEN
) -> tuple[CasinoReport, ...]:
    """Build the report of each casino of an audit, in a language and up to limits."""
    return tuple(_build(context) for context in contexts(read, lang=lang, limits=limits))


def _build(context: Context) -> CasinoReport:
    """Put one report together."""
    audit, limits = context.audit, context.limits
    refund, apart, bars = restitution(context), owed_apart(context), build_bars(context)
    findings = build_findings(context)
    return CasinoReport(
        lang=context.lang,
        identity=build_identity(context.casino),
        frame=context.frame,
        stamp=_stamp(context.read),
        scope=build_scope(context),
        norms=build_norms(context),
        tally=sum_tallies(context.casino.outcomes),
        judged_by_law=sum_tallies(_of_law(context.casino)).judged,
        gravest=build_gravest(context),
        hands_with_violations=_hands_with_violations(context.findings),
        told_twice=sum(len(players_behind(found)) for found in by_rule(context).values()),
        tables_with_findings=tuple(sorted({f.table_id for f in context.findings if f.table_id})),
        money=money_in_all(context),
        bars=bars[: limits.bars],
        bars_total=len(bars),
        places=build_places(context),
        trend=build_trend(context),
        findings=findings,
        beside=build_beside(findings),
        explored=build_explored(context),
        restitution=refund[: limits.players],
        restitution_total=len(refund),
        restitution_omitted=owed_in_all(refund[limits.players :]),
        restitution_apart=apart,
        restitution_total_money=owed_in_all(refund),
        clauses=build_clauses(context),
        rules=build_rules(context),
        readings=build_readings(context),
        readings_agreed=build_agreed(context),
        adopted=build_adopted(context),
        checks=build_checks(context),
        **_record(context),
        notified=context.read.notified,
        annexed=len(context.findings) if context.read.annex else 0,
        deadlines=_deadlines(context),
        videos_past=count_past(context),
        waived=sum(each.waiver is not None for each in context.findings),
        reviewed=Counter(each.review.decision for each in context.findings if each.review),
        waivers=audit.waivers,
        baseline=audit.baseline,
    )


def _record(context: Context) -> Record:
    """List what bears on the record itself, up to a limit."""
    audit, most = context.audit, context.limits.rejects
    assumed, problems = _assumptions(context), _problems(audit.problems)
    sources = tuple(each for each in audit.sources if _bears_on(each, context.casino))
    lost = tuple(each for each in audit.rejects if not each.copy)
    return {
        "assumptions": assumed[:most],
        "assumptions_total": len(assumed),
        "problems": problems[:most],
        "problems_total": len(problems),
        "problems_open": sum(each.exit != 0 for each in problems),
        "problems_gaps": sum(each.kind == GAPS for each in problems),
        "rejects": lost[:most],
        "rejects_total": len(lost),
        "copies_total": len(audit.rejects) - len(lost),
        "sources": sources[:most],
        "sources_total": len(sources),
    }


def _deadlines(context: Context) -> tuple[DeadlineLine, ...]:
    """Reckon the law's deadlines from the notice, where it was given, and the first finding."""
    days = [day for each in context.findings if (day := parse_day(each.gaming_date))]
    made = parse_day(context.audit.run.date)
    known = Known(parse_day(context.read.notified), min(days, default=None), made)
    return tuple(deadline_line(each, text, known=known) for each, text in context.frame.deadlines)


def _problems(problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Give the problems that are told here, those that count in the exit code first."""
    told = (each for each in problems if each.kind != TOLD_APART)
    return tuple(sorted(told, key=lambda each: each.exit == 0))


def _bears_on(source: Source, casino: Casino) -> bool:
    """Tell whether a casino's report lists a source: one of its rows, or of nobody's."""
    return not source.casinos or casino.casino_id in source.casinos


def _assumptions(context: Context) -> tuple[str, ...]:
    """Give what was taken for granted of a casino's logs; all of it where that is not told."""
    audit, casino = context.audit, context.casino
    spanish = audit.assumptions if casino.assumptions is None else casino.assumptions
    english = audit.assumptions_en if casino.assumptions_en is None else casino.assumptions_en
    return english if context.lang == "en" and english else spanish


def _hands_with_violations(findings: Iterable[Finding]) -> int:
    """Count the hands in which there are violations; 0 where one of these is of no hand."""
    hands = {(f.session_id, f.hand_id) for f in findings if f.verdict == "violation"}
    return len(hands) if all(hand for _, hand in hands) else 0


def _of_law(casino: Casino) -> tuple[Outcome, ...]:
    """Leave out the rules on the record itself."""
    return tuple(each for each in casino.outcomes if each.norm != RECORD)


def _stamp(read: AuditRead) -> Stamp:
    """Say which run this is."""
    run = read.audit.run
    return Stamp(run.version, run.rules_hash, read.sha256, run.date, run.redaction)
