"""Arts. 7 and 8 as a plain state machine that reads a night event by event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.games.bacara.vacancy import Bid, Holder, Said, Vacancy, number, place

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from decimal import Decimal

WORDS = {True: "pass", False: "violation", None: "not_assessable"}


def account_of(
    night: Mapping[str, Sequence[Mapping[str, str | None]]],
) -> dict[tuple[str, str], str]:
    """Give the verdicts of a night: (rule, subject) → verdict, out of scope left out."""
    law = Law()
    rows = {
        name: [{key: value or "" for key, value in row.items()} for row in table]
        for name, table in night.items()
    }
    hands = {hand["hand_id"]: hand for hand in rows["hands"]}
    for row in rows["events"]:
        if row["type"] == "bets_closed":
            hand_id = row["hand_id"]
            law.hand(hands[hand_id], [bet for bet in rows["bets"] if bet["hand_id"] == hand_id])
        else:
            law.event(row)
    law.finish()
    return law.told


def is_called_again(due: Said, row: Said, last: Said) -> bool:
    """Say whether the bank comes to a player's seat again after another hand."""
    same = (due["seat"], due["player_id"]) == (row["seat"], row["player_id"])
    return same and due["hand_before"] != last.get("hand_id", "")


class Law:
    """Who sits where, who has the bank and what it is, and every verdict so far."""

    def __init__(self) -> None:
        self.told: dict[tuple[str, str], str] = {}
        self.seats: dict[int, str] = {}
        self.holder: Holder | None = None
        self.awards: list[Holder] = []
        self.last: Said = {}
        self.last_seated: int | None = None
        self.vacancies: list[Vacancy] = []
        self.is_vacant = False
        self.total: Decimal | None = None
        self.raised: Decimal | None = None
        self.answers: dict[str, tuple[str, int | None, int]] = {}
        self.leaving: list[tuple[str, Said]] = []

    def tell(self, rule: str, row: Said, *readings: bool | None) -> None:
        """Keep a verdict; several readings that differ leave it undetermined."""
        subject = row["hand_id"] if "banker_result" in row else f"s/{row['seq']}"
        differ = len(set(readings)) > 1
        self.told[rule, subject] = "indeterminate" if differ else WORDS[readings[0]]

    def event(self, row: Said) -> None:
        """Take one event."""
        kind = row["type"]
        if kind.startswith("seat"):
            self.settle(lambda due: due["seat"] == row["seat"], left=True)
            self.seats = {seat: who for seat, who in self.seats.items() if who != row["player_id"]}
            if kind == "seat_taken":
                self.seats[int(row["seat"])] = row["player_id"]
        elif kind in {"bank_raised", "bank_lowered"}:
            self.change(row)
        else:
            self.vacant(row, kind)

    def vacant(self, row: Said, kind: str) -> None:
        """Take an event by which the bank changes hands."""
        if not self.is_vacant:
            self.vacancies.append(Vacancy(self.holder, self.last, self.seats))
            self.is_vacant = True
        bank = self.vacancies[-1]
        bank.last_seats = set(self.seats)
        bank.passed = row if kind == "bank_passed" else bank.passed
        bank.has_lost |= kind == "bank_lost"
        bank.has_declined |= kind == "bank_declined"
        if kind == "bank_offered" or (kind == "bank_awarded" and bank.is_unannounced(row)):
            self.step(row, bank)
        if kind in {"bank_refused", "bank_absent", "bank_awarded"} and not bank.by_auction:
            self.answer(row, kind.removeprefix("bank_"))
        if kind.startswith("auction"):
            self.auction(row, bank, kind=kind.removeprefix("auction_"))
        bank.before = (kind, row["player_id"])
        if kind == "bank_awarded":
            self.award(row, bank)

    def step(self, row: Said, bank: Vacancy) -> None:
        """Judge to whom the bank comes now; one that was declined has to be auctioned instead."""
        seat = place(row["seat"])
        rule, holds = "BAC-8.7.2", None
        if seat is None:
            holds = not bank.left_out(self.seats)
        else:
            self.settle(lambda due: is_called_again(due, row, self.last), left=False)
            holds = bank.comes_to(seat, self.seats, self.last_seated)
            rule = "BAC-8.5" if bank.steps else bank.way(self.last_seated).rule
            bank.came = seat
            bank.offered.add(seat)
        bank.came_in_turn = seat is not None and holds is True
        bank.steps += 1
        if rule and bank.cause != "declined":
            self.tell(rule, row, holds)

    def answer(self, row: Said, kind: str) -> None:
        """Count refusals in a row, and note who has to leave his seat."""
        seat = place(row["seat"])
        before = self.answers.get(row["player_id"], ("", None, 0))
        again = seat is not None and before[:2] == ("refused", seat)
        times = (before[2] + 1 if again else 1) if kind == "refused" else 0
        self.answers[row["player_id"]] = (kind, seat, times)
        if seat and (times > 1 or kind == "absent"):
            due = {**row, "hand_before": self.last.get("hand_id", "")}
            self.leaving.append(("BAC-7.6" if kind == "refused" else "BAC-7.8.2", due))

    def settle(self, meant: Callable[[Said], bool], *, left: bool) -> None:
        """Judge those who had to leave and now did, or played on."""
        for rule, row in [each for each in self.leaving if meant(each[1])]:
            self.tell(rule, row, left)
        self.leaving = [each for each in self.leaving if not meant(each[1])]

    def auction(self, row: Said, bank: Vacancy, *, kind: str) -> None:
        """Judge an auction when it opens and when it is won."""
        if kind == "opened" and not bank.must_be_auctioned:
            self.tell("BAC-8.9.3", row, not bank.left_out(self.seats))
        bank.by_auction = True
        if kind == "bid":
            bank.bids.append(Bid(row["player_id"], number(row["amount"]), row["seat"] != ""))
        if kind == "won":
            barred = row["player_id"] in bank.barred()
            self.tell("BAC-8.14.2" if bank.must_be_auctioned else "BAC-8.9.2", row, not barred)
            if not barred:
                self.tell("BAC-8.9", row, *bank.wins(row["player_id"], sits=row["seat"] != ""))

    def award(self, row: Said, bank: Vacancy) -> None:
        """Judge the amount of an award; the bank is its taker's from here on."""
        amount = number(row["amount"])
        if bank.cause == "passed" and not bank.by_auction:
            least = number(bank.passed["amount"])
            if row["player_id"] == bank.player:
                self.tell("BAC-8.7", row, amount == least, amount >= least)
            else:
                self.tell("BAC-8.6", row, amount >= least)
        bank.taker = row["player_id"]
        self.holder = Holder(row, bank)
        self.awards.append(self.holder)
        self.last_seated = self.holder.seat or self.last_seated
        self.total, self.raised, self.is_vacant = amount, None, False

    def grown(self) -> Decimal:
        """Give what the bank had come to by the last hand."""
        last = self.last
        won = number(last["banker_result"]) - number(last["deduction"])
        return number(last["bank_amount"]) + won

    def change(self, row: Said) -> None:
        """Judge a raising or lowering."""
        amount = number(row["amount"])
        before = self.grown() if self.total is None else self.total
        if self.holder and not self.holder.has_lost:
            self.tell("BAC-8.12.2", row, amount >= before, amount >= self.holder.amount)
        self.total = amount
        self.raised = amount if row["type"] == "bank_raised" else self.raised

    def hand(self, hand: Said, bets: list[Said]) -> None:
        """Judge a hand by what came before it."""
        bettors = {(bet["player_id"], bet["seat"]) for bet in bets}
        self.settle(lambda due: (due["player_id"], due["seat"]) in bettors, left=False)
        if self.last and number(self.last["banker_result"]) < 0:
            is_another = hand["banker_player_id"] != self.last["banker_player_id"]
            self.tell("BAC-8.4", hand, is_another or self.came_back(hand))
        if self.holder:
            self.deal(hand, self.holder)
        self.last, self.vacancies, self.is_vacant = hand, [], False
        self.total = self.raised = None

    def deal(self, hand: Said, holder: Holder) -> None:
        """Judge the bank with which a hand is dealt; a loss ends it."""
        if not holder.has_lost:
            start = self.grown() if holder.hands else holder.amount
            bank, due = number(hand["bank_amount"]), max(start, self.raised or start)
            self.tell("BAC-8.12", hand, bank >= due, bank >= holder.amount)
        holder.hands += 1
        holder.has_lost |= number(hand["banker_result"]) < 0

    def came_back(self, hand: Said) -> bool:
        """Say whether the bank came back lawfully to him who had lost it."""
        went = [bank for bank in self.vacancies if bank.steps or bank.by_auction]
        taken = [bank for bank in went if bank.taker][-1:]
        own_award = [bank for bank in taken if bank.taker == hand["banker_player_id"]]
        if any(bank.by_auction or bank.came_in_turn for bank in own_award):
            return True
        sat = [bank.first_seats & bank.last_seats for bank in self.vacancies]
        offered = {seat for bank in went for seat in bank.offered}
        own = {place(hand["banker_seat"])}
        return bool(went) and not set.intersection(*sat) - offered - own

    def finish(self) -> None:
        """Judge what only the rest of the night tells."""
        for rule, row in self.leaving:
            left_in_time = True
            self.tell(rule, row, left_in_time)
        for award, after in zip(self.awards, self.awards[1:], strict=False):
            if award.player != after.player:
                dealt = award.hands >= 1 or after.vacancy.by_auction
                self.tell("BAC-8.14", award.row, dealt)
