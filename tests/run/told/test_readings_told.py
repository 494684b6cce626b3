"""What fails under each reading of an ambiguous clause, and what an adopted reading decides.

BAC-8.15 by hand: 5 % of 130 is 6.50 (7 to the nearest 1, 5 to the nearest 5 or down to 5, 6 down
to 1); 5 % of 800 is 40 under every reading, so the house is owed 20. Who was left short of 6.50,
the house or the banker, hangs on the reading: to whom is not said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from auditor.api import run

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.run.told.outcomes import Told

SESSIONS = """session_id,casino_id,table_id,game,gaming_date,currency
s1,C,M1,bacara,2005-03-03,PEN
s2,C,M1,bacara,2005-03-04,PEN
"""
HANDS = """hand_id,session_id,hand_no,banker_result,deduction
before,s1,1,130.00,6.50
after,s2,1,130.00,6.50
short,s2,2,800.00,20.00
"""
HOUSE = """casino_id = "C"
jurisdiction = "PE"
[readings]
"BAC-8.15" = { reading = "nearest_5", adopted_by = "DGJCMT", on = 2005-03-04, reference = "RD 1" }
"""


def _audited(folder: Path, house: str | None = None) -> Told:
    night = folder / "night"
    night.mkdir()
    (night / "sessions.csv").write_text(SESSIONS, "utf-8")
    (night / "hands.csv").write_text(HANDS, "utf-8")
    if house:
        (night / "house-C.toml").write_text(house, "utf-8")
    return run([night], folder / "out")[1].document


def _rows(document: Told, key: str) -> list[dict[str, object]]:
    """Give one list of a document, of the rule in question."""
    found = document[key]
    rows = found if isinstance(found, list) else []
    return [dict(row) for row in rows if isinstance(row, dict) and row["rule"] == "BAC-8.15"]


def _fails(told: object) -> tuple[object, object]:
    """Give how many fail, and the money in the only currency by who is owed."""
    assert isinstance(told, dict)
    return told["fails"], {each["owed_to"]: each["amount"] for each in told["money"]}


@pytest.mark.parametrize(
    ("reading", "fails", "money"),
    [
        ("exact", 1, {"house": "20.00"}),
        ("nearest_0_50", 1, {"house": "20.00"}),
        ("nearest_1", 3, {None: "1.00", "house": "20.00"}),
        ("nearest_5", 3, {None: "3.00", "house": "20.00"}),
        ("down_1", 3, {None: "1.00", "house": "20.00"}),
    ],
)
def test_each_reading_tells_what_fails_under_it_and_the_money(
    tmp_path: Path, reading: str, fails: int, money: dict[str | None, str]
) -> None:
    [told] = _rows(_audited(tmp_path), "readings")
    readings = told["readings"]
    assert isinstance(readings, list)
    by_id = {each["id"]: _fails(each) for each in readings if isinstance(each, dict)}
    assert by_id[reading] == (fails, money)
    assert len(by_id) == 11
    assert _fails(told["under_all"]) == (1, {"house": "20.00"})


def test_an_adopted_reading_decides_from_its_day_and_the_finding_says_so(tmp_path: Path) -> None:
    found = _rows(_audited(tmp_path, HOUSE), "findings")
    assert {each["subject"]: (each["verdict"], each["reading_adopted"]) for each in found} == {
        "before": ("indeterminate", None),
        "after": ("violation", "nearest_5"),
        "short": ("violation", "nearest_5"),
    }


def test_the_readings_that_were_not_adopted_are_counted_still(tmp_path: Path) -> None:
    house = HOUSE.replace("nearest_5", "exact")
    document = _audited(tmp_path, house)
    assert {each["subject"] for each in _rows(document, "findings")} == {"before", "short"}
    [told] = _rows(document, "readings")
    readings = told["readings"]
    assert isinstance(readings, list)
    counted = [each for each in readings if isinstance(each, dict) and each["id"] == "nearest_5"]
    assert [_fails(each) for each in counted] == [(3, {None: "3.00", "house": "20.00"})]


def test_who_adopted_a_reading_when_and_by_which_act_is_told(tmp_path: Path) -> None:
    assert _audited(tmp_path, HOUSE)["readings_adopted"] == [
        {
            "casino_id": "C",
            "clause": "BAC-8.15",
            "reading": "nearest_5",
            "adopted_by": "DGJCMT",
            "on": "2005-03-04",
            "reference": "RD 1",
            "from": "2005-03-04",
        }
    ]
