"""Nights of many hands, lawful ones and disturbed ones, for both to judge."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from auditor.simulate.catalog import simulated_games
from auditor.simulate.plant import Quota, plant_all
from auditor.simulate.simulate import wanted_plants
from auditor.simulate.spec import Partition, Spec
from tests.witness.disturb import disturb
from tests.witness.harness import Night

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from auditor.simulate.catalog import Tables
    from auditor.simulate.columns import Numbers
    from tests.witness.games import Game

    Dealer = Callable[[int, np.random.Generator], dict[str, pa.Table]]

FIRST_DATE = date(2025, 1, 1)
CASINOS = 10
AT_A_TIME = 10_000
SHARE_PLANTED = 0.5
PLANTED = 0.02  # of the places where a rule can be broken


def nights(game: Game, hands: int, *, seed: int, first: int = 0) -> Iterator[Night]:
    """Deal so many hands of a game, some thousands at a time: lawful, and more and more disturbed.

    Batches are numbered from `first`, and a batch is the same whoever deals it.
    """
    for number, begun in enumerate(range(0, hands, AT_A_TIME), first):
        random = np.random.default_rng([seed, number])
        night = game.deal(min(AT_A_TIME, hands - begun), random)
        rate = game.rates[number % len(game.rates)]
        yield Night(
            disturb(night, random, rate=rate),
            houses=game.houses,
            has_holes=game.has_holes or rate > 0,
        )


def partitions(hands: int, *, of: int, casinos: str) -> list[Partition]:
    """Share so many hands out over nights of `of` hands at some casinos."""
    shares = [min(of, hands - begun) for begun in range(0, hands, of)]
    return [
        Partition(f"{casinos}-{n % CASINOS:02}", FIRST_DATE + timedelta(n // CASINOS), share)
        for n, share in enumerate(shares)
    ]


def simulated(game: str, *, of: int, planted: float = SHARE_PLANTED) -> Dealer:
    """Give a dealer of hands by the program's own simulation, in nights of `of` hands.

    A share of what it deals has a breach of every rule planted; the rest is lawful.
    """

    def deal(hands: int, random: np.random.Generator) -> dict[str, pa.Table]:
        known = simulated_games()[game]
        shares = partitions(hands, of=of, casinos=known.casinos)
        tables = known.night(shares, random)
        if random.random() < planted:
            wanted = wanted_plants(Spec(game, hands, rates={"all": PLANTED}))
            tables, _ = plant_all(tables, known, plants=wanted, quota=Quota(), random=random)
        return placed(tables, shares)

    return deal


def placed(tables: Tables, shares: Sequence[Partition]) -> dict[str, pa.Table]:
    """Give each row its partition's casino and date."""
    return {name: _placed(rows, of, shares) for name, (rows, of) in tables.items()}


def _placed(rows: pa.Table, of: Numbers, shares: Sequence[Partition]) -> pa.Table:
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
