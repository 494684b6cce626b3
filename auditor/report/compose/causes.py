"""The causes that findings of a rule share: those that the rule names, then patterns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.report.compose.context import by_rule, contexts
from auditor.report.compose.money import money_lines
from auditor.report.compose.patterns import Pattern, patterns_of
from auditor.report.model.findings import CauseLine
from auditor.report.model.report import Limits

if TYPE_CHECKING:
    from collections.abc import Mapping

    from auditor.report.audit.document import Finding
    from auditor.report.audit.read import AuditRead
    from auditor.report.compose.context import Context
    from auditor.report.words.wording import Wording

MOST_CAUSES = 12
MOST_TABLES = 8


def cause_numbers(read: AuditRead, *, lang: str) -> Mapping[str, str]:
    """Give, by finding, the numbers of its causes among those of its rule at its casino."""
    numbers: dict[str, list[str]] = {}
    for context in contexts(read, lang=lang, limits=Limits(0, 0, 0, 0)):
        for found in by_rule(context).values():
            for number, cause in enumerate(causes_of(context, found), start=1):
                for finding in cause.findings:
                    numbers.setdefault(finding.id, []).append(str(number))
    return {finding: "; ".join(told) for finding, told in numbers.items()}


def causes_of(context: Context, found: list[Finding]) -> list[Pattern]:
    """Give the causes of some findings of one rule, in the order of their numbers."""
    return [*_by_cause(context, found), *patterns_of(context, found)]


def _by_cause(context: Context, found: list[Finding]) -> list[Pattern]:
    """Gather the findings of each cause that the rule names, most first."""
    causes: dict[str, list[Finding]] = {}
    for finding in found:
        text = finding.cause_en if context.lang == "en" else finding.cause
        if text:
            causes.setdefault(text, []).append(finding)
    named = [Pattern(text, of_cause) for text, of_cause in causes.items()]
    return sorted(named, key=lambda cause: (-len(cause.findings), cause.text))


def first_of_each(causes: list[Pattern], found: list[Finding]) -> list[Finding]:
    """Put the first finding of each cause before all others."""
    first = {cause.findings[0].id: cause.findings[0] for cause in causes}
    return [*first.values(), *(finding for finding in found if finding.id not in first)]


def cause_lines(causes: list[Pattern], wording: Wording) -> tuple[CauseLine, ...]:
    """Tell each cause once, numbered; those beyond some together in the last line."""
    lines = [
        _cause_line(Pattern(f"{number}. {cause.text}", cause.findings), wording)
        for number, cause in enumerate(causes[:MOST_CAUSES], start=1)
    ]
    if rest := causes[MOST_CAUSES:]:
        others = [finding for cause in rest for finding in cause.findings]
        text = wording.plural("causes_more", len(rest))
        lines.append(_cause_line(Pattern(text, others), wording))
    return tuple(lines)


def _cause_line(cause: Pattern, wording: Wording) -> CauseLine:
    """Tell a cause once, with the first of its tables."""
    tables = sorted({finding.table_id or "—" for finding in cause.findings})
    more = len(tables) - MOST_TABLES
    shown = [*tables[:MOST_TABLES], *([wording.say("and_more", count=more)] if more > 0 else [])]
    return CauseLine(cause.text, len(cause.findings), money_lines(cause.findings), tuple(shown))
