"""The page of coverage: every sentence of every norm, in one file that needs nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.report.page.pages import environment
from auditor.report.words.wording import Wording, pick
from auditor.rulebook.coverage import KINDS
from auditor.texts import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from auditor.rulebook.coverage import Coverage, CoveredClause


def coverage_page(
    found: Sequence[Coverage],
    *,
    lang: str,
    stale: frozenset[str] = frozenset(),
    gaps: Sequence[str] = (),
) -> str:
    """Lay out the coverage of some norms; `stale` are rules to read again, `gaps` said in words."""

    def told(key: str, **context: object) -> str:
        return say(f"coverage.{key}", lang=lang, **context)

    return (
        environment(Wording(lang))
        .get_template("coverage.html.j2")
        .render(
            lang=lang,
            norms=[(each, _by_clause(each), _apart(each)) for each in found],
            kinds=KINDS,
            stale=stale,
            gaps=gaps,
            told=told,
            pick=lambda text: pick(text, lang),
        )
    )


def _by_clause(coverage: Coverage) -> Mapping[str, CoveredClause]:
    """Give a norm's clauses by their ids."""
    return {each.clause.id: each for each in coverage.clauses}


def _apart(coverage: Coverage) -> list[CoveredClause]:
    """Give the clauses that no sentence brings: of what is not on the page, or of no text."""
    quoted = {clause for sentence in coverage.sentences for clause in sentence.clauses}
    return [each for each in coverage.clauses if each.clause.id not in quoted]
