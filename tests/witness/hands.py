"""Nights of many hands, lawful ones and disturbed ones, for both to judge."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from auditor.simulate.catalog import simulated_games
from auditor.simulate.spec import Partition
from tests.witness.disturb import disturb
from tests.witness.harness import Night

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from auditor.simulate.columns import Numbers
    from tests.witness.games import Game

    Made = Mapping[str, tuple[pa.Table, Numbers]]
    Maker = Callable[[list[Partition], np.random.Generator], Made]

FIRST_DATE = date(2025, 1, 1)
CASINOS = 10
AT_A_TIME = 20_000


def nights(game: Game, hands: int, *, seed: int, first: int = 0) -> Iterator[Night]:
    """Deal so many hands of a game, some thousands at a time: lawful, and more and more disturbed.

    Batches are numbered from `first`, and a batch is the same whoever deals it.
    """
    for number, begun in enumerate(range(0, hands, AT_A_TIME), first):
        random = np.random.default_rng([seed, number])
        night = game.deal(min(AT_A_TIME, hands - begun), random)
        rate = game.rates[number % len(game.rates)]
        yield Night(disturb(night, random, rate=rate), houses=game.houses, has_holes=rate > 0)


def partitions(hands: int, *, of: int, casinos: str) -> list[Partition]:
    """Share so many hands out over nights of `of` hands at some casinos."""
    shares = [min(of, hands - begun) for begun in range(0, hands, of)]
    return [
        Partition(f"{casinos}-{n % CASINOS:02}", FIRST_DATE + timedelta(n // CASINOS), share)
        for n, share in enumerate(shares)
    ]


def simulated(game: str, *, of: int) -> Callable[[int, np.random.Generator], dict[str, pa.Table]]:
    """Give a dealer of lawful hands by the program's own simulation, in nights of `of` hands."""
    known = simulated_games()[game]

    def deal(hands: int, random: np.random.Generator) -> dict[str, pa.Table]:
        return night_of(known.night, partitions(hands, of=of, casinos=known.casinos), random)

    return deal


def night_of(
    make: Maker, shares: list[Partition], random: np.random.Generator
) -> dict[str, pa.Table]:
    """Make nights by one of the benchmarks' generators, each row with its casino and date."""
    return {name: _placed(rows, of, shares) for name, (rows, of) in make(shares, random).items()}


def _placed(rows: pa.Table, of: Numbers, shares: list[Partition]) -> pa.Table:
    """Give rows their partition's casino and date; `of` numbers the partitions."""
    where = pa.array(of)
    place = {
        "casino_id": pa.array([share.casino_id for share in shares]),
        "gaming_date": pa.array([share.gaming_date for share in shares], pa.date32()),
    }
    for column, values in place.items():
        if column in rows.column_names:
            rows = rows.drop_columns([column])
        rows = rows.append_column(column, values.take(where))
    return rows
