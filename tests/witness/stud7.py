"""The second witness for Peru's seven-card stud: a session's rows, hand by hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from tests.witness.entries import Card, Event, cards_of, declared, events_of, families_of
from tests.witness.logic import NOT_ASSESSABLE, OBSERVATION, every, negated, word
from tests.witness.saying import dated
from tests.witness.stud7_acts import Limits, of_act
from tests.witness.stud7_chips import of_event
from tests.witness.stud7_deck import of_deck
from tests.witness.stud7_events import (
    ACTIONS,
    OF_SEATS,
    is_paid,
    is_play,
    is_told,
    may_be_told,
)
from tests.witness.stud7_hand import Hand
from tests.witness.stud7_money import of_hand_money, of_seat_money, paid_of
from tests.witness.stud7_round import dealt_after, goes_round, is_one_to_one, of_warnings, warn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.witness.rows import Said, Session
    from tests.witness.saying import Truth

IN_FORCE = date(1999, 3, 9)
CARDS = 7
SILENT: dict[str, str] = {}
OR_NOTHING = "|not_assessable|out_of_scope"


def judge(sessions: list[Session]) -> Iterator[Said]:
    """Give the verdicts of some sessions; what is left out is out of scope."""
    return dated(sessions, IN_FORCE, _judge)


def _judge(session: Session) -> Iterator[Said]:
    """Judge one session."""
    night = Night(session)
    or_nothing = "" if is_whole(night) else OR_NOTHING
    for rule, subject, bears, verdict in night.said():
        if bears is not False:
            said = verdict if bears else NOT_ASSESSABLE
            yield rule, subject, said if said == NOT_ASSESSABLE else said + or_nothing


def is_whole(night: Night) -> bool:
    """Say whether nothing is missing of a session that this witness takes for granted.

    Where something is, he says what he would; the audit may say the same, or that it cannot tell.
    """
    told = all(night.of_hand.get(hand) for hand in night.hands)
    stray = [event for event in night.events if event.hand is None]
    told = told and not any(is_play(e) or e.kind in {"warning", "removed"} for e in stray)
    return told and not night.session.lost and all(map(is_told, night.events))


def unmarked_in(session: Session) -> set[str]:
    """Give the hands with a card that may or may not have been cancelled.

    No mark tells nothing beside a cancelled card, or where one was lost that may have been.
    """
    if not any(row["cancelled"] for row in session.cards) and session.is_whole("cards"):
        return set()
    return {row["hand_id"] for row in session.cards if row["cancelled"] is None}


class Night:
    """A session's hands, cards and events."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.events = events_of(session.events)
        self.cards = cards_of(session.cards)
        self.unmarked = unmarked_in(session)
        self.recorded = families_of(session, self.events)
        self.tolerance = declared(session, "tolerance.cut_from_middle")
        self.hands = [row["hand_id"] for row in session.hands]
        self.of_limits = [event for event in self.events if event.kind.startswith("limits_")]
        self.of_hand: dict[str, list[Event]] = defaultdict(list)
        for event in self.events:
            if event.hand is not None:
                self.of_hand[event.hand].append(event)
        self.table = {hand: self.seated(hand) for hand in self.hands}

    def said(self) -> Iterator[tuple[str, str, Truth, str]]:
        """Say all that the norm says of the session."""
        yield from of_deck(self)
        for hand in self.hands:
            yield from self.of_cards(hand)
            yield from self.of_people(hand)
            for seat, dealt in self.table[hand].items():
                few = len(dealt) <= CARDS if self.cards_are_known(hand) else None
                yield "POK-8.1.3", f"{hand}/seat:{seat}", True, word(few)
            if "poker" in self.recorded:
                yield from self.of_play(hand)
        for event in self.events:
            yield from of_event(self, event)

    def seated(self, hand: str) -> dict[int, list[Card]]:
        """Give the cards of each seat, the seats in the order of the deal."""
        seats: dict[int, list[Card]] = {}
        for card in self.cards.get(hand, ()):
            if card.seat is not None and not card.cancelled:
                seats.setdefault(card.seat, []).append(card)
        return seats

    def cards_are_known(self, hand: str) -> bool:
        """Say whether no card of a hand was lost, and of each it is told if it was cancelled."""
        return hand not in self.unmarked and self.session.is_whole("cards", hand_id=hand)

    def was_played(self, hand: str) -> bool:
        """Say whether a hand has cards or bets."""
        played = any(event.kind in ACTIONS | {"ante"} for event in self.of_hand[hand])
        return bool(self.table[hand]) or played

    # ── article 8: the deal ──────────────────────────────────────────────────────────────────────
    def of_cards(self, hand: str) -> Iterator[tuple[str, str, Truth, str]]:
        """Judge the order of the deal, the faces, and how many are dealt to."""
        seats = self.table[hand]
        if not seats:
            return
        known = self.cards_are_known(hand) or None
        places = {seat: place for place, seat in enumerate(seats)}
        rounds: Counter[int] = Counter()
        latest = (0, 0)
        for card in self.cards[hand]:
            if card.seat is None or card.cancelled:
                continue
            rounds[card.seat] += 1
            number = rounds[card.seat]
            here = (number, places[card.seat])
            yield "POK-8.1", card.subject, known, word(here > latest or latest == (0, 0))
            latest = max(latest, here)
            due = "up" if 3 <= number <= 6 else "down"
            right = None if card.face is None else card.face == due
            yield "POK-8.2", card.subject, known and number <= CARDS, word(right)
        yield "POK-5.0", hand, True, word(known and len(seats) >= 2)
        yield "POK-8.1.2", hand, True, word(known and goes_round(list(seats)))

    # ── article 5: who takes part ────────────────────────────────────────────────────────────────
    def of_people(self, hand: str) -> Iterator[tuple[str, str, Truth, str]]:
        """Judge that each zone has one player, and each player one zone."""
        if not self.was_played(hand):
            return
        acts = [each for each in self.of_hand[hand] if each.kind in ACTIONS | {"ante"}]
        pairs = [(event.seat, event.player) for event in acts]
        yield "POK-5.a", hand, True, word(is_one_to_one(pairs))
        yield "POK-5.b", hand, True, word(is_one_to_one([(b, a) for a, b in pairs]))

    # ── articles 5, 6, 7 and 9: the play ─────────────────────────────────────────────────────────
    def of_play(self, name: str) -> Iterator[tuple[str, str, Truth, str]]:
        """Replay a hand, and judge its actions, its seats and its money."""
        events = self.of_hand[name]
        hand = self.opened(name)
        for event in events:
            yield from self.of_step(hand, event)
        for subject, verdict in of_warnings(hand.warned):
            is_told = self.session.is_whole("events", hand_id=name)
            is_told = is_told and may_be_told(self.events, name, subject)
            yield "POK-5.i.2", subject, True, verdict if is_told else NOT_ASSESSABLE
        awards = [(each.seat, each.amount) for each in events if each.kind == "award"]
        paid = paid_of(hand, awards)
        if self.was_played(name):
            for rule, bears, verdict in of_hand_money(hand, paid):
                yield rule, name, bears, verdict
        seats = dict.fromkeys([*hand.cards, *(e.seat for e in events if e.kind in OF_SEATS)])
        for seat in seats:
            if seat is not None:
                subject = f"{name}/seat:{seat}"
                for rule, bears, verdict in self.of_seat(hand, name, seat):
                    yield rule, subject, bears, verdict
                for rule, bears, verdict in of_seat_money(hand, seat, paid):
                    yield rule, subject, bears, verdict

    def opened(self, name: str) -> Hand:
        """Give a hand before its first action."""
        cards = {seat: [c.card for c in dealt] for seat, dealt in self.table[name].items()}
        events = self.of_hand[name]
        stack = {e.seat: e.amount for e in events if e.kind == "stack" and e.seat is not None}
        doors = {seat: d[2].idx for seat, d in self.table[name].items() if len(d) > 2}
        hand = Hand(cards, stack, doors)
        hand.amounts += [e.amount or 0 for e in events if e.kind in {"award", "stack_after"}]
        played = [e.seat for e in events if e.kind in ACTIONS | {"ante"} and e.seat is not None]
        hand.acts_left.update(played)
        acts = [event for event in events if event.kind in ACTIONS]
        if any(event.seat not in cards for event in acts):
            hand.sure = False
            hand.money_is_known = all(event.seat is not None for event in acts)
            cards |= {e.seat: [] for e in acts if e.seat is not None and e.seat not in cards}
        if not self.cards_are_known(name):  # who else was to act is not known
            hand.all_are_dealt = hand.sure = hand.money_is_known = False
        return hand

    def of_step(self, hand: Hand, event: Event) -> Iterator[tuple[str, str, Truth, str]]:
        """Take one event of a hand, and judge it if it is an action."""
        if event.kind == "warning" and event.seat is None:
            yield "POK-5.i.2", event.subject, True, NOT_ASSESSABLE
        elif event.kind == "warning":
            warn(hand, event.subject, event.seat or 0)
        if event.seat is None or (event.kind != "ante" and event.kind not in ACTIONS):
            return
        if event.kind == "ante":
            hand.ante(event.seat, event.amount)
            return
        act = hand.act(event.seat, event.kind, event.amount)
        stack, later = hand.stack.get(event.seat), self.of_hand[event.hand or ""]
        is_all_in: Truth = None if stack is None or act.spent is None else act.spent >= stack
        if stack is None and any(e.seq > event.seq and is_paid(e, event.seat) for e in later):
            is_all_in = False
        for rule, bears, verdict in of_act(act, limits=self.limits(event), is_all_in=is_all_in):
            yield rule, event.subject, bears, verdict

    def limits(self, event: Event) -> Limits:
        """Give the limits in force at an event."""
        least, most = self.session.row["min_bet"], self.session.row["max_bet"]
        raises = self.session.row["max_raises"]
        if "limits" not in self.recorded:
            return Limits(None, None, raises)
        for number, each in enumerate(self.of_limits):
            if each.seq < event.seq and (number == 0 or each.kind == "limits_changed"):
                said = dict(part.split("=") for part in (each.detail or "").split())
                least, most = in_chips(said.get("min")), in_chips(said.get("max"))
        return Limits(least, most, raises)

    def of_seat(self, hand: Hand, name: str, seat: int) -> Iterator[tuple[str, Truth, str]]:
        """Judge what a seat put in and got before any pot."""
        events = [event for event in self.of_hand[name] if event.seat == seat]
        dealt = self.table[name].get(seat, [])
        known = self.cards_are_known(name) or None
        is_in, stays = bool(dealt) or (known and False), seat in hand.stays
        folds = [event.at for event in events if event.kind == "fold"]
        antes = [event for event in self.of_hand[name] if event.kind == "ante"]
        own = [event for event in antes if event.seat == seat]
        ante: Truth = any(event.amount for event in own)
        if not ante and any(
            e.amount is None or e.seat is None for e in antes if e.seat in {seat, None}
        ):
            ante = None
        yield "POK-5.e", is_in, word(ante)
        times = [card.at for card in self.cards.get(name, ())]
        placed = [event.at for event in own]
        before: tuple[Truth, Truth] = (None, None)
        is_dealt = self.session.is_whole("cards", hand_id=name)
        if is_dealt and own and None not in placed and times and None not in times:
            first, last = min(t for t in times if t), max(t for t in placed if t)
            if last > first or self.session.is_whole("events", hand_id=name):
                before = (last < first, last <= first)
        has_ante = any(event.amount != 0 for event in own) or ante
        yield "POK-5.e.2", every(is_in, has_ante), word(*before)
        faces = [card.face for card in dealt[:3]]
        shown = [
            None if face is None else face == due
            for face, due in zip(faces, ("down", "down", "up"), strict=False)
        ]
        shown = [*shown, *[False] * (3 - len(shown))] if known else [None] * 3
        yield "POK-9.a1", is_in, word(every(ante, *shown))
        stack = hand.stack.get(seat)
        is_told = stack is not None and hand.money_is_known
        yield "POK-5.h", is_in, word(hand.put[seat] <= (stack or 0) if is_told else None)
        most = max((len(cards) for cards in self.table[name].values()), default=0)
        yield "POK-8.1.4", every(is_in, stays), word(known and len(dealt) == most)
        later = dealt_after(hand, seat, [card.at for card in dealt], folds=folds)
        none = known and negated(later)
        yield "POK-8.1.5", every(is_in, not stays), word(none, broken=OBSERVATION)
        yield "POK-6.0", every(stays, hand.is_shown_down), word(known and len(dealt) == CARDS)
        warnings = sum(event.kind == "warning" for event in events)
        removed: Truth = any(event.kind == "removed" for event in events)
        if not removed and any(
            event.kind == "removed" and event.seat is None for event in self.of_hand[name]
        ):
            removed = None
        seatless = any(e.kind == "warning" and e.seat is None for e in self.of_hand[name])
        bears: Truth = None if seatless else warnings > 1
        yield "POK-5.z", bears, word(removed, broken=OBSERVATION)


def in_chips(amount: str | None) -> int | None:
    """Give an amount in ten-thousandths of the currency."""
    return None if amount is None else int(Decimal(amount) * 10_000)
