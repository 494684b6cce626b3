"""Art. 9 g by hand: who got a part of the pot, where a bet that nobody called may be back."""

from __future__ import annotations

import numpy as np
import pytest

from auditor.games.stud7.paid import Paid, went_as_due
from auditor.games.stud7.pots import Shares

POT = 100  # what the first seat, whose bet of 10 nobody called, and the second play for


def _told(award: tuple[int, int], *, first_wins: bool) -> bool | None:
    """Say whether the pot went as due; None where it cannot be known."""
    due = np.array([[POT + 10, 0] if first_wins else [10, POT]])
    paid = Paid(
        award=np.array([award]),
        is_known=np.array([True]),
        kept=np.array([POT + 10 - sum(award)]),
        back=np.array([[10, 0]]),
    )
    right, known = went_as_due(paid, Shares(due, due))
    return bool(right[0]) if known[0] else None


@pytest.mark.parametrize(
    ("award", "expected"),
    [
        ((10, 100), True),  # his own bet back
        ((11, 99), False),  # and 1 of the pot
        ((10, 90), True),  # as much was kept: the 10 are his
        ((9, 91), None),  # his, or of the pot and his own untold
        ((9, 92), True),  # 9 kept: the 10 cannot be untold
        ((9, 0), False),  # whatever the 9 are, the winner got nothing
    ],
)
def test_who_loses_gets_his_own_bet_back_and_no_more(
    award: tuple[int, int], expected: bool | None
) -> None:
    assert _told(award, first_wins=False) is expected


@pytest.mark.parametrize(
    ("award", "expected"),
    [
        ((110, 0), True),
        ((11, 0), True),
        ((10, 0), None),  # his own bet back, or 10 of the pot and his own untold
        ((10, 91), False),  # the second got what was not his, and the first no part
        ((0, 0), False),
    ],
)
def test_who_wins_has_to_get_more_than_his_own_bet(
    award: tuple[int, int], expected: bool | None
) -> None:
    assert _told(award, first_wins=True) is expected
