"""How each box had to be decided, by articles 7 and 9; where the text is silent, both ways."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from benchmarks.pandas_rules import law
from benchmarks.pandas_rules.deal import NONE
from benchmarks.pandas_rules.groups import counts
from benchmarks.pandas_rules.verdicts import Outcomes, judge, within

if TYPE_CHECKING:
    from benchmarks.pandas_rules.deal import Deal
    from benchmarks.pandas_rules.verdicts import Flags

UNKNOWN, ENCART, BANCA_AIR, PUNTO_AIR, SEVEN, TWO_CARDS, THREE_CARDS = range(7)


def results(deal: Deal) -> pd.DataFrame:
    """Give what became of each box dealt.

    punto, other: 1 Punto wins, 0 a tie, -1 Banca wins, by the usual table and by the other reading
    of what the text is silent on; NaN where the cards do not say. decided: how, as named above.
    """
    boxes, whole = deal.boxes, deal.hands.take(deal.boxes["hand"].to_numpy())
    two, banca_two = boxes["two"].to_numpy(), whole["two"].to_numpy()
    air = (two >= law.NATURAL) | (banca_two >= law.NATURAL)
    encart = (two == banca_two) & np.isin(two, law.ENCART)
    third = boxes["points_3"].to_numpy()
    drawn = law.BANCA_DRAWS[banca_two, np.where(third == NONE, law.NO_THIRD, third)]
    needs = ~air & ~encart & drawn
    early = air | encart | ~whole["drew"].to_numpy() | (banca_two == law.STANDS_ON)
    points = ((two + np.maximum(third, 0)) % 10).astype("float64")
    points[boxes["cards"] > law.MOST_CARDS] = np.nan
    banca_three = whole["three"].where(whole["three"] != NONE).to_numpy(dtype="float64")
    with_two = np.sign(np.where(air | encart, two, points) - banca_two)
    with_three = np.sign(points - banca_three)
    told = pd.DataFrame(
        {
            "air": air,
            "encart": encart,
            "needs": needs,
            "with_two": early | ~needs,
            "punto": np.where(early | ~needs, with_two, with_three),
            "other": np.where(early | needs, with_two, with_three),
            "seven": banca_two == law.STANDS_ON,
        },
        index=pd.Index(boxes["key"]),
    )
    return told.assign(decided=_decided(told))


def _decided(told: pd.DataFrame) -> pd.Series:
    """Say how each box was decided."""
    punto, air = told["punto"], told["air"]
    ways = {
        UNKNOWN: punto.isna(),
        ENCART: (punto == 0) & (told["other"] == 0),
        BANCA_AIR: air & (punto < 0),
        PUNTO_AIR: air & (punto > 0),
        SEVEN: told["seven"],
        TWO_CARDS: told["with_two"],
    }
    decided = np.select([*ways.values()], [*ways], default=THREE_CARDS)
    return pd.Series(decided.astype("int8"), index=told.index)


def judge_banca(deal: Deal, result: pd.DataFrame) -> Outcomes:
    """Judge whether Banca drew where it had to, and only there."""
    hand, whole = deal.boxes["hand"].to_numpy(), deal.hands
    two, drew = whole["two"].to_numpy(), whole["drew"].to_numpy()
    is_open, thirds = some_open(deal, result), whole["thirds"].to_numpy() > 0
    needs = counts(hand[result["needs"].to_numpy()], len(whole)) > 0
    six = law.ENCART[0]
    all_air = within(~is_open & (two != law.STANDS_ON))
    seven = within(two == law.STANDS_ON)
    six_alone = within(is_open & (two == six) & ~thirds)
    table = within(is_open & (two < law.STANDS_ON) & ((two < six) | thirds))
    return {
        "MIN-7a.2": judge(all_air, require=~drew[all_air.rows]),
        "MIN-9d1": judge(seven, require=~drew[seven.rows]),
        "MIN-9d2.3": judge(six_alone, require=~drew[six_alone.rows]),
        "MIN-9e3.3": judge(
            table,
            usual_table=(drew == needs)[table.rows],
            silent_text=np.ones_like(drew[table.rows]),
        ),
    }


def some_open(deal: Deal, result: pd.DataFrame) -> Flags:
    """Say of each hand whether some box was still to be decided after two cards."""
    hand = deal.boxes["hand"].to_numpy()
    is_open: Flags = counts(hand[~result["air"].to_numpy()], len(deal.hands)) > 0
    return is_open
