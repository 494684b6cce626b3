"""The gravest findings: those that a first page names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.report.compose.context import by_rule
from auditor.report.compose.finding_view import finding_view
from auditor.report.compose.findings import article_of, title_of
from auditor.report.compose.gravity import gravest_of, gravity
from auditor.report.model.findings import Gravest
from auditor.report.words.wording import slug

if TYPE_CHECKING:
    from auditor.report.audit.document import Finding
    from auditor.report.compose.context import Context


def build_gravest(context: Context) -> tuple[Gravest, ...]:
    """Give the gravest finding of each rule, the gravest rules first, up to a limit.

    By verdict, then by money; what was waived or dismissed is none. Past the limit the rule with
    the largest sum that hangs on a reading is named too, where none before it is such.
    """
    by_rules = by_rule(context)
    firsts = [
        (key, first) for key, found in by_rules.items() if (first := gravest_of(found)) is not None
    ]
    firsts.sort(key=lambda each: gravity(each[1]))
    named = firsts[: context.limits.gravest]
    open_ = [each for each in firsts if _hangs_on_a_reading(each[1])]
    if open_ and not any(each in named for each in open_):
        named = [*named, open_[0]]
    return tuple(
        _gravest(context, key, finding=finding, count=len(by_rules[key])) for key, finding in named
    )


def _hangs_on_a_reading(finding: Finding) -> bool:
    """Tell whether a finding has money under some reading, and no verdict under all."""
    told = (finding.at_stake, *(each.at_stake for each in finding.readings))
    return finding.verdict == "indeterminate" and any(told)


def _gravest(context: Context, key: tuple[str, str], *, finding: Finding, count: int) -> Gravest:
    """Tell of one finding, and how many its rule has."""
    return Gravest(
        view=finding_view(context, finding),
        article=article_of(context, key),
        rule=key[1],
        title=title_of(context, key),
        anchor=f"f-{slug(finding.id)}",
        count=count,
    )
