"""What a hand in PokerStars' text adds up to: who got each award, and whether the sums agree."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from auditor.games.stud7.records.money import as_text
from auditor.games.stud7.records.sheet import Event, Told, UnreadableError
from auditor.games.stud7.records.stars_hand import Award

if TYPE_CHECKING:
    from collections.abc import Iterable

    from auditor.games.stud7.records.stars_hand import Hand


def awards_of(hand: Hand) -> list[Award]:
    """Give the awards with their seats; of a name that sits nowhere, the summary tells whose."""
    awards = [event for event in hand.events if isinstance(event, Award)]
    rest = Counter(hand.won)
    for award in awards:
        if award.seat is not None:
            rest[award.seat] -= award.amount
    unmet = {seat: amount for seat, amount in rest.items() if amount > 0}
    missing = sum(award.amount for award in awards if award.seat is None)
    if len(unmet) == 1 and missing == sum(unmet.values()):
        (seat,) = unmet
        return [award if award.seat is not None else replace(award, seat=seat) for award in awards]
    return [award if award.seat is not None else _matched(award, unmet) for award in awards]


def told_of(hand: Hand, awards: Iterable[Award]) -> Told:
    """Give what a hand tells: the stacks of those who were in it, then what happened."""
    stacks = [
        Event("stack", seat.number, seat.player_id, seat.stack)
        for seat in hand.seats.values()
        if seat.number in hand.put or seat.number in hand.cards
    ]
    placed = iter(awards)
    events = [
        _award_event(hand, next(placed)) if isinstance(event, Award) else event
        for event in hand.events
    ]
    return Told([*stacks, *events], list(hand.cards.items()), hand.told.get("pot"))


def amiss(hand: Hand, awards: list[Award]) -> UnreadableError | None:
    """Say why a hand does not add up to the cent; None where it does."""
    pot, rake = hand.told["pot"], hand.told["rake"]
    put, back = hand.put.total(), hand.back.total()
    paid = sum(award.amount for award in awards)
    if put - back != pot:
        return _sums("pot_amiss", put=put, back=back, left=put - back, pot=pot)
    if paid + rake != pot:
        return _sums("paid_amiss", paid=paid, rake=rake, sum=paid + rake, pot=pot)
    lost = next((award for award in awards if award.seat is None), None)
    if lost:
        return UnreadableError("unplaced_award", name=lost.name, amount=as_text(lost.amount))
    return _unlike_summary(hand, awards)


def _matched(award: Award, unmet: dict[int, int]) -> Award:
    """Give an award the seat that by the summary won just that; without a seat if there is none."""
    seat = next((seat for seat, amount in unmet.items() if amount == award.amount), None)
    if seat is not None:
        del unmet[seat]
    return replace(award, seat=seat)


def _award_event(hand: Hand, award: Award) -> Event:
    """Make the event of an award, by the name of whoever sat there."""
    seat = hand.seats.get(award.seat) if award.seat is not None else None
    name = seat.player_id if seat else award.name
    return Event("award", award.seat, name, award.amount, award.pot)


def _unlike_summary(hand: Hand, awards: list[Award]) -> UnreadableError | None:
    """Say which seat collected another amount than the summary has."""
    paid = Counter[int]()
    for award in awards:
        paid[award.seat or 0] += award.amount
    for seat, told in hand.won.items():
        if paid[seat] != told:
            return _sums("summary_amiss", paid=paid[seat], told=told, seat=seat, bare="seat")
    return None


def _sums(code: str, /, bare: str = "", **amounts: int) -> UnreadableError:
    """Make a reason with amounts; the one called `bare` is a number, no amount."""
    told = {key: value if key == bare else as_text(value) for key, value in amounts.items()}
    return UnreadableError(code, **told)
