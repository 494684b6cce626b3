"""Play evenings of duplicate bridge at a club: boards dealt once and played at three tables.

On every other evening the players deal; else a machine does. A board has eight minutes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from auditor.simulate.bridge.deals import CARDS, HANDS, Deals, deal, dealing_order
from auditor.simulate.columns import (
    MICROSECONDS,
    ids,
    log_table,
    midnights,
    session_columns,
    session_ids,
    times,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from auditor.simulate.columns import Flags, Numbers
    from auditor.simulate.spec import Partition

VENUE = ("America/Montevideo", "UYU")
OPENING = 22 * 3600  # seconds of UTC: 19:00 in Montevideo
SECONDS_A_BOARD = 480
TABLES, MOST_BOARDS = 3, 36
FIRST_AUCTION, BETWEEN_AUCTIONS = 120, 110  # seconds into the board's eight minutes
DEALERS = pa.array(list("NESW"))
SIDES = ("None", "NS", "EW", "All")
VULNERABLE = pa.array([SIDES[(board + board // 4) % 4] for board in range(16)])
CONTRACTS = pa.array(["3NT", "4S", "4H", "2S", "1NT", "5D", "passed_out", "3C", "6NT", "2H"])
PASSED_OUT = 6
RESULTS = pa.array(["9", "10", "10", "8", "7", "11", "", "9", "12", "8"])
ODDS_OF_CONTRACTS = (0.2, 0.18, 0.16, 0.1, 0.1, 0.05, 0.02, 0.08, 0.03, 0.08)
LATE_RULING = "Ley 16C: información no autorizada, sigue el juego"
SEEN, MISDEALT, ORDERED = 1, 2, 3
ODDS_OF_TROUBLE = (0.97, 0.012, 0.006, 0.012)
SHARE_LATE, SHARE_CUT, SHARE_NEW = 0.006, 0.1, 0.05
NO_TABLE = -1


class Evening(NamedTuple):
    """The numbers of some sessions, one row each, and their boards, one row a table.

    Of a number: its session, number, `start` in microseconds, deal, the deal that another took the
    place of, `trouble` (SEEN, MISDEALT, ORDERED or 0), `cut`, `new` pack, and the table at which a
    card was seen `late`, or NO_TABLE. Of a board: its number (row), table, contract.
    """

    partitions: Sequence[Partition]
    partition: Numbers
    number: Numbers
    start: Numbers
    by_players: Flags
    deals: Deals
    replaced: Deals
    trouble: Numbers
    cut: Flags
    new: Flags
    late: Numbers
    row: Numbers
    table: Numbers
    contract: Numbers

    def sessions(self, rows: Numbers) -> pa.Array:
        """Give the session of some numbers."""
        return session_ids(self.partitions).take(pa.array(self.partition[rows]))

    def board_ids(self, rows: Numbers, table: Numbers) -> pa.Array:
        """Name the boards of some numbers at some tables."""
        of = ids(self.sessions(rows), mark="-B", number=self.number[rows])
        return pc.binary_join_element_wise(of, pa.array(table).cast(pa.string()), "-")


def play(partitions: Sequence[Partition], random: np.random.Generator) -> Evening:
    """Deal and play the boards of some partitions; a partition's last number may lack a table."""
    counts = np.array([partition.hands for partition in partitions])
    numbers = -(-counts // TABLES)
    of = np.repeat(np.arange(len(partitions)), numbers)
    number = np.arange(len(of)) - np.repeat(np.cumsum(numbers) - numbers, numbers) + 1
    row = np.repeat(np.arange(len(of)), TABLES)
    table = np.tile(np.arange(1, TABLES + 1), len(of))
    kept = (number[row] - 1) * TABLES + table <= counts[of[row]]
    by_players = _by_players(partitions)[of]
    late = random.random(len(of)) < SHARE_LATE
    trouble = random.choice(len(ODDS_OF_TROUBLE), len(of), p=ODDS_OF_TROUBLE)
    return Evening(
        partitions=partitions,
        partition=of,
        number=number,
        start=midnights(partitions)[of] + (OPENING + (number - 1) * SECONDS_A_BOARD) * MICROSECONDS,
        by_players=by_players,
        deals=deal(len(of), random),
        replaced=deal(len(of), random),
        trouble=np.where(by_players, trouble, 0),
        cut=by_players & (random.random(len(of)) < SHARE_CUT),
        new=by_players & (random.random(len(of)) < SHARE_NEW),
        late=np.where(late, 1, NO_TABLE),
        row=row[kept],
        table=table[kept],
        contract=random.choice(len(CONTRACTS), int(kept.sum()), p=ODDS_OF_CONTRACTS),
    )


def _by_players(partitions: Sequence[Partition]) -> Flags:
    """Tell on which evenings the players deal."""
    days = [partition.gaming_date.toordinal() + partition.table for partition in partitions]
    return np.asarray(np.array(days) % 2 == 0)


def session_rows(evening: Evening) -> tuple[pa.Table, Numbers]:
    """Make one session for each partition."""
    count = len(evening.partitions)
    opened = midnights(evening.partitions) + OPENING * MICROSECONDS
    hands = np.array([partition.hands for partition in evening.partitions])
    length = -(-hands // TABLES) * SECONDS_A_BOARD
    columns = {
        **session_columns(evening.partitions, game="bridge", venue=VENUE),
        "opened_at": times(opened - SECONDS_A_BOARD * MICROSECONDS),
        "closed_at": times(opened + length * MICROSECONDS),
        "recorded": pa.repeat("bridge", count),
        "log_origin": pa.repeat("pit_transcript", count),
    }
    return log_table("sessions", columns, count=count), np.arange(count)


def board_rows(evening: Evening) -> tuple[pa.Table, Numbers]:
    """Make the boards, three copies of each number."""
    row, count = evening.row, len(evening.row)
    at, number = pa.array(row), evening.number[row]
    second = FIRST_AUCTION + (evening.table - 1) * BETWEEN_AUCTIONS
    nothing = pa.scalar(None, pa.string())
    players = pa.array(evening.by_players[row])
    is_late = pa.array(evening.late[row] == evening.table)
    columns = {
        "board_id": evening.board_ids(row, evening.table),
        "session_id": evening.sessions(row),
        "number": pa.array(number),
        "deal": evening.deals.text().take(at),
        "dealer": DEALERS.take(pa.array((number - 1) % HANDS)),
        "vulnerable": VULNERABLE.take(pa.array((number - 1) % len(VULNERABLE))),
        "copy": pa.array(evening.table),
        "dealt_by": pa.array(np.where(evening.by_players[row], "players", "machine")),
        "generator": pc.if_else(players, nothing, "Duplimate, semilla diaria"),
        "prior_order": pc.if_else(
            players, pa.array(np.where(evening.new[row], "nuevo", "jugado")), nothing
        ),
        "replay_event": pa.repeat(pa.scalar(value=False), count),
        "fouled": pa.repeat(pa.scalar(value=False), count),
        "ruling": pc.if_else(is_late, LATE_RULING, nothing),
        "played_at": times(evening.start[row] + second * MICROSECONDS),
        "result": RESULTS.take(pa.array(evening.contract, mask=evening.contract == PASSED_OUT)),
    }
    return log_table("boards", columns, count=count), evening.partition[row]


def _openers(evening: Evening) -> Numbers:
    """Give the numbers whose cards are logged one by one: an evening's first, dealt by players."""
    return np.flatnonzero((evening.number == 1) & evening.by_players & (evening.trouble == 0))


def hand_rows(evening: Evening) -> tuple[pa.Table, Numbers]:
    """Make the dealing of an evening's first board, as cards are logged by hands."""
    row = _openers(evening)
    columns = {
        "hand_id": evening.board_ids(row, np.ones(len(row), dtype=np.int64)),
        "session_id": evening.sessions(row),
        "hand_no": pa.array(evening.number[row]),
        "started_at": times(evening.start[row] + 5 * MICROSECONDS),
    }
    return log_table("hands", columns, count=len(row)), evening.partition[row]


def card_rows(evening: Evening, random: np.random.Generator) -> tuple[pa.Table, Numbers]:
    """Make the cards of those boards, one to each hand clockwise, from the dealer's left."""
    row = _openers(evening)
    deals = Deals(evening.deals.hand_of[row])
    order = dealing_order(deals, np.ones(len(row), dtype=np.int64), random=random)
    each = np.repeat(np.arange(len(row)), order.shape[1])
    idx = np.tile(np.arange(order.shape[1]), len(row))
    board = evening.board_ids(row, np.ones(len(row), dtype=np.int64))
    seats = pa.array([f"seat:{hand + 1}" for hand in range(HANDS)])
    columns = {
        "hand_id": board.take(pa.array(each)),
        "idx": pa.array(idx + 1),
        "to": seats.take(pa.array((idx + 1) % HANDS)),
        "card": CARDS.take(pa.array(order.reshape(-1))),
        "face": pa.repeat("down", len(each)),
    }
    return log_table("cards", columns, count=len(each)), evening.partition[row][each]
