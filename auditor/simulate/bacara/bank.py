"""Let a bank go round nine seats lawfully, over many sessions at once, one step a hand.

A bank that loses goes to the right; a passed bank that loses, to the right of him who passed it.
Who is offered it may refuse, but not twice in a row. What is won stays in the bank, less a
twentieth for the house. Amounts are whole; seats are numbers from 1; 0 is nobody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from auditor.simulate.columns import Flags, Numbers

SEATS = 9
TWENTIETH = 20
ODDS_OF_PASSING = 0.15  # of a hand won
ODDS_OF_REFUSING = 0.1
UNIT = 100
LEAST_BANK = 10  # units: more than all the stakes of a hand
MOST_BANK = 30


class Turns(NamedTuple):
    """How the bank stood at each hand, one row a session and one column a hand.

    `holder` had it at the hand before, and `lost` or `passed` it; `refuser` was offered it first.
    """

    seat: Numbers
    amount: Numbers
    lost: Flags
    passed: Flags
    refuser: Numbers
    holder: Numbers
    first_offered: Numbers


class _State(NamedTuple):
    """Where the bank stands in each session; `has_refused` has a column for each seat."""

    seat: Numbers
    amount: Numbers
    passer: Numbers
    has_refused: Flags


def deduction(result: Numbers) -> Numbers:
    """Give the twentieth of what the banker won."""
    return np.maximum(result, 0) // TWENTIETH


def rotate(results: Numbers, random: np.random.Generator) -> Turns:
    """Say who has the bank at each hand, by what the banker wins at each (a row a session)."""
    sessions, hands = results.shape
    chances = random.random((hands, 2, sessions))
    amounts = UNIT * random.integers(LEAST_BANK, MOST_BANK + 1, (hands, sessions))
    nobody = np.zeros(sessions, dtype=np.int64)
    state = _State(nobody + 1, amounts[0], nobody, np.zeros((sessions, SEATS), dtype=np.bool_))
    never = np.zeros(sessions, dtype=np.bool_)
    turns = [Turns(state.seat, state.amount, never, never, nobody, nobody, state.seat)]
    for hand in range(1, hands):
        state, turn = _go_on(
            state, results[:, hand - 1], chances=chances[hand], amounts=amounts[hand]
        )
        turns.append(turn)
    return Turns._make(np.stack(columns, axis=1) for columns in zip(*turns, strict=True))


def _go_on(
    state: _State, result: Numbers, *, chances: NDArray[np.float64], amounts: Numbers
) -> tuple[_State, Turns]:
    """Pass from one hand to the next; `amounts` are what a new bank is adjudged for."""
    rows = np.arange(len(result))
    lost, passed = result < 0, (result > 0) & (chances[0] < ODDS_OF_PASSING)
    vacant = lost | passed
    first = _right(np.where(lost & (state.passer > 0), state.passer, state.seat), state.seat)
    refuses = vacant & (chances[1] < ODDS_OF_REFUSING) & ~state.has_refused[rows, first - 1]
    taker = np.where(refuses, _right(first, state.seat), first)
    state.has_refused[rows[vacant], first[vacant] - 1] = refuses[vacant]
    state.has_refused[rows[vacant], taker[vacant] - 1] = False
    seat = np.where(vacant, taker, state.seat)
    amount = np.where(lost, amounts, state.amount + result - deduction(result))
    passer = np.where(passed, state.seat, np.where(lost, 0, state.passer))
    told = Turns(seat, amount, lost, passed, np.where(refuses, first, 0), state.seat, first)
    return _State(seat, amount, passer, state.has_refused), told


def _right(seat: Numbers, holder: Numbers) -> Numbers:
    """Give the seat at the right of one, past him who gives the bank up."""
    right = seat % SEATS + 1
    return np.where(right == holder, right % SEATS + 1, right)
