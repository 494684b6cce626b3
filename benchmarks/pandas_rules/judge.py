"""Every rule over a store, casino by casino."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.pandas_rules.bets import judge_laid, judge_prizes, judge_settled, with_results
from benchmarks.pandas_rules.boxes import judge_boxes
from benchmarks.pandas_rules.cover import judge_covers
from benchmarks.pandas_rules.deal import dealt, judge_deal
from benchmarks.pandas_rules.order import judge_order
from benchmarks.pandas_rules.play import judge_play, played
from benchmarks.pandas_rules.records import judge_records
from benchmarks.pandas_rules.results import judge_banca, results
from benchmarks.pandas_rules.store import read_casino

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.pandas_rules.store import Casino
    from benchmarks.pandas_rules.verdicts import Outcomes


class Judged(NamedTuple):
    """How many hands a store has; by rule, its rows by verdict and those that fail by reading."""

    hands: int
    verdicts: dict[str, Counter[str]]
    fails: dict[str, Counter[str]]


def judge_store(store: Path) -> Judged:
    """Judge every casino of a store and put together what came out."""
    hands = 0
    verdicts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    fails: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for folder in sorted((store / "hands").iterdir()):
        casino = read_casino(store, folder.name)
        hands += len(casino.hands)
        for rule, outcome in judge_casino(casino).items():
            verdicts[rule].update(outcome.verdicts)
            if len(outcome.fails) > 1:
                fails[rule].update(outcome.fails)
    return Judged(hands, dict(verdicts), dict(fails))


def judge_casino(casino: Casino) -> Outcomes:
    """Judge one casino by every rule."""
    deal, play = dealt(casino), played(casino)
    result = results(deal)
    bets = with_results(casino, result)
    return {
        **judge_records(casino),
        **judge_deal(casino, deal),
        **judge_banca(deal, result),
        **judge_play(casino, deal, play=play),
        **judge_boxes(casino, deal, play=play, result=result),
        **judge_laid(casino, deal, play=play, bets=bets),
        **judge_settled(bets),
        **judge_prizes(casino, bets),
        **judge_covers(casino, deal),
        **judge_order(casino, deal, bets=bets, result=result),
    }
