"""Play nights of Mini-Bacará: the sessions, the shoes, the hands and their cards, in Arrow.

Each hand has a minute: bets, the two rounds, the options, Banca's turned card, the thirds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

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
from auditor.simulate.mini_bacara.deal import (
    BANCA,
    DECKS,
    HANDS_OF_A_SHOE,
    MOST_BOXES,
    Hands,
    deal,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from auditor.simulate.columns import Numbers
    from auditor.simulate.spec import Partition

VENUE = ("America/Montevideo", "UYU")
RECEIVERS = pa.array(["banca", *(f"box:{box}" for box in range(1, MOST_BOXES + 1))])
OPENING = 21 * 3600  # seconds of UTC: 18:00 in Montevideo
SECONDS_A_HAND = 60
# Seconds into the hand: its first card, the steps before Banca's second, that card, the end.
FIRST_CARD, OPTION, REVEAL, CALL, COVER, SECOND, END = 15, 27, 33, 34, 35, 42, 58
UNIT = 50  # stakes are multiples of 50, so that 90 % of one is the same under every rounding
BOX_MAX = 40 * UNIT
DEALERS, HANDS_OF_A_DEALER = 8, 40


class Batch(NamedTuple):
    """The hands of some partitions, one row each; `start` in microseconds.

    `places`: the number of the box at which each of its boxes lies, from left to right.
    """

    partitions: Sequence[Partition]
    dealt: Hands
    partition: Numbers
    number: Numbers
    start: Numbers
    hand_id: pa.Array
    places: Numbers

    @property
    def shoe(self) -> Numbers:
        """Give the number of each hand's shoe in its session."""
        return (self.number - 1) // HANDS_OF_A_SHOE + 1

    def sessions(self, rows: Numbers) -> pa.Array:
        """Give the session of some hands."""
        return session_ids(self.partitions).take(pa.array(self.partition[rows]))


def play(partitions: Sequence[Partition], random: np.random.Generator) -> Batch:
    """Deal the hands of some partitions, from whole shoes."""
    counts = np.array([partition.hands for partition in partitions])
    shoes = -(-counts // HANDS_OF_A_SHOE)
    held = shoes * HANDS_OF_A_SHOE
    of = np.repeat(np.arange(len(partitions)), held)
    number = np.arange(len(of)) - np.repeat(np.cumsum(held) - held, held) + 1
    kept = number <= counts[of]
    dealt = deal(int(shoes.sum()), random)
    of, number = of[kept], number[kept]
    seconds = OPENING + (number - 1) * SECONDS_A_HAND
    return Batch(
        partitions=partitions,
        dealt=Hands._make(column[kept] for column in dealt),
        partition=of,
        number=number,
        start=midnights(partitions)[of] + seconds * MICROSECONDS,
        hand_id=ids(session_ids(partitions).take(pa.array(of)), mark="-H", number=number),
        places=_places(dealt.boxes[kept], random),
    )


def _places(boxes: Numbers, random: np.random.Generator) -> Numbers:
    """Choose the boxes in play, from left to right; the columns beyond them hold the others."""
    order = random.permuted(np.tile(np.arange(1, MOST_BOXES + 1), (len(boxes), 1)), axis=1)
    beyond = np.arange(MOST_BOXES)[None, :] >= boxes[:, None]
    return np.asarray(np.sort(order + beyond * DECK, axis=1) - beyond * DECK)


def session_rows(batch: Batch) -> tuple[pa.Table, Numbers]:
    """Make one session for each partition."""
    count = len(batch.partitions)
    opened = midnights(batch.partitions) + OPENING * MICROSECONDS
    hands = np.array([partition.hands for partition in batch.partitions])
    columns = {
        **session_columns(batch.partitions, game="mini_bacara", venue=VENUE),
        "opened_at": times(opened - SECONDS_A_HAND * MICROSECONDS),
        "closed_at": times(opened + hands * SECONDS_A_HAND * MICROSECONDS),
        "min_bet": money(np.full(count, UNIT)),
        "max_bet": money(np.full(count, BOX_MAX)),
        "box_max": money(np.full(count, BOX_MAX)),
        "video_ref": ids(session_ids(batch.partitions), mark="-CAM", number=np.arange(count) % 9),
        "recorded": pa.repeat("deck seats play", count),
        "log_origin": pa.repeat("electronic_shoe", count),
    }
    return log_table("sessions", columns, count=count), np.arange(count)


def shoe_rows(batch: Batch) -> tuple[pa.Table, Numbers]:
    """Make the shoes, one for every sixteen hands."""
    first = np.flatnonzero((batch.number - 1) % HANDS_OF_A_SHOE == 0)
    sessions, shoe = batch.sessions(first), batch.shoe[first]
    columns = {
        "shoe_id": ids(sessions, mark="-Z", number=shoe),
        "session_id": sessions,
        "shoe_no": pa.array(shoe),
        "decks": pa.array(np.full(len(first), DECKS)),
        "deck_state": pa.array(np.where(shoe == 1, "new", "used")),
    }
    return log_table("shoes", columns, count=len(first)), batch.partition[first]


def hand_rows(batch: Batch) -> tuple[pa.Table, Numbers]:
    """Make the hands, with Banca's cards and points; the dealer is the banker."""
    count = len(batch.number)
    sessions = batch.sessions(np.arange(count))
    turn = batch.number // HANDS_OF_A_DEALER % DEALERS + 1
    dealer = ids(pa.repeat("TALLADOR", count), mark="-", number=turn)
    columns = {
        "hand_id": batch.hand_id,
        "session_id": sessions,
        "hand_no": pa.array(batch.number),
        "shoe_id": ids(sessions, mark="-Z", number=batch.shoe),
        "started_at": times(batch.start),
        "ended_at": times(batch.start + END * MICROSECONDS),
        "dealer_id": dealer,
        "dealer_role": pa.repeat("staff", count),
        "banker_player_id": dealer,
        "banca_cards": _banca_cards(batch.dealt),
        "banca_total": pa.array(batch.dealt.banca_total),
    }
    return log_table("hands", columns, count=count), batch.partition


def _banca_cards(dealt: Hands) -> pa.Array:
    """Write Banca's two or three cards as a list of cards."""
    rows = np.arange(len(dealt.boxes))
    last = (dealt.cards != NO_CARD).sum(axis=1) - 1
    first, second, third = (
        CARDS.take(pa.array(dealt.cards[rows, at]))
        for at in (dealt.boxes, 2 * dealt.boxes + 1, last)
    )
    two = pc.binary_join_element_wise(first, second, " ")
    three = pc.binary_join_element_wise(first, second, third, " ")
    return pc.if_else(pa.array(dealt.banca_third), three, two)


def card_rows(batch: Batch) -> tuple[pa.Table, Numbers]:
    """Make the cards in their dealing order, Banca's first one face down."""
    hand, at = np.nonzero(batch.dealt.cards != NO_CARD)
    boxes, receiver = batch.dealt.boxes[hand].astype(np.int64), batch.dealt.dealt_to[hand, at]
    place = np.where(receiver == BANCA, 0, batch.places[hand, np.maximum(receiver - 1, 0)])
    down = (receiver == BANCA) & (at == boxes)
    rounds = 2 * boxes + 1
    second = np.where(at < rounds, FIRST_CARD + at, SECOND + at - rounds)
    columns = {
        "hand_id": batch.hand_id.take(pa.array(hand)),
        "idx": pa.array(at + 1),
        "to": RECEIVERS.take(pa.array(place)),
        "card": CARDS.take(pa.array(batch.dealt.cards[hand, at])),
        "face": FACES.take(pa.array(down.astype(np.int8))),
        "at": times(batch.start[hand] + second * MICROSECONDS),
    }
    return log_table("cards", columns, count=len(hand)), batch.partition[hand]
