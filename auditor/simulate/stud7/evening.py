"""Play evenings of seven-card stud: hand after hand of all tables, who keep their chips between.

Whoever is short of chips buys more before the next hand, whoever has many cashes some, and now and
then a player makes way for another. Some tables keep a part of the pots; theirs are the even ones.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from auditor.games.stud7.pots import settle, uncalled
from auditor.games.stud7.ranking import rank_seven
from auditor.simulate.stud7.play import (
    DEEP,
    FEWEST,
    ROUNDS,
    SEATS,
    UNIT,
    Moves,
    Played,
    deal_all,
    new_stacks,
    play_on,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from auditor.simulate.columns import Flags, Numbers
    from auditor.simulate.spec import Partition

ODDS_OF_CHANGE = 0.02  # of a player, before a hand, by another one
LEAST_STACK, RICH = 12, 800  # units: below and above these a player buys or cashes
LEAST_RAKED, MOST_RAKE, RAKED_BY = 40, 3, 40  # units: one of each forty of the pot, three at most


class Between(NamedTuple):
    """What happened before each hand (hand, seat): chips bought (negative: cashed), who came.

    `player`: who plays the hand there, by number; `left`: who made way for him, 0 for nobody.
    """

    bought: Numbers
    player: Numbers
    left: Numbers


class Evening(NamedTuple):
    """The hands of some partitions, a row each in the order of play; `award`: in the currency."""

    partitions: Sequence[Partition]
    partition: Numbers
    number: Numbers
    played: Played
    award: Numbers
    between: Between


def play_evening(partitions: Sequence[Partition], random: np.random.Generator) -> Evening:
    """Play the hands of some partitions."""
    counts = np.array([partition.hands for partition in partitions])
    rakes = np.array([partition.table % 2 == 0 for partition in partitions])
    first = np.cumsum(counts) - counts
    seated = np.arange(SEATS) < random.integers(FEWEST, SEATS + 1, len(counts))[:, None]
    between = _first_players(seated)
    chips = np.where(seated, new_stacks(seated.shape, random), 0)
    evening = _blank(partitions, counts)
    moves = []
    for number in range(int(counts.max())):
        rows = np.flatnonzero(counts > number)
        played = play_on(chips[rows], deal_all(len(rows), random), random=random)
        award = award_of(played) - _kept(played, rakes[rows])[:, None] * _winners(played)
        at = first[rows] + number
        moves.append(played.moves._replace(hand=at[played.moves.hand]))
        _put(evening, at, played=played, award=award, between=_of(between, rows))
        after = np.zeros_like(chips)
        after[rows] = UNIT * (played.stack - played.total) + award
        between, chips = _go_between(between, after, seated=seated, random=random)
    return evening._replace(played=evening.played._replace(moves=_in_order(moves)))


def award_of(played: Played) -> Numbers:
    """Give what each seat is paid (hand, seat), in the currency; a bet nobody called comes back."""
    score = rank_seven(played.cards.reshape(-1, ROUNDS).T).low.reshape(-1, SEATS)
    unit = np.ones(len(score), dtype=np.int64)
    shares = settle(played.total * UNIT, played.stays, score=score.astype(np.int64), unit=unit)
    return shares.down


def _winners(played: Played) -> Numbers:
    """Give the part of what the house keeps that each seat bears: alike for who is paid."""
    paid = award_of(played) > 0
    return np.asarray(paid * (UNIT // paid.sum(axis=1)[:, None]))


def _kept(played: Played, rakes: Flags) -> Numbers:
    """Give what the house keeps of each pot, in units: nothing where a bet comes back uncalled."""
    pot = played.total.sum(axis=1)
    back = uncalled(played.total, played.stays).any(axis=1)
    units = np.where(pot >= LEAST_RAKED, np.minimum(pot // RAKED_BY, MOST_RAKE), 0)
    return np.asarray(units * (rakes & ~back))


def _first_players(seated: Flags) -> Between:
    """Seat the first players."""
    nothing = np.zeros(seated.shape, dtype=np.int64)
    return Between(nothing, np.where(seated, np.arange(SEATS) + 1, 0), nothing)


def _go_between(
    between: Between, after: Numbers, *, seated: Flags, random: np.random.Generator
) -> tuple[Between, Numbers]:
    """Let players come, buy and cash before the next hand; gives the chips of all, in units."""
    units = after // UNIT
    fresh = new_stacks(after.shape, random)
    buys = np.where(units < LEAST_STACK, fresh, np.where(units > RICH, DEEP[1] - units, 0))
    changes = seated & (random.random(after.shape) < ODDS_OF_CHANGE)
    newest = between.player.max(axis=1, keepdims=True)
    player = np.where(changes, newest + changes.cumsum(axis=1), between.player)
    bought = np.where(changes | ~seated, 0, UNIT * buys - after % UNIT)
    left = np.where(changes, between.player, 0)
    chips = np.where(changes, fresh, np.where(seated, units + buys, 0))
    return Between(bought, player, left), chips


def _of(between: Between, rows: Numbers) -> Between:
    """Give what happened at some tables."""
    return Between._make(column[rows] for column in between)


def _blank(partitions: Sequence[Partition], counts: Numbers) -> Evening:
    """Make room for the hands of some partitions."""
    hands = int(counts.sum())
    of = np.repeat(np.arange(len(counts)), counts)
    grid = [np.zeros((hands, SEATS), dtype=np.int64) for _ in range(7)]
    none = np.zeros(0, dtype=np.int64)
    return Evening(
        partitions=partitions,
        partition=of,
        number=np.arange(hands) - np.repeat(np.cumsum(counts) - counts, counts) + 1,
        played=Played(
            cards=np.zeros((hands, SEATS, ROUNDS), dtype=np.int8),
            stack=grid[0],
            total=grid[1],
            stays=np.zeros((hands, SEATS), dtype=np.bool_),
            last=grid[2],
            moves=Moves(none, none, none, none, none),
        ),
        award=grid[3],
        between=Between(*grid[4:]),
    )


def _put(
    evening: Evening, at: Numbers, *, played: Played, award: Numbers, between: Between
) -> None:
    """Put the same hand of several tables in its place."""
    for name in ("cards", "stack", "total", "stays", "last"):
        getattr(evening.played, name)[at] = getattr(played, name)
    for column, rows in zip(evening.between, between, strict=True):
        column[at] = rows
    evening.award[at] = award


def _in_order(moves: Sequence[Moves]) -> Moves:
    """Put the actions of all hands in the order of play."""
    every = Moves._make(np.concatenate(parts) for parts in zip(*moves, strict=True))
    order = np.argsort(every.hand, kind="stable")
    return Moves._make(column[order] for column in every)
