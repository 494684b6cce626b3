"""Arts. 7 and 8 as a plain state machine that reads a night event by event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.witness.bacara_vacancy import Bid, Holder, Vacancy
from tests.witness.entries import Event
from tests.witness.logic import word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.witness.bacara_rows import Bet, Hand, Night, Said
    from tests.witness.saying import Truth

CHANGES = frozenset({"bank_raised", "bank_lowered"})
GIVEN_UP = frozenset({"bank_passed", "bank_lost", "bank_declined"})
ANSWERS = frozenset({"bank_refused", "bank_absent", "bank_awarded"})
OF_THE_BANK = frozenset(
    {"bank_offered", "bank_refused", "bank_absent", "bank_awarded", "bank_passed", "bank_lost",
     "bank_declined", "auction_opened", "auction_bid", "auction_won"}
)  # fmt: skip


def of_bank(night: Night) -> Iterator[Said]:
    """Judge how the bank went round a night whose seats and bank are logged without holes."""
    law = Law(night)
    for each in night.stream():
        if isinstance(each, Event):
            law.event(each)
        else:
            law.hand(each, night.bets[each.name])
    law.finish()
    for (rule, subject), verdict in law.told.items():
        yield rule, subject, True, verdict


class Law:
    """Who sits where, who has the bank and what it is, and every verdict so far."""

    def __init__(self, night: Night) -> None:
        self.night = night
        self.told: dict[tuple[str, str], str] = {}
        self.seats: dict[int, str | None] | None = {} if "seats" in night.recorded else None
        self.holder: Holder | None = None
        self.awards: list[Holder] = []
        self.last: Hand | None = None
        self.last_seated: int | None = None
        self.vacancies: list[Vacancy] = []
        self.is_vacant = False
        self.total: int | None = None
        self.raised: int | None = None
        self.answers: dict[str | None, tuple[str, int | None, int]] = {}
        self.leaving: list[tuple[str, Event, Hand | None]] = []
        self.elsewhere: set[str] = set()  # of them, who next bet from another seat

    def tell(self, rule: str, subject: str, *readings: Truth) -> None:
        """Keep a verdict; several readings that differ leave it undetermined."""
        self.told[rule, subject] = word(*readings)

    def event(self, event: Event) -> None:
        """Take one event."""
        if event.kind in {"seat_taken", "seat_left", "seat_reserved"}:
            self.settle(lambda due, _: frees(event, due), left=True)
            seats = (self.seats or {}).items()
            self.seats = {seat: who for seat, who in seats if who != event.player}
            if event.kind == "seat_taken" and event.seat is not None:
                self.seats[event.seat] = event.player
        elif event.kind in CHANGES:
            self.change(event)
        elif event.kind in OF_THE_BANK:
            self.vacant(event, event.kind)
        elif event.kind == "partner_settled" and self.holder:
            self.holder.is_settled = True

    def vacant(self, event: Event, kind: str) -> None:
        """Take an event by which the bank changes hands."""
        if not self.is_vacant:
            self.vacancies.append(Vacancy(self.holder, self.last, self.seats))
            self.is_vacant = True
        bank = self.vacancies[-1]
        bank.last_seats = set(self.seats or ())
        bank.passed = event if kind == "bank_passed" else bank.passed
        bank.has_lost |= kind == "bank_lost"
        bank.has_declined |= kind == "bank_declined"
        if kind in GIVEN_UP:
            bank.giver = event
        if kind == "bank_offered" or (kind in ANSWERS and bank.is_unannounced(event)):
            self.step(event, bank)
        if kind in ANSWERS and not bank.by_auction:
            self.answer(event, kind.removeprefix("bank_"))
        if kind.startswith("auction"):
            self.auction(event, bank, kind=kind.removeprefix("auction_"))
        bank.before = (kind, event.player)
        if kind == "bank_awarded":
            self.award(event, bank)

    def step(self, event: Event, bank: Vacancy) -> None:
        """Judge to whom the bank comes now; one that was declined has to be auctioned instead."""
        seat = event.place
        rule, holds = "BAC-8.7.2", None
        if seat is None:
            holds = bank.came_to_all(self.seats)
        else:
            self.settle(lambda due, hand: self.is_called_again(due, event, hand), left=False)
            holds = bank.comes_to(seat, self.seats, self.last_seated)
            rule = "BAC-8.5" if bank.steps else bank.way(self.last_seated).rule
            bank.came = seat
            bank.offered.add(seat)
        bank.came_in_turn = seat is not None and holds is True
        is_judged = bool(rule) and bank.cause != "declined"
        bank.came_blindly = seat is not None and holds is None and is_judged
        bank.steps += 1
        if is_judged:
            self.tell(rule, event.subject, holds, True if bank.is_refused else holds)

    def is_called_again(self, due: Event, event: Event, hand: Hand | None) -> bool:
        """Say whether the bank comes to a player's seat again after another hand."""
        same = (due.seat, due.player) == (event.seat, event.player)
        return same and hand is not self.last

    def answer(self, event: Event, kind: str) -> None:
        """Count refusals in a row, and note who has to leave his seat."""
        seat = event.place
        if seat is not None and kind != "awarded":
            self.vacancies[-1].offered.add(seat)
        before = self.answers.get(event.player, ("", None, 0))
        again = seat is not None and before[:2] == ("refused", seat)
        times = (before[2] + 1 if again else 1) if kind == "refused" else 0
        self.answers[event.player] = (kind, seat, times)
        if seat and (times > 1 or kind == "absent"):
            rule = "BAC-7.6" if kind == "refused" else "BAC-7.8.2"
            self.leaving.append((rule, event, self.last))

    def settle(self, meant: Callable[[Event, Hand | None], bool], *, left: bool) -> None:
        """Judge those who had to leave and now did, or played on."""
        for rule, event, hand in self.leaving:
            if meant(event, hand):
                doubted = left and event.subject in self.elsewhere
                self.tell(rule, event.subject, None if doubted else left)
        self.leaving = [each for each in self.leaving if not meant(each[1], each[2])]

    def auction(self, event: Event, bank: Vacancy, *, kind: str) -> None:
        """Judge an auction when it opens and when it is won."""
        if kind == "opened" and not bank.must_be_auctioned:
            holds = bank.came_to_all(self.seats)
            self.tell("BAC-8.9.3", event.subject, holds, True if bank.is_refused else holds)
        bank.by_auction = True
        if kind == "bid":
            bank.bids.append(Bid(event.player, event.amount or 0, event.place is not None))
        if kind == "won":
            barred = event.player in bank.barred()
            rule = "BAC-8.14.2" if bank.must_be_auctioned else "BAC-8.9.2"
            self.tell(rule, event.subject, not barred)
            if not barred:
                readings = bank.wins(event.player, sits=event.place is not None)
                self.tell("BAC-8.9", event.subject, *readings)

    def award(self, event: Event, bank: Vacancy) -> None:
        """Judge the amount of an award; the bank is its taker's from here on."""
        amount = event.amount
        if bank.cause == "passed" and not bank.by_auction and bank.passed:
            least = bank.passed.amount
            if event.player == bank.player:
                same = None if amount is None or least is None else amount == least
                self.tell("BAC-8.7", event.subject, same, reaches(amount, least))
            else:
                self.tell("BAC-8.6", event.subject, reaches(amount, least))
        bank.taker = event.player
        self.holder = Holder(event, bank)
        self.awards.append(self.holder)
        self.last_seated = self.holder.seat or self.last_seated
        self.total, self.raised, self.is_vacant = amount, None, False

    def grown(self) -> int | None:
        """Give what the bank had come to by the last hand."""
        last = self.last
        if last is None or last.bank is None or last.result is None or last.deduction is None:
            return None
        return last.bank + last.result - last.deduction

    def change(self, event: Event) -> None:
        """Judge a raising or lowering."""
        amount = event.amount
        before = self.grown() if self.total is None else self.total
        if self.holder and not self.holder.has_lost and not self.holder.is_settled:
            readings = (reaches(amount, before), reaches(amount, self.holder.amount))
            self.tell("BAC-8.12.2", event.subject, *readings)
        self.total = amount
        self.raised = amount if event.kind == "bank_raised" else self.raised

    def hand(self, hand: Hand, bets: list[Bet]) -> None:
        """Judge a hand by what came before it."""
        self.played_on([bet for bet in bets if bet.posture != "standing"])
        if self.last and (self.last.result or 0) < 0:
            is_another = hand.banker != self.last.banker
            self.tell("BAC-8.4", hand.name, is_another or self.came_back(hand, bets))
        if self.holder:
            self.deal(hand, self.holder)
        self.last, self.vacancies, self.is_vacant = hand, [], False
        self.total = self.raised = None

    def played_on(self, bets: list[Bet]) -> None:
        """Judge those who had to leave and bet, unless they bet from another seat first."""
        players = {bet.player for bet in bets}
        seats = {(bet.player, bet.seat) for bet in bets}
        for _, due, _ in self.leaving:
            if due.player in players and (due.player, due.seat) not in seats:
                self.elsewhere.add(due.subject)
        self.settle(
            lambda due, _: due.player in players and due.subject not in self.elsewhere, left=False
        )

    def deal(self, hand: Hand, holder: Holder) -> None:
        """Judge the bank with which a hand is dealt; a loss ends it."""
        if not holder.has_lost and not holder.is_settled and is_his(hand, holder):
            start = self.grown() if holder.hands else holder.amount
            due = None if start is None else max(start, self.raised or start)
            readings = (reaches(hand.bank, due), reaches(hand.bank, holder.amount))
            self.tell("BAC-8.12", hand.name, *readings)
        holder.hands, holder.is_settled = holder.hands + 1, False
        holder.has_lost |= (hand.result or 0) < 0

    def came_back(self, hand: Hand, bets: list[Bet]) -> Truth:
        """Say whether the bank came back lawfully to him who had lost it."""
        if "bank" not in self.night.recorded or not self.is_placed(hand):
            return None
        if not self.vacancies and self.last:
            before, after = others_of(hand, self.night.bets[self.last.name]), others_of(hand, bets)
            return False if before & after else None
        went = [bank for bank in self.vacancies if bank.offered or bank.steps or bank.by_auction]
        taken = [bank for bank in went if bank.taker][-1:]
        own_award = [bank for bank in taken if bank.taker == hand.banker]
        if any(bank.by_auction or bank.came_in_turn for bank in own_award):
            return True
        if any(bank.came_blindly for bank in own_award):
            return None
        sat = [bank.first_seats & bank.last_seats for bank in self.vacancies]
        offered = {seat for bank in went for seat in bank.offered}
        return bool(went) and not set.intersection(*sat) - offered - {hand.seat or 0}

    def is_placed(self, hand: Hand) -> bool:
        """Say whether it is told where a hand's banker was: in a seat, or standing."""
        award = self.holder.event if self.holder else None
        stands = award is not None and (award.player, award.posture) == (hand.banker, "standing")
        return stands or hand.seat is not None

    def finish(self) -> None:
        """Judge what only the rest of the night tells."""
        self.settle(lambda *_: True, left=True)
        for award, after in zip(self.awards, self.awards[1:], strict=False):
            if award.player != after.player:
                dealt = award.hands >= 1 or after.vacancy.by_auction
                is_sure = dealt or self.has_no_gap(after.vacancy.last)
                self.tell("BAC-8.14", award.event.subject, dealt if is_sure else None)

    def has_no_gap(self, before: Hand | None) -> bool:
        """Say whether no hand can be missing right after another, or before the first."""
        hands = self.night.hands
        later = hands[hands.index(before) + 1 :] if before else []
        return self.night.session.is_whole("hands") and not any(
            each.number != before.number + 1 for each in later[:1] if before
        )


def reaches(amount: int | None, least: int | None) -> Truth:
    """Say whether an amount is at least another."""
    return None if amount is None or least is None else amount >= least


def frees(event: Event, due: Event) -> bool:
    """Say whether an event shows that a player gave up his seat: left, another's, or changed."""
    left = event.seat == due.seat and event.kind == "seat_left"
    taken = (event.seat == due.seat) != (event.player == due.player)
    return left or (event.kind == "seat_taken" and taken)


def others_of(hand: Hand, bets: list[Bet]) -> set[int | None]:
    """Give the seats, but the banker's, from which bets came."""
    return {bet.seat for bet in bets if bet.posture == "seated"} - {hand.seat, None}


def is_his(hand: Hand, holder: Holder) -> bool:
    """Say whether a hand was dealt by who was awarded the bank, or else from his seat."""
    if hand.banker is None or holder.player is None:
        return hand.seat == holder.seat
    return hand.banker == holder.player
