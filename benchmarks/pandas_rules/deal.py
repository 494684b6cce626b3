"""How each hand was dealt, by articles 2, 6 and 9 e."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from benchmarks.pandas_rules import law
from benchmarks.pandas_rules.groups import counts, falls_or_stays, groups
from benchmarks.pandas_rules.store import places
from benchmarks.pandas_rules.verdicts import EVERY, Outcomes, judge, known, within

if TYPE_CHECKING:
    from benchmarks.pandas_rules.store import Casino
    from benchmarks.pandas_rules.verdicts import Flags, Numbers

BOXES = 64  # more than any box has for its number
NONE = -1
LATE = 1 << 60


class Deal(NamedTuple):
    """The cards of every hand: a frame of its boxes, one of Banca, and one of the whole hand.

    boxes: hand, box, key, cards, and idx, points, face and at of its first three cards.
    """

    boxes: pd.DataFrame
    banca: pd.DataFrame
    hands: pd.DataFrame


def box_key(hand: Numbers, box: Numbers) -> Numbers:
    """Number the boxes of all hands."""
    return hand * BOXES + box


def dealt(casino: Casino) -> Deal:
    """Take the cards of a casino apart."""
    received = _received(casino.cards)
    is_box = received["receiver"] > 0
    boxes = received[is_box].rename(columns={"receiver": "box"}).reset_index(drop=True)
    boxes["key"] = box_key(boxes["hand"].to_numpy(), boxes["box"].to_numpy())
    boxes["two"] = (boxes["points_1"] + boxes["points_2"]) % 10
    banca = received[~is_box].set_index("hand")
    many = len(casino.hands)
    if len(banca) != many or boxes["hand"].nunique() != many or received["cards"].min() < 2:  # noqa: PLR2004
        sys.exit("this script does not know what to do with a hand without its first cards")
    return Deal(boxes, banca, _hands(boxes, banca))


def _received(cards: pd.DataFrame) -> pd.DataFrame:
    """Give one row for each hand and receiver: its cards, the first three of them spread out."""
    place = cards["hand"].to_numpy() * 16 + cards["receiver"].to_numpy()
    order = np.argsort(place * 1024 + cards["idx"].to_numpy())
    starts = groups(place[order]).starts
    many = np.diff(starts, append=len(order))
    own = cards.take(order[starts])
    told = {
        "hand": own["hand"].to_numpy(),
        "receiver": own["receiver"].to_numpy(),
        "cards": many,
        "first_at": np.minimum.reduceat(cards["at"].to_numpy()[order], starts),
    }
    values = {
        "idx": cards["idx"].to_numpy(),
        "points": law.POINTS[cards["card"].to_numpy()],
        "face": cards["face"].to_numpy(),
        "at": cards["at"].to_numpy(),
    }
    for nth in (1, 2, 3):
        there = many >= nth
        rows = order[starts + np.where(there, nth - 1, 0)]
        for name, column in values.items():
            told[f"{name}_{nth}"] = np.where(there, column[rows], NONE)
    return pd.DataFrame(told)


def _hands(boxes: pd.DataFrame, banca: pd.DataFrame) -> pd.DataFrame:
    """Put the boxes of each hand together, beside Banca's cards."""
    hand = boxes["hand"].to_numpy()
    by_hand = groups(hand)
    first, second, third = (boxes[f"idx_{nth}"].to_numpy() for nth in (1, 2, 3))
    has_third = third != NONE
    opening, last_second = by_hand.least(first), by_hand.most(second)
    opens = first == opening[hand]
    is_last = second == last_second[hand]
    points = banca["points_1"] + banca["points_2"]
    three = banca["cards"] == law.MOST_CARDS
    told = pd.DataFrame(
        {
            "thirds": counts(hand[has_third], len(banca)),
            "opening": opening,
            "last_first": by_hand.most(first),
            "opening_second": by_hand.least(second),
            "last_second": last_second,
            "opening_third": by_hand.least(np.where(has_third, third, LATE)),
            "last_third": by_hand.most(third),
            "rounds_amiss": by_hand.some(
                falls_or_stays(first, hand) | falls_or_stays(second, hand)
            ),
            "thirds_amiss": _some_amiss(third[has_third], hand[has_third], many=len(banca)),
            "up": by_hand.every(
                ((boxes["face_1"] == law.UP) & (boxes["face_2"] == law.UP)).to_numpy()
            ),
            "last_second_at": _at(boxes["at_2"].to_numpy()[is_last], hand[is_last]),
            "two": points % 10,
            "drew": banca["cards"] > 2,  # noqa: PLR2004
            "three": ((points + banca["points_3"]) % 10).where(three, NONE),
        },
        index=banca.index,
    )
    opening_at = _at(boxes["first_at"].to_numpy()[opens], hand[opens])
    told["first_at"] = np.where(banca["idx_1"] < opening, banca["first_at"], opening_at)
    return told


def _at(times: Numbers, hand: Numbers) -> Numbers:
    """Give the one time of each hand, whatever the order."""
    found = np.empty(len(times), dtype=np.int64)
    found[hand] = times
    return found


def _some_amiss(idx: Numbers, hand: Numbers, *, many: int) -> Flags:
    """Say of each hand whether a box's third card came no later than that of a box to its left."""
    return counts(hand[falls_or_stays(idx, hand)], many) > 0


def judge_deal(casino: Casino, deal: Deal) -> Outcomes:
    """Judge who dealt, from which shoe, in which order, and how the cards lay."""
    hands, banca, whole = casino.hands, deal.banca, deal.hands
    drew, thirds = within(whole["drew"].to_numpy()), within((whole["thirds"] > 0).to_numpy())
    in_order = (
        ~whole["rounds_amiss"]
        & (whole["last_first"] < banca["idx_1"])
        & (banca["idx_1"] < whole["opening_second"])
        & (whole["last_second"] < banca["idx_2"])
    )
    thirds_in_order = ~whole["thirds_amiss"] & (whole["opening_third"] > banca["idx_2"])
    third_is_last = banca["idx_3"] > whole["last_third"].clip(lower=0)
    dealers = hands["dealer_id"].cat
    banker = places(hands["banker_player_id"], pd.Index(dealers.categories.astype("str")))
    return {
        **_judge_shoes(casino),
        "MIN-3": judge(EVERY, require=(hands["dealer_role"] == "staff").to_numpy()),
        "MIN-3.2": judge(EVERY, require=banker == dealers.codes.to_numpy()),
        "MIN-6a": judge(EVERY, require=in_order.to_numpy()),
        "MIN-6a.2": judge(EVERY, require=(whole["up"] & (banca["face_1"] == law.DOWN)).to_numpy()),
        "MIN-6b.6": judge(EVERY, require=(banca["face_2"] == law.UP).to_numpy()),
        "MIN-9e1": judge(thirds, require=thirds_in_order.to_numpy()[thirds.rows]),
        "MIN-9e3": judge(EVERY, require=(banca["cards"] <= law.MOST_CARDS).to_numpy()),
        "MIN-9e3.2": judge(drew, require=third_is_last.to_numpy()[drew.rows]),
        "MIN-9e3.4": judge(drew, require=(banca["face_3"] == law.UP).to_numpy()[drew.rows]),
    }


def _judge_shoes(casino: Casino) -> Outcomes:
    """Judge the decks of each shoe, and how often each card came out of it."""
    shoe = casino.hands["shoe"].to_numpy()[casino.cards["hand"].to_numpy()]
    faces = counts(shoe * 52 + casino.cards["card"].to_numpy(), 52 * len(casino.shoes))
    most = faces.reshape(-1, 52).max(axis=1)
    return {
        "MIN-2c": judge(EVERY, require=known(most <= law.DECKS, most > 0)),
        "MIN-2c.2": judge(EVERY, require=(casino.shoes["decks"] == law.DECKS).to_numpy()),
    }
