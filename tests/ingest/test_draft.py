"""Drafts: what is sure, guessed and asked of a casino's way of writing, and a house to fill in."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest

from auditor.errors import InputError, UsageError
from auditor.ingest.draft import house_draft, mapping_draft
from auditor.store.house import parse_house

if TYPE_CHECKING:
    from pathlib import Path

BETS = "id_apuesta;id_jugada;tipo_apuesta;monto;payuot;color_ficha\nb1;h1;raro;5,00;4,75;rojo\n"


def _draft(tmp_path: Path, lang: str = "es") -> str:
    (tmp_path / "apuestas.csv").write_text(BETS, "utf-8")
    return mapping_draft([tmp_path], lang=lang)


def test_a_name_that_is_recognised_is_sure(tmp_path: Path) -> None:
    lines = [line for line in _draft(tmp_path).splitlines() if "seguro" in line]
    assert any('"monto"' in line and '"stake"' in line for line in lines)
    assert any('"apuestas"' in line and '"bets"' in line for line in lines)


def test_a_name_that_looks_alike_is_a_guess(tmp_path: Path) -> None:
    assert any(
        '"payuot"' in line and '"payout"' in line and "supuesto" in line
        for line in _draft(tmp_path).splitlines()
    )


def test_what_nobody_knows_is_asked(tmp_path: Path) -> None:
    asked = [line for line in _draft(tmp_path).splitlines() if "PREGUNTA" in line]
    assert any('"color_ficha"' in line for line in asked)
    assert any('"raro"' in line for line in asked)


def test_the_draft_is_a_mapping_that_can_be_read(tmp_path: Path) -> None:
    read = tomllib.loads(_draft(tmp_path))
    assert read["columns"]["bets"]["monto"] == "stake"
    assert read["columns"]["bets"]["payuot"] == "payout"


def test_the_draft_is_told_in_english_too(tmp_path: Path) -> None:
    assert "QUESTION" in _draft(tmp_path, "en")


def test_a_house_draft_is_a_house_file() -> None:
    house = parse_house(house_draft("LIM-01", jurisdiction="PE").encode(), file="house-LIM-01.toml")
    assert (house.casino_id, house.jurisdiction, house.operator) == ("LIM-01", "PE", None)


@pytest.mark.parametrize("casino", ['A/B "q"', "C:\\sala", "a\nb", "\x7f\x1b", "Ñandú"])
def test_a_house_draft_is_a_house_file_whatever_the_id(casino: str) -> None:
    house = parse_house(house_draft(casino, jurisdiction=None).encode(), file="house-x.toml")
    assert house.casino_id == casino


def test_a_casino_without_an_id_is_refused() -> None:
    with pytest.raises(UsageError, match="LIM-01"):
        house_draft(" ", jurisdiction=None)


def test_a_jurisdiction_that_no_norm_has_is_refused_with_those_there_are() -> None:
    with pytest.raises(UsageError, match="PE, UY, WBF"):
        house_draft("x", jurisdiction="ZZ")


def test_a_header_of_two_lines_gives_a_mapping_that_can_be_read(tmp_path: Path) -> None:
    header = 'id_apuesta,id_jugada,tipo_apuesta,monto,"color\nde ficha"\n'
    (tmp_path / "apuestas.csv").write_text(f"{header}b1,h1,fila,5,rojo\n", "utf-8")
    draft = mapping_draft([tmp_path])
    assert "tables" in tomllib.loads(draft)
    assert r'"color\nde ficha"' in draft


def test_what_could_be_answered_is_listed_with_its_meaning(tmp_path: Path) -> None:
    lines = _draft(tmp_path).splitlines()
    assert "#   placed_at: " in "\n".join(lines)
    assert not [line for line in lines if line.startswith("#   stake:")]


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("id_jugada;tipo_apuesta;monto", "bet_id de bets: ¿con qué nombre está? Sin ella"),
        ("id_sesion;mesa;juego", "casino_id de sessions: ¿con qué nombre está? Si el registro no"),
    ],
)
def test_a_flag_is_proposed_only_for_what_a_flag_can_give(
    tmp_path: Path, header: str, said: str
) -> None:
    name = "apuestas" if "monto" in header else "sesiones"
    (tmp_path / f"{name}.csv").write_text(f"{header}\na;b;c\n", "utf-8")
    assert said in mapping_draft([tmp_path])


@pytest.mark.parametrize("content", [None, b"%PDF-1.7"])
def test_where_there_is_no_table_no_draft_is_made(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "scan.pdf").write_bytes(content)
    with pytest.raises(InputError) as told:
        mapping_draft([tmp_path])
    assert "ninguna tabla" in told.value.say("es")
    assert ("scan.pdf" in told.value.say("en")) == (content is not None)
