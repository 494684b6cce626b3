"""Every finding of a casino in one list, rule by rule in the order of the texts, to be explored."""

from __future__ import annotations

from datetime import UTC, datetime, time
from typing import TYPE_CHECKING

from auditor.report.compose.causes import MOST_CAUSES, causes_of
from auditor.report.compose.context import by_rule, norm_ids
from auditor.report.compose.debts import role_of
from auditor.report.compose.finding_view import finding_view
from auditor.report.compose.findings import RuleKey, article_of, order_of, title_of
from auditor.report.model.findings import Explored
from auditor.report.words.wording import parse_day, parse_moment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from auditor.report.audit.document import Finding
    from auditor.report.compose.context import Context


def build_explored(context: Context) -> tuple[Explored, ...]:
    """Give every finding; the first of each rule where they are more than the limit."""
    if not context.limits.explored:
        return ()
    found = by_rule(context)
    most = _most_of_each(map(len, found.values()), limit=context.limits.explored)
    norms = {norm: place for place, norm in enumerate(norm_ids(context.casino))}
    keys = sorted(found, key=lambda key: (norms.get(key[0], len(norms)), order_of(context, key)))
    return tuple(one for key in keys for one in _of_rule(context, key, found=found[key], most=most))


def _of_rule(
    context: Context, key: RuleKey, *, found: list[Finding], most: int
) -> Iterator[Explored]:
    """Give the first findings of one rule, each with the causes that it shares with others."""
    causes: dict[str, list[str]] = {}
    for number, cause in enumerate(causes_of(context, found)[:MOST_CAUSES], start=1):
        for finding in cause.findings:
            causes.setdefault(finding.id, []).append(f"{key[1]} · {number}. {cause.text}")
    for finding in found[:most]:
        yield _explored(context, key, finding=finding, causes=causes.get(finding.id, ()))


def _most_of_each(counts: Iterable[int], *, limit: int) -> int:
    """Find the most findings of each rule with which all rules together stay in a limit."""
    most, left, waiting = 0, limit, sorted(counts)
    for place, count in enumerate(waiting):
        rules = len(waiting) - place
        if (count - most) * rules > left:
            return most + left // rules
        left -= (count - most) * rules
        most = count
    return most


def _explored(
    context: Context, key: RuleKey, *, finding: Finding, causes: Iterable[str]
) -> Explored:
    """Put one finding into the list."""
    norm = context.index.norms.get(key[0])
    prefix = (norm.prefix if norm else "") or key[0]
    article = context.wording.article(article_of(context, key))
    return Explored(
        view=finding_view(context, finding),
        place=f"{prefix} {article}".strip(),
        prefix=prefix,
        rule=key[1],
        title=title_of(context, key),
        role=role_of(finding) if finding.at_stake else "",
        causes=tuple(causes),
        when=_when(finding),
        review=finding.review,
    )


def _when(finding: Finding) -> int | None:
    """Give the second of a finding, or that on which its gaming date begins."""
    moment = parse_moment(finding.at)
    if moment is None:
        day = parse_day(finding.gaming_date)
        moment = datetime.combine(day, time()) if day else None
    if moment is None:
        return None
    return int((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())
