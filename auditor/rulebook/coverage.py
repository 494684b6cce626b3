"""Coverage: every sentence of a norm's text, the clauses that account for it, and their rules."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.rulebook.model import Status

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from auditor.rulebook.cases import Case
    from auditor.rulebook.model import Clause, Norm, Rule

FAILS = frozenset({"violation", "observation", "indeterminate"})
RULED = frozenset({Status.AUTOMATED, Status.PARTIAL})
ALWAYS_WANTED = ("pass", "fail", "not_assessable", "out_of_scope")
OF_REQUIRE = ("boundary_pass", "boundary_fail")
OF_WHEN = ("boundary_out_of_scope",)
KINDS = (*ALWAYS_WANTED, *OF_REQUIRE, *OF_WHEN)
_QUANTITY = re.compile(r"<=|>=|<(?!>)|(?<!<)>|\bBETWEEN\b")
_WORD = re.compile(r"\w+(?:[^\s\w]+\w+)*")


@dataclass(frozen=True, slots=True)
class CoveredSentence:
    """A sentence, its line in text.txt, the clauses that quote it and the words that none does."""

    number: int
    line: int
    text: str
    clauses: tuple[str, ...]
    unquoted: tuple[str, ...]

    @property
    def is_accounted(self) -> bool:
        """Tell whether some clause stands for the sentence, and quotes every word of it."""
        return bool(self.clauses) and not self.unquoted


@dataclass(frozen=True, slots=True)
class CoveredRule:
    """A rule, the number of its cases of each kind, and the kinds that it should have and has not.

    A case is of one kind by its verdict; one at a boundary is of a second kind too.
    """

    rule: Rule
    cases: Mapping[str, int]

    @property
    def lacking(self) -> tuple[str, ...]:
        """Give the kinds of case that the rule lacks."""
        return tuple(kind for kind in wanted_of(self.rule) if not self.cases[kind])


@dataclass(frozen=True, slots=True)
class CoveredClause:
    """A clause and the rules that judge it."""

    clause: Clause
    rules: tuple[CoveredRule, ...]

    @property
    def is_automated(self) -> bool:
        """Tell whether the clause is said to be judged whole by its rules."""
        return self.clause.status is Status.AUTOMATED

    @property
    def is_complete(self) -> bool:
        """Tell whether the clause has a rule, and each rule cases of every kind."""
        return bool(self.rules) and not any(rule.lacking for rule in self.rules)

    @property
    def cases(self) -> dict[str, int]:
        """Count the cases of the clause's rules, by kind."""
        return {kind: sum(rule.cases[kind] for rule in self.rules) for kind in KINDS}


@dataclass(frozen=True, slots=True)
class Coverage:
    """One norm, sentence by sentence, clause by clause and rule by rule."""

    norm: Norm
    sentences: tuple[CoveredSentence, ...]
    clauses: tuple[CoveredClause, ...]
    rules: tuple[CoveredRule, ...]

    @property
    def accounted(self) -> int:
        """Count the sentences that clauses account for, word by word."""
        return sum(1 for sentence in self.sentences if sentence.is_accounted)

    @property
    def automated(self) -> tuple[CoveredClause, ...]:
        """Give the clauses that are said to be automated."""
        return tuple(each for each in self.clauses if each.is_automated)

    @property
    def cases(self) -> dict[str, int]:
        """Count the norm's cases by kind."""
        return {kind: sum(rule.cases[kind] for rule in self.rules) for kind in KINDS}

    @property
    def written(self) -> int:
        """Count the norm's cases, those at a boundary once."""
        return sum(count for kind, count in self.cases.items() if not kind.startswith("boundary"))

    @property
    def complete(self) -> int:
        """Count the automated clauses that have cases of every kind."""
        return sum(1 for each in self.automated if each.is_complete)


def coverage_of(norm: Norm, cases: Iterable[Case] = ()) -> Coverage:
    """Account for every sentence, clause and rule of a norm, with its cases."""
    written = tuple(cases)
    rules = tuple(
        CoveredRule(rule, _counted(case for case in written if case.rule == rule.id))
        for rule in norm.rules
    )
    clauses = tuple(
        CoveredClause(clause, tuple(each for each in rules if clause.id in each.rule.clause))
        for clause in norm.identity.clauses
    )
    return Coverage(norm, sentences_of(norm), clauses, rules)


def sentences_of(norm: Norm) -> tuple[CoveredSentence, ...]:
    """Account for every sentence of a norm's text."""
    placed = [
        (number, flat_text(line))
        for number, line in enumerate(norm.text.splitlines(), 1)
        if line.strip()
    ]
    lines = [line for _, line in placed]
    spans = [
        (clause.id, span)
        for clause in norm.identity.clauses
        for quote in clause.quote
        for span in spans_of(" ".join(lines), flat_text(quote))
    ]
    sentences, start = [], 0
    for number, (line, text) in enumerate(placed, 1):
        sentences.append(_sentence(number, line, text=text, start=start, spans=spans))
        start += len(text) + 1
    return tuple(sentences)


def _sentence(
    number: int, line: int, *, text: str, start: int, spans: list[tuple[str, tuple[int, int]]]
) -> CoveredSentence:
    """Account for one sentence, which begins at an offset of the joined text."""
    end = start + len(text)
    here = [(clause, span) for clause, span in spans if span[0] < end and start < span[1]]
    quoted = set[int]()
    for _, (first, last) in here:
        quoted.update(range(first - start, last - start))
    unquoted = tuple(
        found[0] for found in _WORD.finditer(text) if not quoted.issuperset(range(*found.span()))
    )
    return CoveredSentence(
        number, line, text, tuple(dict.fromkeys(clause for clause, _ in here)), unquoted
    )


def wanted_of(rule: Rule) -> tuple[str, ...]:
    """Give the kinds of case that a rule wants: at a boundary too, where it compares a quantity."""
    required = any(_QUANTITY.search(sql) for sql in rule.branches.values())
    bounds = (*(OF_REQUIRE if required else ()), *(OF_WHEN if _QUANTITY.search(rule.when) else ()))
    return (*ALWAYS_WANTED, *bounds)


def kinds_of(case: Case) -> tuple[str, ...]:
    """Give the kinds of a case."""
    kind = "fail" if case.verdict in FAILS else case.verdict
    bounds = f"boundary_{kind}" in KINDS and case.boundary
    return (kind, f"boundary_{kind}") if bounds else (kind,)


def _counted(cases: Iterable[Case]) -> dict[str, int]:
    """Count some cases by kind."""
    kinds = [kind for case in cases for kind in kinds_of(case)]
    return {kind: kinds.count(kind) for kind in KINDS}


def flat_text(text: str) -> str:
    """Give a text with every run of white space as one blank."""
    return " ".join(text.split())


def spans_of(whole: str, quote: str) -> list[tuple[int, int]]:
    """Give where a quote stands in a text, wherever it does: first character, and past the last."""
    spans = []
    start = whole.find(quote) if quote else -1
    while start >= 0:
        spans.append((start, start + len(quote)))
        start = whole.find(quote, start + 1)
    return spans
