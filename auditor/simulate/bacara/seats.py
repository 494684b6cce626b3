"""Seats of bacará: who sits down, gets up, waits, or has a seat kept for him (article 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from auditor.simulate.bacara.table import FEWEST, LIST, NOBODY, SEATS, Tables

if TYPE_CHECKING:
    from auditor.simulate.columns import Numbers

FEWEST_AT_FIRST = 6
SHARE_STANDING = 0.5  # of the tables, with a player who stands
ODDS_OF_LEAVING = 0.03  # of some player, before a hand
ODDS_OF_WAITING = 0.05  # that someone enters the list
ODDS_OF_KEEPING = 0.4  # a seat that was left
LONGEST_FREE = 25  # hands
NEVER = 1 << 40


def open_tables(count: int, random: np.random.Generator) -> Tables:
    """Seat the first players; nobody has had the bank."""
    seated = random.integers(FEWEST_AT_FIRST, SEATS + 1, count)
    order = random.permuted(np.tile(np.arange(1, SEATS + 1), (count, 1)), axis=1)
    who = np.zeros((count, SEATS + 1), dtype=np.int64)
    taken = np.arange(SEATS) < seated[:, None]
    np.put_along_axis(who, order, np.where(taken, order, NOBODY), axis=1)
    nobody = np.zeros(count, dtype=np.int64)
    grid = np.zeros_like(who)
    tables = Tables(
        hand=0,
        who=who,
        refused=grid.astype(np.bool_),
        free_until=np.where(who == NOBODY, random.integers(1, LONGEST_FREE, who.shape), NEVER),
        kept_for=grid,
        waiting=np.zeros((count, LIST), dtype=np.int64),
        waits=nobody.copy(),
        newest=np.full(count, SEATS),
        stands=random.random(count) < SHARE_STANDING,
        holder_seat=nobody.copy(),
        holder=nobody.copy(),
        last_seated=nobody.copy(),
        origin=nobody.copy(),
        amount=nobody.copy(),
        turn=nobody.copy(),
    )
    tables.free_until[:, 0] = NEVER
    for seat in range(1, SEATS + 1):
        tables.say("seat_taken", np.flatnonzero(who[:, seat]), seat=seat)
    return tables


def move_seats(tables: Tables, random: np.random.Generator) -> None:
    """Let players come, wait and go before a hand; the banker stays."""
    _fill(tables)
    count = len(tables.turn)
    chance = random.random((3, count))
    waits = np.flatnonzero((chance[0] < ODDS_OF_WAITING) & (tables.waits < LIST))
    new = tables.join(waits)
    tables.waiting[waits, tables.waits[waits]] = new
    tables.waits[waits] += 1
    tables.say_of("waitlist_joined", waits, player=new)
    seat = random.integers(1, SEATS + 1, count)
    every = np.arange(count)
    able = (tables.who[every, seat] > NOBODY) & (seat != tables.holder_seat)
    able &= (tables.who > NOBODY).sum(axis=1) > FEWEST
    goes = np.flatnonzero(able & (chance[1] < ODDS_OF_LEAVING))
    tables.leave(goes, seat[goes], until=tables.hand + random.integers(2, LONGEST_FREE, len(goes)))
    kept = goes[chance[2][goes] < ODDS_OF_KEEPING]
    new = tables.join(kept)
    tables.kept_for[kept, seat[kept]] = new
    tables.say_of("seat_reserved", kept, player=new, seat=seat[kept])


def _fill(tables: Tables) -> None:
    """Let the seats whose time has come be taken: by whom they are kept for, or by the list."""
    for seat in range(1, SEATS + 1):
        due = np.flatnonzero(tables.free_until[:, seat] <= tables.hand)
        if len(due):
            _take(tables, due, seat=seat)


def _take(tables: Tables, rows: Numbers, *, seat: int) -> None:
    """Seat whom the seat is kept for, else the first on the list, else one who comes in."""
    kept = tables.kept_for[rows, seat] > NOBODY
    waits = ~kept & (tables.waits[rows] > 0)
    tables.who[rows[kept], seat] = tables.kept_for[rows[kept], seat]
    tables.who[rows[waits], seat] = tables.waiting[rows[waits], 0]
    comes = rows[~kept & ~waits]
    tables.who[comes, seat] = tables.join(comes)
    listed = rows[waits]
    tables.waiting[listed, :-1] = tables.waiting[listed, 1:]
    tables.waits[listed] -= 1
    tables.kept_for[rows, seat] = NOBODY
    tables.free_until[rows, seat] = NEVER
    tables.say("seat_taken", rows, seat=seat)
