"""Which events of stud are of a hand's play, what each has to tell, and whose they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.witness.entries import Event

ACTIONS = frozenset({"bring_in", "check", "bet", "call", "raise", "fold"})
OF_SEATS = ACTIONS | {"ante", "stack", "stack_after", "award", "muck", "warning", "removed"}
CHIPS = frozenset({"chips_bought", "chips_cashed", "chips_lent"})


def is_told(event: Event) -> bool:
    """Say whether an event of the play tells who and how much."""
    if event.kind not in OF_SEATS and event.kind not in CHIPS:
        return True
    priced = event.kind in {"ante", "bring_in", "bet", "call", "raise", "stack", "award"}
    return None not in {event.seat, event.player} and (event.amount is not None or not priced)


def may_be_told(events: list[Event], hand: str, subject: str) -> bool:
    """Say whether every warning before one tells whose it is: its seat, and in play its hand."""
    one = next(event for event in events if event.subject == subject)
    begins = min((e.seq for e in events if e.hand == hand and is_play(e)), default=None)
    for event in events:
        if event.kind != "warning" or event.seq >= one.seq or event.seat not in (None, one.seat):
            continue
        in_play = begins is not None and event.seq > begins
        if (event.hand == hand and event.seat is None) or (event.hand is None and in_play):
            return False
    return True


def is_play(event: Event) -> bool:
    """Say whether an event is of a hand's play; a show is a player's, or else the deck's."""
    is_players = event.seat is not None or event.player is not None
    return event.kind in ACTIONS | {"ante", "muck", "award"} or (
        event.kind == "show" and is_players
    )


def is_paid(event: Event, seat: int) -> bool:
    """Say whether a seat puts chips in by an event."""
    return event.seat == seat and event.kind in {"bring_in", "bet", "call", "raise"}


def seat_of(event: Event, events: Sequence[Event]) -> int | None:
    """Give the seat of an event: as it says, or where its player acts in a hand's events."""
    if event.seat is not None or event.player is None:
        return event.seat
    seats = {each.seat for each in events if each.player == event.player and is_play(each)}
    return seats.pop() if len(seats) == 1 else None
