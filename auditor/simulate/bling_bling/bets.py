"""Lay bets at Bling Bling 2002 and settle them as articles 5 and 6 of its regulation say.

The Pass Line is laid before the wheel is spun, side bets before each throw. A level round returns
the stakes of the Pass Line (the text is silent). Payouts are net.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa

from auditor.simulate.bling_bling.play import (
    FACES,
    LEAST_BET,
    MOST_BET,
    MOST_BETTORS,
    SEATS,
    player_ids,
    roll_ids,
    thrown,
)
from auditor.simulate.columns import MICROSECONDS, ids, log_table, money, times

if TYPE_CHECKING:
    from auditor.simulate.bling_bling.play import Rounds
    from auditor.simulate.columns import Flags, Numbers

KINDS = pa.array(["pass_line", "fila", "columna", "combinacion", "tres", "uptown"])
PASS, ROW, COLUMN, COMBINATION, THREE, UPTOWN = range(len(KINDS))
PROFIT = np.array([1, 12, 12, 60, 180, 19])  # articles 5 and 6: for each unit staked
WINS_UPTOWN = (456, 111, 116)
NO_ROLL = -1
MOST_SIDE_BETS = 3
SIDE_SECOND, SIDE_APART = -12, 3  # seconds from the throw of the first one, and between them
PASS_SECOND = -9
MOST_UNITS, MOST_SIDE_UNITS = MOST_BET // LEAST_BET, 5
SHARE_OF_KINDS = (0.3, 0.3, 0.2, 0.1, 0.1)  # of the side bets, from ROW on
TRIPLE = 111


class Laid(NamedTuple):
    """Bets; `throw` NO_ROLL: the Pass Line; `code`: the number chosen, or three dice as 226."""

    hand: Numbers
    throw: Numbers
    seat: Numbers
    kind: Numbers
    code: Numbers
    stake: Numbers
    second: Numbers


def bet_rows(rounds: Rounds, random: np.random.Generator) -> tuple[pa.Table, Numbers]:
    """Make the bets, round by round."""
    laid = _lay(rounds, random)
    hand, count = laid.hand, len(laid.hand)
    number = np.arange(count) - np.searchsorted(hand, hand) + 1
    on_roll = laid.throw != NO_ROLL
    rolls = roll_ids(rounds, hand, throw=np.maximum(laid.throw, 0))
    columns = {
        "bet_id": ids(rounds.hand_id.take(pa.array(hand)), mark="-A", number=number),
        "hand_id": rounds.hand_id.take(pa.array(hand)),
        "player_id": player_ids(rounds.sessions(hand), laid.seat),
        "seat": pa.array(laid.seat),
        "posture": pa.repeat("seated", count),
        "kind": KINDS.take(pa.array(laid.kind)),
        "selection": _selections(laid),
        "stake": money(laid.stake),
        "placed_at": times(rounds.start[hand] + laid.second * MICROSECONDS),
        "roll_id": pa.compute.if_else(pa.array(on_roll), rolls, pa.scalar(None, pa.string())),
        "payout": money(_profit(rounds, laid)),
        "payout_basis": pa.repeat("net", count),
    }
    return log_table("bets", columns, count=count), rounds.partition[hand]


def _lay(rounds: Rounds, random: np.random.Generator) -> Laid:
    """Lay every bet, and put them in the order of their times."""
    parts = [_pass_line(rounds, random), _side_bets(rounds, random)]
    every = Laid._make(np.concatenate(columns) for columns in zip(*parts, strict=True))
    order = np.lexsort((every.second, every.hand))
    return Laid._make(column[order] for column in every)


def _pass_line(rounds: Rounds, random: np.random.Generator) -> Laid:
    """Let the round's bettors bet on the Pass Line before it starts."""
    hand, place = np.nonzero(np.arange(MOST_BETTORS)[None, :] < rounds.bettors[:, None])
    count = len(hand)
    return Laid(
        hand=hand,
        throw=np.full(count, NO_ROLL),
        seat=rounds.order[hand, place],
        kind=np.full(count, PASS),
        code=np.zeros(count, dtype=np.int64),
        stake=LEAST_BET * random.integers(1, MOST_UNITS + 1, count),
        second=PASS_SECOND + 2 * place,
    )


def _side_bets(rounds: Rounds, random: np.random.Generator) -> Laid:
    """Let anyone bet on what the next throw shows, up to three bets a throw."""
    of_throw, which = thrown(rounds)
    many = random.integers(0, MOST_SIDE_BETS + 1, len(of_throw))
    at, place = np.nonzero(np.arange(MOST_SIDE_BETS)[None, :] < many[:, None])
    hand, throw, count = of_throw[at], which[at], len(at)
    kind = random.choice(np.arange(ROW, UPTOWN + 1), count, p=SHARE_OF_KINDS)
    return Laid(
        hand=hand,
        throw=throw,
        seat=random.integers(1, SEATS + 1, count),
        kind=kind,
        code=_codes(kind, random),
        stake=LEAST_BET * random.integers(1, MOST_SIDE_UNITS + 1, count),
        second=rounds.throw_seconds(throw) + SIDE_SECOND + SIDE_APART * place,
    )


def _codes(kind: Numbers, random: np.random.Generator) -> Numbers:
    """Choose a number, or three dice of which two at least are alike, for each bet."""
    one, other = random.integers(1, FACES + 1, (2, len(kind)))
    dice = np.sort(np.stack([one, one, other], axis=1), axis=1) @ np.array([100, 10, 1])
    code = np.where(kind == COMBINATION, dice, np.where(kind == THREE, TRIPLE * one, one))
    return np.asarray(np.where(kind == UPTOWN, 0, code))


def _selections(laid: Laid) -> pa.Array:
    """Write what was chosen: a number, or three dice as 2-2-6; nothing where there is no choice."""
    numbers = pa.array([str(code) for code in range(TRIPLE)])
    dice = pa.array(["-".join(str(code)) for code in range(TRIPLE, TRIPLE * FACES + 1)])
    at = np.where(laid.code < TRIPLE, laid.code, len(numbers) + laid.code - TRIPLE)
    return pa.concat_arrays([numbers, dice]).take(pa.array(at, mask=laid.code == 0))


def _profit(rounds: Rounds, laid: Laid) -> Numbers:
    """Give what each bet wins, or loses."""
    shown = np.sort(rounds.dice[laid.hand, np.maximum(laid.throw, 0)], axis=1)
    won = np.where(_came_out(laid, shown), 1, -1)
    sign = np.where(laid.kind == PASS, rounds.outcome[laid.hand], won)
    is_triple = (laid.kind == COMBINATION) & (laid.code % TRIPLE == 0)
    odds = PROFIT[np.where(is_triple, THREE, laid.kind)]
    return np.asarray(laid.stake * np.where(sign > 0, odds, sign))


def _came_out(laid: Laid, shown: Numbers) -> Flags:
    """Tell which side bets win on the dice shown, from the least to the greatest."""
    low, mid, high = shown.T
    has_pair = (low == mid) | (mid == high)
    code = shown @ np.array([100, 10, 1])
    beside = np.where(low == mid, high, low)
    return np.select(
        [laid.kind == ROW, laid.kind == COLUMN, laid.kind == UPTOWN],
        [
            has_pair & (mid == laid.code),
            has_pair & (beside == laid.code),
            np.isin(code, WINS_UPTOWN),
        ],
        default=code == laid.code,
    )
