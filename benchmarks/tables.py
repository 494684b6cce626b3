"""Write dealt hands as the log model's tables, in Arrow, for a run of partitions at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from auditor.games.log_model import MONEY_DECIMALS, MONEY_DIGITS, arrow_schema, tables
from benchmarks.deal import BANCA, DECK, DECKS, HANDS_OF_A_SHOE, MOST_BOXES, NO_CARD, Hands, deal

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

RANKS = "A23456789TJQK"
CARDS = pa.array([rank + suit for rank in RANKS for suit in "SHDC"])
RECEIVERS = pa.array(["banca", *(f"box:{box}" for box in range(1, MOST_BOXES + 1))])
FACES = pa.array(["up", "down"])
KINDS = pa.array(["punto", "banca"])
OPENING = 21 * 3600  # seconds of UTC: 18:00 in Montevideo
SECONDS_A_HAND = 40
FIRST_CARD = 10  # seconds into the hand; the bets are down before
MICROSECONDS = 1_000_000
UNIT = 50  # stakes are multiples of 50, so that 90 % of one is the same under every rounding
MOST_UNITS = 20
SHARE_ON_BANCA = 0.4
BANCA_PAYS = 90  # per cent of the stake


Numbers = NDArray[np.int64]


class Partition(NamedTuple):
    """One table of one casino on one gaming date, and how many hands it plays."""

    casino_id: str
    gaming_date: date
    hands: int

    @property
    def session_id(self) -> str:
        """Give the id of its only session."""
        return f"{self.casino_id}-{self.gaming_date:%Y%m%d}"


class Batch(NamedTuple):
    """The hands of some partitions: of each hand its partition, number and start (microseconds)."""

    partitions: Sequence[Partition]
    dealt: Hands
    partition: Numbers
    number: Numbers
    start: Numbers
    hand_id: pa.Array


def play(partitions: Sequence[Partition], random: np.random.Generator) -> Batch:
    """Deal the hands of some partitions, from whole shoes."""
    counts = np.array([partition.hands for partition in partitions])
    shoes = -(-counts // HANDS_OF_A_SHOE)
    of = np.repeat(np.arange(len(partitions)), shoes * HANDS_OF_A_SHOE)
    begin = np.repeat(
        np.cumsum(shoes * HANDS_OF_A_SHOE) - shoes * HANDS_OF_A_SHOE, shoes * HANDS_OF_A_SHOE
    )
    number = np.arange(len(of)) - begin + 1
    kept = number <= counts[of]
    dealt = deal(int(shoes.sum()), random)
    days = np.array([np.datetime64(p.gaming_date, "us").astype(np.int64) for p in partitions])
    of, number = of[kept], number[kept]
    seconds = OPENING + (number - 1) * SECONDS_A_HAND
    return Batch(
        partitions=partitions,
        dealt=Hands._make(column[kept] for column in dealt),
        partition=of,
        number=number,
        start=days[of] + seconds * MICROSECONDS,
        hand_id=ids(session_ids(partitions).take(pa.array(of)), mark="-H", number=number),
    )


def build(batch: Batch) -> Mapping[str, tuple[pa.Table, Numbers]]:
    """Give each table of a batch, with the number of its partition for every row."""
    return {
        "sessions": _session_rows(batch),
        "shoes": _shoe_rows(batch),
        "hands": _hand_rows(batch),
        "cards": _card_rows(batch),
        "bets": _bet_rows(batch),
    }


def _session_rows(batch: Batch) -> tuple[pa.Table, Numbers]:
    """Make one session for each partition."""
    partitions, count = batch.partitions, len(batch.partitions)
    days = [partition.gaming_date for partition in partitions]
    columns = {
        "session_id": session_ids(partitions),
        "casino_id": pa.array([partition.casino_id for partition in partitions]),
        "table_id": pa.array([f"{partition.casino_id}-MB1" for partition in partitions]),
        "game": pa.repeat("mini_bacara", count),
        "gaming_date": pa.array(days),
        "date_earliest": pa.array(days),
        "date_latest": pa.array(days),
        "currency": pa.repeat("UYU", count),
        "zone": pa.repeat("America/Montevideo", count),
        "min_bet": money(np.full(count, UNIT)),
        "max_bet": money(np.full(count, UNIT * MOST_UNITS)),
        "box_max": money(np.full(count, UNIT * MOST_UNITS)),
        "log_origin": pa.repeat("electronic_shoe", count),
    }
    return log_table("sessions", columns, count=count), np.arange(count)


def _shoe_rows(batch: Batch) -> tuple[pa.Table, Numbers]:
    """Make the shoes, one for every sixteen hands."""
    first = (batch.number - 1) % HANDS_OF_A_SHOE == 0
    of, shoe = batch.partition[first], (batch.number[first] - 1) // HANDS_OF_A_SHOE + 1
    sessions = session_ids(batch.partitions).take(pa.array(of))
    columns = {
        "shoe_id": ids(sessions, mark="-Z", number=shoe),
        "session_id": sessions,
        "shoe_no": pa.array(shoe),
        "decks": pa.array(np.full(len(of), DECKS)),
    }
    return log_table("shoes", columns, count=len(of)), of


def _hand_rows(batch: Batch) -> tuple[pa.Table, Numbers]:
    """Make the hands, with Banca's cards and points."""
    sessions = session_ids(batch.partitions).take(pa.array(batch.partition))
    count = len(batch.number)
    columns = {
        "hand_id": batch.hand_id,
        "session_id": sessions,
        "hand_no": pa.array(batch.number),
        "shoe_id": ids(sessions, mark="-Z", number=(batch.number - 1) // HANDS_OF_A_SHOE + 1),
        "started_at": times(batch.start),
        "ended_at": times(batch.start + (SECONDS_A_HAND - 1) * MICROSECONDS),
        "dealer_id": ids(pa.repeat("D", count), mark="-", number=batch.number // 60 % 8),
        "dealer_role": pa.repeat("staff", count),
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


def _card_rows(batch: Batch) -> tuple[pa.Table, Numbers]:
    """Make the cards in their dealing order, Banca's first one face down."""
    hand, at = np.nonzero(batch.dealt.cards != NO_CARD)
    receiver = batch.dealt.dealt_to[hand, at]
    down = (receiver == BANCA) & (at == batch.dealt.boxes[hand])
    columns = {
        "hand_id": batch.hand_id.take(pa.array(hand)),
        "idx": pa.array(at + 1),
        "to": RECEIVERS.take(pa.array(receiver)),
        "card": CARDS.take(pa.array(batch.dealt.cards[hand, at] % DECK)),
        "face": FACES.take(pa.array(down.astype(np.int8))),
        "at": times(batch.start[hand] + (FIRST_CARD + at) * MICROSECONDS),
    }
    return log_table("cards", columns, count=len(hand)), batch.partition[hand]


def _bet_rows(batch: Batch) -> tuple[pa.Table, Numbers]:
    """Make one bet of a seated player in each box, settled as articles 9 and 10 say."""
    hand, box = np.nonzero(np.arange(MOST_BOXES)[None, :] < batch.dealt.boxes[:, None])
    chance = np.random.default_rng(int(batch.start[0] % 2**32))
    stake = UNIT * chance.integers(1, MOST_UNITS + 1, len(hand))
    on_banca = chance.random(len(hand)) < SHARE_ON_BANCA
    margin = batch.dealt.punto_totals[hand, box] - batch.dealt.banca_totals[hand, box]
    won = np.sign(np.where(on_banca, -margin, margin))
    kept = np.where(on_banca & (won > 0), 100 - BANCA_PAYS, 0)
    columns = {
        "bet_id": ids(batch.hand_id.take(pa.array(hand)), mark="-B", number=box + 1),
        "hand_id": batch.hand_id.take(pa.array(hand)),
        "player_id": ids(
            pa.repeat("P", len(hand)), mark="-", number=batch.number[hand] // 25 * 10 + box
        ),
        "seat": pa.array(box + 1),
        "box": pa.array(box + 1),
        "posture": pa.repeat("seated", len(hand)),
        "kind": KINDS.take(pa.array(on_banca.astype(np.int8))),
        "stake": money(stake),
        "placed_at": times(batch.start[hand] + (1 + box) * MICROSECONDS),
        "payout": money(stake * won * (100 - kept) // 100),
        "payout_basis": pa.repeat("net", len(hand)),
        "deduction": money(stake * kept // 100),
    }
    return log_table("bets", columns, count=len(hand)), batch.partition[hand]


def log_table(name: str, columns: Mapping[str, pa.Array], *, count: int) -> pa.Table:
    """Give a table of the log model, its other columns and its source empty."""
    schema = arrow_schema(tables()[name])
    empty = {
        field.name: pa.nulls(count, field.type) for field in schema if field.name not in columns
    }
    filled = {key: column.cast(schema.field(key).type) for key, column in columns.items()}
    return pa.table({**empty, **filled}).select(schema.names).cast(schema)


def session_ids(partitions: Sequence[Partition]) -> pa.Array:
    """Give the session of each partition."""
    return pa.array([partition.session_id for partition in partitions])


def ids(parent: pa.Array, *, mark: str, number: Numbers) -> pa.Array:
    """Make ids of a parent's id, a mark and a number of five digits."""
    digits = pc.utf8_lpad(pa.array(number).cast(pa.string()), 5, "0")
    return pc.binary_join_element_wise(parent, digits, mark)


def times(microseconds: Numbers) -> pa.Array:
    """Give times of UTC."""
    return pa.array(microseconds).cast(pa.timestamp("us", tz="UTC"))


def money(amounts: Numbers) -> pa.Array:
    """Give whole amounts as decimals of four places, written as Arrow holds them: 16 bytes each."""
    scaled = amounts.astype(np.int64) * 10**MONEY_DECIMALS
    words = np.stack([scaled, scaled >> 63], axis=1)
    kind = pa.decimal128(MONEY_DIGITS, MONEY_DECIMALS)
    return pa.Array.from_buffers(kind, len(scaled), [None, pa.py_buffer(words.tobytes())])
