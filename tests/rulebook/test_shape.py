"""A file of a pack that does not fit: the entry is named by its id, the key by its name."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from auditor.evaluate.check import rulebook_faults

if TYPE_CHECKING:
    from pathlib import Path

NORM = "pe-2003-bling-bling"
RULE = """
- id: BLB-6.0a.9
  clause: BLB-6.0a
  title: {es: "x", en: "x"}
  grain: bet
  kind: duty
  when: is_side_bet
  require: stake > 0
  observed: stake
  message: {es: "x", en: "x"}
  cases: cases/laterales.yaml
"""


def _faults(rules_dir: Path, tmp_path: Path, *, name: str, added: str) -> list[tuple[str, str]]:
    shutil.copytree(rules_dir / NORM, tmp_path / NORM)
    file = tmp_path / NORM / name
    file.write_text(f"{file.read_text('utf-8').rstrip()}\n{added}", "utf-8")
    return [(fault.es, fault.en) for fault in rulebook_faults(tmp_path)[1]]


@pytest.mark.parametrize(
    ("old", "new", "es", "en"),
    [
        (
            "require: stake",
            "requiere: stake",
            "BLB-6.0a.9.requiere: no se conoce la clave «requiere»",
            "BLB-6.0a.9.requiere: the key “requiere” is not known",
        ),
        (
            "  grain: bet\n",
            "",
            "BLB-6.0a.9.grain: falta la clave «grain»",
            "BLB-6.0a.9.grain: the key “grain” is wanting",
        ),
    ],
)
def test_a_rule_with_a_wrong_key(  # two fixtures and a case of four
    rules_dir: Path, tmp_path: Path, *, old: str, new: str, es: str, en: str
) -> None:
    added = RULE.replace(old, new)
    assert (es, en) in _faults(rules_dir, tmp_path, name="rules.yaml", added=added)


def test_a_value_of_another_form_is_told_with_its_rule(rules_dir: Path, tmp_path: Path) -> None:
    added = RULE.replace("kind: duty", "kind: deber")
    ((es, _),) = _faults(rules_dir, tmp_path, name="rules.yaml", added=added)
    assert es.startswith("BLB-6.0a.9.kind: forma incorrecta")


def test_a_case_with_a_wrong_key_is_told_by_its_words(rules_dir: Path, tmp_path: Path) -> None:
    case = '  - {es: "una de 10", rule: BLB-6.a, subject: fila-1, veredicto: pass}\n'
    faults = _faults(rules_dir, tmp_path, name="cases/laterales.yaml", added=case)
    told = [es for es, _ in faults]
    assert "cases.una de 10.veredicto: no se conoce la clave «veredicto»" in told
    assert "cases.una de 10.verdict: falta la clave «verdict»" in told
