"""What every part of a report is built from: the audit, indexed, and how one casino is written."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from auditor.report.words.frame import Frame, frame_of
from auditor.report.words.wording import Wording, parse_day

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

    from auditor.report.audit.document import Audit, Casino, Clause, Finding, Norm, Rule
    from auditor.report.audit.read import AuditRead, HandRows
    from auditor.report.model.report import Limits

RECORD = "record"


@dataclass(frozen=True, slots=True)
class Index:
    """The audit's parts by their keys; clauses by norm in the order of its text."""

    norms: Mapping[str, Norm]
    clauses: Mapping[tuple[str, str], Clause]
    clause_order: Mapping[tuple[str, str], int]
    rules: Mapping[tuple[str, str], Rule]
    findings: Mapping[str, tuple[Finding, ...]]


@dataclass(frozen=True, slots=True)
class Context:
    """One casino's report in the making."""

    read: AuditRead
    index: Index
    casino: Casino
    findings: tuple[Finding, ...]
    wording: Wording
    frame: Frame
    limits: Limits

    @property
    def audit(self) -> Audit:
        """The audit as read."""
        return self.read.audit

    @property
    def lang(self) -> str:
        """The language of the report."""
        return self.wording.lang

    def hand(self, hand_id: str | None) -> HandRows | None:
        """Give the rows of a hand of this casino, where the audit kept them."""
        return self.read.hands.get((self.casino.casino_id, hand_id)) if hand_id else None


def index_of(audit: Audit) -> Index:
    """Index an audit; findings by casino, in their own order."""
    findings: dict[str, list[Finding]] = {}
    for finding in audit.findings:
        findings.setdefault(finding.casino_id, []).append(finding)
    clauses = tuple(_without_article(clause) for clause in audit.clauses)
    return Index(
        norms={norm.id: norm for norm in audit.norms},
        clauses={(clause.norm, clause.clause): clause for clause in clauses},
        clause_order={(c.norm, c.clause): place for place, c in enumerate(clauses)},
        rules={(rule.norm, rule.rule): rule for rule in audit.rules},
        findings={casino: tuple(found) for casino, found in findings.items()},
    )


def _without_article(clause: Clause) -> Clause:
    """Drop the number of a rule on the record itself: it is no article."""
    return replace(clause, article=None) if clause.norm == RECORD else clause


def context_of(
    read: AuditRead, casino: Casino, *, index: Index, lang: str, limits: Limits
) -> Context:
    """Make the context of one casino's report."""
    frame = frame_of(_jurisdiction(casino, index), lang=lang, last=last_date(casino))
    return Context(
        read=read,
        index=index,
        casino=casino,
        findings=index.findings.get(casino.casino_id, ()),
        wording=Wording(lang, frame.decimal, frame.symbols),
        frame=frame,
        limits=limits,
    )


def contexts(read: AuditRead, *, lang: str, limits: Limits) -> Iterator[Context]:
    """Make the context of each casino's report."""
    index = index_of(read.audit)
    for casino in read.audit.casinos:
        yield context_of(read, casino, index=index, lang=lang, limits=limits)


def by_rule(context: Context) -> dict[tuple[str, str], list[Finding]]:
    """Gather a casino's findings of each rule, by norm and rule."""
    found: dict[tuple[str, str], list[Finding]] = {}
    for finding in context.findings:
        found.setdefault((finding.norm, finding.rule), []).append(finding)
    return found


def norm_ids(casino: Casino) -> tuple[str, ...]:
    """Give the norms that a casino was judged by, each once, the record's own rules last."""
    found = dict.fromkeys(outcome.norm for outcome in casino.outcomes)
    return tuple(sorted(found, key=lambda norm: norm == RECORD))


def last_date(casino: Casino) -> date | None:
    """Give the last gaming date of a casino, None where no date is known."""
    days = [day for game in casino.games if (day := parse_day(game.last_date))]
    return max(days, default=None)


def first_date(casino: Casino) -> date | None:
    """Give the first gaming date of a casino, None where no date is known."""
    days = [day for game in casino.games if (day := parse_day(game.first_date))]
    return min(days, default=None)


def _jurisdiction(casino: Casino, index: Index) -> str | None:
    """Take the declared jurisdiction, else that of the only norm that was applied."""
    if casino.jurisdiction:
        return casino.jurisdiction
    applied = (index.norms[norm] for norm in norm_ids(casino) if norm in index.norms)
    found = {norm.jurisdiction for norm in applied if norm.jurisdiction and norm.id != RECORD}
    return found.pop() if len(found) == 1 else None
