"""Coverage: every sentence of a norm's text, the clauses that account for it, and their rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from auditor.rulebook.model import Clause, Norm


@dataclass(frozen=True, slots=True)
class CoveredSentence:
    """A sentence of the text and the ids of the clauses that quote it."""

    number: int
    text: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CoveredClause:
    """A clause, the rules that judge it, and the kinds of case that these have."""

    clause: Clause
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Coverage:
    """One norm, sentence by sentence and clause by clause."""

    norm: Norm
    sentences: tuple[CoveredSentence, ...]
    clauses: tuple[CoveredClause, ...]

    @property
    def accounted(self) -> int:
        """Count the sentences that some clause quotes."""
        return sum(1 for sentence in self.sentences if sentence.clauses)


def coverage_of(norm: Norm) -> Coverage:
    """Account for every sentence and clause of a norm."""
    lines = [flat_text(line) for line in norm.text.splitlines() if line.strip()]
    quotes = [
        (clause.id, _span(lines, flat_text(quote)))
        for clause in norm.identity.clauses
        for quote in clause.quote
    ]
    sentences = tuple(
        CoveredSentence(
            number + 1,
            line,
            tuple(dict.fromkeys(clause for clause, span in quotes if number in span)),
        )
        for number, line in enumerate(lines)
    )
    clauses = tuple(
        CoveredClause(clause, tuple(rule.id for rule in norm.rules if clause.id in rule.clause))
        for clause in norm.identity.clauses
    )
    return Coverage(norm, sentences, clauses)


def flat_text(text: str) -> str:
    """Give a text with every run of white space as one blank."""
    return " ".join(text.split())


def _span(lines: list[str], quote: str) -> set[int]:
    """Give the lines over which a quote runs, wherever it stands; none where it does not."""
    whole, found = " ".join(lines), set[int]()
    start = whole.find(quote) if quote else -1
    while start >= 0:
        found.update(range(_line_at(lines, start), _line_at(lines, start + len(quote) - 1) + 1))
        start = whole.find(quote, start + 1)
    return found


def _line_at(lines: list[str], offset: int) -> int:
    """Give the line that holds a character of the joined text."""
    for number, line in enumerate(lines):
        if offset <= len(line):
            return number
        offset -= len(line) + 1
    return len(lines) - 1
