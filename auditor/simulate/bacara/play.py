"""Play nights of bacará: hand after hand of all tables at once, the seats and the bank between."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from auditor.simulate.bacara.bank import UNIT, pass_on, settle_bank
from auditor.simulate.bacara.coups import Coups, Shoes, deal_sessions
from auditor.simulate.bacara.seats import move_seats, open_tables
from auditor.simulate.bacara.table import NOBODY, SEATS, STANDING, Said, Tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from auditor.simulate.columns import Numbers
    from auditor.simulate.spec import Partition

STAKES = 3  # of seated players, and one of who stands
MOST_UNITS = 3
LONG_UNITS = 16  # where the punters would cover more than the bank
ODDS_OF_LONG = 0.06
ODDS_OF_STANDING_BET = 0.3


class Covered(NamedTuple):
    """What was bet on a hand of all tables: who had the bank, and a column for each bet.

    `seat`: NOBODY for who stands; `asked`: 0 where there is no bet.
    """

    banker_seat: Numbers
    banker: Numbers
    amount: Numbers
    seat: Numbers
    player: Numbers
    asked: Numbers
    stake: Numbers


class Night(NamedTuple):
    """The hands of some partitions, a row each in the order of play; `said`: what came before them.

    `winner`: 1 Banca, -1 Punto, 0 nobody.
    """

    partitions: Sequence[Partition]
    partition: Numbers
    number: Numbers
    coups: Coups
    shoes: Shoes
    winner: Numbers
    covered: Covered
    said: Said


def play_night(partitions: Sequence[Partition], random: np.random.Generator) -> Night:
    """Deal the hands of some partitions and let the bank go round, from one hand to the next."""
    counts = np.array([partition.hands for partition in partitions])
    coups, shoes = deal_sessions(counts, random)
    of = np.repeat(np.arange(len(counts)), counts)
    number = np.arange(len(of)) - np.repeat(np.cumsum(counts) - counts, counts) + 1
    winner = np.sign(coups.banca_total - coups.punto_total).astype(np.int64)
    grid = np.zeros((len(counts), int(counts.max())), dtype=np.int64)
    grid[of, number - 1] = winner
    covered, said = _go_on(grid, random)
    rows = (of, number - 1)
    return Night(
        partitions=partitions,
        partition=of,
        number=number,
        coups=coups,
        shoes=shoes,
        winner=winner,
        covered=Covered._make(column[rows] for column in covered),
        said=Said._make(column[said.hand < counts[said.row]] for column in said),
    )


def _go_on(winner: Numbers, random: np.random.Generator) -> tuple[Covered, Said]:
    """Play hand after hand of all tables, of which it is known who wins (a row a table)."""
    tables = open_tables(len(winner), random)
    lost = np.zeros(0, dtype=np.int64)
    hands = []
    for hand, won in enumerate(winner.T):
        tables = replace(tables, hand=hand)
        if hand:
            tables.turn[:] = 0
            move_seats(tables, random)
        pass_on(tables, lost, random=random)
        covered = _cover(tables, random)
        lost = settle_bank(tables, won * covered.stake.sum(axis=1))
        hands.append(covered)
    stacked = Covered._make(np.stack(columns, axis=1) for columns in zip(*hands, strict=True))
    return stacked, Said._make(np.concatenate(tables.said, axis=1))


def _cover(tables: Tables, random: np.random.Generator) -> Covered:
    """Let some players cover the bank, in the order of their places from the banker's right on."""
    count = len(tables.turn)
    place = np.arange(SEATS)
    seat = (tables.holder_seat[:, None] + place) % SEATS + 1
    sits = np.take_along_axis(tables.who, seat, axis=1) > NOBODY
    sits &= seat != tables.holder_seat[:, None]
    drawn = np.argsort(np.where(sits, random.random(seat.shape), 2), axis=1)[:, :STAKES]
    seat = np.take_along_axis(seat, np.sort(drawn, axis=1), axis=1)
    sits = np.take_along_axis(sits, np.sort(drawn, axis=1), axis=1)
    stands = tables.stands & (tables.holder != STANDING)
    stands &= random.random(count) < ODDS_OF_STANDING_BET
    most = np.where(random.random(count) < ODDS_OF_LONG, LONG_UNITS, MOST_UNITS)
    asked = UNIT * random.integers(1, most[:, None] + 1, (count, STAKES + 1))
    asked *= np.column_stack([sits, stands])
    before = asked.cumsum(axis=1) - asked
    stake = np.clip((tables.amount // UNIT * UNIT)[:, None] - before, 0, asked)
    player = np.take_along_axis(tables.who, seat, axis=1)
    return Covered(
        banker_seat=np.array(tables.holder_seat),
        banker=np.array(tables.holder),
        amount=np.array(tables.amount),
        seat=np.column_stack([seat, np.zeros(count, dtype=np.int64)]),
        player=np.column_stack([player, np.full(count, STANDING)]),
        asked=asked,
        stake=stake,
    )
