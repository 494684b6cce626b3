"""The boxes dealt or bet on: their stakes, options and third cards, by articles 5 to 9."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from benchmarks.pandas_rules import law
from benchmarks.pandas_rules.deal import BOXES, box_key
from benchmarks.pandas_rules.verdicts import Outcomes, judge, known, within

if TYPE_CHECKING:
    from pandas.arrays import BooleanArray

    from benchmarks.pandas_rules.deal import Deal
    from benchmarks.pandas_rules.play import Play
    from benchmarks.pandas_rules.store import Casino

NO_OPTION = -2  # beside a place in `law.ANSWERS`, and -1 where the answer is not known


def judge_boxes(casino: Casino, deal: Deal, *, play: Play, result: pd.DataFrame) -> Outcomes:
    """Judge every box that was dealt or bet on."""
    stakes = _stakes(casino)
    dealt = (
        result[["air", "encart"]]
        .astype("int64")
        .assign(two=deal.boxes["two"].to_numpy(), cards=deal.boxes["cards"].to_numpy())
    )
    keys = dealt.index.union(stakes.index)
    hand = keys.to_numpy() // BOXES
    boxes = pd.concat(
        [
            dealt.reindex(keys, fill_value=0),
            stakes.reindex(keys, fill_value=0),
            play.asked.reindex(keys, fill_value=NO_OPTION),
        ],
        axis="columns",
    ).assign(
        has_bets=np.isin(hand, stakes.index.to_numpy() // BOXES),
        most=casino.sessions["box_max"].to_numpy()[casino.hands["session"].to_numpy()[hand]],
    )
    return {**_judge_stakes(boxes), **_judge_options(boxes), **_judge_thirds(boxes)}


def _stakes(casino: Casino) -> pd.DataFrame:
    """Give the money on each side of a box, and how many of its bets are of seated players."""
    bets = casino.bets
    main = bets[bets["kind"].isin((law.PUNTO, law.BANCA))]
    on_punto, sits = main["kind"] == law.PUNTO, main["posture"] == law.SEATED
    laid = {
        "key": box_key(main["hand"].to_numpy(), main["box"].to_numpy()),
        "punto": main["stake"].where(on_punto, 0),
        "banca": main["stake"].where(~on_punto, 0),
        "seated": sits.astype("int64"),
        "seated_punto": (sits & on_punto).astype("int64"),
    }
    return pd.DataFrame(laid).groupby("key").sum()


def _judge_stakes(boxes: pd.DataFrame) -> Outcomes:
    """Judge the money in each box, and whether it was dealt cards."""
    has_bets, was_dealt = boxes["has_bets"].to_numpy(), boxes["cards"].to_numpy() > 0
    staked = within(known((boxes["punto"] + boxes["banca"] > 0).to_numpy(), has_bets))
    seated = within(known((boxes["seated"] > 0).to_numpy(), has_bets))
    punto, banca, most = (staked.of(boxes[each]) for each in ("punto", "banca", "most"))
    return {
        "MIN-5b": judge(
            staked,
            both_sides_together=punto + banca <= most,
            each_side=(punto <= most) & (banca <= most),
        ),
        "MIN-6a.3": judge(seated, require=was_dealt[seated.rows]),
    }


def _judge_options(boxes: pd.DataFrame) -> Outcomes:
    """Judge who had the option, and whether the answer was followed."""
    given, has_bets = boxes["asked"].to_numpy() != NO_OPTION, boxes["has_bets"].to_numpy()
    has_five = _of_dealt(boxes, "two", value=law.OPTION_ON)
    five, opted = within(has_five), within(given)
    followed = within(given & has_five & ~_of_dealt(boxes, "air"))
    on_punto = known(five.of(boxes["seated_punto"]) > 0, has_bets[five.rows])
    asked, drew = followed.of(boxes["asked"]), followed.of(boxes["cards"]) > 2  # noqa: PLR2004
    return {
        "MIN-8": judge(
            five,
            every_box=given[five.rows],
            box_with_a_seated_punto=given[five.rows] | ~on_punto,
        ),
        "MIN-8.2": judge(opted, require=has_five[opted.rows]),
        "MIN-8.3": judge(followed, require=known((asked == 1) == drew, asked >= 0)),
    }


def _judge_thirds(boxes: pd.DataFrame) -> Outcomes:
    """Judge which boxes drew a third card."""
    cards, two = boxes["cards"].to_numpy(), boxes["two"].to_numpy()
    stood = cards < 3  # noqa: PLR2004
    is_air, is_encart = _of_dealt(boxes, "air"), _of_dealt(boxes, "encart")
    air, encart, dealt = within(is_air), within(is_encart), within(cards > 0)
    table = within(~is_air & ~is_encart & (two != law.OPTION_ON))
    usual = stood[table.rows] == (two[table.rows] > law.DRAWS_TO)
    return {
        "MIN-7a": judge(air, require=stood[air.rows]),
        "MIN-7b": judge(table, usual_table=usual, silent_text=np.ones_like(usual)),
        "MIN-9d2.2": judge(encart, require=stood[encart.rows]),
        "MIN-9e1.2": judge(dealt, require=cards[dealt.rows] <= law.MOST_CARDS),
    }


def _of_dealt(boxes: pd.DataFrame, column: str, *, value: int = 1) -> BooleanArray:
    """Say whether a column has a value; it is not known of a box that was not dealt."""
    return known((boxes[column] == value).to_numpy(), boxes["cards"].to_numpy() > 0)
