"""What is kept of a hand while its actions are stepped through, and what is told of each action."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from auditor.games.stud7.dealt import PLACES, UNTOLD
from auditor.games.stud7.openers import as_sets

if TYPE_CHECKING:
    from auditor.games.stud7.dealt import Actions, Deal

Longs = NDArray[np.int64]
Shorts = NDArray[np.int16]
Flags = NDArray[np.bool_]

FIRST_STREET, LAST_STREET = 3, 7
MONEY = frozenset({"standing", "to_cover", "put", "reached"})  # of what is told of an action


@dataclass(frozen=True, slots=True)
class Told:
    """What is told of each action; truths that may be unknown are 0, 1 or UNTOLD.

    `street`: the cards dealt to each by then. Money is in ten thousandths, UNTOLD where not known:
    `standing` is the bet of the round before the action, `to_cover` what its player lacked of it,
    `put` what he adds, `reached` what he then has in the round. `due_first`: whose turn it is, or
    the first place that may open, where the action opens a round. `raises_before`: in the round;
    `completes`: it is the first raise over a bring-in, `follows_completion`: such a one came before
    it. `is_in_round`: what comes next still falls in this round, for somebody has to act in it or
    it is the last.
    """

    street: Shorts
    opens: Shorts
    in_turn: Shorts
    due_first: Shorts
    low_is_tied: Shorts
    opens_with_low: Shorts
    after_check: Shorts
    has_checked: Shorts
    faces_bet: Shorts
    raises_before: Shorts
    completes: Shorts
    follows_completion: Shorts
    standing: Longs
    to_cover: Longs
    put: Longs
    reached: Longs
    is_all_in: Shorts
    is_in_round: Shorts

    @classmethod
    def blank(cls, actions: int) -> Told:
        """Make room for what will be told of some actions."""
        kinds = [np.int64 if field.name in MONEY else np.int16 for field in fields(cls)]
        columns: list[Any] = [np.full(actions, UNTOLD, kind) for kind in kinds]
        return cls(*columns)

    def part(self, where: slice | NDArray[np.intp]) -> Told:
        """Give what is told of some of the actions."""
        return Told(*(getattr(self, field.name)[where] for field in fields(self)))

    def forget(self, actions: Flags) -> None:
        """Tell nothing of some of the actions."""
        for field in fields(self):
            getattr(self, field.name)[actions] = UNTOLD


@dataclass(frozen=True, slots=True)
class State:
    """The hands as they stand, a row each; sets are of places, money in ten thousandths.

    `gone`: who does nothing more and may be all in, for his stack or his money is not known.
    `sure`: no one has acted out of turn so far; `money`: every amount so far is known, and who was
    dealt in, without whom none knows where a round ends.
    """

    stays: Longs
    all_in: Longs
    gone: Longs
    done: Longs
    checked: Longs
    street: Longs
    opening: Flags
    last: Longs
    after_check: Flags
    standing: Longs
    faces_bet: Flags
    brought_in: Flags
    completed: Flags
    raises: Longs
    sure: Flags
    money: Flags
    round_put: Longs
    total: Longs
    stack: Longs
    last_step: Longs

    def first(self, rows: int) -> State:
        """Give the first rows, as views on the same memory."""
        return State(*(getattr(self, field.name)[:rows] for field in fields(self)))


@dataclass(frozen=True, slots=True)
class Moves:
    """One action of each of the first rows: the place, the kind, the amount."""

    at: int
    place: Longs
    kind: Longs
    amount: Longs

    @property
    def bit(self) -> Longs:
        """Give each place as a set."""
        return np.asarray(1 << self.place, dtype=np.int64)


def opening_state(deal: Deal, actions: Actions, *, order: Longs, turn: Longs) -> State:
    """Give the hands, in some order, before anything is done in them."""
    hands = deal.hands
    last_step = np.full((hands, PLACES), UNTOLD)
    last_step[actions.hand, actions.place] = turn  # the log's order: the last one stands
    last_step, stack = last_step[order], deal.stack[order]
    seated = deal.seat[order] >= 0
    flags = [np.zeros(hands, dtype=np.bool_) for _ in range(4)]
    longs = [np.zeros(hands, dtype=np.int64) for _ in range(6)]
    return State(
        stays=as_sets(seated),
        all_in=longs[0],
        gone=as_sets(seated & (last_step < 0) & (stack < 0)),
        done=longs[1],
        checked=longs[2],
        street=np.full(hands, FIRST_STREET),
        opening=np.ones(hands, dtype=np.bool_),
        last=longs[3],
        after_check=flags[0],
        standing=longs[4],
        faces_bet=flags[1],
        brought_in=flags[2],
        completed=flags[3],
        raises=longs[5],
        sure=np.ones(hands, dtype=np.bool_),
        money=deal.cards_are_known[order],
        round_put=np.zeros((hands, PLACES), dtype=np.int64),
        total=np.zeros((hands, PLACES), dtype=np.int64),
        stack=stack,
        last_step=last_step,
    )
