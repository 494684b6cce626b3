"""What a winning bet on Banca is due, under each reading of how its tenth is rounded."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.pandas_rules import law
from benchmarks.pandas_rules.store import PARTS

if TYPE_CHECKING:
    from benchmarks.pandas_rules.store import House
    from benchmarks.pandas_rules.verdicts import Numbers


def prizes(stake: Numbers, *, house: House) -> dict[str, Numbers]:
    """Give the prize under each reading, in tenths of what money is counted in.

    Where the house declares its rounding, every reading is that one.
    """
    discount = stake  # a tenth of the stake, in tenths
    if house.unit:
        declared = _rounded(discount, house.direction, unit=house.unit)
        return dict.fromkeys(("exact", *law.ROUNDINGS), 10 * stake - declared)
    ways = {
        name: _rounded(discount, way, unit=Decimal(unit))
        for name, (way, unit) in law.ROUNDINGS.items()
    }
    return {name: 10 * stake - each for name, each in {"exact": discount, **ways}.items()}


def _rounded(discount: Numbers, way: str, *, unit: Decimal) -> Numbers:
    """Round an amount to multiples of a unit."""
    step = int(unit * PARTS * 10)
    rest = discount % step
    up = {
        "down": np.zeros(len(rest), dtype=bool),
        "up": rest > 0,
        "half_up": 2 * rest >= step,
        "nearest": 2 * rest >= step,
        "half_even": (2 * rest > step) | ((2 * rest == step) & (discount % (2 * step) > step)),
    }[way]
    rounded: Numbers = discount - rest + step * up
    return rounded
