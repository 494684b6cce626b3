"""An evening of stud as a log tells it: the deck, the cards, what was done and what was paid."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date
    from random import Random

    from tests.witness.stud7_hand import Hand

Row = dict[str, str | None]
Done = tuple[int, str, int, int]  # seat, action, amount, round
STEPS = ("show", "face_down", "scramble", "shuffle", "cut")
FACES = ("down", "down", "up", "up", "up", "up", "down")
OPENING = time(20)


class Evening:
    """A session, and the rows of its log so far."""

    def __init__(self, chance: Random, name: str, casino: str, day: date) -> None:
        self.chance, self.name = chance, name
        self.clock = datetime.combine(day, OPENING)
        self.keeps_deck, self.keeps_limits = chance.random() < 0.6, chance.random() < 0.7
        self.rows: dict[str, list[Row]] = defaultdict(list)
        kept = [
            "poker",
            "seats",
            "chips",
            *["deck"] * self.keeps_deck,
            *["limits"] * self.keeps_limits,
        ]
        self.rows["sessions"].append({
            "session_id": name, "casino_id": casino, "table_id": f"T-{name}", "game": "stud7",
            "gaming_date": day.isoformat(), "currency": "PEN", "recorded": " ".join(kept),
            "min_bet": chance.choice(("5", "10", None)), "max_bet": chance.choice(("20", "50")),
            "max_raises": chance.choice(("1", "3", None)),
        })  # fmt: skip
        self.is_timed, self.has_limits = chance.random() < 0.5, False
        if self.keeps_deck and self.rarely(0.9):
            self.say("deck_check")

    def rarely(self, share: float) -> bool:
        return self.chance.random() < share

    def say(self, kind: str, seat: int | None = None, amount: object = None, **more: str) -> None:
        """Log an event; every seat has a player of its own."""
        self.clock += timedelta(seconds=1)
        self.rows["events"].append({
            "session_id": self.name, "seq": str(len(self.rows["events"]) + 1), "type": kind,
            "seat": None if seat is None else str(seat),
            "player_id": None if seat is None else f"P{seat}",
            "amount": None if amount is None else str(amount),
            "at": self.clock.isoformat() if self.is_timed else None, **more,
        })  # fmt: skip

    def log(self, hand: Hand, done: list[Done]) -> None:
        """Log a hand, with what comes before it."""
        number = len(self.rows["hands"]) + 1
        name = f"{self.name}-h{number}"
        self.before(number)
        self.rows["hands"].append({
            "hand_id": name, "session_id": self.name, "hand_no": str(number),
        })  # fmt: skip
        for seat, stack in hand.stack.items():
            told = (stack or 0) - (1 if self.rarely(0.01) else 0)
            self.say("stack", seat, told, hand_id=name)
        is_dealt = False
        for seat, kind, amount, _ in done:
            if kind != "ante" and not is_dealt:
                self.deal(name, hand, done)
                is_dealt = True
            if amount or kind not in {"ante", "check", "fold"}:
                self.act(name, seat, kind, amount)
            elif kind != "ante":
                self.act(name, seat, kind, None)
            self.aside(name, seat)
        if not is_dealt:
            self.deal(name, hand, done)
        self.pay(name, hand)

    def before(self, number: int) -> None:
        """Log what is done with the deck, and the limits, between two hands."""
        if self.keeps_limits and self.rarely(0.1):
            kinds = (
                "limits_announced",
                "limits_changed" if self.has_limits else "limits_announced",
            )
            kind, self.has_limits = self.chance.choice(kinds), True
            self.say(kind, detail=self.chance.choice(("min=5 max=20", "min=10 max=50")))
        if not self.keeps_deck:
            return
        if number > 1 and self.rarely(0.1):
            self.say("deck_change", detail="naipe marcado")
            if self.rarely(0.7):
                self.say("deck_check")
        steps = [step for step in STEPS if self.rarely(0.95)] if self.rarely(0.8) else []
        if len(steps) > 1 and self.rarely(0.1):
            steps[0], steps[1] = steps[1], steps[0]
        counts = {"show": self.chance.choice(("52", "52", "52", "51", "")),
                  "cut": self.chance.choice(("26", "16", "15", "36", "37", ""))}  # fmt: skip
        for step in steps:
            self.say(step)
            self.rows["events"][-1]["count"] = counts.get(step) or None

    def deal(self, name: str, hand: Hand, done: list[Done]) -> None:
        """Log the cards, round by round, of those who then stay; a fault here and there."""
        last = {seat: street for seat, kind, _, street in done if kind == "fold"}
        ended = hand.street if len(hand.stays) == 1 else 7
        dealt = [
            (seat, number, cards[number])
            for number in range(7)
            for seat, cards in hand.cards.items()
            if number < min(last.get(seat, 7), ended)
        ]
        if self.rarely(0.02):
            at = self.chance.randrange(len(dealt) - 1)
            dealt[at], dealt[at + 1] = dealt[at + 1], dealt[at]
        if self.rarely(0.01):
            dealt.pop()
        for idx, (seat, number, card) in enumerate(dealt, 1):
            face: str | None = FACES[number]
            if self.rarely(0.002):
                face = self.chance.choice(("up", "down", None))
            self.clock += timedelta(seconds=1)
            self.rows["cards"].append({
                "hand_id": name, "idx": str(idx), "to": f"seat:{seat}", "card": card, "face": face,
                "at": self.clock.isoformat() if self.is_timed else None,
            })  # fmt: skip

    def act(self, name: str, seat: int, kind: str, amount: int | None) -> None:
        """Log an action; now and then by another player at the seat."""
        self.say(kind, seat, amount, hand_id=name)
        if self.rarely(0.002):
            self.rows["events"][-1]["player_id"] = self.chance.choice(("P1", "Z"))

    def aside(self, name: str, seat: int) -> None:
        """Log what else may happen in a hand: warnings, chips, somebody who leaves."""
        if self.rarely(0.004):
            for _ in range(self.chance.choice((1, 1, 2))):
                self.say("warning", None if self.rarely(0.2) else seat, hand_id=name)
            if self.rarely(0.5):
                self.say("removed", seat, hand_id=name)
        if self.rarely(0.003):
            kind = self.chance.choice(("chips_bought", "chips_cashed", "chips_lent"))
            self.say(kind, self.chance.choice((seat, 9)), 50)
        if self.rarely(0.003):
            self.say("seat_left", self.chance.choice((seat, 9)))

    def pay(self, name: str, hand: Hand) -> None:
        """Log what is paid: mostly what is due, an odd chip to the first; or not."""
        reading = self.chance.choice(("high_compare", "high_compare", "low_compare", "high_share"))
        due = hand.due_money(reading) or dict.fromkeys(hand.stays, (0, 0))
        paid = {seat: low for seat, (low, _) in due.items()}
        rest = hand.put.total() - sum(paid.values())
        for seat, (low, high) in due.items():
            paid[seat] += min(rest, high - low)
            rest -= min(rest, high - low)
        self.spoil(paid, hand)
        for seat, amount in paid.items():
            if amount > 0:
                self.say("award", seat, amount, hand_id=name)

    def spoil(self, paid: dict[int, int], hand: Hand) -> None:
        """Pay something else than what is due, now and then."""
        fault = (
            self.chance.choice(("swap", "more", "rake", "half", "unreturned"))
            if self.rarely(0.15)
            else ""
        )
        seats = list(paid)
        one, two = self.chance.choice(seats), self.chance.choice(seats)
        if fault == "swap":
            paid[one], paid[two] = paid[two], paid[one]
        elif fault == "more":
            paid[one] += 1
        elif fault == "rake":
            best = max(paid, key=lambda seat: paid[seat])
            paid[best] = max(paid[best] - self.chance.choice((1, 3)), 0)
        elif fault == "half":
            moved = paid[one] // 2
            paid[one], paid[two] = paid[one] - moved, paid[two] + moved
        elif fault == "unreturned":
            first, second = [*sorted(hand.put.values(), reverse=True), 0, 0][:2]
            owner = max(hand.put, key=lambda seat: hand.put[seat])
            if owner in paid:
                paid[owner] = max(paid[owner] - (first - second), 0)
