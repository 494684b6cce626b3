"""Art. 8's five per cent: worked examples, roundings by Python's decimals, and known causes."""

from __future__ import annotations

from decimal import ROUND_DOWN, ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_UP, Decimal
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.bacara.conftest import Judged, Row

RATE = Decimal("0.05")
UNITS = [Decimal(unit) for unit in ("0.01", "0.10", "0.50", "1", "5")]
WAYS = {"half_up": ROUND_HALF_UP, "down": ROUND_DOWN, "up": ROUND_UP, "half_even": ROUND_HALF_EVEN}
HANDS = 2_000
# A result of the banker and what was taken of it, and words of the cause.
CAUSES = {
    ("800", "32"): "4 %",
    ("800", "80"): "Uruguay",
    ("800", "50"): "sobre la banca",
    ("-500", "25"): "no ganó",
    ("0", "10"): "no ganó",
    ("800", "0"): "No se dedujo nada",
    ("800", "37"): "ninguna causa conocida",
}


def rounded(amount: Decimal, unit: Decimal, way: str) -> Decimal:
    return (amount / unit).quantize(Decimal(1), rounding=way) * unit


def verdict(result: Decimal, taken: Decimal) -> str:
    """Judge a deduction under every rounding that the text does not exclude."""
    due = max(result, Decimal(0)) * RATE
    readings = {
        due,
        *(rounded(due, unit, way) for unit in UNITS for way in (ROUND_HALF_UP, ROUND_DOWN)),
    }
    if readings == {taken}:
        return "pass"
    return "indeterminate" if taken in readings else "violation"


def hand(number: int, result: object, taken: object, **more: str) -> Row:
    return {
        "hand_id": f"h{number}", "session_id": "s", "hand_no": str(number),
        "banker_player_id": "A", "bank_amount": "1000",
        "banker_result": str(result), "deduction": str(taken), **more,
    }  # fmt: skip


def test_the_worked_examples(judge: Callable[..., Judged]) -> None:
    examples = [(800, "40.00"), (100, "5.00"), (195, "9.75"), (-300, "0"), (-500, "0"), (0, "0")]
    hands = [hand(n, result, taken) for n, (result, taken) in enumerate(examples, 1)]
    found = judge({"hands": hands}, {"rounding": {"unit": "0.01", "direction": "half_up"}})
    assert set(found.of("BAC-8.15").values()) == {"pass"}


def test_a_run_is_not_netted(judge: Callable[..., Judged]) -> None:
    results = [(100, "0"), (200, "0"), (-300, "0")]
    hands = [hand(n, result, taken) for n, (result, taken) in enumerate(results, 1)]
    found = judge({"hands": hands})
    assert list(found.of("BAC-8.15").values()) == ["violation", "violation", "pass"]
    owed = [str(each["at_stake"]) for key, each in found.findings.items() if key[0] == "BAC-8.15"]
    assert sorted(owed) == ["-10.00", "-5.00"]


def settlements(seed: int) -> list[tuple[Decimal, Decimal]]:
    """Give results of the banker, each with a deduction by some rounding, lawful or not."""
    random = np.random.default_rng(seed)
    units = [*UNITS, Decimal("0.0001")]
    ways = (ROUND_DOWN, ROUND_HALF_UP, ROUND_UP)
    drawn = random.integers([-50_000, 0, 0], [200_000, len(units), len(ways)], (HANDS, 3))
    return [
        (
            Decimal(int(n)) / 100,
            rounded(max(Decimal(int(n)) / 100, Decimal(0)) * RATE, units[u], ways[w]),
        )
        for n, u, w in drawn
    ]


def test_any_deduction_is_judged_by_all_roundings_together(judge: Callable[..., Judged]) -> None:
    pairs = settlements(seed=815)
    due = {f"h{n}": verdict(*pair) for n, pair in enumerate(pairs, 1)}
    rows = [hand(n, *pair) for n, pair in enumerate(pairs, 1)]
    assert due == judge({"hands": rows}).of("BAC-8.15")
    assert {"pass", "indeterminate", "violation"} == set(due.values())


def test_a_declared_rounding_stands_alone(judge_all: Callable[..., list[Judged]]) -> None:
    declared = list(product(("0.05", "0.50", "1", "5"), WAYS))
    nights = [{"hands": settled(unit, direction)} for unit, direction in declared]
    houses = [{"rounding": {"unit": unit, "direction": way}} for unit, way in declared]
    found = judge_all(nights, houses)
    told = [set(each.of("BAC-8.15").values()) for each in found]
    assert dict(zip(declared, told, strict=True)) == {key: {"pass"} for key in declared}


def settled(unit: str, direction: str) -> list[Row]:
    """Give hands whose deductions are rounded so."""
    results = [Decimal(n) for n in range(10, 400, 10)]
    due = [rounded(each * RATE, Decimal(unit), WAYS[direction]) for each in results]
    return [hand(n, *pair) for n, pair in enumerate(zip(results, due, strict=True), 1)]


def test_a_wrong_deduction_tells_its_cause(judge_all: Callable[..., list[Judged]]) -> None:
    found = judge_all([{"hands": [hand(1, *pair)]} for pair in CAUSES])
    messages = [str(each.findings["BAC-8.15", "h1"]["message"]) for each in found]
    told = dict(zip(CAUSES.items(), messages, strict=True))
    assert {case: said for case, said in told.items() if case[1] not in said} == {}


def test_what_is_left_for_the_end_of_a_run_is_told_of_each_of_its_hands(
    judge: Callable[..., Judged],
) -> None:
    results = [(380, "0"), (400, "0"), (0, "0"), (-360, "21"), (440, "17.60")]
    rows = [hand(n, *pair) for n, pair in enumerate(results, 1)]
    found = judge({"hands": rows}).findings
    told = {
        key[1]: "racha" in str(each["message"])
        for key, each in found.items()
        if key[0] == "BAC-8.15"
    }
    assert told == {"h1": True, "h2": True, "h4": True, "h5": False}


@pytest.mark.parametrize(("taken", "owed_to"), [("35", "house"), ("45", "banker")])
def test_who_was_left_short_is_told(judge: Callable[..., Judged], taken: str, owed_to: str) -> None:
    found = judge({"hands": [hand(1, 800, taken)]}).findings["BAC-8.15", "h1"]
    assert found["owed_to"] == owed_to
