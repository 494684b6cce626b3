"""Every rule of a norm changed a little: its conditions, its grain, what it cites and says."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

from auditor.evaluate.bind import PLACEHOLDER
from auditor.rulebook.model import RuleKind, Text
from benchmarks.mutants.mutant import Mutant
from benchmarks.mutants.operators import CONDITION, negated
from benchmarks.mutants.tree import (
    SELECTED,
    expression_sql,
    expression_tree,
    nodes,
    replaced,
    written,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from auditor.rulebook.model import Norm, Rule

    Changed = tuple[str, str, str]  # kind, before, after
    Columns = Mapping[str, frozenset[str]]  # grain → the facts that it has

FIGURES = ("expected", "observed", "at_stake")


def rule_mutants(norm: Norm, rule: Rule, *, columns: Columns) -> Iterator[Mutant]:
    """Give a rule changed in every way."""
    for place, kind, before, after, changed in _all(norm, rule, columns=columns):
        yield Mutant(norm.prefix, f"{rule.id} {place}", kind, before, after, rule=changed)


Placed = tuple[str, str, str, str, "Rule"]


def _all(norm: Norm, rule: Rule, *, columns: Columns) -> Iterator[Placed]:
    """Give a rule's changes, each with its place, kind, before and after."""
    yield from _whens(norm, rule)
    yield from _requires(norm, rule)
    yield from _figures(norm, rule)
    yield from _grains(norm, rule, columns=columns)
    yield from _clauses(norm, rule)
    yield from _messages(rule)
    yield from _kinds(rule)
    yield from _owed(norm, rule)


def expression_mutants(norm: Norm, sql: str) -> Iterator[Changed]:
    """Give an expression changed at each of its nodes: kind, the part before and after."""
    tree = expression_tree(sql)
    for path, node in nodes(tree):
        if path[: len(SELECTED)] != SELECTED:
            continue
        for operator in CONDITION:
            for kind, new in operator(node):
                yield kind, sql, expression_sql(replaced(tree, path, new=new))
        other = _sibling(norm, node)
        if other:
            named = replaced(tree, path, new={**node, "column_names": [other]})
            yield "parameter swapped", sql, expression_sql(named)


def _sibling(norm: Norm, node: Mapping[str, object]) -> str | None:
    """Give the parameter that comes after one in the norm, of the same type."""
    names = node.get("column_names")
    named = names[0] if isinstance(names, list) and len(names) == 1 else None
    own = next((each for each in norm.parameters if each.id == named), None)
    if own is None:
        return None
    alike = [each.id for each in norm.parameters if each.type is own.type]
    other = alike[(alike.index(own.id) + 1) % len(alike)]
    return other if other != own.id else None


def _denied(sql: str) -> str:
    """Deny an expression."""
    tree = expression_tree(sql)
    node = next(each for path, each in nodes(tree) if path == SELECTED)
    return expression_sql(replaced(tree, SELECTED, new=negated(node)))


def _conjuncts_removed(sql: str) -> Iterator[tuple[str, str]]:
    """Give a condition without each of the parts that AND or OR joins: the part, the rest."""
    tree = expression_tree(sql)
    for path, node in nodes(tree):
        children = node.get("children")
        if node.get("class") == "CONJUNCTION" and isinstance(children, list):
            for position, child in enumerate(children):
                rest = [*children[:position], *children[position + 1 :]]
                less = rest[0] if len(rest) == 1 else {**node, "children": rest}
                yield written(child), expression_sql(replaced(tree, path, new=less))


def _whens(norm: Norm, rule: Rule) -> Iterator[Placed]:
    """Change where a rule bears."""
    for kind, before, after in expression_mutants(norm, rule.when):
        yield "when", kind, before, after, replace(rule, when=after)
    denied = _denied(rule.when)
    yield "when", "condition denied", rule.when, denied, replace(rule, when=denied)
    if rule.when != "true":
        yield "when", "condition dropped", rule.when, "true", replace(rule, when="true")
    for part, rest in _conjuncts_removed(rule.when):
        yield "when", "conjunct removed", part, rest, replace(rule, when=rest)


def _with_branch(rule: Rule, reading: str, *, sql: str) -> Rule:
    """Give a rule with one of its readings, or what it requires, said anew."""
    if rule.readings:
        return replace(rule, readings={**rule.readings, reading: sql})
    return replace(rule, require=sql)


def _requires(norm: Norm, rule: Rule) -> Iterator[Placed]:
    """Change what a rule requires, and drop each reading of it."""
    for reading, sql in rule.branches.items():
        place = f"readings.{reading}" if reading else "require"
        for kind, before, after in expression_mutants(norm, sql):
            yield place, kind, before, after, _with_branch(rule, reading, sql=after)
        denied = _denied(sql)
        yield place, "condition denied", sql, denied, _with_branch(rule, reading, sql=denied)
        for part, rest in _conjuncts_removed(sql):
            yield place, "conjunct removed", part, rest, _with_branch(rule, reading, sql=rest)
        if reading:
            yield place, "reading dropped", reading, "", _without(rule, reading)


def _without(rule: Rule, reading: str) -> Rule:
    """Give a rule without one of its readings."""
    left = {key: sql for key, sql in rule.readings.items() if key != reading}
    stakes = rule.at_stake
    if isinstance(stakes, dict):
        stakes = {key: sql for key, sql in stakes.items() if key != reading}
    return replace(rule, readings=left, at_stake=stakes)


def _figures(norm: Norm, rule: Rule) -> Iterator[Placed]:
    """Change each figure that a finding tells, drop it, and put another in its place."""
    told = {key: getattr(rule, key) for key in FIGURES}
    plain = {key: sql for key, sql in told.items() if isinstance(sql, str)}
    for key, sql in plain.items():
        yield key, "figure dropped", sql, "", _with_figure(rule, key, sql=None)
        for kind, before, after in expression_mutants(norm, sql):
            yield key, kind, before, after, _with_figure(rule, key, sql=after)
    for one, other in combinations(plain, 2):
        if plain[one] != plain[other]:
            swapped = _with_figure(rule, one, sql=plain[other])
            swapped = _with_figure(swapped, other, sql=plain[one])
            yield f"{one}/{other}", "figures swapped", plain[one], plain[other], swapped
    if isinstance(rule.at_stake, dict):
        yield from _stakes(rule, rule.at_stake)


def _with_figure(rule: Rule, key: str, *, sql: str | None) -> Rule:
    """Give a rule with one of its figures told anew, or not told."""
    if key == "expected":
        return replace(rule, expected=sql)
    return replace(rule, observed=sql) if key == "observed" else replace(rule, at_stake=sql)


def _stakes(rule: Rule, stakes: Mapping[str, str]) -> Iterator[Placed]:
    """Drop the money of each reading, as if nothing were at stake under it."""
    for reading, sql in stakes.items():
        less = replace(rule, at_stake={**stakes, reading: "0"})
        yield f"at_stake.{reading}", "figure dropped", sql, "0", less


def _grains(norm: Norm, rule: Rule, *, columns: Columns) -> Iterator[Placed]:
    """Judge the rows of another grain that has every fact which the rule names."""
    used = names_of(rule) - {each.id for each in norm.parameters}
    for grain, facts in columns.items():
        if grain != rule.grain and used <= facts:
            yield "grain", "grain changed", rule.grain, grain, replace(rule, grain=grain)


def names_of(rule: Rule) -> set[str]:
    """Give every name that a rule's expressions read."""
    stakes = rule.at_stake.values() if isinstance(rule.at_stake, dict) else [rule.at_stake]
    parts = [rule.when, *rule.branches.values(), rule.expected, rule.observed, *stakes]
    return {
        str(names[0])
        for sql in parts
        if sql
        for _, node in nodes(expression_tree(sql))
        if isinstance(names := node.get("column_names"), list) and names
    }


def _clauses(norm: Norm, rule: Rule) -> Iterator[Placed]:
    """Cite the next clause of the norm instead of each, and leave each of several out."""
    ids = [clause.id for clause in norm.identity.clauses]
    for position, clause in enumerate(rule.clause):
        other = ids[(ids.index(clause) + 1) % len(ids)]
        cited = (*rule.clause[:position], other, *rule.clause[position + 1 :])
        yield "clause", "clause swapped", clause, other, replace(rule, clause=cited)
        if len(rule.clause) > 1:
            left = (*rule.clause[:position], *rule.clause[position + 1 :])
            yield "clause", "clause dropped", clause, "", replace(rule, clause=left)


def _messages(rule: Rule) -> Iterator[Placed]:
    """Say another value in a message, in both languages, and in each alone."""
    named = list(dict.fromkeys(PLACEHOLDER.findall(rule.message.es)))
    for name in named:
        other = next((each for each in [*named, "subject", "session_id"] if each != name), "")
        both = {
            lang: _resaid(getattr(rule.message, lang), name, other=other) for lang in ("es", "en")
        }
        yield (
            "message",
            "message argument",
            name,
            other,
            replace(rule, message=Text(es=both["es"], en=both["en"])),
        )
        english = Text(es=rule.message.es, en=both["en"])
        if english != rule.message:
            said = replace(rule, message=english)
            yield "message.en", "message argument", name, other, said


def _resaid(text: str, name: str, *, other: str) -> str:
    """Put one value for another in a message; `_en` and `_es` are languages of one value."""
    bare = name.removesuffix("_es")
    for each in (name, bare, f"{bare}_en"):
        text = text.replace(f"{{{each}}}", f"{{{other}}}")
    return text


def _kinds(rule: Rule) -> Iterator[Placed]:
    """Make advice of a duty, and a duty of advice."""
    other = RuleKind.ADVICE if rule.kind is RuleKind.DUTY else RuleKind.DUTY
    yield "kind", "kind changed", rule.kind.value, other.value, replace(rule, kind=other)


def _owed(norm: Norm, rule: Rule) -> Iterator[Placed]:
    """Owe the money to nobody, and to whom another rule owes it."""
    if rule.owed_to is None:
        return
    yield "owed_to", "owed to nobody", rule.owed_to, "", replace(rule, owed_to=None)
    others = dict.fromkeys(each.owed_to for each in norm.rules if each.owed_to)
    other = next((each for each in [*others, "nobody"] if each != rule.owed_to), "nobody")
    yield "owed_to", "owed to another", rule.owed_to, other, replace(rule, owed_to=other)
