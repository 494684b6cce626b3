"""The bank of simulated nights goes round as the norm says."""

from __future__ import annotations

import numpy as np

from auditor.simulate.bacara.bank import SEATS, deduction, rotate

RESULTS = np.random.default_rng(8).integers(-4, 5, (5, 300)) * 100
TURNS = rotate(RESULTS, np.random.default_rng(15))


def test_a_loser_deals_no_next_hand() -> None:
    lost = RESULTS[:, :-1] < 0
    assert lost.any()
    assert (TURNS.seat[:, 1:][lost] != TURNS.seat[:, :-1][lost]).all()


def test_the_bank_first_goes_to_seat_one() -> None:
    assert (TURNS.seat[:, 0] == 1).all()


def test_a_passed_bank_is_offered_at_the_right_for_all_that_it_holds() -> None:
    grown = TURNS.amount[:, :-1] + RESULTS[:, :-1] - deduction(RESULTS[:, :-1])
    passed = TURNS.passed[:, 1:]
    assert passed.any()
    assert (TURNS.amount[:, 1:][passed] == grown[passed]).all()
    assert (TURNS.first_offered[:, 1:][passed] == TURNS.holder[:, 1:][passed] % SEATS + 1).all()


def test_the_house_takes_a_twentieth_of_what_is_won() -> None:
    assert deduction(np.array([-300, 0, 300])).tolist() == [0, 0, 15]
