"""Every clause of every norm that was applied, with its status, its rules and their counts."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from typing import TYPE_CHECKING

from auditor.games.log_model import tables
from auditor.report.compose.context import norm_ids
from auditor.report.compose.scope import norm_line
from auditor.report.model.lines import Tally
from auditor.report.model.report import ClauseLine, NormClauses, RuleLine
from auditor.report.words.wording import choose, pick

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from auditor.games.log_model import Column
    from auditor.report.audit.document import Clause, Outcome
    from auditor.report.compose.context import Context
    from auditor.report.words.wording import Wording


def build_clauses(context: Context) -> tuple[NormClauses, ...]:
    """List the clauses of each norm in the order of its text."""
    return tuple(
        _of_norm(context, norm) for norm in norm_ids(context.casino) if norm in context.index.norms
    )


def build_rules(context: Context) -> tuple[RuleLine, ...]:
    """List the rules that were run, each once, with their counts."""
    return tuple(_rule_line(outcome, context) for outcome in context.casino.outcomes)


def _of_norm(context: Context, norm: str) -> NormClauses:
    """List the clauses of one norm; a rule of several is counted under the first it cites."""
    rules: dict[str, list[RuleLine]] = {}
    elsewhere: dict[str, list[tuple[str, str]]] = {}
    outcomes = [outcome for outcome in context.casino.outcomes if outcome.norm == norm]
    for outcome in outcomes:
        first, *others = _clauses_of(outcome, context)
        rules.setdefault(first, []).append(_rule_line(outcome, context))
        for other in others:
            elsewhere.setdefault(other, []).append((outcome.rule, first))
    return NormClauses(
        norm=norm_line(context.index.norms[norm], context.lang),
        clauses=tuple(
            replace(
                _clause_line(clause, tuple(rules.get(clause.clause, ())), lang=context.lang),
                elsewhere=tuple(elsewhere.get(clause.clause, ())),
            )
            for clause in context.index.clauses.values()
            if clause.norm == norm
        ),
        tally=sum_tallies(outcomes),
    )


def _clauses_of(outcome: Outcome, context: Context) -> tuple[str, ...]:
    """Say which clauses a rule serves, in the order in which it cites them."""
    rule = context.index.rules.get((outcome.norm, outcome.rule))
    named = (outcome.clause,) if isinstance(outcome.clause, str) else tuple(outcome.clause)
    return rule.clauses if rule and rule.clauses else named


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
        missing=_missing(outcome.missing, context.wording),
        over_reports=(pick(rule.over_reports, lang) or None) if rule else None,
        under_reports=(pick(rule.under_reports, lang) or None) if rule else None,
    )


def _missing(missing: Mapping[str, int], wording: Wording) -> tuple[tuple[str, int], ...]:
    """Say in words what was missing, and in how many cases, most first.

    What is no column of the log has no words: it is told once, as reckoned from others.
    """
    said: dict[str, int] = {}
    for column, count in missing.items():
        words = _columns().get(column)
        told = pick(words, wording.lang) if words else wording.say("missing_derived")
        said[told] = max(count, said.get(told, 0))
    return tuple(sorted(said.items(), key=lambda item: (-item[1], item[0])))


@cache
def _columns() -> Mapping[str, Column]:
    """Give the columns of the log by name, those of several tables as the first has them."""
    found: dict[str, Column] = {}
    for table in tables().values():
        for column in table.columns:
            found.setdefault(column.name, column)
    return found


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


def sum_tallies(outcomes: Iterable[Outcome]) -> Tally:
    """Add up the verdicts of several rules."""
    tallies = [tally_of(outcome) for outcome in outcomes]
    names = [field.name for field in fields(Tally)]
    return Tally(**{name: sum(getattr(each, name) for each in tallies) for name in names})
