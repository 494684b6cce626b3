"""Where a header stands, by which sign it is cut, and which table it heads."""

from __future__ import annotations

import pytest

from auditor.errors import InputError
from auditor.ingest.mapping.header import (
    Header,
    clean_name,
    find_header,
    header_columns,
    table_of_columns,
)
from auditor.ingest.mapping.model import Dialect, Mapping

HEAD = "bet_id,hand_id,kind,stake\n"


def header(text: str, stem: str = "bets", mapping: Mapping | None = None) -> Header:
    """Find a header in a text."""
    return find_header(text, stem=stem, mapping=mapping or Mapping())


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_the_delimiter_is_told_from_the_header_line(sign: str) -> None:
    found = header(HEAD.replace(",", sign) + "a,b;c|d\te\n")
    assert (found.delimiter, found.columns) == (sign, ("bet_id", "hand_id", "kind", "stake"))


def test_a_declared_delimiter_is_the_only_one_tried() -> None:
    mapping = Mapping(dialect=Dialect(delimiter=";"))
    with pytest.raises(InputError, match="No se reconoce"):
        header(HEAD, mapping=mapping)


def test_title_lines_above_an_unmistakable_header_are_passed_over() -> None:
    found = header("Casino Lima;;\n\nApuestas;del;día\nid_apuesta;id_jugada;monto\n")
    assert (found.titles, found.skip, found.columns[0]) == (3, 4, "id_apuesta")


def test_declared_rows_are_skipped_without_a_search() -> None:
    mapping = Mapping(dialect=Dialect(skip_rows=1))
    assert header("title\n" + HEAD, mapping=mapping).skip == 2
    with pytest.raises(InputError):
        header(HEAD, mapping=mapping)


def test_a_header_of_several_lines_is_counted_by_its_lines() -> None:
    assert header('bet_id,hand_id,kind,"stake\n(PEN)"\nb1,h1,fila,1\n').skip == 2


def test_columns_tell_the_table_where_the_name_does_not() -> None:
    assert header("roll_id,hand_id,seq,d1,d2,d3\n", stem="export").table == "rolls"


def test_the_name_tells_the_table_though_some_columns_are_unknown() -> None:
    assert header("bet_id,hand_id,payuot\n").columns == ("bet_id", "hand_id", "payuot")


def test_columns_that_fit_no_table_are_refused_with_what_was_seen() -> None:
    with pytest.raises(InputError) as fault:
        header("foo,bar\n", stem="export")
    assert (fault.value.code, "foo,bar" in fault.value.say("en")) == ("reading.unknown_table", True)


def test_records_without_a_header_are_refused() -> None:
    with pytest.raises(InputError) as fault:
        header("b1,h1,fila,10\nb2,h1,fila,20\n")
    assert fault.value.code == "reading.no_header"


@pytest.mark.parametrize("names", [("payout", "payout"), ("payout", "Payout")])
def test_a_name_that_stands_twice_is_refused_by_its_name(names: tuple[str, str]) -> None:
    with pytest.raises(InputError, match=names[1]):
        header_columns(("bet_id", *names))


def test_more_columns_than_a_log_may_have_are_refused() -> None:
    with pytest.raises(InputError, match="1001"):
        header_columns([f"c{n}" for n in range(1001)])


@pytest.mark.parametrize(
    ("cell", "name"),
    [("\ufeffbet_id", "bet_id"), (' "x ', '"x'), ('="stake"', "stake"), (" a b ", "a b")],
)
def test_a_name_is_freed_of_what_wraps_it(cell: str, name: str) -> None:
    assert clean_name(cell) == name


def test_columns_by_themselves_tell_their_table() -> None:
    mapping = Mapping()
    assert table_of_columns(("hand_id", "idx", "to", "card"), stem="x", mapping=mapping) == "cards"
