from __future__ import annotations

import tomllib
from datetime import date
from importlib.resources import files

import pytest

from auditor.report.words.frame import frame_of

LAST = date(2026, 3, 7)


def test_peru_prints_the_authority_by_both_its_names() -> None:
    frame = frame_of("PE", lang="es", last=LAST)
    assert frame.authority.startswith("DNT, Dirección Nacional de Turismo (hoy DGJCMT, ")
    assert frame.title == "Informe de auditoría de registros"


@pytest.mark.parametrize("article", ["31 h", "31 b", "45.2 o", "67", "72"])
def test_peru_cites_the_articles_that_a_finding_rests_on(article: str) -> None:
    cited = [cite[1] for cite in frame_of("PE", lang="es", last=LAST).cites]
    assert article in cited


def test_a_frame_law_is_not_cited_for_plays_before_it() -> None:
    laws = {cite[0] for cite in frame_of("PE", lang="es", last=date(2002, 11, 13)).cites}
    assert "Ley 27153" in laws
    assert "DS 009-2002-MINCETUR" not in laws


def test_the_frame_law_counts_from_its_first_day() -> None:
    laws = {cite[0] for cite in frame_of("PE", lang="es", last=date(2002, 11, 14)).cites}
    assert "DS 009-2002-MINCETUR" in laws


@pytest.mark.parametrize("jurisdiction", ["UY", "WBF", "XX", None])
def test_no_consequence_is_named_where_the_norm_names_none(jurisdiction: str | None) -> None:
    frame = frame_of(jurisdiction, lang="es", last=LAST)
    assert (frame.consequence, frame.video_days, frame.acta) == (None, None, ())


@pytest.mark.parametrize(
    ("jurisdiction", "one", "many"),
    [
        ("PE", "infracción", "infracciones"),
        ("UY", "apartamiento", "apartamientos"),
        ("WBF", "irregularidad", "irregularidades"),
    ],
)
def test_each_place_has_its_own_word_for_what_it_finds(
    jurisdiction: str, one: str, many: str
) -> None:
    frame = frame_of(jurisdiction, lang="es", last=LAST)
    assert (frame.violation_one, frame.violation_many) == (one, many)


def test_peru_counts_its_time_limits_as_its_laws_do() -> None:
    """DS 009-2002 art. 72: 5 working days; LPAG 259: 9 months; 252: 4 years from the breach."""
    told = [
        (each.counts_from, each.working_days, each.months, each.years)
        for each, _ in frame_of("PE", lang="es", last=LAST).deadlines
    ]
    fixed = [("notice", 5, 0, 0), ("notice", 0, 9, 0), ("finding", 0, 0, 4)]
    assert told == [*fixed, (None, 0, 0, 0)]  # the second offence hangs on a sanction


@pytest.mark.parametrize(
    ("lang", "law"), [("es", "Leyes del Bridge Duplicado"), ("en", "Laws of Duplicate Bridge")]
)
def test_the_laws_of_bridge_are_named_in_the_language_of_the_report(lang: str, law: str) -> None:
    assert [cite[0] for cite in frame_of("WBF", lang=lang, last=LAST).cites] == [law]


def test_a_law_of_peru_keeps_its_name_in_english() -> None:
    assert frame_of("PE", lang="en", last=LAST).cites[0][0] == "Ley 27153"


@pytest.mark.parametrize(("jurisdiction", "place"), [("WBF", "Club"), ("PE", None), ("UY", None)])
def test_only_who_plays_bridge_is_called_a_club(jurisdiction: str, place: str | None) -> None:
    assert frame_of(jurisdiction, lang="en", last=LAST).place == place


@pytest.mark.parametrize("name", ["../frames/PE", "PE.toml", "..", ""])
def test_a_jurisdiction_that_is_none_reads_no_other_file(name: str) -> None:
    assert frame_of(name, lang="es", last=LAST) == frame_of(None, lang="es", last=LAST)


@pytest.mark.parametrize("name", ["PE", "UY", "WBF", "other"])
def test_every_text_of_a_frame_is_in_both_languages(name: str) -> None:
    path = files("auditor.report").joinpath("frames", f"{name}.toml")
    frame = tomllib.loads(path.read_text("utf-8"))
    lists = [part for value in frame.values() if isinstance(value, list) for part in value]
    parts = [p for p in [*frame.values(), *lists] if isinstance(p, dict) and {"es", "en"} & set(p)]
    assert parts
    assert all({"es", "en"} <= set(part) for part in parts)
