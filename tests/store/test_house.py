"""The house file: read strictly, dated, and written out again as the same house."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.errors import HouseError
from auditor.store.house import Adopted, Declaration, House, house_value, parse_house, read_house
from auditor.store.house_text import write_house

if TYPE_CHECKING:
    from pathlib import Path

WHOLE = """
casino_id = "LIM-01"
jurisdiction = "PE"
operator = "Operadora S.A.C."
ruc = 20123456789
zone = "America/Lima"
currency = "PEN"
chip_min = "1.00"
norms = ["pe-2003-bacara", "pe-2003-bling-bling"]
[[rounding]]
unit = "0.01"
direction = "half_up"
[[rounding]]
from = 2026-01-01
unit = "0.10"
[burn]
cards = 5
[tolerance]
cut_from_middle = 10
[readings]
"BAC-5.e3" = { reading = "exact", adopted_by = "DGJCMT", on = 2026-01-01 }
"BAC-8.15" = { reading = "down_1", on = 2026-01-01, reference = "RD 1-2026", from = 2026-02-01 }
"""
TEXT = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20)


def parsed(text: str) -> House:
    """Parse a house file's text."""
    return parse_house(text.encode(), file="house-LIM-01.toml")


DECLARED = (
    Declaration("burn.cards", "5"),
    Declaration("chip_min", "1.00"),
    Declaration("rounding.direction", "half_up"),
    Declaration("rounding.unit", "0.01"),
    Declaration("rounding.unit", "0.10", date(2026, 1, 1)),
    Declaration("tolerance.cut_from_middle", "10"),
)


ADOPTED = {
    "BAC-5.e3": Adopted("exact", "DGJCMT", date(2026, 1, 1)),
    "BAC-8.15": Adopted(
        "down_1", on=date(2026, 1, 1), reference="RD 1-2026", since=date(2026, 2, 1)
    ),
}


def test_every_key_of_the_log_model_is_read() -> None:
    assert parsed(WHOLE) == House(
        casino_id="LIM-01",
        name="house-LIM-01.toml",
        jurisdiction="PE",
        operator="Operadora S.A.C.",
        ruc="20123456789",
        zone="America/Lima",
        currency="PEN",
        norms=("pe-2003-bacara", "pe-2003-bling-bling"),
        declared=DECLARED,
        readings=ADOPTED,
    )


@pytest.mark.parametrize(
    ("key", "day", "value"),
    [
        ("rounding.unit", date(2025, 12, 31), "0.01"),
        ("rounding.unit", date(2026, 1, 1), "0.10"),
        ("rounding.direction", date(2026, 1, 1), "half_up"),
        ("rounding.unit", None, None),
        ("burn.cards", None, "5"),
        ("chip_min", date(2026, 1, 1), "1.00"),
        ("ante", date(2026, 1, 1), None),
    ],
)
def test_what_is_in_force_is_the_last_declared_up_to_the_day(
    key: str, day: date | None, value: str | None
) -> None:
    assert house_value(parsed(WHOLE), key, day=day) == value


def test_nothing_holds_before_the_day_from_which_it_is_declared() -> None:
    house = parsed('casino_id = "X"\n[burn]\nfrom = 2026-01-01\ncards = 5\n')
    assert house_value(house, "burn.cards", day=date(2025, 12, 31)) is None


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "casino_id"),
        ('jurisdiction = "AR"', "jurisdiction"),
        ("operatr = 'x'", "operatr"),
        ('zone = "America/Macondo"', "zone"),
        ('currency = "SOLES"', "currency"),
        ('currency = "pen"', "currency"),
        ("chip_min = 1.5", "chip_min"),
        ('chip_min = "0"', "chip_min"),
        ('chip_min = "NaN"', "chip_min"),
        ("chip_min = true", "chip_min"),
        ('norms = "x"', "norms"),
        ("[rounding]\nunits = '1'", "rounding.units"),
        ("[rounding]\ndirection = 'sideways'", "rounding.direction"),
        ("[rounding]\nunit = 0.01", "rounding.unit"),
        ("[burn]\ncards = '5'", "burn.cards"),
        ("[burn]\ncards = -1", "burn.cards"),
        ("[burn]\nfrom = '2026-01-01'", "burn.from"),
        ("[burn]\nfrom = 2026-01-01T00:00:00", "burn.from"),
        ("[[burn]]\ncards = 5\n[[burn]]\ncards = 6", "burn.cards"),
        ("burn = 5", "burn"),
        ("[readings]\nx = 'exact'", "readings.x"),
        ("[readings]\nx = { adopted_by = 'y' }", "readings.x.reading"),
        ("[readings]\nx = { reading = 'y', by = 'z' }", "readings.x.by"),
    ],
)
def test_a_fault_is_told_with_the_file_and_the_key(text: str, key: str) -> None:
    casino = "" if key == "casino_id" else 'casino_id = "LIM-01"\n'
    with pytest.raises(HouseError) as fault:
        parsed(casino + text)
    assert ("house-LIM-01.toml" in fault.value.say("es"), key in fault.value.say("en")) == (
        True,
        True,
    )


def test_a_reading_applies_from_the_day_said_else_from_its_adoption() -> None:
    days = [adopted.applies for adopted in parsed(WHOLE).readings.values()]
    assert [*days, Adopted("exact").applies] == [date(2026, 1, 1), date(2026, 2, 1), None]


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(HouseError, match="house-X"):
        read_house(tmp_path / "house-X.toml")


def test_a_house_written_out_is_read_back_the_same() -> None:
    house = parsed(WHOLE)
    assert parse_house(write_house(house).encode(), file=house.name) == house


@given(casino=TEXT, operator=TEXT, clause=TEXT, reading=TEXT)
def test_whatever_the_words_are_they_are_read_back(
    casino: str, operator: str, clause: str, reading: str
) -> None:
    house = House(casino, "h.toml", operator=operator, readings={clause: Adopted(reading)})
    assert parse_house(write_house(house).encode(), file="h.toml") == house
