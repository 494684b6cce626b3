"""Whether the log can be so, its hands and events in order, and how the table was opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.pandas_rules import law
from benchmarks.pandas_rules.groups import counts
from benchmarks.pandas_rules.verdicts import EVERY, Outcome, Outcomes, judge, known, within

if TYPE_CHECKING:
    import pandas as pd

    from benchmarks.pandas_rules.store import Casino

OBSERVED = "observation"


def judge_records(casino: Casino) -> Outcomes:
    """Judge every session."""
    many = len(casino.sessions)
    hands, events = casino.hands, casino.events
    latest = hands.groupby("session")["ended_at"].cummax()
    ended = latest.groupby(hands["session"]).shift(fill_value=0)
    came = events.groupby("session")["at"].cummax()
    in_hands = {
        "REC-1": _breaks(hands["hand_no"], hands["session"]),
        "REC-2": hands["started_at"] < ended,
        "REC-3": hands["ended_at"] < hands["started_at"],
    }
    in_events = {"REC-3.2": events["at"] < came, "REC-4": _breaks(events["seq"], events["session"])}
    return {
        **{rule: _count(each, hands["session"], many=many) for rule, each in in_hands.items()},
        **{rule: _count(each, events["session"], many=many) for rule, each in in_events.items()},
        "MIN-5a": _judge_opening(casino),
    }


def _breaks(numbers: pd.Series, session: pd.Series) -> pd.Series:
    """Say which numbers of a session do not follow the one before."""
    steps = numbers.groupby(session).diff()
    return steps.notna() & (steps != 1)


def _count(amiss: pd.Series, session: pd.Series, *, many: int) -> Outcome:
    """Judge the sessions with more than one row by whether some row is amiss."""
    scope = within(counts(session.to_numpy(), many) > 1)
    wrong = counts(session.to_numpy()[amiss.to_numpy()], many)
    return judge(scope, broken=OBSERVED, require=wrong[scope.rows] == 0)


def _judge_opening(casino: Casino) -> Outcome:
    """Judge whether a seated player bet in the hand that opened the table."""
    bets, hands = casino.bets, casino.hands
    main = bets["kind"].isin((law.PUNTO, law.BANCA)).to_numpy()
    seated = main & (bets["posture"] == law.SEATED).to_numpy()
    hand, opens = bets["hand"].to_numpy(), ~hands["session"].duplicated().to_numpy()
    laid, sat = (counts(hand[each], len(hands))[opens] for each in (main, seated))
    return judge(EVERY, require=known(sat > 0, laid > 0))
