"""The findings of a casino, by norm, article and rule, the first ones in full."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from auditor.report.compose.causes import cause_lines, causes_of, first_of_each
from auditor.report.compose.clauses import tally_of
from auditor.report.compose.context import by_rule, norm_ids
from auditor.report.compose.debts import players_behind
from auditor.report.compose.finding_view import finding_view
from auditor.report.compose.gravity import gravest_of
from auditor.report.compose.money import money_lines
from auditor.report.compose.scope import norm_line
from auditor.report.compose.verdict_words import word_of
from auditor.report.model.findings import ArticleFindings, ClauseText, NormFindings, RuleFindings
from auditor.report.model.lines import Tally
from auditor.report.model.report import Bar
from auditor.report.words.wording import pick

if TYPE_CHECKING:
    from collections.abc import Mapping

    from auditor.report.audit.document import Clause, Finding
    from auditor.report.compose.context import Context
    from auditor.report.model.findings import FindingView

RuleKey = tuple[str, str]


class _Told:
    """The hands of stud, a page each, that the findings before have told street by street."""

    def __init__(self) -> None:
        """Begin with none."""
        self._by_hand: dict[tuple[str | None, str | None], str] = {}

    def once(self, view: FindingView) -> FindingView:
        """Say of a finding which one before it tells its hand, where one does."""
        if view.replay is None or not view.replay.streets:
            return view
        first = self._by_hand.setdefault((view.session, view.hand), view.id)
        return view if first == view.id else replace(view, told_at=first)


def build_findings(context: Context) -> tuple[NormFindings, ...]:
    """Group the findings by norm, then by article in the order of the text, then by rule."""
    found, told = by_rule(context), _Told()
    return tuple(
        NormFindings(norm_line(context.index.norms[norm], context.lang), articles)
        for norm in norm_ids(context.casino)
        if norm in context.index.norms
        and (articles := _articles(context, norm, found=found, told=told))
    )


def build_beside(findings: tuple[NormFindings, ...]) -> dict[str, tuple[str, ...]]:
    """Give of each finding told in full the others that are of the same hand, by their ids."""
    rules = (rule for norm in findings for part in norm.articles for rule in part.rules)
    told = [view for rule in rules for view in rule.detailed if view.hand]
    by_hand: dict[tuple[str | None, str | None], list[str]] = {}
    for view in told:
        by_hand.setdefault((view.session, view.hand), []).append(view.id)
    return {
        view.id: tuple(each for each in by_hand[view.session, view.hand] if each != view.id)
        for view in told
    }


def _articles(
    context: Context, norm: str, *, found: Mapping[RuleKey, list[Finding]], told: _Told
) -> tuple[ArticleFindings, ...]:
    """Group the rules of one norm that found something by article."""
    keys = sorted((key for key in found if key[0] == norm), key=lambda key: order_of(context, key))
    groups = groupby(keys, key=lambda key: article_of(context, key))
    return tuple(
        ArticleFindings(
            article, tuple(_rule(context, key, found=found[key], told=told) for key in group)
        )
        for article, group in groups
    )


def _clauses(context: Context, key: RuleKey) -> tuple[Clause, ...]:
    """Give the clauses that a rule serves, those that the audit knows."""
    rule = context.index.rules.get(key)
    names = rule.clauses if rule and rule.clauses else (key[1],)
    known = (context.index.clauses.get((key[0], name)) for name in names)
    return tuple(clause for clause in known if clause)


def order_of(context: Context, key: RuleKey) -> tuple[int, str]:
    """Place a rule where the clause that it cites first stands in the text."""
    order = context.index.clause_order
    places = [order[key[0], clause.clause] for clause in _clauses(context, key)]
    return next(iter(places), len(order)), key[1]


def article_of(context: Context, key: RuleKey) -> str | None:
    """Give the article of a rule's first clause."""
    return next((clause.article for clause in _clauses(context, key)), None)


def _tally(context: Context, key: RuleKey) -> Tally:
    """Give the counts of a rule in this casino."""
    found = (o for o in context.casino.outcomes if (o.norm, o.rule) == key)
    return next((tally_of(outcome) for outcome in found), Tally())


def title_of(context: Context, key: RuleKey) -> str:
    """Give the title of a rule, its id where it has none."""
    rule = context.index.rules.get(key)
    return pick(rule.title, context.lang) if rule and rule.title else key[1]


def _rule(context: Context, key: RuleKey, *, found: list[Finding], told: _Told) -> RuleFindings:
    """Give the findings of one rule: the first in full, more in a list, the rest counted.

    In full are the first of each cause as far as the limit goes, and ahead of them the gravest.
    """
    causes = causes_of(context, found)
    money = money_lines(found)
    found, detailed = _gravest_first(first_of_each(causes, found), detailed=context.limits.detailed)
    listed_to = detailed + context.limits.listed
    behind = players_behind(found)
    views = [
        finding_view(context, finding, same_money=behind.get(finding.id, ()))
        for finding in found[:listed_to]
    ]
    return RuleFindings(
        rule=key[1],
        title=title_of(context, key),
        word=word_of(context, "violation", norm=key[0]),
        clauses=tuple(_clause_text(clause, context.lang) for clause in _clauses(context, key)),
        tally=_tally(context, key),
        money=money,
        causes=cause_lines(causes, context.wording),
        detailed=tuple(map(told.once, views[:detailed])),
        listed=tuple(views[detailed:]),
        total=len(found),
        omitted_money=money_lines(found[listed_to:]),
    )


def _gravest_first(found: list[Finding], *, detailed: int) -> tuple[list[Finding], int]:
    """Put the gravest finding first where it is not told in full already; one more then is."""
    gravest = gravest_of(found)
    if gravest is None or not detailed or any(each is gravest for each in found[:detailed]):
        return found, detailed
    return [gravest, *(finding for finding in found if finding is not gravest)], detailed + 1


def _clause_text(clause: Clause, lang: str) -> ClauseText:
    """Give the words of a clause, and what they ask."""
    return ClauseText(
        clause=clause.clause,
        article=clause.article,
        quote=clause.quote,
        paraphrase=pick(clause.paraphrase, lang),
        certainty=clause.certainty,
    )


def build_bars(context: Context) -> tuple[Bar, ...]:
    """Give the rules with findings, most first, each with what was found out of what was judged."""
    keys = by_rule(context)
    bars = [_bar(context, key, found=found) for key, found in keys.items()]
    bars.sort(key=lambda bar: (-bar.tally.violation, -bar.tally.found, bar.label))
    return tuple(bars)


def _bar(context: Context, key: RuleKey, *, found: list[Finding]) -> Bar:
    """Give the bar of one rule; findings are counted where the audit has no outcome of it."""
    tally = _tally(context, key)
    if not tally.found:
        tally = _count(found)
    return Bar(key[1], article_of(context, key) or "", title_of(context, key), tally)


def _count(found: list[Finding]) -> Tally:
    """Count findings by verdict."""
    verdicts = [finding.verdict for finding in found]
    return Tally(
        total=len(found),
        violation=verdicts.count("violation"),
        observation=verdicts.count("observation"),
        indeterminate=verdicts.count("indeterminate"),
    )
