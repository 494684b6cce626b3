"""What each bet was settled at, by articles 9 and 10; when and by whose leave it was laid."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from pandas.arrays import BooleanArray

from benchmarks.pandas_rules import law, results
from benchmarks.pandas_rules.deal import box_key
from benchmarks.pandas_rules.play import seats_of_bets
from benchmarks.pandas_rules.rounding import prizes
from benchmarks.pandas_rules.verdicts import EVERY, Outcome, Outcomes, judge, known, within

if TYPE_CHECKING:
    from benchmarks.pandas_rules.deal import Deal
    from benchmarks.pandas_rules.play import Play
    from benchmarks.pandas_rules.store import Casino
    from benchmarks.pandas_rules.verdicts import Flags, Numbers

ONE_READING = {"MIN-9a": results.BANCA_AIR, "MIN-9b": results.PUNTO_AIR, "MIN-9d1.2": results.SEVEN}
NEVER = 1 << 62
TWO_READINGS = {"MIN-9e2": results.TWO_CARDS, "MIN-9f": results.THREE_CARDS}


def with_results(casino: Casino, result: pd.DataFrame) -> pd.DataFrame:
    """Give the bets, each with what became of its box: punto, other, decided (see `results`)."""
    bets = casino.bets
    key = box_key(bets["hand"].to_numpy(), bets["box"].to_numpy())
    place = result.index.get_indexer(pd.Index(key))
    there = place >= 0
    side = np.where(bets["kind"] == law.PUNTO, 1.0, -1.0)
    columns = {name: result[name].to_numpy()[place] for name in ("air", "with_two", "decided")}
    return bets.assign(
        key=key,
        is_main=bets["kind"].isin((law.PUNTO, law.BANCA)),
        due=side * np.where(there, result["punto"].to_numpy()[place], np.nan),
        otherwise=side * np.where(there, result["other"].to_numpy()[place], np.nan),
        **columns | {"decided": np.where(there, columns["decided"], results.UNKNOWN)},
    )


def judge_settled(bets: pd.DataFrame) -> Outcomes:
    """Judge whether each bet was collected, returned or paid, as its box was decided."""
    found: Outcomes = {}
    main, decided = bets["is_main"].to_numpy(), bets["decided"].to_numpy()
    unknown = main & (decided == results.UNKNOWN)
    for rule, how in {**ONE_READING, **TWO_READINGS}.items():
        scope = within(BooleanArray(main & (decided == how), unknown))
        due = scope.of(bets["due"])
        as_due = _as(due, scope.of(bets["profit"]), stake=scope.of(bets["stake"]))
        if rule in ONE_READING:
            found[rule] = judge(scope, require=as_due)
            continue
        other = scope.of(bets["otherwise"])
        agrees = (other == 0) | _as(other, scope.of(bets["profit"]), stake=scope.of(bets["stake"]))
        as_either = (due == 0) | as_due | known(agrees, ~np.isnan(other))
        found[rule] = judge(scope, usual_table=as_due, silent_text=as_either)
    encart = within(BooleanArray(main & (decided == results.ENCART), unknown))
    returned = encart.of(bets["profit"]) == 0
    found["MIN-9d2"] = judge(encart, stake_back=returned, silent_text=np.ones_like(returned))
    return found


def _as(result: Numbers, profit: Numbers, *, stake: Numbers) -> Flags:
    """Say of each bet whether it was collected, returned or paid something, as a result asks."""
    return np.where(result > 0, profit > 0, profit == result * stake)


def judge_prizes(casino: Casino, bets: pd.DataFrame) -> Outcomes:
    """Judge what winning bets were paid, under every reading of the rounding of the tenth."""
    won = _won(bets)
    on_banca = within((bets["kind"] == law.BANCA).to_numpy() & won)
    on_punto = within((bets["kind"] == law.PUNTO).to_numpy() & won)
    stake, profit = on_banca.of(bets["stake"]), on_banca.of(bets["profit"])
    due = prizes(stake, house=casino.house)
    at_par = on_punto.of(bets["profit"]) == on_punto.of(bets["stake"])
    return {
        "MIN-10a": judge(on_banca, **{name: 10 * profit == each for name, each in due.items()}),
        "MIN-10b": judge(on_punto, require=at_par),
        "MIN-10b.2": judge(on_punto, require=on_punto.of(bets["deduction"]) == 0),
    }


def _won(bets: pd.DataFrame) -> BooleanArray:
    """Say whether a bet won: as both readings have it, else as it was treated."""
    due, other = bets["due"].to_numpy(), bets["otherwise"].to_numpy()
    some = (due == 1) | (other == 1)
    won = np.where(due == other, due == 1, some & (bets["profit"].to_numpy() > 0))
    return known(won, some | ~np.isnan(due + other))


def judge_laid(casino: Casino, deal: Deal, *, play: Play, bets: pd.DataFrame) -> Outcomes:
    """Judge where, when and by whose leave each bet was laid."""
    box, main = bets["box"].to_numpy(), bets["is_main"].to_numpy()
    stands = main & (bets["posture"] == law.STANDING).to_numpy()
    guest = main & (bets["posture"] == law.SEATED).to_numpy() & (bets["seat"].to_numpy() != box)
    seats = (play.seats | seats_of_bets(casino))[bets["hand"].to_numpy()]
    held = within(guest & (seats >> box & 1 == 1))
    laid, standing = within(main), within(stands)
    placed = laid.of(bets["placed_at"])
    first = deal.hands["first_at"].to_numpy()[laid.of(bets["hand"])]
    leave = bets["authorised"].array
    return {
        "MIN-2b": judge(
            EVERY,
            one_box_a_seat=(box >= law.FIRST_BOX) & (box <= law.SEATS),
            boxes_without_limit=box >= law.FIRST_BOX,
        ),
        "MIN-4a": judge(EVERY, require=(bets["kind"] >= 0).to_numpy()),
        "MIN-4b": judge(held, require=leave[held.rows]),
        "MIN-4c": judge(laid, bet_first=placed < first, bet_at_the_same_time=placed <= first),
        "MIN-5c": judge(standing, require=leave[standing.rows]),
        "MIN-5d": _judge_standing(bets, stands),
    }


def _judge_standing(bets: pd.DataFrame, stands: Flags) -> Outcome:
    """Judge whether standing players only joined what seated players had staked there before."""
    scope = within(stands)
    joined, first = bets.iloc[scope.rows], _first_seated(bets)
    placed = joined["placed_at"].to_numpy()
    same = first.reindex(2 * joined["key"] + joined["kind"], fill_value=NEVER).to_numpy()
    other = first.reindex(2 * joined["key"] + 1 - joined["kind"], fill_value=NEVER).to_numpy()
    some = np.minimum(same, other)
    return judge(
        scope,
        any_side_before=some < placed,
        any_side_at_the_same_time=some <= placed,
        same_side_before=same < placed,
        same_side_at_the_same_time=same <= placed,
    )


def _first_seated(bets: pd.DataFrame) -> pd.Series:
    """Give when the first seated player bet on each side of each box."""
    seated = bets[bets["is_main"] & (bets["posture"] == law.SEATED)]
    return seated["placed_at"].groupby(2 * seated["key"] + seated["kind"]).min()
