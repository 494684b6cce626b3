"""The coberturas, by article 11: up to half of a bet on Punto, on a nine, paid double."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from benchmarks.pandas_rules import law
from benchmarks.pandas_rules.verdicts import Outcome, Outcomes, judge, known, within

if TYPE_CHECKING:
    import pandas as pd

    from benchmarks.pandas_rules.deal import Deal
    from benchmarks.pandas_rules.store import Casino


def judge_covers(casino: Casino, deal: Deal) -> Outcomes:
    """Judge every cobertura."""
    scope = within((casino.bets["kind"] == law.COVER).to_numpy())
    covers = _covers(casino.bets.iloc[scope.rows], casino.bets)
    banca = deal.banca["points_1"].to_numpy()[covers["hand"].to_numpy()]
    is_named = covers["stake_main"].notna().to_numpy()
    is_within = 2 * covers["all"] <= covers["stake_main"]
    right = known((covers["stake"] > 0).to_numpy(), np.ones_like(is_named))
    return {
        "MIN-11a": judge(scope, require=right & known(is_within.to_numpy(), is_named)),
        "MIN-11a.2": judge(
            scope, require=known((covers["kind_main"] == law.PUNTO).to_numpy(), is_named)
        ),
        "MIN-11b": judge(scope, require=banca == law.NINE),
        "MIN-11c": _judge_paid(casino, deal),
        "MIN-11c.2": judge(scope, require=(covers["deduction"] == 0).to_numpy()),
    }


def _covers(covers: pd.DataFrame, bets: pd.DataFrame) -> pd.DataFrame:
    """Give coberturas beside the main bet that each names, with all that is laid on that bet."""
    main = bets.loc[bets["hand"].isin(covers["hand"]), ["hand", "bet_id", "kind", "stake"]]
    named = covers.merge(
        main.rename(columns={"bet_id": "parent_bet_id"}),
        how="left",
        on=["hand", "parent_bet_id"],
        suffixes=("", "_main"),
    )
    return named.assign(all=named.groupby(["hand", "parent_bet_id"])["stake"].transform("sum"))


def _judge_paid(casino: Casino, deal: Deal) -> Outcome:
    """Judge what each cobertura on a nine was settled at."""
    bets, hand = casino.bets, casino.bets["hand"].to_numpy()
    is_nine = deal.banca["points_1"].to_numpy()[hand] == law.NINE
    scope = within((bets["kind"] == law.COVER).to_numpy() & is_nine)
    two = deal.hands["two"].to_numpy()[scope.of(bets["hand"])]
    stake, profit = scope.of(bets["stake"]), scope.of(bets["profit"])
    due = {
        "wins_on_nine": np.where(two == law.NINE, law.COVER_PAYS, -1) * stake,
        "wins_on_eight_or_nine": np.where(two >= law.EIGHT, law.COVER_PAYS, -1) * stake,
    }
    adopted = casino.house.adopted.get("MIN-11c")
    return judge(scope, adopted=adopted, **{name: profit == each for name, each in due.items()})
