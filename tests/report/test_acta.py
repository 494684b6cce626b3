"""The Acta annex has what the law asks for: what is known is filled in, the rest is a blank."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from auditor.report.forms.html import page

if TYPE_CHECKING:
    from collections.abc import Callable

    from auditor.report.model.report import CasinoReport

    Make = Callable[..., dict[str, Any]]
    Build = Callable[..., dict[str, CasinoReport]]

HOUSE = {
    "operator": "Operadora de Prueba S.A.C.",
    "ruc": "20123456789",
    "register_code": "C0045",
    "address": "Av. Larco 100",
    "representative": "Rosa Ibáñez",
}
BLANK = "por completar"
# The minimum content of an Acta (TUO LPAG, art. 244) and of a charge (DS 009-2002-MINCETUR,
# art. 72), and what of it an audit of records knows: nothing is a line to be filled by hand.
FIELDS = {
    "Razón social": HOUSE["operator"],
    "RUC": HOUSE["ruc"],
    "Sala": "LIM-01",
    "Código de registro": HOUSE["register_code"],
    "Lugar de la diligencia": HOUSE["address"],
    "Fecha, hora de apertura y hora de cierre": BLANK,
    "Inspectores: nombres y documentos": BLANK,
    "Representante: nombre y documento": HOUSE["representative"],
    "Hechos": "Se hallaron 6 infracciones, en 3 mesas.",
    "Manifestaciones del fiscalizado": BLANK,
    "Pruebas": "d" * 64,
    "Base legal": "Ley 27153, art. 31 h",
    "Sanción posible y autoridad competente": "multa de 1 a 1 000 UIT",
    "Plazo para el descargo: 5 días hábiles": BLANK,
    "Negativa a firmar": BLANK,
}


@pytest.fixture(name="acta")
def _acta(make_audit: Make, build: Build) -> list[tuple[str, str]]:
    """Give the fields of the Acta of a casino whose house file says all: label, and what it has."""
    audit = make_audit(8, ["LIM-01"])
    audit["casinos"][0] |= HOUSE
    _, _, annex = page(build(audit)["LIM-01"], paper=True).partition('<h2 id="acta">')
    rows = re.findall(r'<tr><th scope="row">(.*?)</th><td>(.*?)</td></tr>', annex, re.DOTALL)
    words = [tuple(re.sub(r"<[^>]+>", " ", cell).split() for cell in row) for row in rows]
    return [(" ".join(label[1:]), " ".join(told)) for label, told in words]


def test_the_acta_has_the_fields_that_the_law_asks_for_in_order(
    acta: list[tuple[str, str]],
) -> None:
    labels = [label for label, _ in acta]
    assert len(labels) == len(FIELDS)
    pairs = zip(labels, FIELDS, strict=True)
    assert [label for label, due in pairs if not label.startswith(due)] == []


def test_what_is_known_is_filled_in_and_the_rest_is_a_blank(acta: list[tuple[str, str]]) -> None:
    pairs = zip(acta, FIELDS.values(), strict=True)
    assert [(label, due) for (label, told), due in pairs if due not in told] == []


def test_what_the_house_file_leaves_out_is_a_blank_in_the_acta_too(
    make_audit: Make, build: Build
) -> None:
    audit = make_audit(8, ["LIM-01"])
    for name in HOUSE:
        audit["casinos"][0].pop(name, None)
    _, _, annex = page(build(audit)["LIM-01"], paper=True).partition('<h2 id="acta">')
    # Five of the house's, one each; by hand 1, 2, 4, 1 and 2; beside facts 1 and evidence 2; and
    # three to sign.
    assert annex.count(BLANK) == 5 + 10 + 3 + 3


@pytest.mark.parametrize("casino", ["MVD-01", "OPEN-26"])
def test_only_peru_has_an_acta_and_a_range_of_sanctions(
    make_audit: Make, build: Build, casino: str
) -> None:
    reports = build(make_audit(8))
    lima, other = (page(reports[name], paper=True) for name in ("LIM-01", casino))
    told = ('<h2 id="acta">', "amonestación, multa de 1 a 1 000 UIT")
    assert [lima.count(words) for words in told] == [1, 2]  # among the frame's, and in the Acta
    assert [other.count(words) for words in told] == [0, 0]


@pytest.mark.parametrize(
    ("casino", "who"),
    [
        ("LIM-01", ["Inspector", "Inspector", "Titular o persona a cargo"]),
        ("MVD-01", ["Por el equipo auditor", "Por el casino"]),
        ("OPEN-26", ["Director del torneo"]),
    ],
)
def test_each_place_has_its_own_who_sign(
    make_audit: Make, build: Build, casino: str, who: list[str]
) -> None:
    text = page(build(make_audit(8))[casino], paper=True)
    _, _, section = text.partition('<h2 id="signatures">')
    signed, _, _ = section.partition("</section>")
    assert re.findall(r"<p>([^<]+)<br>", signed) == who
