"""Bacará, article 7: nobody has a seat at several tables at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.witness.entries import Event, events_of, families_of
from tests.witness.logic import either, every, negated, word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.witness.bacara_rows import Said
    from tests.witness.rows import Session
    from tests.witness.saying import Truth

OF_SEATS = frozenset({"seat_taken", "seat_left", "seat_reserved"})
AFTER_ALL = 2**62


class Stay(NamedTuple):
    """A player's time in a seat, from and to, at least and at most (AFTER_ALL: not told)."""

    player: str | None
    start: int
    least: int
    most: int


def of_tables(session: Session) -> Iterator[Said]:
    """Judge whether somebody who sat at a table sat at another of the casino at the time."""
    own = stays_of(session)
    truth: Truth = True if own is not None else None
    for other in session.beside:
        others = stays_of(other)
        if own is None or others is None:
            truth = None if truth is not False else False
        else:
            met = [meet(one, two) for one in own for two in others]
            truth = every(truth, negated(either(*met)))
    has_gaps = any(map(misses_some, session.beside))
    verdict = word(None if truth and has_gaps else truth)
    hedge = "|not_assessable" if has_gaps and truth is False else ""
    yield "BAC-7.5", session.row["session_id"], True, verdict + hedge


def misses_some(session: Session) -> bool:
    """Say whether an event of a table was lost, or is missing among its numbers."""
    seqs = [row["seq"] for row in session.events]
    holes = max(seqs, default=0) - len({seq for seq in seqs if seq > 0})
    counts = session.row["game"] != "bacara" or 2 * holes < len(seqs)
    return not session.is_whole("events") or (holes > 0 and counts)


def stays_of(session: Session) -> list[Stay] | None:
    """Give who sat at a table, and when; None where its log keeps no seats or names."""
    events = events_of(session.events)
    seats = [event for event in events if event.kind in OF_SEATS]
    if "seats" not in families_of(session, events):
        return None
    if any(event.player is None or event.at is None for event in seats):
        return None
    closed: int | None = session.row["closed_at"]
    last = max((event.at for event in events if event.at), default=0)
    return [
        Stay(event.player, event.at or 0, end or closed or last, end or closed or AFTER_ALL)
        for n, event in enumerate(seats, 1)
        if event.kind == "seat_taken"
        for end in [next_end(event, seats[n:])]
    ]


def next_end(event: Event, later: list[Event]) -> int | None:
    """Give when a stay ended: its player left or sat elsewhere, or another sat in his seat."""
    ends = [e for e in later if e.player == event.player or ends_stay(e, event)]
    return ends[0].at if ends else None


def ends_stay(event: Event, stay: Event) -> bool:
    """Say whether an event of another player's shows that a seat was given up."""
    return event.kind == "seat_taken" and event.seat == stay.seat


def meet(one: Stay, two: Stay) -> Truth:
    """Say whether two stays are of one player and overlap by more than a moment."""
    if one.player != two.player or one.start >= two.most or two.start >= one.most:
        return False
    return True if one.start < two.least and two.start < one.least else None
