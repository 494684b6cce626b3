"""Marks and dates that nobody declared: known where a file leaves no doubt, else not assumed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.ingest.conftest import Read

NBSP = "\u00a0"


def bets(*stakes: str) -> dict[str, bytes]:
    """Write bets with these stakes."""
    lines = [f"b{n};h1;fila;{stake}" for n, stake in enumerate(stakes)]
    return {"bets.csv": "\n".join(["bet_id;hand_id;kind;stake", *lines]).encode()}


def sessions(*dates: str, column: str = "gaming_date") -> dict[str, bytes]:
    """Write sessions with these dates."""
    lines = [f"s{n},c,t,{date}" for n, date in enumerate(dates)]
    return {"sessions.csv": "\n".join([f"session_id,casino_id,table_id,{column}", *lines]).encode()}


@pytest.mark.parametrize(
    ("stakes", "decimal", "thousands"),
    [
        (("80,00", "100"), ",", None),
        (("1.234,56", "80,5"), ",", "."),
        (("1.234,56", "1.234"), ",", "."),
        (("1,234.56", "80.50"), ".", ","),
        (("1'234", "80.50"), ".", "'"),
        (("1 234,50", "80,50"), ",", " "),
        ((f"1{NBSP}234", "80"), ".", NBSP),
        (("1.234.567", "80"), ",", "."),
        (("-80,00", "\u221280,00"), ",", None),
    ],
)
def test_marks_are_known_where_all_amounts_agree(
    read: Read, stakes: tuple[str, ...], decimal: str, thousands: str | None
) -> None:
    dialect = read(bets(*stakes)).only.mapping.dialect
    assert (dialect.decimal, dialect.thousands) == (decimal, thousands)


@pytest.mark.parametrize(
    "stakes",
    [
        ("80,00", "80.00"),
        ("1,234", "100"),
        ("1,234", "80,50"),
        ("1'234", "1 234"),
        ("1.234", "2.500"),
        ("1.234,56", "1,234.56"),
        ("1O,00x", "NaN"),
    ],
)
def test_marks_are_not_assumed_where_there_is_a_doubt(read: Read, stakes: tuple[str, ...]) -> None:
    dialect = read(bets(*stakes)).only.mapping.dialect
    assert (dialect.decimal, dialect.thousands) == (None, None)


def test_declared_marks_are_left_alone(read: Read) -> None:
    mapping = b'[dialect]\ndecimal = "."\n'
    got = read({"mapping.toml": mapping, **bets("80,00")})
    assert got.only.mapping.dialect.decimal == "."


def test_what_was_assumed_of_marks_is_said_with_the_file(read: Read) -> None:
    said = [text.es for text in read(bets("80,00")).only.assumptions]
    assert any("bets.csv" in text and "«,» decimal" in text for text in said)


@pytest.mark.parametrize(
    ("stakes", "is_said"),
    [
        (("1.500", "-2.000", "80"), True),
        (("1.500", "80.50"), False),
        (("0.125", "1.500"), False),
        (("80", "1500"), False),
    ],
)
def test_a_point_that_may_separate_thousands_is_told(
    read: Read, stakes: tuple[str, ...], *, is_said: bool
) -> None:
    said = [text.es for text in read(bets(*stakes)).only.assumptions]
    assert any("como 1.500" in text for text in said) == is_said


@pytest.mark.parametrize(
    "files",
    [
        bets("1.500") | {"mapping.toml": b'[dialect]\ndecimal = "."\n'},
        bets("1.500") | {"mapping.toml": b'[dialect]\nthousands = "\'"\n'},
        {"bets.ndjson": b'{"bet_id": "b1", "hand_id": "h1", "kind": "fila", "stake": "1.500"}\n'},
    ],
)
def test_of_declared_marks_and_of_what_a_program_writes_no_point_is_told(
    read: Read, files: dict[str, bytes]
) -> None:
    said = [text.es for text in read(files).only.assumptions]
    assert not any("como 1.500" in text for text in said)


@pytest.mark.parametrize(
    ("dates", "form"),
    [
        (("13/01/2026", "02/01/2026"), "%d/%m/%Y"),
        (("01/13/2026", "02/01/2026"), "%m/%d/%Y"),
        (("13-01-2026",), "%d-%m-%Y"),
        (("1.2.2026", "31.1.2026"), "%d.%m.%Y"),
    ],
)
def test_the_order_of_day_and_month_is_known_by_a_number_past_twelve(
    read: Read, dates: tuple[str, ...], form: str
) -> None:
    assert read(sessions(*dates)).only.mapping.dialect.date == form


@pytest.mark.parametrize(
    "dates",
    [
        ("03/04/2026", "12/12/2026"),
        ("13/01/2026", "01/13/2026"),
        ("13/01/2026", "2026-01-14"),
        ("13/01/2026", "13-01-2026"),
        ("2026-01-13",),
    ],
)
def test_dates_that_may_be_read_in_two_ways_are_not_assumed(
    read: Read, dates: tuple[str, ...]
) -> None:
    dialect = read(sessions(*dates)).only.mapping.dialect
    assert (dialect.date, dialect.datetime) == (None, None)


def test_the_clock_of_times_is_part_of_their_format(read: Read) -> None:
    got = read(sessions("13/01/2026 18:05", "1/1/2026 9:00", column="opened_at"))
    assert got.only.mapping.dialect.datetime == "%d/%m/%Y %H:%M"


def test_times_with_and_without_seconds_are_a_doubt(read: Read) -> None:
    got = read(sessions("13/01/2026 18:05", "1/1/2026 9:00:00", column="opened_at"))
    assert got.only.mapping.dialect.datetime is None
