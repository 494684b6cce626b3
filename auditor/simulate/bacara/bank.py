"""Let a bank go round the tables of bacará lawfully, between two hands of all of them (article 8).

A bank that loses goes to the right of the loser; a passed bank that loses, to the right of him who
passed it. Who refuses twice in a row, or is away, leaves his seat. A bank that all seated players
refuse is offered to who stands, then goes back to who passed it, or to an auction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from auditor.simulate.bacara.seats import LONGEST_FREE
from auditor.simulate.bacara.table import FEWEST, NOBODY, SEATS, STANDING, Tables

if TYPE_CHECKING:
    from auditor.simulate.columns import Flags, Numbers

TWENTIETH = 20
UNIT = 100
LEAST_BANK, MOST_BANK = 10, 30  # units
ODDS_OF_PASSING = 0.12  # a hand that was not lost
ODDS_OF_REFUSING = 0.12
ODDS_OF_REFUSING_AGAIN = 0.25
ODDS_OF_ABSENCE = 0.01
ODDS_OF_COLD = 0.03  # nobody seated wants a bank
ODDS_OF_STANDING = 0.4  # who stands takes what he is offered
ODDS_OF_TAKING_BACK = 0.6
ODDS_OF_DECLINING = 0.01
ODDS_OF_PARTNER = 0.06
ODDS_OF_RAISING = 0.05
MOST_RAISE = 5  # units


def deduction(result: Numbers) -> Numbers:
    """Give the twentieth of what the banker won."""
    return np.maximum(result, 0) // TWENTIETH


def settle_bank(tables: Tables, result: Numbers) -> Numbers:
    """Let what the banker won grow the bank; gives which tables' banker lost it."""
    lost = result < 0
    tables.amount[:] = np.where(lost, NOBODY, tables.amount + result - deduction(result))
    return np.flatnonzero(lost)


def pass_on(tables: Tables, lost: Numbers, *, random: np.random.Generator) -> None:
    """Take the bank from who lost or passes it, and let it go round until somebody has it."""
    count = len(tables.turn)
    if tables.hand == 0:
        vacant = np.arange(count)
        passed = vacant[:0]
        start = np.zeros(count, dtype=np.int64)
    else:
        kept = np.setdiff1d(np.arange(count), lost, assume_unique=True)
        passed = kept[random.random(len(kept)) < ODDS_OF_PASSING]
        vacant = np.union1d(lost, passed)
        start = _start(tables, passed)
        tables.say_of("bank_lost", lost, player=tables.holder[lost], seat=tables.holder_seat[lost])
        tables.say_of(
            "bank_passed",
            passed,
            player=tables.holder[passed],
            seat=tables.holder_seat[passed],
            amount=tables.amount[passed],
        )
    is_passed = np.isin(vacant, passed)
    price = UNIT * random.integers(LEAST_BANK, MOST_BANK + 1, len(vacant))
    price = np.where(is_passed, tables.amount[vacant], price)
    taker = _go_round(tables, vacant, start=start[vacant], price=price, random=random)
    _settle_vacancy(tables, vacant, taker=taker, price=price, is_passed=is_passed, random=random)
    _add_to_bank(tables, vacant, random=random)


def _start(tables: Tables, passed: Numbers) -> Numbers:
    """Give the seat at whose right the bank starts to go round."""
    start = np.where(tables.origin > NOBODY, tables.origin, tables.holder_seat)
    start[passed] = tables.holder_seat[passed]
    return np.where(start == NOBODY, tables.last_seated, start)


def _go_round(
    tables: Tables, vacant: Numbers, *, start: Numbers, price: Numbers, random: np.random.Generator
) -> Numbers:
    """Offer the bank to one seat after another; gives the seat that takes it, or -1."""
    taker = np.full(len(vacant), -1)
    cold = (random.random(len(vacant)) < ODDS_OF_COLD) & (tables.hand > 0)
    for step in range(1, SEATS + 1):
        seat = (start + step - 1) % SEATS + 1
        able = (taker < 0) & (tables.who[vacant, seat] > NOBODY)
        able &= seat != tables.holder_seat[vacant]
        at = np.flatnonzero(able)
        if len(at):
            takes = _offer(
                tables, vacant[at], seat=seat[at], price=price[at], cold=cold[at], random=random
            )
            taker[at[takes]] = seat[at[takes]]
    return taker


def _offer(  # noqa: PLR0913  # an offer: to whom, for how much, and how he is inclined
    tables: Tables,
    rows: Numbers,
    *,
    seat: Numbers,
    price: Numbers,
    cold: Flags,
    random: np.random.Generator,
) -> Flags:
    """Offer the bank to a seat of some tables; gives which of them take it."""
    chance, again = random.random((2, len(rows)))
    had_refused = tables.refused[rows, seat]
    may_leave = (tables.who[rows] > NOBODY).sum(axis=1) > FEWEST
    is_away = (chance > 1 - ODDS_OF_ABSENCE) & may_leave & (tables.hand > 0)
    refuses = np.where(had_refused, again < ODDS_OF_REFUSING_AGAIN, chance < ODDS_OF_REFUSING)
    refuses = ~is_away & (refuses | cold) & (may_leave | ~had_refused)
    tables.say("bank_offered", rows, seat=seat, amount=price)
    tables.say("bank_absent", rows[is_away], seat=seat[is_away])
    tables.say("bank_refused", rows[refuses], seat=seat[refuses])
    tables.refused[rows, seat] = refuses
    goes = is_away | (refuses & had_refused)
    until = tables.hand + random.integers(2, LONGEST_FREE, int(goes.sum()))
    tables.leave(rows[goes], seat[goes], until=until)
    return np.asarray(~refuses & ~is_away)


def _settle_vacancy(  # noqa: PLR0913  # a vacancy: whose, for how much, and how it ended
    tables: Tables,
    vacant: Numbers,
    *,
    taker: Numbers,
    price: Numbers,
    is_passed: Flags,
    random: np.random.Generator,
) -> None:
    """Award the bank to who takes it, and where no one seated does, to whom it then goes."""
    origin = np.where(is_passed, tables.holder_seat[vacant], NOBODY)
    seats = np.flatnonzero(taker >= 0)
    extra = UNIT * random.integers(0, 3, len(vacant)) * is_passed
    _award(tables, vacant[seats], seat=taker[seats], amount=(price + extra)[seats])
    left = np.flatnonzero(taker < 0)
    left = _offer_standing(tables, vacant, left=left, price=price, random=random)
    back = left[is_passed[left] & (random.random(len(left)) < ODDS_OF_TAKING_BACK)]
    _award(tables, vacant[back], seat=tables.holder_seat[vacant[back]], amount=price[back])
    sold = np.setdiff1d(left, back)
    _auction(tables, vacant[sold], barred=tables.holder[vacant[sold]], random=random)
    tables.origin[vacant] = origin
    declines = seats[(random.random(len(seats)) < ODDS_OF_DECLINING) & (tables.hand > 0)]
    _decline(tables, vacant[declines], random=random)


def _offer_standing(
    tables: Tables, vacant: Numbers, *, left: Numbers, price: Numbers, random: np.random.Generator
) -> Numbers:
    """Offer the bank to who stands; gives which of those left nobody has taken yet."""
    able = tables.stands[vacant[left]] & (tables.holder[vacant[left]] != STANDING)
    offered = left[able]
    rows = vacant[offered]
    takes = random.random(len(rows)) < ODDS_OF_STANDING
    tables.say("bank_offered", rows, amount=price[offered])
    tables.say("bank_refused", rows[~takes])
    _award(tables, rows[takes], seat=np.zeros_like(rows[takes]), amount=price[offered[takes]])
    return np.setdiff1d(left, offered[takes])


def _award(tables: Tables, rows: Numbers, *, seat: Numbers, amount: Numbers) -> None:
    """Award the bank to who has a seat, or stands."""
    tables.say("bank_awarded", rows, seat=seat, amount=amount)
    tables.holder[rows] = tables.at(rows, seat)
    tables.holder_seat[rows] = seat
    tables.last_seated[rows] = np.where(seat == NOBODY, tables.last_seated[rows], seat)
    tables.amount[rows] = amount


def _auction(
    tables: Tables, rows: Numbers, *, barred: Numbers, random: np.random.Generator
) -> None:
    """Sell the bank at an auction: a seated player bids most, two others less."""
    bidders, count = _bidders(tables, rows, barred=barred, random=random)
    price = UNIT * random.integers(LEAST_BANK + 2, MOST_BANK + 1, len(rows))
    tables.say_of("auction_opened", rows, player=NOBODY)
    stands = tables.stands[rows] & (barred != STANDING)
    tables.say("auction_bid", rows[stands], amount=(price - 2 * UNIT)[stands])
    two = count > 1
    tables.say("auction_bid", rows[two], seat=bidders[two, 1], amount=(price - UNIT)[two])
    best = bidders[:, 0]
    tables.say("auction_bid", rows, seat=best, amount=price)
    tables.say("auction_won", rows, seat=best, amount=price)
    _award(tables, rows, seat=best, amount=price)


def _bidders(
    tables: Tables, rows: Numbers, *, barred: Numbers, random: np.random.Generator
) -> tuple[Numbers, Numbers]:
    """Give the seats of those who may bid, in an order of chance, and how many they are."""
    may = (tables.who[rows] > NOBODY) & (tables.who[rows] != barred[:, None])
    may &= np.arange(SEATS + 1) != tables.origin[rows, None]
    order = np.argsort(np.where(may, random.random(may.shape), 2), axis=1)
    return order, may.sum(axis=1)


def _decline(tables: Tables, rows: Numbers, *, random: np.random.Generator) -> None:
    """Let who was awarded the bank deal no hand: it is auctioned without him and who passed it."""
    tables.say("bank_declined", rows, seat=tables.holder_seat[rows])
    _auction(tables, rows, barred=np.array(tables.holder[rows]), random=random)
    tables.origin[rows] = NOBODY


def _add_to_bank(tables: Tables, vacant: Numbers, *, random: np.random.Generator) -> None:
    """Let bankers raise their bank, alone or with a partner who joins before a first hand."""
    count = len(tables.turn)
    chance = random.random(count)
    more = UNIT * random.integers(1, MOST_RAISE + 1, count)
    joins = vacant[chance[vacant] < ODDS_OF_PARTNER]
    partner, others = _bidders(tables, joins, barred=tables.holder[joins], random=random)
    joins, seat = joins[others > 0], partner[others > 0, 0]
    tables.say("partner_joined", joins, seat=seat, amount=more[joins])
    raises = np.union1d(joins, np.flatnonzero(chance > 1 - ODDS_OF_RAISING))
    tables.amount[raises] += more[raises]
    tables.say_of(
        "bank_raised",
        raises,
        player=tables.holder[raises],
        seat=tables.holder_seat[raises],
        amount=tables.amount[raises],
    )
