"""Play rounds of Bling Bling 2002: the wheel, the throws, and who bets on the Pass Line.

How the two points arise is on no page that is held: the player's is here the sum of his dice, the
dealer's what the wheel shows. A tie passes the dice to the next Pass Line bettor, to the right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa

from auditor.simulate.columns import (
    MICROSECONDS,
    ids,
    log_table,
    midnights,
    money,
    session_columns,
    session_ids,
    times,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from auditor.simulate.columns import Flags, Numbers
    from auditor.simulate.spec import Partition

VENUE = ("America/Lima", "PEN")
OPENING = 23 * 3600  # seconds of UTC: 18:00 in Lima
SECONDS_A_ROUND = 120
SEATS, DICE, FACES = 6, 3, 6
FEWEST_BETTORS, MOST_BETTORS = 1, 4
# Seconds into the round: the first throw, between two throws, the end.
FIRST_THROW, BETWEEN_THROWS, END = 35, 18, 100
LEAST_BET, MOST_BET, RAISED_MOST = 5, 200, 300
ROUNDS_BEFORE_CHANGE = 200
DEALERS, ROUNDS_OF_A_DEALER = 6, 25


class Rounds(NamedTuple):
    """Rounds, one row each; `start` in microseconds.

    `order`: the seats from who throws first on, the Pass Line's bettors first; `bettors`: how many
    these are. `dice` (round, throw, die); `throws`: how many there were; `wheel`.
    """

    partitions: Sequence[Partition]
    partition: Numbers
    number: Numbers
    start: Numbers
    hand_id: pa.Array
    order: Numbers
    bettors: Numbers
    dice: Numbers
    throws: Numbers
    wheel: Numbers

    def sessions(self, rows: Numbers) -> pa.Array:
        """Give the session of some rounds."""
        return session_ids(self.partitions).take(pa.array(self.partition[rows]))

    @property
    def points(self) -> Numbers:
        """Give the player's point of every throw, of those not made too."""
        return np.asarray(self.dice.sum(axis=2))

    @property
    def outcome(self) -> Numbers:
        """Say how each round ended for the Pass Line: 1 won, -1 lost, 0 level."""
        last = self.points[np.arange(len(self.throws)), self.throws - 1]
        return np.asarray(np.sign(last - self.wheel))

    def throw_seconds(self, throw: Numbers) -> Numbers:
        """Give the second of the round at which its throws (from 0) are made."""
        return np.asarray(FIRST_THROW + BETWEEN_THROWS * throw)


def play(partitions: Sequence[Partition], random: np.random.Generator) -> Rounds:
    """Play the rounds of some partitions."""
    counts = np.array([partition.hands for partition in partitions])
    of = np.repeat(np.arange(len(partitions)), counts)
    number = np.arange(len(of)) - np.repeat(np.cumsum(counts) - counts, counts) + 1
    bettors = random.integers(FEWEST_BETTORS, MOST_BETTORS + 1, len(of))
    dice = random.integers(1, FACES + 1, (len(of), MOST_BETTORS, DICE))
    wheel = random.integers(1, FACES + 1, (len(of), DICE)).sum(axis=1)
    decided = dice.sum(axis=2) != wheel[:, None]
    first = np.where(decided.any(axis=1), decided.argmax(axis=1) + 1, MOST_BETTORS)
    return Rounds(
        partitions=partitions,
        partition=of,
        number=number,
        start=midnights(partitions)[of] + (OPENING + number * SECONDS_A_ROUND) * MICROSECONDS,
        hand_id=ids(session_ids(partitions).take(pa.array(of)), mark="-J", number=number),
        order=_order(bettors, random),
        bettors=bettors,
        dice=dice,
        throws=np.minimum(first, bettors),
        wheel=wheel,
    )


def _order(bettors: Numbers, random: np.random.Generator) -> Numbers:
    """Choose who bets on the Pass Line, and put the seats from who throws first to the right."""
    chance = random.random((len(bettors), SEATS))
    bets = chance.argsort(axis=1).argsort(axis=1) < bettors[:, None]
    first = np.where(bets, chance, -1.0).argmax(axis=1)
    away = (np.arange(SEATS)[None, :] - first[:, None]) % SEATS
    return np.asarray(np.argsort(away + SEATS * ~bets, axis=1) + 1)


def thrown(rounds: Rounds) -> tuple[Numbers, Numbers]:
    """Give the round (row) and the place, from 0, of every throw."""
    made: Flags = np.arange(MOST_BETTORS)[None, :] < rounds.throws[:, None]
    hand, throw = np.nonzero(made)
    return hand, throw


def player_ids(sessions: pa.Array, seat: Numbers) -> pa.Array:
    """Name the player of each seat; each seat has one all the night."""
    return ids(sessions, mark="-P", number=seat)


def roll_ids(rounds: Rounds, hand: Numbers, *, throw: Numbers) -> pa.Array:
    """Name throws."""
    return ids(rounds.hand_id.take(pa.array(hand)), mark="-L", number=throw + 1)


def session_rows(rounds: Rounds) -> tuple[pa.Table, Numbers]:
    """Make one session for each partition."""
    count = len(rounds.partitions)
    opened = midnights(rounds.partitions) + OPENING * MICROSECONDS
    hands = np.array([partition.hands for partition in rounds.partitions])
    columns = {
        **session_columns(rounds.partitions, game="bling_bling", venue=VENUE),
        "opened_at": times(opened),
        "closed_at": times(opened + (hands + 1) * SECONDS_A_ROUND * MICROSECONDS),
        "min_bet": money(np.full(count, LEAST_BET)),
        "max_bet": money(np.full(count, MOST_BET)),
        "recorded": pa.repeat("seats play limits", count),
        "log_origin": pa.repeat("pit_transcript", count),
    }
    return log_table("sessions", columns, count=count), np.arange(count)


def hand_rows(rounds: Rounds) -> tuple[pa.Table, Numbers]:
    """Make the rounds."""
    count = len(rounds.number)
    turn = rounds.number // ROUNDS_OF_A_DEALER % DEALERS + 1
    columns = {
        "hand_id": rounds.hand_id,
        "session_id": rounds.sessions(np.arange(count)),
        "hand_no": pa.array(rounds.number),
        "started_at": times(rounds.start),
        "ended_at": times(rounds.start + END * MICROSECONDS),
        "dealer_id": ids(pa.repeat("D", count), mark="-", number=turn),
        "dealer_role": pa.repeat("staff", count),
    }
    return log_table("hands", columns, count=count), rounds.partition


def roll_rows(rounds: Rounds) -> tuple[pa.Table, Numbers]:
    """Make the throws."""
    hand, throw = thrown(rounds)
    shooter = rounds.order[hand, throw]
    shown = rounds.dice[hand, throw]
    columns = {
        "roll_id": roll_ids(rounds, hand, throw=throw),
        "hand_id": rounds.hand_id.take(pa.array(hand)),
        "seq": pa.array(throw + 1),
        "at": times(rounds.start[hand] + rounds.throw_seconds(throw) * MICROSECONDS),
        "shooter_seat": pa.array(shooter),
        "shooter_id": player_ids(rounds.sessions(hand), shooter),
        **{f"d{die + 1}": pa.array(shown[:, die]) for die in range(DICE)},
        "dealer_point": pa.array(rounds.wheel[hand]),
        "player_point": pa.array(rounds.points[hand, throw]),
    }
    return log_table("rolls", columns, count=len(hand)), rounds.partition[hand]
