"""The rulebook as its commands tell it: rules listed and shown, checked, tested."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.errors import RulebookError, UsageError
from auditor.evaluate.check import rulebook_faults
from auditor.rulebook.cases import cases_of
from auditor.rulebook.load import default_rules, load_packs, load_rulebook, refuse_unlisted
from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from auditor.rulebook.load import Pack
    from auditor.rulebook.model import Norm, Rule, Text
    from auditor.run.rulebook.cases import CaseResult


def rules_listed(
    folder: Path | None, norms: Sequence[str] | None, *, lang: str
) -> list[dict[str, str]]:
    """List the rules: id, norm, grain, kind, clauses, title."""
    rulebook = load_rulebook(folder or default_rules())
    refuse_unlisted(rulebook.norms, norms)
    return [
        {
            "rule": rule.id,
            "norm": norm.id,
            "grain": rule.grain,
            "kind": rule.kind.value,
            "clauses": ", ".join(rule.clause),
            "title": spoken(rule.title, lang),
        }
        for norm in rulebook.narrowed(tuple(norms or ()))
        for rule in norm.rules
    ]


def rule_shown(rule_id: str, folder: Path | None, *, lang: str) -> str:
    """Show one rule whole: the law's words, the condition, the readings, what it says."""
    for norm in load_rulebook(folder or default_rules()).norms:
        for rule in norm.rules:
            if rule.id == rule_id:
                return "\n".join(_shown(norm, rule, lang=lang))
    raise UsageError("cli.no_rule", rule=rule_id)


def _shown(norm: Norm, rule: Rule, *, lang: str) -> Iterator[str]:
    """Write one rule line by line."""
    yield f"{rule.id} — {spoken(rule.title, lang)}"
    yield f"{spoken(norm.identity.title, lang)} ({norm.id})"
    for clause_id in rule.clause:
        clause = norm.clause(clause_id)
        yield f"\n{spoken(norm.identity.citation, lang)}, art. {clause.article}"
        yield from (f"  «{quote}»" for quote in clause.quote)
        yield f"  {spoken(clause.paraphrase, lang)}"
    yield f"\ngrain: {rule.grain}    kind: {rule.kind.value}"
    yield f"when: {rule.when}"
    for reading, sql in rule.branches.items():
        yield f"require: {sql}" if not reading else f"  [{reading}] {sql}"
        if reading:
            yield f"      {spoken(norm.identity.readings[reading], lang)}"
    yield f"message: {spoken(rule.message, lang)}"


def rules_checked(folder: Path | None, lang: str) -> tuple[list[str], dict[str, int]]:
    """Check a rulebook whole: every fault as `file:line: …`, and what it holds."""
    root = folder or default_rules()
    packs, faults = rulebook_faults(root)
    totals = {
        "norms": len(packs),
        "clauses": sum(len(pack.norm.identity.clauses) for pack in packs),
        "rules": sum(len(pack.norm.rules) for pack in packs),
    }
    return [fault.say(lang, root) for fault in faults], totals


def rules_tested(
    folder: Path | None, norms: Sequence[str] | None, *, lang: str
) -> tuple[int, list[str]]:
    """Run the cases: how many hold, and each that does not; raises RulebookError first."""
    from auditor.run.rulebook.cases import run_every_case  # slow to import

    root = folder or default_rules()
    packs, faults = load_packs(root)
    read = [(pack, cases_of(pack)) for pack in packs if wanted(pack, norms)]
    wrong = [*faults, *(fault for _, (_, found) in read for fault in found)]
    if wrong:
        raise RulebookError.of(tuple(fault.say(lang, root) for fault in wrong))
    refuse_unlisted((pack.norm for pack in packs), norms)
    results = [result for pack, (cases, _) in read for result in run_every_case(pack.norm, cases)]
    failures = [_failure(result, root, lang=lang) for result in results if not result.holds]
    return len(results) - len(failures), failures


def wanted(pack: Pack, norms: Sequence[str] | None) -> bool:
    """Tell whether a norm is among those asked for; all are where none is."""
    return not norms or pack.norm.id in norms or pack.norm.prefix in norms


def _failure(result: CaseResult, root: Path, *, lang: str) -> str:
    """Say what came of a case that does not hold."""
    placed = result.placed
    case = placed.case
    figures = [f"{key} {result.told(key)}" for key in case.stated]
    wanted = [f"{key} {value}" for key, value in case.stated.items()]
    return say(
        "cli.case_fails",
        lang=lang,
        place=f"{placed.path.relative_to(root)}:{placed.line}",
        rule=case.rule,
        subject=case.subject,
        due=", ".join([case.verdict, *wanted]),
        got=", ".join([result.verdict or "—", *figures]),
        case=case.es,
    )


def spoken(text: Text, lang: str) -> str:
    """Give a text in one language."""
    return text.en if lang == "en" else text.es
