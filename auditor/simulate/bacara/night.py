"""Nights of bacará with a rotating bank as the log model's tables, in Arrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from auditor.simulate.bacara.bank import UNIT, deduction
from auditor.simulate.bacara.coups import DECKS
from auditor.simulate.bacara.events import event_rows
from auditor.simulate.bacara.play import play_night
from auditor.simulate.bacara.table import NOBODY, STANDING
from auditor.simulate.bacara.times import A_CARD, BETS, END, FIRST_CARD, OPENING, shoe_of, start
from auditor.simulate.baccarat import CARDS, FACES, NO_CARD
from auditor.simulate.catalog import SimulatedGame
from auditor.simulate.columns import (
    MICROSECONDS,
    ids,
    log_table,
    midnights,
    money,
    session_columns,
    session_ids,
    times,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from auditor.simulate.bacara.coups import Coups
    from auditor.simulate.bacara.play import Night
    from auditor.simulate.columns import Flags, Numbers
    from auditor.simulate.spec import Partition

VENUE = ("America/Lima", "PEN")
FIRST_THIRD = 4  # the place of the first third card
RECEIVERS = pa.array(["punto", "banca"])
WINNERS = pa.array(["punto", "tie", "banca"])
POSTURES = pa.array(["seated", "standing"])


def night(
    partitions: Sequence[Partition], random: np.random.Generator
) -> Mapping[str, tuple[pa.Table, Numbers]]:
    """Play nights and give each table, with the number of its partition for every row."""
    played = play_night(partitions, random)
    return {
        "sessions": _session_rows(played),
        "shoes": _shoe_rows(played),
        "hands": _hand_rows(played),
        "cards": _card_rows(played),
        "bets": _bet_rows(played),
        "events": event_rows(played),
    }


GAME = SimulatedGame(
    id="bacara",
    night=night,
    casinos="LIM",
    zone=VENUE[0],
    currency=VENUE[1],
    hands_a_night=450,
    at_a_time=400,
)


def _session_rows(night: Night) -> tuple[pa.Table, Numbers]:
    """Make one session for each partition."""
    count = len(night.partitions)
    opened = midnights(night.partitions) + OPENING * MICROSECONDS
    last = np.searchsorted(night.partition, np.arange(count), side="right") - 1
    columns = {
        **session_columns(night.partitions, game="bacara", venue=VENUE),
        "opened_at": times(opened),
        "closed_at": times(start(night)[last] + 60 * MICROSECONDS),
        "min_bet": money(np.full(count, UNIT)),
        "recorded": pa.repeat("deck seats bank play", count),
        "log_origin": pa.repeat("electronic_shoe", count),
    }
    return log_table("sessions", columns, count=count), np.arange(count)


def _sessions(night: Night, rows: Numbers) -> pa.Array:
    """Give the session of some hands."""
    return session_ids(night.partitions).take(pa.array(night.partition[rows]))


def _hand_ids(night: Night, rows: Numbers) -> pa.Array:
    """Give the ids of some hands."""
    return ids(_sessions(night, rows), mark="-H", number=night.number[rows])


def _shoe_rows(night: Night) -> tuple[pa.Table, Numbers]:
    """Make the shoes, with the hand in which the cutter appeared of those dealt to their end."""
    shoes = night.shoes
    sessions = session_ids(night.partitions).take(pa.array(shoes.session))
    is_whole = pa.array(shoes.is_whole)
    nothing = pa.scalar(None, pa.string())
    position = pa.array(["between", "during"]).take(pa.array((shoes.out > 0).astype(np.int8)))
    columns = {
        "shoe_id": ids(sessions, mark="-Z", number=shoes.number),
        "session_id": sessions,
        "shoe_no": pa.array(shoes.number),
        "decks": pa.array(np.full(len(shoes.first), DECKS)),
        "deck_state": pa.array(np.where(shoes.number == 1, "new", "used")),
        "cutter_hand_id": pc.if_else(is_whole, _hand_ids(night, shoes.last), nothing),
        "cutter_position": pc.if_else(is_whole, position, nothing),
    }
    return log_table("shoes", columns, count=len(shoes.first)), shoes.session


def _hand_rows(night: Night) -> tuple[pa.Table, Numbers]:
    """Make the hands, with both sides' cards, the bank and what came of it."""
    every = np.arange(len(night.number))
    count, covered = len(every), night.covered
    sessions, begun = _sessions(night, every), start(night)
    result = night.winner * covered.stake.sum(axis=1)
    columns = {
        "hand_id": ids(sessions, mark="-H", number=night.number),
        "session_id": sessions,
        "hand_no": pa.array(night.number),
        "shoe_id": ids(sessions, mark="-Z", number=night.shoes.number[shoe_of(night)]),
        "started_at": times(begun),
        "ended_at": times(begun + END * MICROSECONDS),
        "dealer_id": ids(pa.repeat("D", count), mark="-", number=night.number // 60 % 8),
        "dealer_role": pa.repeat("staff", count),
        "punto_cards": _side(night.coups, 0, has_third=night.coups.punto_draws),
        "banca_cards": _side(night.coups, 1, has_third=night.coups.banca_draws),
        "punto_total": pa.array(night.coups.punto_total),
        "banca_total": pa.array(night.coups.banca_total),
        "winner": WINNERS.take(pa.array(night.winner + 1)),
        "banker_player_id": ids(sessions, mark="-P", number=covered.banker),
        "banker_seat": pa.array(covered.banker_seat, mask=covered.banker_seat == NOBODY),
        "bank_amount": money(covered.amount),
        "banker_result": money(result),
        "deduction": money(deduction(result)),
    }
    return log_table("hands", columns, count=count), night.partition


def _side(coups: Coups, side: int, *, has_third: Flags) -> pa.Array:
    """Write the two or three cards of Punto (0) or Banca (1) as a list of cards."""
    rows = np.arange(len(coups.cards))
    third = FIRST_THIRD + (coups.punto_draws if side else np.zeros(len(rows), dtype=np.int64))
    at = (np.full(len(rows), side), np.full(len(rows), 2 + side), np.where(has_third, third, 0))
    first, second, last = (CARDS.take(pa.array(coups.cards[rows, each])) for each in at)
    two = pc.binary_join_element_wise(first, second, " ")
    return pc.if_else(pa.array(has_third), pc.binary_join_element_wise(two, last, " "), two)


def _card_rows(night: Night) -> tuple[pa.Table, Numbers]:
    """Make the cards in their dealing order, some seconds apart, the third ones face up."""
    hand, at = np.nonzero(night.coups.cards != NO_CARD)
    to_banca = np.where(
        at < FIRST_THIRD, at % 2, (at > FIRST_THIRD) | ~night.coups.punto_draws[hand]
    )
    columns = {
        "hand_id": _hand_ids(night, hand),
        "idx": pa.array(at + 1),
        "to": RECEIVERS.take(pa.array(to_banca)),
        "card": CARDS.take(pa.array(night.coups.cards[hand, at])),
        "face": FACES.take(pa.array((at < FIRST_THIRD).astype(np.int8))),
        "at": times(start(night)[hand] + (FIRST_CARD + A_CARD * at) * MICROSECONDS),
    }
    return log_table("cards", columns, count=len(hand)), night.partition[hand]


def _bet_rows(night: Night) -> tuple[pa.Table, Numbers]:
    """Make the bets against the bank; who was offered no part of it has a stake of nothing."""
    hand, bet = np.nonzero(night.covered.asked)
    seat, stake = night.covered.seat[hand, bet], night.covered.stake[hand, bet]
    player = night.covered.player[hand, bet]
    hand_ids = _hand_ids(night, hand)
    columns = {
        "bet_id": ids(hand_ids, mark="-B", number=bet + 1),
        "hand_id": hand_ids,
        "player_id": ids(_sessions(night, hand), mark="-P", number=player),
        "seat": pa.array(seat, mask=seat == NOBODY),
        "posture": POSTURES.take(pa.array((player == STANDING).astype(np.int8))),
        "kind": pa.repeat("against_bank", len(hand)),
        "asked": money(night.covered.asked[hand, bet]),
        "stake": money(stake),
        "placed_at": times(start(night)[hand] + (BETS + bet) * MICROSECONDS),
        "payout": money(-stake * night.winner[hand]),
        "payout_basis": pa.repeat("net", len(hand)),
        "settle_seq": pa.array(bet + 1),
    }
    return log_table("bets", columns, count=len(hand)), night.partition[hand]
