"""Coverage: which words of a text some clause quotes, and which kinds of case a rule has."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from auditor.rulebook.cases import Case, cases_of
from auditor.rulebook.coverage import coverage_of, flat_text, kinds_of, sentences_of, spans_of
from auditor.rulebook.load import load_packs

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.rulebook.model import Norm

WHOLE = "Uno dos tres. Cuatro cinco. Uno dos tres. Seis."


def _norm(folder: Path) -> Norm:
    (pack,), faults = load_packs(folder.parent)
    assert faults == ()
    return pack.norm


def _quoting(folder: Path, old: str, new: str) -> Norm:
    path = folder / "norm.yaml"
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
    return _norm(folder)


def test_a_quote_that_stands_twice_is_found_in_both_places() -> None:
    assert spans_of(WHOLE, "Uno dos") == [(0, 7), (28, 35)]


@pytest.mark.parametrize("quote", ["siete", ""])
def test_a_quote_that_is_not_there_is_found_nowhere(quote: str) -> None:
    assert spans_of(WHOLE, quote) == []


def test_white_space_does_not_count() -> None:
    assert flat_text("  a\n b\t c ") == "a b c"


def test_each_sentence_has_its_line_and_its_clause(small: Path) -> None:
    (small / "text.txt").write_text(
        (small / "text.txt").read_text("utf-8").replace("\nEl", "\n\nEl"), "utf-8"
    )
    told = [(each.number, each.line, each.clauses) for each in sentences_of(_norm(small))]
    assert told == [(1, 1, ("DAD-1",)), (2, 3, ("DAD-2",)), (3, 4, ("DAD-3",))]


def test_a_quote_over_two_sentences_accounts_for_both(small: Path) -> None:
    both = "en la sala. La apuesta se hace antes del lanzamiento."
    norm = _quoting(small, "La apuesta se hace antes del lanzamiento.", both)
    assert [each.clauses for each in sentences_of(norm)][1:] == [("DAD-2", "DAD-3"), ("DAD-3",)]


def test_the_words_that_no_clause_quotes_are_named(small: Path) -> None:
    norm = _quoting(small, "Articulo 1 El premio de la fila es", "El premio de la fila es")
    first = sentences_of(norm)[0]
    assert (first.unquoted, first.is_accounted) == (("Articulo", "1"), False)


def test_a_mark_at_the_end_of_a_quote_is_no_word(small: Path) -> None:
    norm = _quoting(small, "es 12 a 1.", "es 12 a 1")
    assert sentences_of(norm)[0].is_accounted


def test_half_a_word_is_not_quoted(small: Path) -> None:
    norm = _quoting(small, "antes del lanzamiento.", "antes del lanza")
    assert sentences_of(norm)[2].unquoted == ("lanzamiento",)


@pytest.mark.parametrize(
    ("verdict", "boundary", "kinds"),
    [
        ("pass", False, ("pass",)),
        ("pass", True, ("pass", "boundary_pass")),
        ("violation", True, ("fail", "boundary_fail")),
        ("observation", False, ("fail",)),
        ("indeterminate", True, ("fail", "boundary_fail")),
        ("out_of_scope", True, ("out_of_scope", "boundary_out_of_scope")),
        ("not_assessable", True, ("not_assessable",)),
    ],
)
def test_a_case_is_of_a_kind_by_its_verdict(
    verdict: str, boundary: bool, kinds: tuple[str, ...]
) -> None:
    case = Case(es="c", rule="R", subject="s", verdict=verdict, boundary=boundary)
    assert kinds_of(case) == kinds


def test_a_rule_that_compares_no_quantity_wants_no_boundary(small: Path) -> None:
    (pack,), _ = load_packs(small.parent)
    coverage = coverage_of(pack.norm, (placed.case for placed in cases_of(pack)[0]))
    assert [(each.rule.id, each.lacking) for each in coverage.rules] == [
        ("DAD-1", ()),
        ("DAD-3", ()),
    ]
    assert (coverage.accounted, coverage.complete, coverage.written) == (3, 2, 10)


def test_without_cases_every_kind_is_lacking(small: Path) -> None:
    first, second = coverage_of(_norm(small)).rules
    always = ("pass", "fail", "not_assessable", "out_of_scope")
    assert (first.lacking, second.lacking) == (
        (*always, "boundary_pass", "boundary_fail"),
        always,
    )


def test_a_scope_that_compares_a_quantity_wants_the_boundary_outside(small: Path) -> None:
    path = small / "rules.yaml"
    path.write_text(path.read_text("utf-8").replace("is_side_bet", "stake > 0"), "utf-8")
    lacking = [each.lacking for each in coverage_of(_norm(small)).rules]
    assert ["boundary_out_of_scope" in each for each in lacking] == [True, True]
