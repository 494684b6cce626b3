"""The order in which each hand's bets were settled, by article 9 c to 9 g."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from benchmarks.pandas_rules.deal import BOXES
from benchmarks.pandas_rules.groups import counts, rises
from benchmarks.pandas_rules.results import some_open
from benchmarks.pandas_rules.verdicts import EVERY, Outcomes, judge, known, within

if TYPE_CHECKING:
    from benchmarks.pandas_rules.deal import Deal
    from benchmarks.pandas_rules.store import Casino
    from benchmarks.pandas_rules.verdicts import Flags, Numbers

AIR, TWO, THREE = 1, 2, 3


def judge_order(
    casino: Casino, deal: Deal, *, bets: pd.DataFrame, result: pd.DataFrame
) -> Outcomes:
    """Judge the order of settlement, where the result of every bet of the hand is sure."""
    many = len(casino.hands)
    settled = bets[bets["is_main"] & ~((bets["due"] == 0) & (bets["otherwise"] == 0))]
    is_unsure = (settled["due"] != settled["otherwise"]).to_numpy()
    hand = settled["hand"].to_numpy()
    sure = (counts(hand, many) > 0) & (counts(hand[is_unsure], many) == 0)
    amiss = _amiss(settled[sure[hand]], many)
    drew, is_open = deal.hands["drew"].to_numpy(), some_open(deal, result)
    opened, two, three = within(is_open), within(is_open & ~drew), within(drew)
    told = {name: known(~each, sure) for name, each in amiss.items()}
    return {
        "MIN-9c": judge(opened, require=told["air"][opened.rows]),
        "MIN-9e2.2": judge(two, require=told["two"][two.rows]),
        "MIN-9f.2": judge(
            three,
            adopted=casino.house.adopted.get("MIN-9f.2"),
            losers_then_winners=told["losers_then_winners"][three.rows],
            box_by_box=told["box_by_box"][three.rows],
            silent_text=np.ones_like(drew[three.rows]),
        ),
        "MIN-9g": judge(EVERY, require=told["in_box"]),
    }


def _amiss(settled: pd.DataFrame, many: int) -> dict[str, Flags]:
    """Say of each hand, by each order, whether some bet was settled before one due before it.

    Bets settled at once are in no order.
    """
    stage = np.select([settled["air"], settled["with_two"]], [AIR, TWO], default=THREE)
    two, three = settled[stage == TWO], settled[stage == THREE]
    box = settled["key"].to_numpy()
    hands = {
        "air": _precedes(settled, by=settled["hand"].to_numpy(), late=stage > AIR),
        "winner": _precedes(three, by=three["hand"].to_numpy(), late=_wins(three)),
        "in_box": _precedes(settled, by=box, late=_wins(settled)) // BOXES,
        "two": _out_of_place(two, side=1),
        "three": _out_of_place(three, side=-1),
        "alike": np.concatenate(
            [_out_of_place(three[flags], side=-1) for flags in (_wins(three), ~_wins(three))]
        ),
    }
    told = {name: counts(each, many) > 0 for name, each in hands.items()}
    return {
        "air": told["air"],
        "two": told["two"],
        "losers_then_winners": told["winner"] | told["alike"],
        "box_by_box": told["three"] | told["in_box"],
        "in_box": told["in_box"],
    }


def _wins(settled: pd.DataFrame) -> Flags:
    """Say which bets win."""
    wins: Flags = (settled["due"] > 0).to_numpy()
    return wins


def _precedes(settled: pd.DataFrame, *, by: Numbers, late: Flags) -> Numbers:
    """Give the keys under which a bet due late was settled before one that was due early."""
    seq = settled["settle_seq"].to_numpy()
    first = pd.Series(seq[late]).groupby(by[late]).min()
    last = pd.Series(seq[~late]).groupby(by[~late]).max()
    return first.index[first < last.reindex(first.index, fill_value=0)].to_numpy()


def _out_of_place(settled: pd.DataFrame, *, side: int) -> Numbers:
    """Give the hands in which a bet was settled before one in a box to its left (-1: right).

    Sorted by when they were settled, some box then stands just after one beyond it.
    """
    hand, box = settled["hand"].to_numpy(), side * settled["box"].to_numpy()
    order = np.lexsort((box, settled["settle_seq"].to_numpy(), hand))
    fallen = rises(-box[order], hand[order])
    return hand[order][fallen]
