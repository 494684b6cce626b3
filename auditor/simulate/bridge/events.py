"""Tell what happens at evenings of bridge: shuffles, cuts, irregularities, new deals, auctions."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from auditor.simulate.bridge.evening import (
    BETWEEN_AUCTIONS,
    CONTRACTS,
    FIRST_AUCTION,
    MISDEALT,
    NO_TABLE,
    ORDERED,
    SEEN,
)
from auditor.simulate.columns import MICROSECONDS, log_table, times

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.simulate.bridge.evening import Evening
    from auditor.simulate.columns import Numbers

PLAYER, MACHINE, DIRECTOR = "player", "machine", "director"
# Seconds into a board's eight minutes; an auction takes a minute and a half.
SHUFFLE, ATTENDS, ASKED, CUT, FOUND, AGAIN, ANEW, SEES, ENDS = 0, 5, 20, 25, 40, 50, 70, 30, 80


class Said(NamedTuple):
    """Events of one type: the numbers (rows) they stand by, the table, the second, who, what."""

    kind: str
    row: Numbers
    table: Numbers
    second: Numbers
    actor: str | None
    detail: pa.Array


def event_rows(evening: Evening) -> tuple[pa.Table, Numbers]:
    """Make the events, numbered in the order of their times."""
    said = list(_say_all(evening))
    lengths = [len(each.row) for each in said]
    row, table, second = (np.concatenate([each[at] for each in said]) for at in (1, 2, 3))
    kind = np.repeat(np.arange(len(said)), lengths)
    order = np.lexsort((kind, second, row))
    row, kind, of = row[order], kind[order], evening.partition[row[order]]
    detail = pa.concat_arrays([each.detail for each in said]).take(pa.array(order))
    columns = {
        "session_id": evening.sessions(row),
        "seq": pa.array(np.arange(len(of)) - np.searchsorted(of, of) + 1),
        "type": pa.array([each.kind for each in said]).take(pa.array(kind)),
        "hand_id": evening.board_ids(row, table[order]),
        "at": times(evening.start[row] + second[order] * MICROSECONDS),
        "actor": pa.array([each.actor for each in said], pa.string()).take(pa.array(kind)),
        "detail": detail,
    }
    return log_table("events", columns, count=len(of)), of


def _say_all(evening: Evening) -> Iterator[Said]:
    """Tell of every kind of event."""
    every = np.arange(len(evening.number))
    players, trouble = evening.by_players, evening.trouble
    yield _say("shuffled", every[players], second=SHUFFLE, actor=PLAYER, detail="manual")
    yield _say("shuffled", every[~players], second=SHUFFLE, actor=MACHINE, detail="machine")
    yield _say("attendance", every[players], second=ATTENDS, detail="NS EW")
    yield _say("cut_requested", every[evening.cut], second=ASKED, actor=PLAYER)
    yield _say("cut_done", every[evening.cut], second=CUT, actor=PLAYER)
    yield _say("card_seen", every[trouble == SEEN], second=FOUND, actor=PLAYER)
    yield _say("misdeal_found", every[trouble == MISDEALT], second=FOUND, actor=PLAYER)
    yield _say("director_order", every[trouble == ORDERED], second=FOUND, actor=DIRECTOR)
    anew = every[trouble > 0]
    yield _say("shuffled", anew, second=AGAIN, actor=PLAYER, detail="manual")
    yield _say("redeal", anew, second=ANEW, actor=PLAYER)._replace(
        detail=evening.replaced.text().take(pa.array(anew))
    )
    yield from _auctions(evening)


def _auctions(evening: Evening) -> Iterator[Said]:
    """Tell of the auction at each table, and of cards seen while it goes on."""
    second = FIRST_AUCTION + (evening.table - 1) * BETWEEN_AUCTIONS
    late = np.flatnonzero((evening.late[evening.row] != NO_TABLE) & (evening.table == 1))
    begun = _say("auction_started", evening.row, second=0)
    seen = _say("card_seen", evening.row[late], second=FIRST_AUCTION + SEES, actor=PLAYER)
    yield begun._replace(table=evening.table, second=second)
    yield seen
    yield begun._replace(
        kind="auction_ended",
        table=evening.table,
        second=second + ENDS,
        detail=CONTRACTS.take(pa.array(evening.contract)),
    )


def _say(
    kind: str, row: Numbers, *, second: int, actor: str | None = None, detail: str | None = None
) -> Said:
    """Tell of events of one type, at the first table and the same second of their boards."""
    one = np.ones(len(row), dtype=np.int64)
    told = pc.cast(pa.repeat(pa.scalar(detail, pa.string()), len(row)), pa.string())
    return Said(kind, row, one, second * one, actor, told)
