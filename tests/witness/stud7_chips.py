"""Stud, articles 5 c and 5 g: who leaves the table, or moves chips, during a hand of his own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.witness.logic import negated, word
from tests.witness.stud7_events import CHIPS, is_play, seat_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.witness.entries import Event
    from tests.witness.saying import Truth
    from tests.witness.stud7 import Night

Said = tuple[str, str, "Truth", str]


def of_event(night: Night, event: Event) -> Iterator[Said]:
    """Judge who leaves or moves chips during a hand of his own."""
    if event.kind != "seat_left" and event.kind not in CHIPS:
        return
    hand = inside(night, event)
    events = night.of_hand.get(hand or "", [])
    seat = seat_of(event, events)
    if event.seat is None and hand and not night.session.is_whole("events", hand_id=hand):
        seat = None  # a lost act may show its player at another seat
    own = is_own(night, event, hand=hand, seat=seat)
    if event.kind in CHIPS:
        yield "POK-5.g", event.subject, True, word(negated(own))
        return
    folded = any(e.seq < event.seq and e.kind == "fold" and e.seat == seat for e in events)
    yield "POK-5.c", event.subject, own, word(folded)


def inside(night: Night, event: Event) -> str | None:
    """Give the hand during which an event came: art. 5 e, one takes part from the antes on."""
    if event.hand is not None:
        return event.hand
    for hand, events in night.of_hand.items():
        played = [each.seq for each in events if is_play(each)]
        paid = [each.seq for each in events if each.kind == "award"]
        if played and played[0] < event.seq < (paid or played)[-1]:
            return hand
    return None


def is_own(night: Night, event: Event, *, hand: str | None, seat: int | None) -> Truth:
    """Say whether an event came during a hand of its player's own, whatever a lost record said.

    A lost act may be another hand's first, or of this one before its first or the award.
    """
    if event.hand is None and not night.session.is_whole("events"):
        return None
    if hand is None:
        return False
    whole = night.session.is_whole("events", hand_id=hand)
    if not whole and not is_amid(night, event, hand):
        return None
    if seat is None and event.player is None:
        return None
    own = seat in night.table.get(hand, {})
    return own or (False if whole and night.session.is_whole("cards", hand_id=hand) else None)


def is_amid(night: Night, event: Event, hand: str) -> bool:
    """Say whether an event lies between some act of a hand and an award of it."""
    played = [each.seq for each in night.of_hand[hand] if is_play(each)]
    paid = [each.seq for each in night.of_hand[hand] if each.kind == "award"]
    return bool(paid) and min(played) <= event.seq <= max(paid)
