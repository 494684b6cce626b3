"""What an edit of a norm's text leaves behind: clauses whose words changed, and the difference."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from auditor.rulebook.coverage import flat_text, sentences_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.rulebook.coverage import CoveredSentence
    from auditor.rulebook.model import Norm

_AROUND = 4
_WIDEST = 6
_LIKE = 0.6


@dataclass(frozen=True, slots=True)
class Change:
    """What changed under a clause: its words and those of the text now, and the line of these.

    `clause` is None where the hash of the text differs and no clause's words do.
    """

    clause: str | None
    line: int
    difference: str


def text_changed(norm: Norm) -> bool:
    """Tell whether the text is not the one whose hash norm.yaml keeps."""
    kept = norm.identity.text_sha256
    return kept is not None and kept != norm.text_sha256


def changes_of(norm: Norm) -> tuple[Change, ...]:
    """Give what changed between the clauses' words and the text, clause by clause."""
    sentences = sentences_of(norm)
    whole = " ".join(each.text for each in sentences)
    found = [
        _changed(clause.id, flat_text(quote), sentences=sentences)
        for clause in norm.identity.clauses
        for quote in clause.quote
        if flat_text(quote) not in whole
    ]
    if not text_changed(norm):
        return tuple(found)
    named = {(change.clause, change.line) for change in found}
    found += [each for each in _grown(norm, sentences) if (each.clause, each.line) not in named]
    located = found or any(not each.is_accounted for each in sentences)
    return tuple(found) if located else (Change(None, 1, ""),)


def stale_rules(norm: Norm) -> frozenset[str]:
    """Give the rules to be read again: their clause's words changed, or nobody knows which did."""
    changed = {change.clause for change in changes_of(norm)}
    return frozenset(rule.id for rule in norm.rules if None in changed or changed & {*rule.clause})


def _changed(clause: str, quote: str, *, sentences: tuple[CoveredSentence, ...]) -> Change:
    """Set a quote that no longer stands in the text beside the words that come nearest to it."""
    windows = [
        sentences[start : start + width]
        for width in range(1, _WIDEST + 1)
        for start in range(len(sentences) - width + 1)
    ]
    told = [(each[0].line, " ".join(one.text for one in each)) for each in windows]
    line, nearest = max(told, key=lambda each: _alike(quote, each[1]), default=(1, ""))
    return Change(clause, line, word_difference(quote, _stretch(quote, nearest)))


def _stretch(quote: str, text: str) -> str:
    """Give the words of a text that stand where those of a quote did."""
    old, new = quote.split(), text.split()
    blocks = SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks()[:-1]
    if not blocks:
        return text
    first, last = blocks[0], blocks[-1]
    start = max(0, first.b - first.a)
    return " ".join(new[start : last.b + len(old) - last.a])


def _alike(old: str, new: str) -> float:
    """Measure how much of two texts is the same, word by word; too short or long is unlike."""
    matcher = SequenceMatcher(None, old.split(), new.split(), autojunk=False)
    return matcher.ratio() if matcher.real_quick_ratio() > 1 / 3 else 0.0


def _grown(norm: Norm, sentences: tuple[CoveredSentence, ...]) -> Iterator[Change]:
    """Find the sentences of which clauses do not quote every word, and whose words they are."""
    for each in sentences:
        if each.unquoted:
            come = f"{{+{' '.join(each.unquoted)}+}}"
            yield from (Change(clause, each.line, come) for clause in each.clauses)
            yield from () if each.clauses else _likeliest(norm, each)


def _likeliest(norm: Norm, sentence: CoveredSentence) -> Iterator[Change]:
    """Find the clauses whose words a sentence that none quotes was, if it is like any."""
    quotes = [
        (_alike(flat_text(quote), sentence.text), clause.id, flat_text(quote))
        for clause in norm.identity.clauses
        for quote in clause.quote
    ]
    best = max((likeness for likeness, _, _ in quotes), default=0.0)
    for likeness, clause, quote in quotes:
        if likeness == best >= _LIKE:
            yield Change(clause, sentence.line, word_difference(quote, sentence.text))


def word_difference(old: str, new: str) -> str:
    """Write how a text became another: `[-gone-] {+come+}`, a few words around, and `…`."""
    before, after = old.split(), new.split()
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    parts = []
    for kind, i1, i2, j1, j2 in matcher.get_opcodes():
        if kind == "equal":
            parts.append(_shortened(before[i1:i2], first=i1 == 0, last=i2 == len(before)))
            continue
        gone, come = " ".join(before[i1:i2]), " ".join(after[j1:j2])
        parts += [f"[-{gone}-]"] * bool(gone) + [f"{{+{come}+}}"] * bool(come)
    return " ".join(part for part in parts if part)


def _shortened(words: list[str], *, first: bool, last: bool) -> str:
    """Keep the words next to a difference; `…` for the rest."""
    head = [] if first else words[:_AROUND]
    tail = [] if last else words[-_AROUND:]
    if len(head) + len(tail) >= len(words):
        return " ".join(words)
    return " ".join([*head, "…", *tail])
