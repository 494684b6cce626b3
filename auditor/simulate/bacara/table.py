"""The tables of bacará as they stand between two hands, a row each, and what is said at them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from auditor.simulate.columns import Flags, Numbers

SEATS = 9
NOBODY = 0
FEWEST = 5  # seated: below that nobody leaves of himself
LIST = 4  # the longest waiting list
STANDING = 900  # the number of the one player who stands, where there is one
KINDS = (
    "seat_taken",
    "seat_left",
    "seat_reserved",
    "waitlist_joined",
    "bank_offered",
    "bank_refused",
    "bank_absent",
    "bank_awarded",
    "bank_raised",
    "bank_passed",
    "bank_lost",
    "bank_declined",
    "auction_opened",
    "auction_bid",
    "auction_won",
    "partner_joined",
)


class Said(NamedTuple):
    """Events of one kind before a hand: at which table (row), in which order, of whom.

    `seat`: NOBODY for who stands; `player`: NOBODY where none is named; `amount`: 0 for none.
    """

    kind: Numbers
    row: Numbers
    hand: Numbers
    turn: Numbers
    seat: Numbers
    player: Numbers
    amount: Numbers


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables, a row each, changed in place; a second dimension is the seats, 0 unused.

    `who`: the players by number; `refused`: he refused the bank when it last came to him;
    `free_until`: the hand before which an empty seat is taken; `kept_for`: by whom, if told;
    `waiting`: players on the list, in order; `holder_seat`, `holder`: the banker;
    `last_seated`: the seat of the last banker who sat; `origin`: of him who passed this bank;
    `said`: events so far, a row for each field of Said.
    """

    hand: int
    who: Numbers
    refused: Flags
    free_until: Numbers
    kept_for: Numbers
    waiting: Numbers
    waits: Numbers
    newest: Numbers
    stands: Flags
    holder_seat: Numbers
    holder: Numbers
    last_seated: Numbers
    origin: Numbers
    amount: Numbers
    turn: Numbers
    said: list[Numbers] = field(default_factory=list)

    def say(
        self, kind: str, rows: Numbers, *, seat: Numbers | int = NOBODY, amount: Numbers | int = 0
    ) -> None:
        """Tell of an event of whoever has the seat (NOBODY: of him who stands)."""
        seats = np.broadcast_to(np.asarray(seat, dtype=np.int64), rows.shape)
        self.say_of(kind, rows, player=self.at(rows, seats), seat=seats, amount=amount)

    def say_of(
        self,
        kind: str,
        rows: Numbers,
        *,
        player: Numbers | int,
        seat: Numbers | int = NOBODY,
        amount: Numbers | int = 0,
    ) -> None:
        """Tell of an event of a player."""
        if len(rows):
            block = np.empty((len(Said._fields), len(rows)), dtype=np.int64)
            told = (KINDS.index(kind), rows, self.hand, self.turn[rows], seat, player, amount)
            for place, each in enumerate(told):
                block[place] = each
            self.said.append(block)
            self.turn[rows] += 1

    def at(self, rows: Numbers, seat: Numbers) -> Numbers:
        """Give who has a seat; NOBODY's is of him who stands."""
        return np.where(seat == NOBODY, STANDING, self.who[rows, seat])

    def leave(self, rows: Numbers, seat: Numbers, *, until: Numbers) -> None:
        """Let who sits there get up; the seat stays free for some hands."""
        self.say("seat_left", rows, seat=seat)
        self.who[rows, seat] = NOBODY
        self.refused[rows, seat] = False
        self.free_until[rows, seat] = until

    def join(self, rows: Numbers) -> Numbers:
        """Give the numbers of players who had not come to those tables before."""
        self.newest[rows] += 1
        return np.array(self.newest[rows])
