"""Nights of bacará played at random, by players who keep the rules or do not."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from tests.witness.bacara_table import Row, Table

HANDS = 60
FIRST_DATE = date(2005, 3, 4)
Night = dict[str, list[Row]]


def night(seed: int, hands: int = HANDS, *, day: date = FIRST_DATE) -> Night:
    """Play a night of so many hands."""
    table = Table(seed, day)
    for _ in range(table.random.randrange(4, 9)):
        table.sit()
    banker, bank = vacant(table, holder=None, start=0, least=None)
    while len(table.hands) < hands:
        banker, bank = turn(table, banker, bank)
    return {
        "shoes": table.shoes,
        "hands": table.hands,
        "cards": table.cards,
        "bets": table.bets,
        "events": table.events,
    }


def turn(table: Table, banker: str, bank: Decimal) -> tuple[str, Decimal]:
    """Deal one hand; give who has the bank then, and how much it is."""
    result = table.deal(banker, bank)
    bank += result * (Decimal("0.95") if result > 0 else 1)
    if table.chance(20) and len(table.seats) > 3:
        table.rise(table.random.choice([who for who in table.seats.values() if who != banker]))
    if table.chance(25):
        table.sit()
    if table.chance(12):
        table.wait()
    if table.chance(6):
        table.partner()
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
    """Award the bank; now and then its taker declines it, or passes it before he deals."""
    table.say("bank_awarded", player, amount)
    if not table.chance(9):
        return player, amount
    if table.chance(70) or not table.hands:
        table.say("bank_declined", player)
    else:
        table.say("bank_passed", player, amount)
    if table.chance(60):
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
