"""Norms, clauses and rules as `audit.json` tells them, so that a report needs nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.rulebook.coverage import flat_text
from auditor.rulebook.digest import due_sql, parameters_read, rule_parts, sha256_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from auditor.evaluate.findings import Plain
    from auditor.rulebook.model import Clause, Norm, Parameter, Rule, Text


def norms_told(norms: tuple[Norm, ...]) -> list[Plain]:
    """Tell which norms were applied: identity, dates in force, hash of the text."""
    return [_norm(norm) for norm in norms]


def clauses_told(norms: tuple[Norm, ...]) -> list[Plain]:
    """Tell every clause of some norms with its status, whether it has a rule or not."""
    return [_clause(norm, clause) for norm in norms for clause in norm.identity.clauses]


def rules_told(norms: tuple[Norm, ...]) -> list[Plain]:
    """Tell every rule: what it judges, and where it may say too much or too little."""
    return [_rule(norm, rule) for norm in norms for rule in norm.rules]


def both(text: Text | None) -> Plain:
    """Give a text in both languages."""
    return {"es": text.es, "en": text.en} if text else None


def _norm(norm: Norm) -> Plain:
    """Tell one norm."""
    identity, span = norm.identity, norm.identity.in_force
    return {
        "id": norm.id,
        "prefix": norm.prefix,
        "title": both(identity.title),
        "citation": both(identity.citation),
        "authority": both(identity.authority),
        "jurisdiction": identity.jurisdiction,
        "edition": identity.edition,
        "games": list(identity.games),
        "in_force": {
            "from": span.first.isoformat() if span.first else None,
            "to": span.last.isoformat() if span.last else None,
            "certainty": span.certainty,
            "note": both(span.note),
        },
        "finding_word": both(identity.finding_word),
        "text_sha256": norm.text_sha256,
        "parameters": [_parameter(each) for each in norm.parameters],
    }


def _parameter(parameter: Parameter) -> Plain:
    """Tell a number of the law: each value that is known, and the day from which it holds."""
    return {
        "id": parameter.id,
        "values": [
            {"from": each.first.isoformat() if each.first else None, "value": each.value}
            for each in parameter.values
        ],
    }


def running_quotes(text: str, quotes: Iterable[str]) -> list[str]:
    """Join the quotes that follow each other in a text, so that nothing seems left out there."""
    running, whole = list[str](), flat_text(text)
    for quote in quotes:
        longer = f"{running[-1]} {quote}" if running else quote
        running[-1:] = [longer] if flat_text(longer) in whole else [*running[-1:], quote]
    return running


def _clause(norm: Norm, clause: Clause) -> Plain:
    """Tell one clause."""
    return {
        "norm": norm.id,
        "clause": clause.id,
        "article": clause.article,
        "status": clause.status.value,
        "reason": clause.reason.es if clause.reason else None,
        "reason_en": clause.reason.en if clause.reason else None,
        "quote": [*running_quotes(norm.text, clause.quote)],
        "paraphrase": both(clause.paraphrase),
        "certainty": clause.certainty.value,
    }


def _rule(norm: Norm, rule: Rule) -> Plain:
    """Tell one rule; `sha256` is of its `parts`, `due_sha256` of the SQL under its grain."""
    glossary = norm.identity.readings
    parts = rule_parts(rule)
    return {
        "norm": norm.id,
        "rule": rule.id,
        "clauses": list(rule.clause),
        "title": both(rule.title),
        "grain": rule.grain,
        "kind": rule.kind.value,
        "expected": rule.expected,
        "observed": rule.observed,
        "over_reports": both(rule.over_reports),
        "under_reports": both(rule.under_reports),
        "readings": [
            {"id": each, "es": glossary[each].es, "en": glossary[each].en} for each in rule.readings
        ],
        "sha256": sha256_of(parts),
        "due_sha256": sha256_of(due_sql(norm, rule.grain)),
        "parameters": list(parameters_read(norm, rule)),
        "parts": parts,
    }
