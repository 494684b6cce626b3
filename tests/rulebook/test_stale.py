"""An edit of the law's text: the rules that quote what changed are to be read again."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from auditor.rulebook.load import load_packs
from auditor.rulebook.stale import changes_of, stale_rules, text_changed, word_difference

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.rulebook.model import Norm


def _edited(folder: Path, old: str, new: str, *, count: int = 1) -> Norm:
    """Replace words of the text: the last `count` times that they stand."""
    path = folder / "text.txt"
    parts = path.read_text("utf-8").rsplit(old, count)
    assert len(parts) == count + 1
    path.write_text(new.join(parts), "utf-8")
    packs, _ = load_packs(folder.parent)
    return packs[0].norm


def _copied(rules_dir: Path, tmp_path: Path, norm: str) -> Path:
    shutil.copytree(rules_dir / norm, tmp_path / norm)
    return tmp_path / norm


def test_a_text_as_it_was_leaves_nothing_to_read_again(small: Path) -> None:
    (pack,), _ = load_packs(small.parent)
    assert (text_changed(pack.norm), changes_of(pack.norm)) == (False, ())


def test_the_rule_of_a_changed_sentence_is_stale_and_the_difference_is_shown(small: Path) -> None:
    norm = _edited(small, "12 a 1", "10 a 1")
    (change,) = changes_of(norm)
    assert (change.clause, change.line) == ("DAD-1", 1)
    assert change.difference == "… de la fila es [-12-] {+10+} a 1."
    assert stale_rules(norm) == {"DAD-1"}


def test_words_put_after_a_quote_make_its_rule_stale(small: Path) -> None:
    norm = _edited(small, "del lanzamiento.", "del lanzamiento. Salvo empate.")
    assert [(each.clause, each.difference) for each in changes_of(norm)] == [
        ("DAD-3", "{+Salvo empate+}")
    ]


def test_a_sentence_taken_away_makes_its_rule_stale(small: Path) -> None:
    norm = _edited(small, "La apuesta se hace antes del lanzamiento.\n", "")
    assert stale_rules(norm) == {"DAD-3"}


def test_a_new_sentence_is_a_gap_and_makes_no_rule_stale(small: Path) -> None:
    norm = _edited(small, "en la sala.\n", "en la sala.\nNadie fuma.\n")
    assert (text_changed(norm), stale_rules(norm)) == (True, frozenset())


def test_a_change_that_no_quote_shows_makes_every_rule_stale(small: Path) -> None:
    norm = _edited(small, "a 1.", "a  1.")
    assert [each.clause for each in changes_of(norm)] == [None]
    assert stale_rules(norm) == {"DAD-1", "DAD-3"}


def test_the_discount_of_the_decree_changed_touches_its_rule_alone(
    rules_dir: Path, tmp_path: Path
) -> None:
    folder = _copied(rules_dir, tmp_path, "uy-1978-mini-bacara")
    norm = _edited(folder, "diez por ciento (10%)", "cinco por ciento (5%)")
    assert stale_rules(norm) == {"MIN-10a"}


def test_one_of_two_like_sentences_changed_touches_the_rules_of_both(
    rules_dir: Path, tmp_path: Path
) -> None:
    folder = _copied(rules_dir, tmp_path, "pe-2003-bacara")
    norm = _edited(folder, "no menos de 40 cartas", "no menos de 30 cartas")
    assert {"BAC-5.e3", "BAC-6.b3"} == {each.clause for each in changes_of(norm)}
    assert all("[-40-] {+30+}" in each.difference for each in changes_of(norm))


@pytest.mark.parametrize(
    ("old", "new", "difference"),
    [
        ("a b", "a c", "a [-b-] {+c+}"),
        ("a b c", "a c", "a [-b-] c"),
        ("a c", "a b c", "a {+b+} c"),
        ("1 2 3 4 5 6 x", "1 2 3 4 5 6 y", "… 3 4 5 6 [-x-] {+y+}"),
        ("x 1 2 3 4 5 6", "y 1 2 3 4 5 6", "[-x-] {+y+} 1 2 3 4 …"),
    ],
)
def test_a_difference_is_told_word_by_word(old: str, new: str, difference: str) -> None:
    assert word_difference(old, new) == difference
