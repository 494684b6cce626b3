"""The figures of each kind of test, against published values, hand work and enumeration."""

from __future__ import annotations

from itertools import combinations
from math import comb, e
from typing import TYPE_CHECKING

import numpy as np
import pytest

from auditor.checks.catalog import Check, Words
from auditor.checks.kinds import composition, copies, exact, excess, frequency, score, serial, tail

if TYPE_CHECKING:
    from auditor.checks.figures import Values

NAME = Words("x", "x")
# Weldon's 315,672 dice: those that showed a five or a six, and the others.
WELDON = (106_602, 209_070)


def check(**given: object) -> Check:
    told = {"id": "CHK-0", "family": "chance", "kind": "frequency", "counts": "x", "games": ("x",)}
    return Check(**(told | {"title": NAME, "unit": NAME, "method": NAME, "least": 0} | given))  # type: ignore[arg-type]


def columns(**given: list[float | str | None]) -> Values:
    return given


def seen(counts: tuple[int, ...]) -> Values:
    outcomes: list[float | str | None] = [str(n) for n in range(len(counts))]
    return columns(outcome=outcomes, seen=[*counts], spread=[*counts])


def shoe(*, seen: int, too_many: int) -> Values:
    """Half a deck out, so many aces in it."""
    told = columns(decks=[1], cards=[26], rank=[1], of_rank=[seen])
    return told | columns(too_many=[too_many], n=[1], place=["Z1"])


def test_weldons_dice_lie_the_5_20_standard_errors_off_that_fisher_gives() -> None:
    found = frequency(check(outcomes={"0": 1.0, "1": 2.0}), seen(WELDON))
    assert (found.statistic or 0) ** 0.5 == pytest.approx(5.20, abs=0.005)


def test_a_wheel_needs_nothing_but_its_outcomes() -> None:
    wheel = check(outcomes={str(n): 1.0 for n in range(37)}, least=10, effect=0.02)
    fair, worn = (370,) * 37, (1000, *(352 for _ in range(36)))
    assert frequency(wheel, seen(fair)).p == 1
    assert frequency(wheel, seen(worn)).worst == {"outcome": "0", "seen": 1000, "expected": 370}
    assert (frequency(wheel, seen(worn)).p or 0) < 1e-100


def test_the_power_is_the_share_of_planted_samples_that_are_found() -> None:
    coin = check(outcomes={"0": 1.0, "1": 1.0}, effect=0.02)
    stated = frequency(coin, seen((2000, 2000))).power
    heads = np.random.default_rng(1900).binomial(4000, 0.52, size=2000)
    found = [(frequency(coin, seen((int(n), 4000 - int(n)))).p or 0) <= 0.01 for n in heads]
    assert stated is not None
    assert np.mean(found) == pytest.approx(stated(0.01), abs=0.04)


def test_cards_drawn_without_replacement_leave_less_to_chance() -> None:
    half_out = columns(outcome=["0", "1"], seen=[60, 40], spread=[30.0, 20.0])
    found = frequency(check(outcomes={"0": 1.0, "1": 1.0}), half_out)
    assert found.statistic == pytest.approx((10**2 / 0.5 + 10**2 / 0.5) / 50)


def test_too_few_are_not_tested() -> None:
    assert frequency(check(outcomes={"0": 1.0, "1": 1.0}, least=10), seen((9, 9))).p is None


def test_pairs_have_the_product_of_their_weights() -> None:
    pairs = columns(
        outcome=["a-a", "a-b", "b-a", "b-b"], seen=[90, 30, 30, 10], spread=[90, 30, 30, 10]
    )
    found = serial(check(outcomes={"a": 3.0, "b": 1.0}), pairs)
    assert found.statistic == pytest.approx(0)


def test_a_number_two_deviations_off_has_the_normal_probability_of_that() -> None:
    values = columns(n=[50, 50], observed=[30, 30], expected=[25.0, 25.0], variance=[12.5, 12.5])
    assert score(check(), values).p == pytest.approx(0.0455, abs=0.0001)


def test_a_rare_number_has_the_poisson_probability_of_so_many_or_more() -> None:
    found = excess(check(), columns(n=[100], observed=[3], expected=[1.0]))
    assert found.p == pytest.approx(1 - (1 + 1 + 0.5) / e)


def test_a_shoe_without_aces_has_the_probability_counted_by_hand() -> None:
    values = shoe(seen=0, too_many=0)
    found = composition(check(), values)
    assert found.p == pytest.approx(2 * comb(48, 26) / comb(52, 26))


def test_a_card_too_many_has_no_probability_at_all() -> None:
    values = shoe(seen=2, too_many=1)
    assert composition(check(), values).p == 0


def test_the_share_of_orders_is_that_of_all_orders_listed() -> None:
    orders = list(combinations(range(1, 13), 5))
    ends_early = sum(order[-1] <= 5 for order in orders)
    values = columns(n=[12], filled=[5], last=[5], field=["at"], place=["K1"])
    assert tail(check(least=10), values).p == pytest.approx(ends_early / len(orders))


def test_a_column_filled_only_here_and_there_does_not_stop() -> None:
    values = columns(n=[1000], filled=[5], last=[10], field=["at"], place=["K1"])
    assert tail(check(least=20), values).p == 1


def test_faults_are_added_up_and_one_of_them_is_named() -> None:
    values = columns(whole=[5, 5], n=[5, 4], faults=[0, 2], place=[None, "K1 · H7"])
    found = exact(check(), values)
    assert (found.whole, found.n, found.faults, found.worst) == (10, 9, 2, {"place": "K1 · H7"})


def test_each_twin_is_a_fault() -> None:
    twins: list[float | str | None] = ["A = B", "A = B"]
    values = columns(whole=[8, 8], n=[8, 8], faults=[0, 0], place=["A", "B"], twins=twins)
    found = copies(check(), values)
    assert (found.faults, found.worst) == (2, {"place": "A = B"})
