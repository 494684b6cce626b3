"""Tell the events of nights of Mini-Bacará: seats, shoes, closing, options, Banca's card, calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa

from auditor.simulate.columns import MICROSECONDS, ids, log_table, times
from auditor.simulate.mini_bacara.bets import NINE, NOBODY, TENURES, player_ids, tenure
from auditor.simulate.mini_bacara.deal import HANDS_OF_A_SHOE, MOST_BOXES
from auditor.simulate.mini_bacara.play import CALL, OPTION, REVEAL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.simulate.columns import Flags, Numbers
    from auditor.simulate.mini_bacara.play import Batch

TYPES = (
    "seat_left",
    "seat_taken",
    "shuffle",
    "cut",
    "load_shoe",
    "bets_closed",
    "option",
    "reveal",
    "cobertura_call",
)
LEFT, TAKEN, SHUFFLE, CUT, LOADED, CLOSED, OPTED, REVEALED, CALLED = range(len(TYPES))
IN_A_HAND, ON_A_SHOE, OF_A_PLAYER = CLOSED, (SHUFFLE, CUT, LOADED), (LEFT, TAKEN, OPTED)
CLOSING = 13  # seconds into the hand
BETWEEN = -1  # the last second before the hand
DETAILS = pa.array(["manual", "pedir", "plantar"])
MANUAL, ASKS, STANDS, SILENT = range(4)


class Said(NamedTuple):
    """Events: the hand (row) each stands by, the second of it, the type, the seat, the detail."""

    row: Numbers
    second: Numbers
    kind: Numbers
    seat: Numbers
    detail: Numbers


def event_rows(batch: Batch) -> tuple[pa.Table, Numbers]:
    """Make the events, numbered in the order of their times."""
    told = _in_order(list(_say_all(batch)))
    row, count = told.row, len(told.row)
    of, sessions = batch.partition[row], batch.sessions(row)
    number = np.arange(count) - np.searchsorted(of, of) + 1
    of_player, of_shoe = np.isin(told.kind, OF_A_PLAYER), np.isin(told.kind, ON_A_SHOE)
    is_before = told.kind == LEFT
    nth = tenure(batch.number[row] - is_before, told.seat)
    has_box = told.kind == OPTED
    columns = {
        "session_id": sessions,
        "seq": pa.array(number),
        "type": pa.array(TYPES).take(pa.array(told.kind)),
        "shoe_id": _where(of_shoe, ids(sessions, mark="-Z", number=batch.shoe[row])),
        "hand_id": _where(told.kind >= IN_A_HAND, batch.hand_id.take(pa.array(row))),
        "at": times(batch.start[row] + told.second * MICROSECONDS),
        "actor": pa.array(np.where(of_player, "player", "dealer")),
        "player_id": _where(of_player, player_ids(sessions, told.seat, nth=nth)),
        "seat": pa.array(told.seat, mask=~of_player),
        "box": pa.array(told.seat, mask=~has_box),
        "detail": DETAILS.take(pa.array(told.detail, mask=told.detail == SILENT)),
    }
    return log_table("events", columns, count=count), of


def _where(kept: Flags, column: pa.Array) -> pa.Array:
    """Keep a column's values in some rows."""
    return pa.compute.if_else(pa.array(kept), column, pa.scalar(None, column.type))


def _in_order(said: list[Said]) -> Said:
    """Put events of every kind in one order."""
    every = Said._make(np.concatenate(columns) for columns in zip(*said, strict=True))
    order = np.lexsort((every.seat, every.kind, every.second, every.row))
    return Said._make(column[order] for column in every)


def _say_all(batch: Batch) -> Iterator[Said]:
    """Tell of every kind of event."""
    every = np.arange(len(batch.number))
    shoe = every[(batch.number - 1) % HANDS_OF_A_SHOE == 0]
    yield from _seats(batch)
    yield _say(shoe, SHUFFLE, detail=MANUAL)
    yield _say(shoe, CUT)
    yield _say(shoe, LOADED)
    yield _say(every, CLOSED, second=CLOSING)
    yield _options(batch)
    yield _say(every, REVEALED, second=REVEAL)
    yield _say(every[batch.dealt.banca_first == NINE], CALLED, second=CALL)


def _say(
    row: Numbers, kind: int, *, second: int = BETWEEN, seat: int = NOBODY, detail: int = SILENT
) -> Said:
    """Tell of events of one type, all at the same second of their hands."""
    told = (np.full(len(row), each) for each in (second, kind, seat, detail))
    return Said(row, *told)


def _seats(batch: Batch) -> Iterator[Said]:
    """Seat five players before the first hand, and others when they leave."""
    for seat, keeps in enumerate(TENURES.tolist(), 1):
        row = np.flatnonzero((batch.number - 1) % keeps == 0)
        yield _say(row[batch.number[row] > 1], LEFT, seat=seat)
        yield _say(row, TAKEN, seat=seat)


def _options(batch: Batch) -> Said:
    """Let each box with five choose, from left to right."""
    row, column = np.nonzero(batch.dealt.has_five)
    detail = np.where(batch.dealt.asks[row, column], ASKS, STANDS)
    second = OPTION + np.minimum(column, MOST_BOXES)
    return Said(row, second, np.full(len(row), OPTED), batch.places[row, column], detail)
