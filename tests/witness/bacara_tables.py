"""Bacará, article 7: nobody has a seat at several tables at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.witness.entries import Event, events_of, families_of
from tests.witness.logic import word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.witness.bacara_rows import Said
    from tests.witness.rows import Session
    from tests.witness.saying import Truth

OF_SEATS = frozenset({"seat_taken", "seat_left", "seat_reserved"})
AFTER_ALL = 2**62


class Stay(NamedTuple):
    """A player's time in a seat, from and to; AFTER_ALL: the log does not tell when he left."""

    player: str | None
    start: int | None
    end: int | None


def of_tables(session: Session) -> Iterator[Said]:
    """Judge whether somebody who sat at a table sat at another of the casino at the time."""
    own = stays_of(session)
    truth: Truth = True if own is not None else None
    for other in session.beside:
        others = stays_of(other)
        if own is None or others is None:
            truth = None if truth is not False else False
        elif any(meet(one, two) for one in own for two in others):
            truth = False
    yield "BAC-7.5", session.row["session_id"], True, word(truth)


def stays_of(session: Session) -> list[Stay] | None:
    """Give who sat at a table, and when; None where its log keeps no seats or names."""
    events = events_of(session.events)
    seats = [event for event in events if event.kind in OF_SEATS]
    if "seats" not in families_of(session, events):
        return None
    if any(event.player is None or event.at is None for event in seats):
        return None
    closed = session.row["closed_at"] or AFTER_ALL
    return [
        Stay(event.player, event.at, next_end(event, seats[n:], closed=closed))
        for n, event in enumerate(seats, 1)
        if event.kind == "seat_taken"
    ]


def next_end(event: Event, later: list[Event], *, closed: int) -> int | None:
    """Give when a stay ended: its player left or sat elsewhere, or another sat in his seat."""
    ends = [e for e in later if e.player == event.player or ends_stay(e, event)]
    return ends[0].at if ends else closed


def ends_stay(event: Event, stay: Event) -> bool:
    """Say whether an event of another player's shows that a seat was given up."""
    return event.kind == "seat_taken" and event.seat == stay.seat


def meet(one: Stay, two: Stay) -> bool:
    """Say whether two stays are of one player and overlap by more than a moment."""
    if one.player != two.player or None in {*one, *two}:
        return False
    return (one.start or 0) < (two.end or 0) and (two.start or 0) < (one.end or 0)
