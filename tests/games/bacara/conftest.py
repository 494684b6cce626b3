"""Nights of bacará: dealt at random, and judged by the program as an audit does."""

from __future__ import annotations

from decimal import Decimal
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pytest

from auditor.errors import HouseError
from auditor.evaluate.verdict import Verdict
from auditor.ingest.rows import canonical_tables
from auditor.rulebook.load import load_packs
from auditor.run.context import context_of
from auditor.run.task import run_tables
from auditor.store.house import house_of
from auditor.store.toml_section import Section

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from auditor.run.task import Outcome
    from auditor.store.house import House

Row = dict[str, str | None]
Night = dict[str, list[Row]]
PLACES = range(1, 10)
HANDS = 60
SESSION: Row = {
    "session_id": "s", "table_id": "t", "game": "bacara",
    "gaming_date": "2005-03-04", "currency": "PEN",
}  # fmt: skip


class Judged(NamedTuple):
    """What came of a night: (rule, subject) → verdict, and the findings as an audit tells them."""

    verdicts: dict[tuple[str, str], str]
    findings: Mapping[tuple[str, str], Mapping[str, object]]

    def of(self, rule: str) -> dict[str, str]:
        """Give the verdicts of one rule by subject."""
        return {subject: word for (name, subject), word in self.verdicts.items() if name == rule}


@pytest.fixture(scope="session")
def judge_all(rules_dir: Path) -> Callable[..., list[Judged]]:
    """Give a function that judges nights under the norm, as one audit of as many casinos."""
    norm = next(pack.norm for pack in load_packs(rules_dir)[0] if pack.norm.prefix == "BAC")

    def judged(
        nights: Iterable[Night], declared: Iterable[Mapping[str, object]] = ()
    ) -> list[Judged]:
        given = {f"c{n}": night for n, night in enumerate(nights)}
        told = dict(zip(given, declared, strict=False))
        houses = {casino: house(casino, told.get(casino, {})) for casino in given}
        logs = [canonical(night, casino, houses[casino]) for casino, night in given.items()]
        joined = {name: pa.concat_tables([each[name] for each in logs]) for name in logs[0]}
        outcome = run_tables(joined, context_of((norm,), list(given), houses=houses))
        return [of_casino(outcome, casino) for casino in given]

    return judged


@pytest.fixture(scope="session")
def judge(judge_all: Callable[..., list[Judged]]) -> Callable[..., Judged]:
    """Give a function that judges a night of one casino under the norm, as an audit does."""

    def judged(night: Night, declared: Mapping[str, object] | None = None) -> Judged:
        return judge_all([night], [declared or {}])[0]

    return judged


def house(casino: str, declared: Mapping[str, object]) -> House:
    """Give a house of what it declares."""
    return house_of(Section({**declared, "casino_id": casino}, "house.toml", HouseError))


def canonical(night: Night, casino: str, of: House) -> Mapping[str, pa.Table]:
    """Give a night's canonical rows, as that casino's."""
    rows = {"sessions": [{**SESSION, "casino_id": casino}], **night}
    return canonical_tables(rows, houses={casino: of}).tables


def of_casino(outcome: Outcome, casino: str) -> Judged:
    """Give what came of one casino's night."""
    verdicts = {
        (row["rule"], row["subject"]): Verdict(row["verdict"]).word
        for table in outcome.verdicts
        for row in table.filter(pc.field("casino_id") == casino).to_pylist()
    }
    found = [dict(each) for each in outcome.findings if each["casino_id"] == casino]
    return Judged(verdicts, {(str(each["rule"]), str(each["subject"])): each for each in found})


# ── nights dealt at random, by players who keep the rules or do not ──────────────────────────────
class Table:
    """A table that logs all that happens at it."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)  # noqa: S311  # chance for a test, not a secret
        self.events: list[Row] = []
        self.hands: list[Row] = []
        self.bets: list[Row] = []
        self.seats: dict[int, str] = {}
        self.people = 0

    def say(self, kind: str, player: str | None = None, amount: object = None, **more: str) -> None:
        seat = next((seat for seat, who in self.seats.items() if who == player), None)
        posture = None if player is None else "seated" if seat else "standing"
        self.events.append({
            "session_id": "s", "seq": str(len(self.events) + 1), "type": kind, "player_id": player,
            "seat": str(seat) if seat else None, "posture": posture,
            "amount": None if amount is None else f"{amount:.2f}", **more,
        })  # fmt: skip

    def sit(self) -> None:
        free = [seat for seat in PLACES if seat not in self.seats]
        if free:
            self.people += 1
            self.seats[self.random.choice(free)] = f"P{self.people}"
            self.say("seat_taken", f"P{self.people}")

    def rise(self, player: str) -> None:
        self.say("seat_left", player)
        self.seats = {seat: who for seat, who in self.seats.items() if who != player}

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def deal(self, banker: str, bank: Decimal) -> Decimal:
        """Deal a hand; give what the banker won."""
        others = [(seat, who) for seat, who in self.seats.items() if who != banker]
        result = self.random.choice((-1, -1, 0, 1, 1)) * 20 * len(others)
        number = len(self.hands) + 1
        seat = next((seat for seat, who in self.seats.items() if who == banker), None)
        self.hands.append({
            "hand_id": f"h{number}", "session_id": "s", "hand_no": str(number),
            "bank_amount": f"{bank:.2f}",
            "banker_player_id": banker, "banker_seat": str(seat) if seat else None,
            "banker_result": str(result), "deduction": f"{max(result, 0) / 20:.2f}",
        })  # fmt: skip
        self.bets += [
            {"bet_id": f"h{number}-{at}", "hand_id": f"h{number}", "player_id": who,
             "seat": str(at), "posture": "seated", "kind": "against_bank", "stake": "20"}
            for at, who in others
        ]  # fmt: skip
        self.events.append({"session_id": "s", "seq": str(len(self.events) + 1),
                            "type": "bets_closed", "hand_id": f"h{number}"})  # fmt: skip
        return Decimal(result)


def night(seed: int) -> Night:
    """Play a night of so many hands."""
    table = Table(seed)
    for _ in range(table.random.randrange(4, 9)):
        table.sit()
    banker, bank = vacant(table, holder=None, start=0, least=None)
    while len(table.hands) < HANDS:
        banker, bank = turn(table, banker, bank)
    return {"hands": table.hands, "bets": table.bets, "events": table.events}


def turn(table: Table, banker: str, bank: Decimal) -> tuple[str, Decimal]:
    """Deal one hand; give who has the bank then, and how much it is."""
    result = table.deal(banker, bank)
    bank += result * (Decimal("0.95") if result > 0 else 1)
    if table.chance(20) and len(table.seats) > 3:
        table.rise(table.random.choice([who for who in table.seats.values() if who != banker]))
    if table.chance(25):
        table.sit()
    seat = next((seat for seat, who in table.seats.items() if who == banker), 0)
    if result < 0 and not table.chance(6):
        if table.chance(80):
            table.say("bank_lost", banker)
        return vacant(table, holder=banker, start=seat, least=None)
    if result > 0 and table.chance(35):
        table.say("bank_passed", banker, bank)
        return vacant(table, holder=banker, start=seat, least=bank)
    if result >= 0 and table.chance(6):
        return vacant(table, holder=banker, start=seat, least=None)
    if table.chance(20):
        bank = bank + table.random.choice((30, 60, -10, -90))
        table.say(table.random.choice(("bank_raised", "bank_lowered")), banker, bank)
    return banker, max(bank, Decimal(20)) - (5 if table.chance(6) else 0)


def vacant(
    table: Table, *, holder: str | None, start: int, least: Decimal | None
) -> tuple[str, Decimal]:
    """Let the bank go round until somebody deals."""
    order = sorted(table.seats, key=lambda seat: (seat - start - 1) % 9)
    amount = least or Decimal(table.random.randrange(100, 900))
    for seat in [seat for seat in order if table.seats[seat] != holder and not table.chance(9)]:
        if offered(table, table.seats[seat]):
            return took(
                table, table.seats[seat], amount * table.random.choice((1, 1, 1, Decimal("0.9"), 2))
            )
    if table.chance(50):
        table.say("bank_offered", "Q")
        if table.chance(40):
            return took(table, "Q", amount)
        table.say("bank_refused", "Q")
    if holder and table.chance(40):
        return took(table, holder, amount * table.random.choice((1, 1, 1, Decimal("0.9"), 2)))
    return auction(table, holder)


def offered(table: Table, player: str) -> bool:
    """Offer the bank to a player; tell whether he takes it. One who refuses again mostly leaves."""
    table.say("bank_offered", player)
    if table.chance(45):
        return True
    table.say("bank_refused" if table.chance(85) else "bank_absent", player)
    if table.chance(30) and len(table.seats) > 3:
        table.rise(player)
    return False


def took(table: Table, player: str, amount: Decimal) -> tuple[str, Decimal]:
    """Award the bank; now and then its taker declines it."""
    table.say("bank_awarded", player, amount)
    if not table.chance(7):
        return player, amount
    table.say("bank_declined", player)
    if table.chance(75):
        return auction(table, player if table.chance(20) else None)
    return vacant(table, holder=player, start=0, least=None)


def auction(table: Table, tempted: str | None) -> tuple[str, Decimal]:
    """Auction the bank, mostly to the best bidder; `tempted` may bid though he should not."""
    table.say("auction_opened")
    bidders = table.random.sample(sorted(table.seats.values()), 2) + ["Q"] * table.chance(50)
    bidders += [tempted] if tempted and table.chance(30) else []
    bids = {who: Decimal(table.random.choice((60, 70, 80, 90))) for who in bidders}
    for who, bid in bids.items():
        table.say("auction_bid", who, bid)
    winner = (
        max(bids, key=lambda who: bids[who]) if table.chance(70) else table.random.choice(bidders)
    )
    table.say("auction_won", winner, bids[winner])
    table.say("bank_awarded", winner, bids[winner])
    return winner, bids[winner]


@pytest.fixture(scope="session")
def random_night() -> Callable[[int], Night]:
    """Give the function that plays a night of a seed."""
    return night
