"""The pots of a hand of stud, reckoned from what each player put in."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from auditor.report.compose.replay.stud_play import Act


@dataclass(frozen=True, slots=True)
class Pot:
    """One pot: what is in it, up to how much of each player's, and who plays for it (seats).

    `of_folded`: some of it is of who folded.
    """

    amount: Decimal
    level: Decimal
    seats: tuple[str, ...]
    of_folded: bool = False


def put_in(acts: Sequence[Act]) -> Mapping[str, Decimal] | None:
    """Add up what each player put in, by seat; None where an amount is not recorded."""
    put: dict[str, Decimal] = {}
    for act in acts:
        if act.put is None:
            return None
        if act.put:
            put[act.seat] = put.get(act.seat, Decimal(0)) + act.put
    return put


def pots_of(put: Mapping[str, Decimal], acts: Sequence[Act]) -> tuple[Pot, ...]:
    """Split what was put in into pots: the main one, then one for each who was all in before it.

    What a player who folded put in above all others' goes with the last pot.
    """
    folded = {act.seat for act in acts if act.kind == "fold"}
    stays = {seat: amount for seat, amount in put.items() if seat not in folded}
    pots = list(_layers(put, stays))
    rest = sum(put.values(), Decimal(0)) - sum((pot.amount for pot in pots), Decimal(0))
    if pots and rest:
        last = pots[-1]
        pots[-1] = Pot(last.amount + rest, last.level, last.seats, of_folded=True)
    return tuple(pots)


def _layers(put: Mapping[str, Decimal], stays: Mapping[str, Decimal]) -> Iterator[Pot]:
    """Walk the pots, from the lowest level that a player who stayed reached."""
    below = Decimal(0)
    for level in sorted(set(stays.values())):
        amount = sum((min(each, level) - min(each, below) for each in put.values()), Decimal(0))
        playing = tuple(seat for seat, each in stays.items() if each >= level)
        of_folded = any(each > below for seat, each in put.items() if seat not in stays)
        yield Pot(amount, level, playing, of_folded=of_folded)
        below = level
