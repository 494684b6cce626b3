"""The gate of coverage: every place where a norm's text, clauses, rules and cases do not meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.rulebook.coverage import RULED
from auditor.rulebook.documents import Fault
from auditor.rulebook.model import Status
from auditor.rulebook.stale import changes_of
from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.rulebook.coverage import Coverage, CoveredClause, CoveredRule, CoveredSentence
    from auditor.rulebook.load import Pack
    from auditor.rulebook.stale import Change

_LANGS = ("es", "en")


def gaps_of(pack: Pack, found: Coverage) -> tuple[Fault, ...]:
    """Find every gap of a norm's coverage: what, where, why and what to do."""
    changes = changes_of(pack.norm)
    told = {change.line for change in changes if change.clause}
    untold = [each for each in found.sentences if each.line not in told]
    return (
        *_hash_gaps(pack),
        *(gap for each in untold for gap in _sentence_gaps(pack, each)),
        *_changes(pack, changes),
        *(gap for each in found.clauses for gap in _clause_gaps(pack, each)),
        *(gap for each in found.rules for gap in _rule_gaps(pack, each)),
    )


def _told(key: str, **context: object) -> dict[str, str]:
    """Give a text of coverage in both languages."""
    return {lang: say(f"coverage.{key}", lang=lang, **context) for lang in _LANGS}


def _in_text(pack: Pack, line: int, *, words: dict[str, str]) -> Fault:
    """Make a gap at a line of the text."""
    return Fault(pack.norm.folder / "text.txt", line, words["es"], words["en"])


def _at_clause(pack: Pack, clause: str, *, words: dict[str, str]) -> Fault:
    """Make a gap at a clause."""
    return pack.clause_fault(clause, words["es"], en=words["en"])


def _hash_gaps(pack: Pack) -> Iterator[Fault]:
    """Find that the text has no hash to hold it to."""
    if pack.norm.text and pack.norm.identity.text_sha256 is None:
        code, values = "rulebook.text_unhashed", {"sha256": pack.norm.text_sha256}
        es, en = (say(code, lang=lang, **values) for lang in _LANGS)
        yield Fault(pack.identity.path, 1, es, en)


def _sentence_gaps(pack: Pack, sentence: CoveredSentence) -> Iterator[Fault]:
    """Find what of a sentence no clause accounts for."""
    if not sentence.clauses:
        yield _in_text(pack, sentence.line, words=_told("no_clause", text=sentence.text))
    elif sentence.unquoted:
        words, clauses = " ".join(sentence.unquoted), ", ".join(sentence.clauses)
        told = _told("unquoted", words=words, clauses=clauses)
        yield _in_text(pack, sentence.line, words=told)


def _changes(pack: Pack, changes: tuple[Change, ...]) -> Iterator[Fault]:
    """Say which clauses' words are no longer the text's, with the difference."""
    for change in changes:
        if change.clause is None:
            yield _in_text(pack, change.line, words=_told("text_changed"))
            continue
        rules = [rule.id for rule in pack.norm.rules if change.clause in rule.clause]
        words = _told(
            "quote_changed",
            line=change.line,
            difference=change.difference,
            rules=", ".join(rules) or "—",
        )
        yield _at_clause(pack, change.clause, words=words)


def _clause_gaps(pack: Pack, covered: CoveredClause) -> Iterator[Fault]:
    """Find a status without its reason or its rule."""
    clause = covered.clause
    said = clause.reason is not None and clause.reason.es.strip() and clause.reason.en.strip()
    if clause.status is Status.UNDECIDED:
        yield _at_clause(pack, clause.id, words=_told("undecided"))
    elif clause.status is not Status.AUTOMATED and not said:
        yield _at_clause(pack, clause.id, words=_told("no_reason", status=clause.status.value))
    if clause.status in RULED and not covered.rules:
        yield _at_clause(pack, clause.id, words=_told("no_rule", status=clause.status.value))


def _rule_gaps(pack: Pack, covered: CoveredRule) -> Iterator[Fault]:
    """Find the kinds of case that a rule lacks."""
    if not covered.lacking:
        return
    rule = covered.rule
    es, en = (
        say(
            "coverage.lacks",
            lang=lang,
            kinds=", ".join(say(f"coverage.kind_{kind}", lang=lang) for kind in covered.lacking),
            cases=rule.cases,
        )
        for lang in _LANGS
    )
    yield pack.rule_fault(rule, "cases", es=es, en=en)
