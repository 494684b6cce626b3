"""A session's events and cards as a witness of whole nights reads them; what its house declared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.games.log_model import event_families

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.witness.rows import Row, Session

IN_TWO_FAMILIES = frozenset({"show"})


@dataclass(frozen=True, slots=True)
class Event:
    """One event; times in microseconds, amounts in ten-thousandths."""

    subject: str
    seq: int
    kind: str
    hand: str | None
    shoe: str | None
    at: int | None
    player: str | None
    seat: int | None
    posture: str | None
    amount: int | None
    count: int | None
    accepted: bool | None
    detail: str | None

    @property
    def place(self) -> int | None:
        """Give the seat in which its player sits; None for one who stands."""
        return None if self.posture == "standing" else self.seat


@dataclass(frozen=True, slots=True)
class Card:
    """One card dealt."""

    subject: str
    idx: int
    to: str
    card: str
    face: str | None
    at: int | None
    cancelled: bool

    @property
    def seat(self) -> int | None:
        """Give the seat to which it was dealt."""
        return int(self.to[5:]) if self.to.startswith("seat:") else None


def events_of(rows: Iterable[Row]) -> list[Event]:
    """Read the events of a session, in the order of their numbers."""
    read = [
        Event(
            subject=f"{row['session_id']}/{row['seq']}",
            seq=row["seq"],
            kind=row["type"],
            hand=row["hand_id"],
            shoe=row["shoe_id"],
            at=row["at"],
            player=row["player_id"],
            seat=row["seat"],
            posture=row["posture"],
            amount=row["amount"],
            count=row["count"],
            accepted=row["accepted"],
            detail=row["detail"],
        )
        for row in rows
    ]
    return sorted(read, key=lambda event: event.seq)


def cards_of(rows: Iterable[Row]) -> dict[str, list[Card]]:
    """Read the cards of a session: hand → cards in the order of the deal."""
    read: dict[str, list[Card]] = {}
    for row in rows:
        card = Card(
            subject=f"{row['hand_id']}#{row['idx']}",
            idx=row["idx"],
            to=row["to"],
            card=row["card"],
            face=row["face"],
            at=row["at"],
            cancelled=bool(row["cancelled"]),
        )
        read.setdefault(row["hand_id"], []).append(card)
    return {hand: sorted(cards, key=lambda card: card.idx) for hand, cards in read.items()}


def families_of(session: Session, events: Iterable[Event]) -> frozenset[str]:
    """Give the families of events that a session keeps: those it names, and those it has any of."""
    kinds = {event.kind for event in events} - IN_TWO_FAMILIES
    had = {family for family, types in event_families().items() if kinds & set(types)}
    return session.named | had


def declared(session: Session, key: str) -> str | None:
    """Give what the house had declared on the session's day; None where it had not."""
    day = session.row["date_earliest"]
    told = session.house.declared if session.house else ()
    then = [e for e in told if e.key == key and (e.since is None or (day and day >= e.since))]
    return then[-1].value if then else None


def adopted(session: Session, *rules: str) -> str | None:
    """Give the reading that the authority adopted of a rule or clause; None where it did not."""
    readings = session.house.readings if session.house else {}
    return next((readings[rule].reading for rule in rules if rule in readings), None)
