"""Every clause of every norm that was applied, with its status, its rules and their counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.report.build_scope import norm_line
from auditor.report.context import norm_ids
from auditor.report.model import ClauseLine, NormClauses, RuleLine, Tally
from auditor.report.wording import choose, pick

if TYPE_CHECKING:
    from auditor.report.audit_file import Clause, Outcome, Rule
    from auditor.report.context import Context


def build_clauses(context: Context) -> tuple[NormClauses, ...]:
    """List the clauses of each norm in the order of its text."""
    return tuple(
        NormClauses(norm_line(context.index.norms[norm], context.lang), _clauses(context, norm))
        for norm in norm_ids(context.casino)
        if norm in context.index.norms
    )


def build_rules(context: Context) -> tuple[RuleLine, ...]:
    """List the rules that were run, each once, with their counts."""
    return tuple(_rule_line(outcome, context) for outcome in context.casino.outcomes)


def _clauses(context: Context, norm: str) -> tuple[ClauseLine, ...]:
    """List the clauses of one norm; a rule of several clauses stands under each."""
    rules: dict[str, list[RuleLine]] = {}
    for outcome in context.casino.outcomes:
        if outcome.norm == norm:
            line = _rule_line(outcome, context)
            for clause in _clauses_of(outcome, context.index.rules.get((norm, outcome.rule))):
                rules.setdefault(clause, []).append(line)
    return tuple(
        _clause_line(clause, tuple(rules.get(clause.clause, ())), lang=context.lang)
        for clause in context.index.clauses.values()
        if clause.norm == norm
    )


def _clauses_of(outcome: Outcome, rule: Rule | None) -> tuple[str, ...]:
    """Say which clauses a rule serves."""
    if rule and rule.clauses:
        return rule.clauses
    return (outcome.clause,) if isinstance(outcome.clause, str) else tuple(outcome.clause)


def _clause_line(clause: Clause, rules: tuple[RuleLine, ...], *, lang: str) -> ClauseLine:
    """Give one clause in a language."""
    return ClauseLine(
        clause=clause.clause,
        article=clause.article,
        paraphrase=pick(clause.paraphrase, lang),
        status=clause.status,
        reason=choose(clause.reason, clause.reason_en, lang=lang) or None,
        rules=rules,
    )


def _rule_line(outcome: Outcome, context: Context) -> RuleLine:
    """Give one rule with its counts and its limits."""
    rule = context.index.rules.get((outcome.norm, outcome.rule))
    lang = context.lang
    return RuleLine(
        rule=outcome.rule,
        title=pick(rule.title, lang) if rule else outcome.rule,
        tally=tally_of(outcome),
        missing=tuple(sorted(outcome.missing.items(), key=lambda item: (-item[1], item[0]))),
        over_reports=(pick(rule.over_reports, lang) or None) if rule else None,
        under_reports=(pick(rule.under_reports, lang) or None) if rule else None,
    )


def tally_of(outcome: Outcome) -> Tally:
    """Take the counts of an outcome."""
    return Tally(
        total=outcome.total,
        passed=outcome.passed,
        violation=outcome.violation,
        observation=outcome.observation,
        indeterminate=outcome.indeterminate,
        not_assessable=outcome.not_assessable,
        out_of_scope=outcome.out_of_scope,
    )
