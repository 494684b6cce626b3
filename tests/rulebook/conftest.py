"""A small norm of three sentences, written by hand, for what the rulebook says of itself."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

TEXT = (
    "Articulo 1 El premio de la fila es 12 a 1.\n"
    "El reglamento se exhibe en la sala.\n"
    "La apuesta se hace antes del lanzamiento.\n"
)
NORM = """\
id: xx-2020-dados
prefix: DAD
games: [bling_bling]
jurisdiction: null
title: {es: "Dados", en: "Dice"}
citation: {es: "Norma de prueba", en: "Test norm"}
authority: {es: "nadie", en: "nobody"}
edition: "2020"
text_sha256: SHA256
in_force: {from: null, to: null, certainty: inf, note: {es: "prueba", en: "test"}}
clauses:
  - id: DAD-1
    article: "1"
    status: automated
    quote: "Articulo 1 El premio de la fila es 12 a 1."
    paraphrase: {es: "paga 12", en: "pays 12"}
    certainty: seed
  - id: DAD-2
    article: "2"
    status: organisational
    quote: "El reglamento se exhibe en la sala."
    paraphrase: {es: "se exhibe", en: "it is shown"}
    certainty: seed
    reason: {es: "no se ve en el registro", en: "not to be seen in the log"}
  - id: DAD-3
    article: "3"
    status: automated
    quote: "La apuesta se hace antes del lanzamiento."
    paraphrase: {es: "antes", en: "before"}
    certainty: seed
"""
RULE = """\
- id: {id}
  clause: {id}
  title: {{es: "{id}", en: "{id}"}}
  grain: bet
  kind: duty
  when: is_side_bet
  require: {require}
  message: {{es: "no", en: "no"}}
  cases: cases/casos.yaml
"""
KINDS = ("pass", "violation", "not_assessable", "out_of_scope")


def _cases() -> str:
    """Write one case of each kind for both rules, and a boundary's two for that which has one."""
    written = [(rule, kind, "false") for rule in ("DAD-1", "DAD-3") for kind in KINDS]
    written += [("DAD-1", "pass", "true"), ("DAD-1", "violation", "true")]
    lines = [
        f"  - {{es: c, rule: {rule}, subject: b1, verdict: {kind}, boundary: {edge}}}\n"
        for rule, kind, edge in written
    ]
    return "night: {}\ncases:\n" + "".join(lines)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Give the folder of a norm without a gap, in a rulebook of its own."""
    folder = tmp_path / "rules" / "xx-2020-dados"
    (folder / "cases").mkdir(parents=True)
    sha256 = hashlib.sha256(TEXT.encode()).hexdigest()
    rules = RULE.format(id="DAD-1", require="stake > 0") + RULE.format(
        id="DAD-3", require="stake = 1"
    )
    files = {
        "text.txt": TEXT,
        "norm.yaml": NORM.replace("SHA256", sha256),
        "rules.yaml": rules,
        "cases/casos.yaml": _cases(),
    }
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return folder
