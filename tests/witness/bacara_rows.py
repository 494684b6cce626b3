"""A night of bacará as the second witness reads it: hands in order, and the events around them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.witness.entries import Card, Event, cards_of, events_of, families_of

if TYPE_CHECKING:
    from tests.witness.rows import Row, Session

Said = tuple[str, str, bool | None, str]  # rule, subject, whether it bears, its verdict


@dataclass(frozen=True, slots=True)
class Bet:
    """One bet against the bank."""

    subject: str
    player: str | None
    seat: int | None
    posture: str | None
    asked: int | None
    stake: int


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand."""

    name: str
    place: int  # among the hands of its session
    number: int
    shoe: str | None
    started: int | None
    ended: int | None
    punto: tuple[str, ...] | None
    banca: tuple[str, ...] | None
    punto_total: int | None
    banca_total: int | None
    winner: str | None
    banker: str | None
    seat: int | None
    bank: int | None
    result: int | None
    deduction: int | None


class Night:
    """One session: its hands in order, each with its bets, cards and events."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.shoes = session.shoes
        self.hands = [hand_of(row, place) for place, row in enumerate(session.hands)]
        self.events = events_of(session.events)
        self.cards = cards_of(session.cards)
        self.bets: dict[str, list[Bet]] = defaultdict(list)
        for row in session.bets:
            self.bets[row["hand_id"]].append(bet_of(row))
        self.recorded = families_of(session, self.events)
        self.first: dict[str, float] = {}
        self.last: dict[str, float] = {}
        self.put_hands()
        told = {event.seq for event in self.events}
        self.holes = sorted(set(range(1, max(told, default=0))) - told)

    def put_hands(self) -> None:
        """Place each hand among the events: at the closing of its bets, else at its first event."""
        for event in self.events:
            if event.hand is not None and event.kind != "cutter_out":
                self.first.setdefault(event.hand, event.seq)
                self.last[event.hand] = event.seq
                if event.kind == "bets_closed":
                    self.first[event.hand] = event.seq
        before = 0.0
        for hand in self.hands:
            if hand.name not in self.first:
                at = before + 0.1 if hand.started is None else self.place(hand.started)
                self.first[hand.name] = self.last[hand.name] = at
            before = self.last[hand.name]

    def place(self, at: int) -> float:
        """Give the place of a time among the numbers of the events."""
        before = [event.seq for event in self.events if event.at is not None and event.at < at]
        return max(before, default=0) + 0.5

    def has_hole(self, after: float, before: float) -> bool:
        """Say whether an event is missing between two."""
        return any(after < hole < before for hole in self.holes)

    def stream(self) -> list[Event | Hand]:
        """Give events and hands in one order: a hand comes where it is placed."""
        placed: list[tuple[float, int, Event | Hand]] = [
            (self.first[hand.name], 0, hand) for hand in self.hands
        ]
        placed += [(event.seq, 1, event) for event in self.events]
        return [each for _, _, each in sorted(placed, key=lambda each: each[:2])]


def sides_of(cell: str | None) -> tuple[str, ...] | None:
    return None if cell is None else tuple(cell.split())


def hand_of(row: Row, place: int) -> Hand:
    return Hand(
        name=row["hand_id"],
        place=place,
        number=row["hand_no"],
        shoe=row["shoe_id"],
        started=row["started_at"],
        ended=row["ended_at"],
        punto=sides_of(row["punto_cards"]),
        banca=sides_of(row["banca_cards"]),
        punto_total=row["punto_total"],
        banca_total=row["banca_total"],
        winner=row["winner"],
        banker=row["banker_player_id"],
        seat=row["banker_seat"],
        bank=row["bank_amount"],
        result=row["banker_result"],
        deduction=row["deduction"],
    )


def bet_of(row: Row) -> Bet:
    return Bet(
        subject=row["bet_id"],
        player=row["player_id"],
        seat=row["seat"],
        posture=row["posture"],
        asked=row["asked"],
        stake=row["stake"],
    )


__all__ = ["Bet", "Card", "Hand", "Night", "Said"]
