"""The steps of play of each hand, and who sat then: articles 2, 6 b, 8 and 11 b."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from benchmarks.pandas_rules import law
from benchmarks.pandas_rules.deal import NONE, box_key
from benchmarks.pandas_rules.groups import counts
from benchmarks.pandas_rules.verdicts import EVERY, Outcomes, judge, known, within

if TYPE_CHECKING:
    from collections.abc import Callable

    from pandas.arrays import BooleanArray

    from benchmarks.pandas_rules.deal import Deal
    from benchmarks.pandas_rules.store import Casino
    from benchmarks.pandas_rules.verdicts import Numbers, Scope


class Play(NamedTuple):
    """What was logged of each hand's play; `asked`: the last answer of each box, by its key.

    steps: for each hand many, first_seq, last_seq, first_at and last_at of a type of event; NONE.
    seats: bit N is set where seat N was taken when the hand began.
    """

    option: pd.DataFrame
    reveal: pd.DataFrame
    call: pd.DataFrame
    asked: pd.Series
    seats: Numbers


def played(casino: Casino) -> Play:
    """Gather the events of a casino by hand."""
    events, many = casino.events, len(casino.hands)
    options = events[events["type"] == law.OPTION]
    key = box_key(options["hand"].to_numpy(), options["box"].to_numpy())
    return Play(
        _steps(options, many),
        _steps(events[events["type"] == law.REVEAL], many),
        _steps(events[events["type"] == law.CALL], many),
        options.assign(key=key).drop_duplicates("key", keep="last").set_index("key")["asked"],
        _seats_taken(casino),
    )


def _steps(events: pd.DataFrame, many: int) -> pd.DataFrame:
    """Give for each hand how many of some events there are, and when the first and last were."""
    by_hand = events.groupby("hand")
    told = by_hand.agg(
        many=("seq", "size"),
        first_seq=("seq", "min"),
        last_seq=("seq", "max"),
        first_at=("at", "min"),
        last_at=("at", "max"),
    )
    return told.reindex(range(many), fill_value=NONE)


def _seats_taken(casino: Casino) -> Numbers:
    """Give the seats taken when each hand began: before its first event of another kind."""
    events = casino.events
    order = events["session"].to_numpy() << 32 | events["seq"].to_numpy()
    of_hand = ~events["comes"].to_numpy() & (events["hand"].to_numpy() >= 0)
    begun = pd.Series(order[of_hand]).groupby(events["hand"].to_numpy()[of_hand]).min()
    if len(begun) != len(casino.hands):
        sys.exit("this script does not know what to do with a hand without an event of its own")
    moved = np.isin(events["type"], (law.TAKEN, law.LEFT))
    seats = _seats(events[moved])
    last = np.searchsorted(order[moved], begun.to_numpy()) - 1
    is_of_session = order[moved][last] >> 32 == casino.hands["session"].to_numpy()
    taken: Numbers = np.where((last >= 0) & is_of_session, seats[last], 0)
    return taken


def _seats(moves: pd.DataFrame) -> Numbers:
    """Give the seats taken after each coming and going; who sits down twice sits once."""
    sits = moves["type"] == law.TAKEN
    sat = sits.groupby([moves["session"], moves["seat"]]).shift(fill_value=False)
    bit = pd.Series(np.left_shift(1, moves["seat"].to_numpy()), index=moves.index)
    change = bit.where(sits, -bit).where(sits != sat, 0)
    seats: Numbers = change.groupby(moves["session"]).cumsum().to_numpy()
    return seats


def judge_play(casino: Casino, deal: Deal, *, play: Play) -> Outcomes:
    """Judge the order of the options and of the turning of Banca's card."""
    option, reveal = play.option, play.reveal
    used, turned = option["many"].to_numpy() > 0, _turned(casino, play)
    seen, opted, both = within(turned), within(used), within(used & turned)
    turned_at, banca_second = _once(seen, reveal), seen.of(deal.banca["at_2"])
    last, before = opted.of(option["last_at"]), opted.of(deal.banca["at_2"])
    first, after = opted.of(option["first_at"]), opted.of(deal.hands["last_second_at"])
    is_early = both.of(option["last_seq"]) < both.of(reveal["first_seq"])
    return {
        "MIN-2a": judge(EVERY, require=_seated(casino, play) <= law.SEATS),
        "MIN-6b": judge(both, require=is_early),
        "MIN-6b.2": judge(
            seen,
            turned_first=turned_at(np.less, banca_second),
            turned_at_the_same_time=turned_at(np.less_equal, banca_second),
        ),
        "MIN-6b.3": judge(
            opted, option_first=last < before, option_at_the_same_time=last <= before
        ),
        "MIN-6b.4": judge(
            opted, option_after=first > after, option_at_the_same_time=first >= after
        ),
        "MIN-6b.5": judge(EVERY, require=turned),
        **_judge_calls(deal, play, turned=turned),
    }


def _judge_calls(deal: Deal, play: Play, *, turned: BooleanArray) -> Outcomes:
    """Judge the calls for cobertura."""
    called = play.call["many"].to_numpy() > 0
    is_nine = deal.banca["points_1"].to_numpy() == law.NINE
    nine, came, both = within(is_nine), within(called), within(called & turned)
    called_at, banca_second = _once(came, play.call), came.of(deal.banca["at_2"])
    is_later = both.of(play.reveal["first_seq"]) < both.of(play.call["first_seq"])
    return {
        "MIN-11b.2": judge(nine, require=called[nine.rows]),
        "MIN-11b.3": judge(came, require=is_nine[came.rows]),
        "MIN-11b.4": judge(both, require=is_later),
        "MIN-11b.5": judge(
            came,
            called_first=called_at(np.less, banca_second),
            called_at_the_same_time=called_at(np.less_equal, banca_second),
        ),
    }


def _once(scope: Scope, steps: pd.DataFrame) -> Callable[[np.ufunc, Numbers], BooleanArray]:
    """Compare the time of a step, which is known where it was logged once."""
    at, is_known = scope.of(steps["first_at"]), scope.of(steps["many"]) == 1
    return lambda compare, other: known(compare(at, other), is_known)


def _turned(casino: Casino, play: Play) -> BooleanArray:
    """Say of each hand whether Banca's card was turned; known in sessions that ever tell it."""
    turned, session = play.reveal["many"].to_numpy() > 0, casino.hands["session"].to_numpy()
    tells = counts(session[turned], len(casino.sessions)) > 0
    return known(turned, tells[session])


def _seated(casino: Casino, play: Play) -> Numbers:
    """Count the seats taken in each hand, as its bets and the coming and going of players show."""
    many: Numbers = np.bitwise_count(play.seats | seats_of_bets(casino)).astype(np.int64)
    return many


def seats_of_bets(casino: Casino) -> Numbers:
    """Give for each hand the seats of those who bet on Punto or Banca."""
    bets, bits = casino.bets, np.zeros(len(casino.hands), dtype=np.int64)
    sits = (bets["posture"] == law.SEATED) & bets["kind"].isin((law.PUNTO, law.BANCA))
    hand, seat = bets["hand"].to_numpy()[sits], bets["seat"].to_numpy()[sits]
    for each in np.unique(seat).tolist():
        bits[hand[seat == each]] |= 1 << each
    return bits
