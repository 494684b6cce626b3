"""Nights of Bling Bling 2002, and what happens at the table beside the throws."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa

from auditor.simulate.bling_bling.bets import bet_rows
from auditor.simulate.bling_bling.play import (
    LEAST_BET,
    MOST_BET,
    RAISED_MOST,
    ROUNDS_BEFORE_CHANGE,
    SEATS,
    SECONDS_A_ROUND,
    VENUE,
    hand_rows,
    play,
    player_ids,
    roll_rows,
    session_rows,
)
from auditor.simulate.catalog import SimulatedGame
from auditor.simulate.columns import MICROSECONDS, log_table, times

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from auditor.simulate.bling_bling.play import Rounds
    from auditor.simulate.catalog import Tables
    from auditor.simulate.columns import Numbers
    from auditor.simulate.spec import Partition

TYPES = ("limits_announced", "seat_taken", "limits_changed", "error_detected", "error_corrected")
ANNOUNCED, TAKEN, CHANGED, DETECTED, CORRECTED = range(len(TYPES))
ACTORS = pa.array(["supervisor", "player", "supervisor", "supervisor", "dealer"])
DETAILS = pa.array(
    [
        f"min={LEAST_BET} max={MOST_BET}",
        f"min={LEAST_BET} max={RAISED_MOST}",
        "pago en un casillero",
    ]
)
AT_OPENING, AT_CHANGE, OF_ERROR, SILENT = range(4)
NOBODY = 0
SHARE_ERRORS = 0.01
# Seconds of the round: the opening's events, the change of limits between two rounds, an error.
OPENED, TOLD, CHANGES, SEEN, MENDED = -100, -19, -15, 60, 85


class Said(NamedTuple):
    """Events: the round (row) that each stands by, its second, type, seat and detail."""

    row: Numbers
    second: Numbers
    kind: Numbers
    seat: Numbers
    detail: Numbers


def night(partitions: Sequence[Partition], random: np.random.Generator) -> Tables:
    """Play nights, one row a round, and tell their throws, bets and events."""
    rounds = play(partitions, random)
    return {
        "sessions": session_rows(rounds),
        "hands": hand_rows(rounds),
        "rolls": roll_rows(rounds),
        "bets": bet_rows(rounds, random),
        "events": event_rows(rounds, random),
    }


def event_rows(rounds: Rounds, random: np.random.Generator) -> tuple[pa.Table, Numbers]:
    """Make the events, numbered in the order of their times."""
    parts = list(_say_all(rounds, random))
    every = Said._make(np.concatenate(columns) for columns in zip(*parts, strict=True))
    order = np.lexsort((every.second, every.row))
    told = Said._make(column[order] for column in every)
    row, of = told.row, rounds.partition[told.row]
    sessions, in_round = rounds.sessions(row), told.kind >= DETECTED
    nothing = pa.scalar(None, pa.string())
    sits = pa.array(told.seat != NOBODY)
    columns = {
        "session_id": sessions,
        "seq": pa.array(np.arange(len(of)) - np.searchsorted(of, of) + 1),
        "type": pa.array(TYPES).take(pa.array(told.kind)),
        "hand_id": pa.compute.if_else(
            pa.array(in_round), rounds.hand_id.take(pa.array(row)), nothing
        ),
        "at": times(rounds.start[row] + told.second * MICROSECONDS),
        "actor": ACTORS.take(pa.array(told.kind)),
        "player_id": pa.compute.if_else(sits, player_ids(sessions, told.seat), nothing),
        "seat": pa.array(told.seat, mask=told.seat == NOBODY),
        "detail": DETAILS.take(pa.array(told.detail, mask=told.detail == SILENT)),
    }
    return log_table("events", columns, count=len(of)), of


def _say_all(rounds: Rounds, random: np.random.Generator) -> Iterator[Said]:
    """Tell of limits, seats and errors."""
    first = np.flatnonzero(rounds.number == 1)
    change = np.flatnonzero(rounds.number == ROUNDS_BEFORE_CHANGE + 1)
    errors = np.flatnonzero(random.random(len(rounds.number)) < SHARE_ERRORS)
    yield _say(first, ANNOUNCED, second=OPENED, detail=AT_OPENING)
    for seat in range(1, SEATS + 1):
        yield _say(first, TAKEN, second=OPENED + 10 * seat, seat=seat)
    yield _say(change, ANNOUNCED, second=TOLD, detail=AT_CHANGE)
    yield _say(change, CHANGED, second=CHANGES, detail=AT_CHANGE)
    yield _say(errors, DETECTED, second=SEEN, detail=OF_ERROR)
    yield _say(errors, CORRECTED, second=MENDED)


def _say(row: Numbers, kind: int, *, second: int, seat: int = NOBODY, detail: int = SILENT) -> Said:
    """Tell of events of one type, all at the same second of their rounds."""
    told = (np.full(len(row), each) for each in (second, kind, seat, detail))
    return Said(row, *told)


GAME = SimulatedGame(
    id="bling_bling",
    night=night,
    casinos="LIM",
    zone=VENUE[0],
    currency=VENUE[1],
    hands_a_night=12 * 3600 // SECONDS_A_ROUND - 1,
)
