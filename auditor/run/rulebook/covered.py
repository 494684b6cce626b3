"""Coverage as its command tells it: lines, plain data, figures, and the gaps of the gate."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.errors import RulebookError
from auditor.rulebook.cases import cases_of
from auditor.rulebook.coverage import coverage_of
from auditor.rulebook.gate import gaps_of
from auditor.rulebook.known import norm_as_known
from auditor.rulebook.load import default_rules, load_packs, refuse_unlisted
from auditor.rulebook.stale import stale_rules
from auditor.run.rulebook.rulebook import spoken, wanted
from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from auditor.rulebook.coverage import Coverage, CoveredClause, CoveredSentence
    from auditor.rulebook.documents import Fault


@dataclass(frozen=True, slots=True)
class Covered:
    """The coverage of one norm, its gaps, and the rules to be read again."""

    coverage: Coverage
    gaps: tuple[Fault, ...]
    stale: frozenset[str]


def rules_covered(folder: Path | None, norms: Sequence[str] | None) -> tuple[Covered, ...]:
    """Account for every sentence and clause of the norms; raises RulebookError for faults of form.

    Cases that cannot be read are among the gaps.
    """
    root = folder or default_rules()
    packs, faults = load_packs(root)
    if faults:
        raise RulebookError.of(tuple(fault.say("es", root) for fault in faults))
    refuse_unlisted((pack.norm for pack in packs), norms)
    found = []
    for pack in (each for each in packs if wanted(each, norms)):
        cases, wrong = cases_of(pack)
        norm = norm_as_known(pack.norm, None)
        coverage = coverage_of(norm, (placed.case for placed in cases))
        found.append(Covered(coverage, (*wrong, *gaps_of(pack, coverage)), stale_rules(pack.norm)))
    return tuple(found)


def gaps_said(found: Sequence[Covered], folder: Path | None, *, lang: str) -> list[str]:
    """Say every gap in one language, as `file:line: what, why, what to do`."""
    root = folder or default_rules()
    return [gap.say(lang, root) for each in found for gap in each.gaps]


def gap_lines(found: Sequence[Covered], folder: Path | None) -> Iterator[str]:
    """Write every gap in Spanish and in English, after their number; nothing for none."""
    for lang in ("es", "en"):
        said = gaps_said(found, folder, lang=lang)
        if said:
            yield say("coverage.open", lang=lang, count=len(said))
        yield from said


def sum_lines(found: Sequence[Covered], lang: str) -> Iterator[str]:
    """Write the sums of each norm, and that nothing is open where nothing is."""
    each = [covered.coverage for covered in found]
    yield from (_norm_line(coverage, lang) for coverage in each)
    if not any(covered.gaps for covered in found):
        yield say(
            "coverage.closed",
            lang=lang,
            accounted=sum(one.accounted for one in each),
            sentences=sum(len(one.sentences) for one in each),
            complete=sum(one.complete for one in each),
            automated=sum(len(one.automated) for one in each),
        )


def coverage_lines(found: Sequence[Covered], lang: str) -> Iterator[str]:
    """Write coverage as lines: each norm's sums, its sentences, its clauses with their rules."""
    for each in found:
        coverage = each.coverage
        yield _norm_line(coverage, lang)
        for sentence in coverage.sentences:
            yield f"  {sentence.number:3} [{', '.join(sentence.clauses) or '—'}] {sentence.text}"
        for covered in coverage.clauses:
            yield f"  {_clause_line(covered, each.stale, lang=lang)}"


def _norm_line(coverage: Coverage, lang: str) -> str:
    """Write the sums of one norm."""
    return say(
        "coverage.norm",
        lang=lang,
        norm=coverage.norm.id,
        accounted=coverage.accounted,
        sentences=len(coverage.sentences),
        complete=coverage.complete,
        automated=len(coverage.automated),
        clauses=len(coverage.clauses),
        rules=len(coverage.rules),
        cases=coverage.written,
    )


def _clause_line(covered: CoveredClause, stale: frozenset[str], *, lang: str) -> str:
    """Write one clause with its status, its rules and its reason."""
    clause = covered.clause
    mark = f" [{say('coverage.stale', lang=lang)}]"
    rules = [each.rule.id + (mark if each.rule.id in stale else "") for each in covered.rules]
    why = f" ({spoken(clause.reason, lang)})" if clause.reason else ""
    return f"{clause.id}: {clause.status.value}: {', '.join(rules) or '—'}{why}"


def coverage_told(found: Covered) -> dict[str, object]:
    """Give coverage as plain data, with the gaps in both languages."""
    coverage = found.coverage
    return {
        **figures(coverage),
        "gaps": [
            {"file": gap.path.name, "line": gap.line, "es": gap.es, "en": gap.en}
            for gap in found.gaps
        ],
        "stale_rules": sorted(found.stale),
        "sentences": [_sentence_told(each) for each in coverage.sentences],
        "clauses": [_clause_told(each) for each in coverage.clauses],
    }


def _sentence_told(sentence: CoveredSentence) -> dict[str, object]:
    """Give one sentence as plain data."""
    return {
        "number": sentence.number,
        "line": sentence.line,
        "text": sentence.text,
        "clauses": list(sentence.clauses),
        "unquoted": list(sentence.unquoted),
    }


def _clause_told(covered: CoveredClause) -> dict[str, object]:
    """Give one clause as plain data, each rule with its cases by kind and those it lacks."""
    clause = covered.clause
    return {
        "clause": clause.id,
        "status": clause.status.value,
        "reason": clause.reason.es if clause.reason else None,
        "reason_en": clause.reason.en if clause.reason else None,
        "rules": [
            {"rule": each.rule.id, "cases": dict(each.cases), "lacking": list(each.lacking)}
            for each in covered.rules
        ],
    }


def figures(coverage: Coverage) -> dict[str, object]:
    """Give the sums of one norm: sentences, automated clauses, clauses by status, cases by kind."""
    statuses = Counter(each.clause.status.value for each in coverage.clauses)
    return {
        "norm": coverage.norm.id,
        "prefix": coverage.norm.prefix,
        "sentences_accounted": coverage.accounted,
        "sentences_total": len(coverage.sentences),
        "automated_complete": coverage.complete,
        "automated_total": len(coverage.automated),
        "statuses": dict(sorted(statuses.items())),
        "rules": len(coverage.rules),
        "cases": {"all": coverage.written} | coverage.cases,
    }
