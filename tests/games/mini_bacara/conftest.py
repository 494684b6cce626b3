"""Hands of Mini-Bacará dealt at random, third cards by no rule, and how the program sees them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pytest

from auditor.evaluate.bind import make_due
from auditor.evaluate.scope import Governed, make_house, make_parameters, make_scope
from auditor.games.catalog import games
from auditor.games.log_model import arrow_schema, tables
from auditor.replay.facts import no_rejects, replay, rows_of_tables
from auditor.rulebook.load import default_rules, load_packs
from auditor.sql import connect, query

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.sql import Connection

HANDS = 4_000
BOXES = 5
DAY = date(2024, 9, 14)
OPENING = datetime(2024, 9, 15, 1, tzinfo=UTC)
SOURCE = {"source_name": "x.csv", "source_sha256": "0" * 64}
STAKES = (25, 35, 100, 240)
SHARES = (Decimal(-1), Decimal(0), Decimal(1), Decimal("0.9"), Decimal("0.95"))

Row = dict[str, object]


class Stake(NamedTuple):
    """One bet: where it lies, on what, how much, and what it was settled at."""

    bet_id: str
    box: int
    kind: str
    stake: Decimal
    payout: Decimal


class Hand(NamedTuple):
    """One hand as it was dealt: the cards of each box and of Banca in order, and the bets."""

    hand_id: str
    boxes: dict[int, list[str]]
    banca: list[str]
    bets: list[Stake]


class Judged(NamedTuple):
    """Hands, and the program's rows of each grain by subject."""

    hands: list[Hand]
    box: dict[str, Row]
    hand: dict[str, Row]
    bet: dict[str, Row]


def deal(hands: int, seed: int) -> list[Hand]:
    """Deal hands to boxes at random; whether a box or Banca gets a third card is chance."""
    random = np.random.default_rng(seed)
    in_play = random.random((hands, BOXES)) < 0.5
    in_play[np.arange(hands), random.integers(0, BOXES, hands)] = True
    names = np.array([rank + suit for rank in "A23456789TJQK" for suit in "SHDC"])
    cards = names[random.integers(0, len(names), (hands, BOXES + 1, 3))]
    counts = random.integers(2, 4, (hands, BOXES + 1))
    bets = random.integers(0, [BOXES, 2, len(STAKES), len(SHARES)], (hands, 3, 4))
    return [
        Hand(
            hand_id=f"h{number}",
            boxes={
                int(box) + 1: list(cards[number, box, : counts[number, box]])
                for box in np.flatnonzero(in_play[number])
            },
            banca=list(cards[number, BOXES, : counts[number, BOXES]]),
            bets=[_stake(f"h{number}b{n}", chosen) for n, chosen in enumerate(bets[number])],
        )
        for number in range(hands)
    ]


def _stake(bet_id: str, chosen: np.ndarray) -> Stake:
    """Make a bet of four chosen numbers."""
    box, side, amount, share = (int(each) for each in chosen)
    stake = Decimal(STAKES[amount])
    return Stake(bet_id, box + 1, ("punto", "banca")[side], stake, stake * SHARES[share])


def dealing_order(hand: Hand) -> Iterator[tuple[str, str]]:
    """Walk the cards of a hand in the order of article 6 and of article 9 e."""
    for turn in range(3):
        yield from ((f"box:{box}", got[turn]) for box, got in hand.boxes.items() if turn < len(got))
        if turn < len(hand.banca):
            yield "banca", hand.banca[turn]


def log_of(hands: list[Hand]) -> dict[str, list[Row]]:
    """Write hands as the canonical rows of one session."""
    session = {"session_id": "s", "table_id": "t", "game": "mini_bacara", "currency": "UYU"}
    return {
        "sessions": [
            {**session, "date_earliest": DAY, "date_latest": DAY, "box_max": Decimal(500)}
        ],
        "hands": [
            {"hand_id": hand.hand_id, "session_id": "s", "hand_no": number}
            for number, hand in enumerate(hands)
        ],
        "cards": [
            {"hand_id": hand.hand_id, "idx": idx, "to": to, "card": card, "at": _at(number, idx)}
            for number, hand in enumerate(hands)
            for idx, (to, card) in enumerate(dealing_order(hand), 1)
        ],
        "bets": [
            {"hand_id": hand.hand_id, **bet._asdict(), "payout_basis": "net"}
            for hand in hands
            for bet in hand.bets
        ],
    }


def _at(number: int, idx: int) -> datetime:
    """Give the time of a card."""
    return OPENING + timedelta(seconds=60 * number + idx)


def judge(hands: list[Hand]) -> Judged:
    """Replay hands and work out what was due, by the program."""
    connection = connect(threads=2)
    rows_of_tables(connection, {name: _arrow(name, rows) for name, rows in log_of(hands).items()})
    no_rejects(connection)
    replay(connection, games()["mini_bacara"], spans={})
    norm = next(pack.norm for pack in load_packs(default_rules())[0] if pack.norm.prefix == "MIN")
    make_scope(connection, norm, governed=Governed(frozenset({"c"})))
    make_parameters(connection, norm)
    make_house(connection, ())
    make_due(connection, norm)
    return Judged(hands, *(_by_subject(connection, grain) for grain in ("box", "hand", "bet")))


def _arrow(name: str, rows: list[Row]) -> pa.Table:
    """Make an Arrow table of canonical rows, in the partition of the one session."""
    keys = [pa.field("casino_id", pa.string()), pa.field("gaming_date", pa.date32())]
    fields = [
        each
        for each in arrow_schema(tables()[name])
        if each.name not in {"casino_id", "gaming_date"}
    ]
    place = {"casino_id": "c", "gaming_date": DAY, **SOURCE}
    placed = [{**row, **place, "source_record": number} for number, row in enumerate(rows, 1)]
    return pa.Table.from_pylist(placed, pa.schema([*fields, *keys]))


def _by_subject(connection: Connection, grain: str) -> dict[str, Row]:
    """Read what was due at one grain, by subject."""
    rows = query(connection, f"FROM due.{grain}").to_pylist()
    return {row["subject"]: row for row in rows}


@pytest.fixture(scope="session")
def judged() -> Judged:
    """Give some thousands of random hands with the program's account of them."""
    return judge(deal(HANDS, seed=217))
