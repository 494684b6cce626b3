"""Simulate nights: some tens of partitions at a time are dealt, broken where asked, and given."""

from __future__ import annotations

from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from auditor.errors import UsageError
from auditor.simulate.catalog import plants, simulated_games
from auditor.simulate.plant import LABELS, Quota, plant_all
from auditor.simulate.spec import plan

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    import pyarrow as pa

    from auditor.simulate.catalog import Plant, SimulatedGame, Tables
    from auditor.simulate.spec import Partition, Spec

ALL = "all"


class Batch(NamedTuple):
    """Some partitions of a simulation: their tables, and the labels of what was planted."""

    partitions: Sequence[Partition]
    tables: Tables
    labels: pa.Table


def simulate(spec: Spec, *, quota: Quota | None = None) -> Iterator[Batch]:
    """Simulate what is asked for, batch by batch; the same spec gives the same tables.

    Raises UsageError for a game or a rule that nobody knows.
    """
    game = game_of(spec.game)
    wanted = wanted_plants(spec)
    kept = quota or Quota()
    shares = plan(spec, casinos=game.casinos, most=game.hands_a_night)
    for number, group in enumerate(_batches(shares, game.at_a_time)):
        random = np.random.default_rng([spec.seed, number])
        yield _batch(group, game, wanted=wanted, quota=kept, random=random)


def game_of(name: str) -> SimulatedGame:
    """Give a game by its id; raises UsageError where it is not simulated."""
    known = simulated_games()
    if name not in known:
        raise UsageError("simulate.game", game=name, known=", ".join(known))
    return known[name]


def wanted_plants(spec: Spec) -> Mapping[str, tuple[Plant, float]]:
    """Give the plants asked for with their rates; raises UsageError for a rule without a plant."""
    known = plants(spec.game)
    unknown = sorted(set(spec.rates) - set(known) - {ALL})
    if unknown:
        raise UsageError("simulate.rule", rule=unknown[0], game=spec.game)
    rates = {rule: spec.rates.get(rule, spec.rates.get(ALL, 0.0)) for rule in known}
    return MappingProxyType({rule: (known[rule], rate) for rule, rate in rates.items() if rate > 0})


def _batches(shares: Sequence[Partition], at_a_time: int) -> Iterator[list[Partition]]:
    """Cut the partitions into batches, the tables of one casino and night together."""
    batch: list[Partition] = []
    for _, group in groupby(shares, key=lambda each: (each.casino_id, each.gaming_date)):
        batch.extend(group)
        if len(batch) >= at_a_time:
            yield batch
            batch = []
    if batch:
        yield batch


def _batch(
    group: Sequence[Partition],
    game: SimulatedGame,
    *,
    wanted: Mapping[str, tuple[Plant, float]],
    quota: Quota,
    random: np.random.Generator,
) -> Batch:
    """Deal some partitions and plant in them what is wanted."""
    tables = game.night(group, random)
    if not wanted:
        return Batch(group, tables, LABELS.empty_table())
    return Batch(group, *plant_all(tables, game, plants=wanted, quota=quota, random=random))
