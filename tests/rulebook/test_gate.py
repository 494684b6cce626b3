"""The gate of coverage: each way in which text, clauses, rules and cases may not meet is a gap."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from auditor.rulebook.cases import cases_of
from auditor.rulebook.check import pack_faults
from auditor.rulebook.coverage import coverage_of
from auditor.rulebook.gate import gaps_of
from auditor.rulebook.load import default_rules, load_packs

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.rulebook.documents import Fault
    from auditor.rulebook.load import Pack

# What is edited of the small norm: file, its words, those put in their place; the gap that it
# leaves: file, line, and words that it says in Spanish and in English.
EDITS = {
    "a sentence without a clause": (
        ("text.txt", "en la sala.\n", "en la sala.\nNadie fuma.\n"),
        ("text.txt", 3, "«Nadie fuma.»", "no clause of norm.yaml quotes this sentence"),
    ),
    "words without a clause": (
        ("norm.yaml", "Articulo 1 El premio", "El premio"),
        ("text.txt", 1, "«Articulo 1»", "no clause quotes these words"),
    ),
    "a quote that the text no longer has": (
        ("text.txt", "12 a 1", "10 a 1"),
        ("norm.yaml", 12, "[-12-] {+10+}", "[-12-] {+10+}"),
    ),
    "a text changed where no quote shows it": (
        ("text.txt", "a 1.", "a  1."),
        ("text.txt", 1, "revise todas las reglas", "read all the norm's rules again"),
    ),
    "a text without its hash": (
        ("norm.yaml", "text_sha256", "# text_sha256"),
        ("norm.yaml", 1, "falta text_sha256", "text_sha256, the SHA-256 of text.txt, is wanting"),
    ),
    "a status without its reason": (
        ("norm.yaml", "    reason: {es", "    # {es"),
        ("norm.yaml", 18, "DAD-2: su estado es organisational", "does not say why"),
    ),
    "a reason that says nothing": (
        ("norm.yaml", '"not to be seen in the log"', '" "'),
        ("norm.yaml", 18, "no dice por qué", "DAD-2: its status is organisational"),
    ),
    "a status yet to be decided": (
        ("norm.yaml", "organisational", "undecided"),
        ("norm.yaml", 18, "por decidir", "yet to be decided"),
    ),
    "an automated clause without a rule": (
        ("rules.yaml", "clause: DAD-3", "clause: DAD-1"),
        ("norm.yaml", 25, "DAD-3: su estado es automated y no tiene regla", "it has no rule"),
    ),
}
KINDS = {
    "pass": ("que cumple", "that passes"),
    "violation": ("que falla", "that fails"),
    "not_assessable": ("no evaluable", "not assessable"),
    "out_of_scope": ("fuera de alcance", "out of scope"),
}


def _gaps(pack: Pack) -> tuple[Fault, ...]:
    return gaps_of(pack, coverage_of(pack.norm, (placed.case for placed in cases_of(pack)[0])))


def _of(folder: Path) -> tuple[Fault, ...]:
    (pack,), faults = load_packs(folder.parent)
    assert faults == ()
    return _gaps(pack)


def _edit(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_a_norm_that_is_whole_has_no_gap(small: Path) -> None:
    assert _of(small) == ()


@pytest.mark.parametrize("what", EDITS)
def test_each_gap_is_told_with_its_place_in_both_languages(small: Path, what: str) -> None:
    (file, old, new), (gap_file, line, es, en) = EDITS[what]
    _edit(small / file, old, new)
    (gap,) = _of(small)
    assert (gap.path.name, gap.line, es in gap.es, en in gap.en) == (gap_file, line, True, True)


@pytest.mark.parametrize("kind", KINDS)
def test_a_rule_without_a_kind_of_case_is_a_gap(small: Path, kind: str) -> None:
    wanting = f"rule: DAD-3, subject: b1, verdict: {kind},"
    _edit(small / "cases" / "casos.yaml", wanting, wanting.replace("DAD-3", "DAD-1"))
    (gap,) = _of(small)
    es, en = KINDS[kind]
    assert gap.es == (
        f"DAD-3, cases: le falta un caso de esta clase: {es}. "
        "Escríbalo en cases/casos.yaml, a mano y desde la ley"
    )
    assert f"lacks a case of this kind: {en}." in gap.en


@pytest.mark.parametrize(("side", "said"), [("pass", "que cumple"), ("violation", "que falla")])
def test_each_side_of_a_boundary_wants_a_case(small: Path, side: str, said: str) -> None:
    edge = f"rule: DAD-1, subject: b1, verdict: {side}, boundary: true"
    _edit(small / "cases" / "casos.yaml", edge, edge.replace("true", "false"))
    (gap,) = _of(small)
    assert f"{said} justo en el límite" in gap.es


@pytest.mark.parametrize("pack", load_packs(default_rules())[0], ids=lambda pack: pack.norm.prefix)
def test_no_norm_of_the_rulebook_has_a_gap(pack: Pack) -> None:
    assert _gaps(pack) == ()


def test_a_text_without_its_hash_is_a_fault_of_the_rulebook_too(small: Path) -> None:
    _edit(small / "norm.yaml", "text_sha256", "# text_sha256")
    (pack,), _ = load_packs(small.parent)
    assert [fault.es for fault in pack_faults(pack) if "text_sha256" in fault.es] == [
        f"falta text_sha256, el SHA-256 de text.txt: escriba text_sha256: {pack.norm.text_sha256}"
    ]
