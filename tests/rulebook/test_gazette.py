"""Norms from gazettes: IMPO's JSON as it comes, plain text, and a pack that loads."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from auditor.errors import InputError, UsageError
from auditor.rulebook.check import pack_faults
from auditor.rulebook.coverage import coverage_of
from auditor.rulebook.gazette import read_gazette, sentences_of, write_pack
from auditor.rulebook.load import load_packs

if TYPE_CHECKING:
    from pathlib import Path

IMPO = {
    "tipoNorma": "Decreto",
    "nroNorma": "217",
    "anioNorma": 1978,
    "nombreNorma": "JUEGO DE PRUEBA",
    "fechaPublicacion": "26/04/1978",
    "una_clave_nueva": {"x": 1},
    "articulos": [
        {"nroArticulo": "1", "textoArticulo": "  El tallador da.\r\nLa banca paga. \r\n\r\n Fin. "},
        {"nroArticulo": "2", "textoArticulo": "a)  Primero;\r\n\r\nb)  segundo."},
        {"nroArticulo": "3"},
    ],
}


def _file(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "norma.json"
    path.write_bytes(data)
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_impo_json_is_read_in_either_encoding(tmp_path: Path, encoding: str) -> None:
    raw = {**IMPO, "nombreNorma": "REGLAMENTACIÓN"}
    data = json.dumps(raw, ensure_ascii=False).encode(encoding)
    assert read_gazette(_file(tmp_path, data)).title == "REGLAMENTACIÓN"


def test_sentences_are_numbered_by_article_and_empty_articles_are_left_out(tmp_path: Path) -> None:
    norm = read_gazette(_file(tmp_path, json.dumps(IMPO).encode()))
    assert [(article.number, article.sentences) for article in norm.articles] == [
        ("1", ("El tallador da.", "La banca paga.", "Fin.")),
        ("2", ("a) Primero;", "b) segundo.")),
    ]


def test_a_year_of_three_digits_is_how_uruguay_cites(tmp_path: Path) -> None:
    norm = read_gazette(_file(tmp_path, json.dumps(IMPO).encode()))
    assert norm.citation == "Decreto 217/978 (D.O. 26/04/1978)"
    assert norm.published == "1978-04-26"


def test_keys_may_be_missing(tmp_path: Path) -> None:
    data = json.dumps({"articulos": [{"textoArticulo": "Una sola."}]}).encode()
    assert [
        (article.number, article.sentences)
        for article in read_gazette(_file(tmp_path, data)).articles
    ] == [("", ("Una sola.",))]


def test_plain_text_is_cut_at_its_articles(tmp_path: Path) -> None:
    text = "Reglamento\nArtículo 1º.- De la banca: Se da. Artículo 2º.- Y más.\nArtículo 3.- Fin."
    norm = read_gazette(_file(tmp_path, text.encode()))
    assert [article.number for article in norm.articles] == ["", "1", "2", "3"]


@pytest.mark.parametrize("data", [b"", b"   \n", b"{", b"{}", b'{"articulos": 3}'])
def test_what_holds_no_norm_is_refused_in_words(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(InputError):
        read_gazette(_file(tmp_path, data))


@pytest.mark.parametrize(
    ("text", "count"),
    [("Según el art. 5 se paga. Fin.", 2), ("El Sr. Pérez da.", 1), ("Uno: dos.", 1)],
)
def test_an_abbreviation_ends_no_sentence(text: str, count: int) -> None:
    assert count == len(sentences_of(text))


def test_the_pack_that_is_opened_loads_and_accounts_for_every_sentence(tmp_path: Path) -> None:
    norm = read_gazette(_file(tmp_path, json.dumps(IMPO).encode()))
    write_pack(norm, tmp_path / "rules" / "uy-1978-prueba", prefix="PRU", game="mini_bacara")
    packs, faults = load_packs(tmp_path / "rules")
    assert faults == ()
    assert list(pack_faults(packs[0])) == []
    coverage = coverage_of(packs[0].norm)
    assert 5 == coverage.accounted == len(coverage.sentences)


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path) -> None:
    norm = read_gazette(_file(tmp_path, json.dumps(IMPO).encode()))
    with pytest.raises(UsageError):
        write_pack(norm, tmp_path, prefix="PRU", game="mini_bacara")
