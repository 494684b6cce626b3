"""What findings of one rule have in common is told, and what chance gives is not."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Any

import pytest

from auditor.report.compose.patterns import SELDOM, seldom

if TYPE_CHECKING:
    from collections.abc import Callable

    from auditor.report.model.findings import CauseLine
    from auditor.report.model.report import CasinoReport

    Make = Callable[..., dict[str, Any]]
    Build = Callable[..., dict[str, CasinoReport]]

TABLES, DEALERS = [f"M{n}" for n in range(1, 11)], [f"D{n}" for n in range(1, 11)]
PLAYED = {
    "table": dict.fromkeys(TABLES, 100),
    "dealer": dict.fromkeys(DEALERS, 100),
    "date": {f"2026-03-{day:02d}": 100 for day in range(1, 11)},
    "hour": {f"{hour:02d}": 100 for hour in range(10)},
}


@pytest.fixture(name="audit")
def _audit(make_audit: Make) -> dict[str, Any]:
    """Fourteen findings of a rule, each of its own hand, spread evenly over all the places."""
    audit = make_audit(28, ["LIM-01"])
    audit["findings"] = [each for each in audit["findings"] if each["rule"] == "BLB-6.a"]
    audit["casinos"][0]["games"][0]["played"] = PLAYED
    for number, finding in enumerate(audit["findings"]):
        turn = number % 10
        finding |= {"table_id": TABLES[turn], "dealer_id": DEALERS[-turn]}
        day = f"2026-03-{turn * 3 % 10 + 1:02d}"
        finding |= {"gaming_date": day, "at": f"{day}T{turn * 7 % 10:02d}:30:00-05:00"}
    return audit


def _causes(audit: dict[str, Any], build: Build, **more: Any) -> list[CauseLine]:  # noqa: ANN401
    """Give the causes told of the one rule."""
    (norm,) = build(audit, **more)["LIM-01"].findings
    return list(norm.articles[0].rules[0].causes)


def test_what_is_spread_evenly_has_nothing_in_common(audit: dict[str, Any], build: Build) -> None:
    assert _causes(audit, build) == []


def test_a_table_and_a_dealer_of_most_findings_are_told_as_one(
    audit: dict[str, Any], build: Build
) -> None:
    for finding in audit["findings"][:12]:
        finding |= {"table_id": "M3", "dealer_id": "D7"}
    (cause,) = _causes(audit, build)
    due = "1. 12 de 14: mesa M3, donde se jugó el 10.0 % de las jugadas; dealer D7, con el 10.0 %"
    assert cause.text.startswith(due)
    assert cause.text.endswith("no una prueba.")
    assert (cause.count, cause.tables) == (12, ("M3",))
    assert sum(line.count for line in cause.money) == 12


def test_less_than_four_fifths_is_no_pattern(audit: dict[str, Any], build: Build) -> None:
    for number, finding in enumerate(audit["findings"]):
        finding["table_id"] = "M3" if number < 11 else f"M{number - 6}"
    assert _causes(audit, build) == []


def test_the_only_table_of_a_game_is_no_pattern(audit: dict[str, Any], build: Build) -> None:
    game = audit["casinos"][0]["games"][0]
    game["played"] = {**PLAYED, "table": {"M3": 1000}}
    other = {**game, "game": "bacara", "played": {**PLAYED, "table": dict.fromkeys(TABLES, 9000)}}
    audit["casinos"][0]["games"].append(other)
    for finding in audit["findings"]:
        finding["table_id"] = "M3"
    assert _causes(audit, build) == []


def test_many_bets_of_one_hand_are_no_pattern(audit: dict[str, Any], build: Build) -> None:
    for finding in audit["findings"]:
        finding |= {key: audit["findings"][0][key] for key in ("hand_id", "table_id", "at")}
        finding |= {key: audit["findings"][0][key] for key in ("dealer_id", "gaming_date")}
    assert _causes(audit, build) == []


def test_without_the_hands_played_no_place_is_told(audit: dict[str, Any], build: Build) -> None:
    audit["casinos"][0]["games"][0]["played"] = {"table": None}
    for finding in audit["findings"]:
        finding["table_id"] = "M3"
    assert _causes(audit, build) == []


def test_a_shift_is_told_by_its_hours(audit: dict[str, Any], build: Build) -> None:
    for number, finding in enumerate(audit["findings"]):
        finding["at"] = f"2026-03-01T0{4 + number % 2}:30:00-05:00"
    (cause,) = _causes(audit, build, lang="en")
    assert cause.text.startswith("1. 14 of 14: from 04:00 to 05:59, with 20.0 % of the hands.")


def test_a_day_before_which_there_is_none_is_told(audit: dict[str, Any], build: Build) -> None:
    for number, finding in enumerate(audit["findings"]):
        finding["gaming_date"] = f"2026-03-{8 + number % 3:02d}"
    (cause,) = _causes(audit, build)
    assert cause.text.startswith(
        "1. 14 de 14: desde el 08/03/2026, con el 30.0 % de las jugadas; antes, ninguno."
    )


def test_a_rate_that_stays_while_what_is_due_changes_is_told(
    audit: dict[str, Any], build: Build
) -> None:
    for number, finding in enumerate(audit["findings"]):
        finding |= {"expected": f"{(number + 1) * 120}.00", "observed": f"{(number + 1) * 110}.00"}
    (cause,) = _causes(audit, build)
    assert cause.text.startswith(
        "1. 14 de 14: consta siempre el 91.67 % de lo que la norma exigía."
    )


def test_a_value_that_is_no_longer_updated_is_told(audit: dict[str, Any], build: Build) -> None:
    for number, finding in enumerate(audit["findings"]):
        finding |= {"expected": f"{number * 120}.00", "observed": "110.00"}
    (cause,) = _causes(audit, build, lang="en")
    assert cause.text.startswith("1. 14 of 14: the record always shows 110, though")


def test_beyond_a_number_of_causes_the_others_are_told_together(
    audit: dict[str, Any], build: Build
) -> None:
    for number, finding in enumerate(audit["findings"]):
        finding["cause"] = f"causa {number:02d}"
    *_, last = causes = _causes(audit, build)
    assert len(causes) == 13
    assert (last.text, last.count) == ("Otras 2 causas, que no se detallan", 2)


@pytest.mark.parametrize("whole", [3, 5, 14, 60])
@pytest.mark.parametrize("share", [0.02, 0.12, 0.3, 0.5, 0.8])
def test_what_is_called_seldom_is_so_by_the_binomial(whole: int, share: float) -> None:
    for part in range(whole + 1):
        tail = sum(
            comb(whole, n) * share**n * (1 - share) ** (whole - n) for n in range(part, whole + 1)
        )
        assert not seldom(part, whole, share=share, looks=1) or tail <= SELDOM
    assert seldom(whole, whole, share=share, looks=1) == (share**whole <= SELDOM)
