"""Write nights of bacará with a rotating bank as the log model's tables, in Arrow."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from auditor.simulate.bacara.bank import SEATS, UNIT, Turns, deduction, rotate
from auditor.simulate.bacara.coups import COUPS_OF_A_SHOE, DECKS, Coups, deal_coups
from auditor.simulate.baccarat import CARDS, DECK, FACES, NO_CARD
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

    from auditor.simulate.columns import Flags, Numbers
    from auditor.simulate.spec import Partition

VENUE = ("America/Lima", "PEN")

OPENING = 23 * 3600  # seconds of UTC: 18:00 in Lima
SECONDS_A_HAND = 50
START, FIRST_CARD, END = 20, 27, 40  # seconds into the hand's fifty; the bets are down before
STAKES = 3
MOST_UNITS = 3
BURNED = 5
FIRST_THIRD = 4  # the place of the first third card
LAST_CUT = 80  # cards from the base, of a shoe that is not dealt to its end
RECEIVERS = pa.array(["punto", "banca"])
WINNERS = pa.array(["punto", "tie", "banca"])


class Night(NamedTuple):
    """The hands of some partitions, one row each; `start` is that of the hand's fifty seconds.

    `seats` and `stakes` have a column for each bet; `turns` is how the bank stood, flat.
    """

    partitions: Sequence[Partition]
    partition: Numbers
    number: Numbers
    start: Numbers
    coups: Coups
    winner: Numbers  # 1 Banca, -1 Punto, 0 nobody
    seats: Numbers
    stakes: Numbers
    turns: Turns
    hand_id: pa.Array

    @property
    def shoe(self) -> Numbers:
        """Give the number of each hand's shoe in its session."""
        return (self.number - 1) // COUPS_OF_A_SHOE + 1

    @property
    def result(self) -> Numbers:
        """Give what the banker won at each hand."""
        return np.asarray(self.winner * self.stakes.sum(axis=1))

    def session(self, rows: Numbers) -> pa.Array:
        """Give the session of some hands."""
        return session_ids(self.partitions).take(pa.array(self.partition[rows]))


def play_night(partitions: Sequence[Partition], random: np.random.Generator) -> Night:
    """Deal the hands of some partitions, from whole shoes, and let the bank go round."""
    counts = np.array([partition.hands for partition in partitions])
    shoes = -(-counts.max() // COUPS_OF_A_SHOE)
    shape = (len(partitions), int(shoes * COUPS_OF_A_SHOE))
    coups = deal_coups(int(shape[0] * shoes), random)
    winner = np.sign(coups.banca_total - coups.punto_total).astype(np.int64)
    stakes = UNIT * random.integers(1, MOST_UNITS + 1, (*shape, STAKES))
    turns = rotate(winner.reshape(shape) * stakes.sum(axis=2), random)
    number = np.tile(np.arange(shape[1]) + 1, shape[0])
    of = np.repeat(np.arange(shape[0]), shape[1])
    kept = number <= counts[of]
    seats = _punters(turns.seat.reshape(-1), random)
    days = midnights(partitions)
    of, number = of[kept], number[kept]
    return Night(
        partitions=partitions,
        partition=of,
        number=number,
        start=days[of] + (OPENING + number * SECONDS_A_HAND) * MICROSECONDS,
        coups=Coups._make(column[kept] for column in coups),
        winner=winner[kept],
        seats=seats[kept],
        stakes=stakes.reshape(-1, STAKES)[kept],
        turns=Turns._make(column.reshape(-1)[kept] for column in turns),
        hand_id=ids(session_ids(partitions).take(pa.array(of)), mark="-H", number=number),
    )


def _punters(banker: Numbers, random: np.random.Generator) -> Numbers:
    """Choose the seats that bet against each banker, from his right on."""
    others = random.permuted(np.tile(np.arange(SEATS - 1), (len(banker), 1)), axis=1)
    return np.asarray((banker[:, None] + np.sort(others[:, :STAKES])) % SEATS + 1)


def build_night(night: Night) -> Mapping[str, tuple[pa.Table, Numbers]]:
    """Give each table but the events, with the number of its partition for every row."""
    return {
        "sessions": _session_rows(night),
        "shoes": _shoe_rows(night),
        "hands": _hand_rows(night),
        "cards": _card_rows(night),
        "bets": _bet_rows(night),
    }


def players(sessions: pa.Array, seat: Numbers) -> pa.Array:
    """Name the player of each seat; each seat has one all the night."""
    return ids(sessions, mark="-P", number=seat)


def cut_at(night: Night) -> Numbers:
    """Give, for each shoe, how deep its cutter lies: two cards into its last hand."""
    first = np.flatnonzero((night.number - 1) % COUPS_OF_A_SHOE == 0)
    out = (night.coups.cards != NO_CARD).sum(axis=1)
    held = np.add.reduceat(out, first)
    ends = np.append(first[1:], len(out)) - 1
    is_whole = night.number[ends] % COUPS_OF_A_SHOE == 0
    return np.where(is_whole, DECKS * DECK - BURNED - held + out[ends] - 2, LAST_CUT)


def _session_rows(night: Night) -> tuple[pa.Table, Numbers]:
    """Make one session for each partition."""
    count = len(night.partitions)
    columns = {
        **session_columns(night.partitions, game="bacara", venue=VENUE),
        "opened_at": times(midnights(night.partitions) + OPENING * MICROSECONDS),
        "min_bet": money(np.full(count, UNIT)),
        "log_origin": pa.repeat("electronic_shoe", count),
    }
    return log_table("sessions", columns, count=count), np.arange(count)


def _shoe_rows(night: Night) -> tuple[pa.Table, Numbers]:
    """Make the shoes, with the hand in which the cutter appeared of those dealt to their end."""
    first = np.flatnonzero((night.number - 1) % COUPS_OF_A_SHOE == 0)
    ends = np.append(first[1:], len(night.number)) - 1
    is_whole = pa.array(night.number[ends] % COUPS_OF_A_SHOE == 0)
    nothing = pa.scalar(None, pa.string())
    sessions = night.session(first)
    columns = {
        "shoe_id": ids(sessions, mark="-Z", number=night.shoe[first]),
        "session_id": sessions,
        "shoe_no": pa.array(night.shoe[first]),
        "decks": pa.array(np.full(len(first), DECKS)),
        "deck_state": pa.array(np.where(night.shoe[first] == 1, "new", "used")),
        "cutter_hand_id": pc.if_else(is_whole, night.hand_id.take(pa.array(ends)), nothing),
        "cutter_position": pc.if_else(is_whole, "during", nothing),
    }
    return log_table("shoes", columns, count=len(first)), night.partition[first]


def _hand_rows(night: Night) -> tuple[pa.Table, Numbers]:
    """Make the hands, with both sides' cards, the bank and what came of it."""
    count = len(night.number)
    sessions = night.session(np.arange(count))
    columns = {
        "hand_id": night.hand_id,
        "session_id": sessions,
        "hand_no": pa.array(night.number),
        "shoe_id": ids(sessions, mark="-Z", number=night.shoe),
        "started_at": times(night.start + START * MICROSECONDS),
        "ended_at": times(night.start + END * MICROSECONDS),
        "dealer_id": ids(pa.repeat("D", count), mark="-", number=night.number // 60 % 8),
        "dealer_role": pa.repeat("staff", count),
        "punto_cards": _side(night.coups, 0, has_third=night.coups.punto_draws),
        "banca_cards": _side(night.coups, 1, has_third=night.coups.banca_draws),
        "punto_total": pa.array(night.coups.punto_total),
        "banca_total": pa.array(night.coups.banca_total),
        "winner": WINNERS.take(pa.array(night.winner + 1)),
        "banker_player_id": players(sessions, night.turns.seat),
        "banker_seat": pa.array(night.turns.seat),
        "bank_amount": money(night.turns.amount),
        "banker_result": money(night.result),
        "deduction": money(deduction(night.result)),
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
    """Make the cards in their dealing order, a second apart, the third ones face up."""
    hand, at = np.nonzero(night.coups.cards != NO_CARD)
    to_banca = np.where(
        at < FIRST_THIRD, at % 2, (at > FIRST_THIRD) | ~night.coups.punto_draws[hand]
    )
    columns = {
        "hand_id": night.hand_id.take(pa.array(hand)),
        "idx": pa.array(at + 1),
        "to": RECEIVERS.take(pa.array(to_banca)),
        "card": CARDS.take(pa.array(night.coups.cards[hand, at])),
        "face": FACES.take(pa.array((at < FIRST_THIRD).astype(np.int8))),
        "at": times(night.start[hand] + (FIRST_CARD + at) * MICROSECONDS),
    }
    return log_table("cards", columns, count=len(hand)), night.partition[hand]


def _bet_rows(night: Night) -> tuple[pa.Table, Numbers]:
    """Make three bets against the bank at each hand, each of another seated player."""
    hand = np.repeat(np.arange(len(night.number)), STAKES)
    bet = np.tile(np.arange(STAKES), len(night.number))
    seat, stake = night.seats.reshape(-1), night.stakes.reshape(-1)
    columns = {
        "bet_id": ids(night.hand_id.take(pa.array(hand)), mark="-B", number=bet + 1),
        "hand_id": night.hand_id.take(pa.array(hand)),
        "player_id": players(night.session(hand), seat),
        "seat": pa.array(seat),
        "posture": pa.repeat("seated", len(hand)),
        "kind": pa.repeat("against_bank", len(hand)),
        "asked": money(stake),
        "stake": money(stake),
        "placed_at": times(night.start[hand] + (START + 1 + bet) * MICROSECONDS),
        "payout": money(-stake * night.winner[hand]),
        "payout_basis": pa.repeat("net", len(hand)),
        "settle_seq": pa.array(bet + 1),
    }
    return log_table("bets", columns, count=len(hand)), night.partition[hand]
