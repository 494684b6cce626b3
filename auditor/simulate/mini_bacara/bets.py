"""Lay bets at Mini-Bacará and settle them as articles 9 to 11 of decree 217/978 say.

A seated player bets in each box; neighbours and standing players join with leave; who bet on Punto
may cover himself where Banca's first card is a nine. A tie returns the stake, and a cobertura wins
where Banca has nine with two cards (the decree is silent on both).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa

from auditor.simulate.columns import MICROSECONDS, ids, log_table, money, times
from auditor.simulate.mini_bacara.deal import MOST_BOXES, THREE
from auditor.simulate.mini_bacara.play import COVER, UNIT

if TYPE_CHECKING:
    from auditor.simulate.columns import Flags, Numbers
    from auditor.simulate.mini_bacara.play import Batch

KINDS = pa.array(["punto", "banca", "cobertura"])
PUNTO, ON_BANCA, COVERED = range(len(KINDS))
POSTURES = pa.array(["seated", "standing"])
OWN, NEIGHBOUR, STANDING, INSURED = range(4)
GUEST_SECOND = 7  # when neighbours and standing players have begun to bet, after those of the boxes
NOBODY = 0
TENURES = np.array([45, 60, 75, 50, 90])  # for how many hands a player keeps each seat
NINE = 9
MOST_UNITS, MOST_GUEST_UNITS = 20, 5
SHARE_ON_BANCA, SHARE_NEIGHBOUR, SHARE_STANDING, SHARE_COVERED = 0.35, 0.08, 0.12, 0.6
SHARE_OTHER = 0.3
BANCA_PAYS = 90  # per cent of the stake
COVER_PAYS = 2


class Laid(NamedTuple):
    """Bets, hand by hand as they are laid; `column` is the box's place among those in play.

    `who`: OWN, NEIGHBOUR, STANDING, INSURED; `seat`: NOBODY who stands; `second` of the hand.
    """

    hand: Numbers
    column: Numbers
    who: Numbers
    seat: Numbers
    kind: Numbers
    stake: Numbers
    second: Numbers


def bet_rows(batch: Batch, random: np.random.Generator) -> tuple[pa.Table, Numbers]:
    """Make the bets, settled in the order of article 9."""
    laid = _lay(batch, random)
    hand, count = laid.hand, len(laid.hand)
    number = np.arange(count) - np.searchsorted(hand, hand) + 1
    profit, kept = _settle(batch, laid)
    bet_id = ids(batch.hand_id.take(pa.array(hand)), mark="-B", number=number)
    main = np.searchsorted(hand, hand) + laid.column  # the boxes' own bets come first
    absent, insured = pa.nulls(count, pa.string()), pa.array(laid.who == INSURED)
    columns = {
        "bet_id": bet_id,
        "hand_id": batch.hand_id.take(pa.array(hand)),
        "player_id": _players(batch, laid),
        "seat": pa.array(laid.seat, mask=laid.seat == NOBODY),
        "box": pa.array(batch.places[hand, laid.column]),
        "posture": POSTURES.take(pa.array((laid.who == STANDING).astype(np.int8))),
        "kind": KINDS.take(pa.array(laid.kind)),
        "stake": money(laid.stake),
        "placed_at": times(batch.start[hand] + laid.second * MICROSECONDS),
        "authorised": pa.array(
            np.ones(count, dtype=np.bool_), mask=~np.isin(laid.who, (NEIGHBOUR, STANDING))
        ),
        "parent_bet_id": pa.compute.if_else(insured, bet_id.take(pa.array(main)), absent),
        "payout": money(profit),
        "payout_basis": pa.repeat("net", count),
        "deduction": money(kept),
        "settle_seq": pa.array(_order(batch, laid, profit=profit)),
    }
    return log_table("bets", columns, count=count), batch.partition[hand]


def tenure(number: Numbers, seat: Numbers) -> Numbers:
    """Number the players that a seat has had until a hand."""
    return np.asarray((number - 1) // TENURES[np.maximum(seat - 1, 0)] + 1)


def player_ids(sessions: pa.Array, seat: Numbers, *, nth: Numbers) -> pa.Array:
    """Name the players of seats; seat NOBODY: the standing ones."""
    return ids(sessions, mark="-P", number=seat * 1000 + nth)


def _players(batch: Batch, laid: Laid) -> pa.Array:
    """Name who lays each bet."""
    number = batch.number[laid.hand]
    nth = np.where(laid.seat == NOBODY, number // 7 + laid.column * 200, tenure(number, laid.seat))
    return player_ids(batch.sessions(laid.hand), laid.seat, nth=nth)


def _lay(batch: Batch, random: np.random.Generator) -> Laid:
    """Lay every bet, and put them in order."""
    in_play = np.arange(MOST_BOXES)[None, :] < batch.dealt.boxes[:, None]
    own = _own(batch, in_play, random=random)
    parts = [
        own,
        _guests(own, who=NEIGHBOUR, random=random),
        _guests(own, who=STANDING, random=random),
        _covers(batch, own, random=random),
    ]
    every = Laid._make(np.concatenate(columns) for columns in zip(*parts, strict=True))
    order = np.lexsort((every.column, every.who, every.hand))
    return Laid._make(column[order] for column in every)


def _own(batch: Batch, in_play: Flags, *, random: np.random.Generator) -> Laid:
    """Let who sits at each box in play bet in it."""
    hand, column = np.nonzero(in_play)
    count = len(hand)
    return Laid(
        hand=hand,
        column=column,
        who=np.full(count, OWN),
        seat=batch.places[hand, column],
        kind=np.where(random.random(count) < SHARE_ON_BANCA, ON_BANCA, PUNTO),
        stake=UNIT * random.integers(1, MOST_UNITS + 1, count),
        second=1 + column,
    )


def _guests(own: Laid, *, who: int, random: np.random.Generator) -> Laid:
    """Let some others join: those seated elsewhere on either side, the standing on the box's."""
    share = SHARE_NEIGHBOUR if who == NEIGHBOUR else SHARE_STANDING
    at = np.flatnonzero(random.random(len(own.hand)) < share)
    away = random.integers(1, MOST_BOXES, len(at))
    is_other = (random.random(len(at)) < SHARE_OTHER) & (who == NEIGHBOUR)
    elsewhere = (own.seat[at] - 1 + away) % MOST_BOXES + 1
    return Laid(
        hand=own.hand[at],
        column=own.column[at],
        who=np.full(len(at), who),
        seat=elsewhere if who == NEIGHBOUR else np.full(len(at), NOBODY),
        kind=np.where(is_other, PUNTO + ON_BANCA - own.kind[at], own.kind[at]),
        stake=UNIT * random.integers(1, MOST_GUEST_UNITS + 1, len(at)),
        second=GUEST_SECOND + own.column[at],
    )


def _covers(batch: Batch, own: Laid, *, random: np.random.Generator) -> Laid:
    """Let some of those on Punto cover up to half, where Banca's first card is a nine."""
    is_nine = batch.dealt.banca_first[own.hand] == NINE
    may = is_nine & (own.kind == PUNTO)
    at = np.flatnonzero(may & (random.random(len(may)) < SHARE_COVERED))
    half = own.stake[at] // 2
    less = UNIT // 2 * random.integers(1, own.stake[at] // UNIT + 1)
    return Laid(
        hand=own.hand[at],
        column=own.column[at],
        who=np.full(len(at), INSURED),
        seat=own.seat[at],
        kind=np.full(len(at), COVERED),
        stake=np.where(random.random(len(at)) < SHARE_COVERED, half, less),
        second=COVER + own.column[at],
    )


def _settle(batch: Batch, laid: Laid) -> tuple[Numbers, Numbers]:
    """Give the profit of each bet after the deduction, and the deduction."""
    dealt = batch.dealt
    banca, box = (
        dealt.banca_totals[laid.hand, laid.column],
        dealt.punto_totals[laid.hand, laid.column],
    )
    margin = np.sign(box - banca) * np.where(laid.kind == ON_BANCA, -1, 1)
    kept = np.where(
        (laid.kind == ON_BANCA) & (margin > 0), laid.stake * (100 - BANCA_PAYS) // 100, 0
    )
    covered = np.where(dealt.banca_two[laid.hand] == NINE, COVER_PAYS, -1)
    profit = laid.stake * np.where(laid.kind == COVERED, covered, margin) - kept
    return profit.astype(np.int64), kept.astype(np.int64)


def _order(batch: Batch, laid: Laid, *, profit: Numbers) -> Numbers:
    """Number the settlements of each hand: what is decided de aire, with two cards, with three.

    The boxes go from left to right, the last ones from right to left; in each, losers come first.
    """
    stage = batch.dealt.stage[laid.hand, laid.column]
    box = np.where(stage == THREE, -laid.column, laid.column)
    order = np.lexsort((profit, box, stage, laid.hand))
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    return place - np.searchsorted(laid.hand, laid.hand) + 1
