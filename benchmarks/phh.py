"""Tell played hands of seven-card stud as PokerKit's history of a hand takes them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from auditor.simulate.stud7.play import (
    ANTE,
    ANTED,
    BET,
    BIG_BET,
    BRING_IN_BET,
    BROUGHT_IN,
    FIRST_STREET,
    FOLDED,
    RAISED,
    ROUNDS,
    SMALL_BET,
    UNIT,
    Played,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = [rank + suit for rank in "23456789TJQKA" for suit in "shdc"]


class _Said(NamedTuple):
    """One action: the street it was done on, the seat, the kind and the amount."""

    street: int
    seat: int
    kind: int
    amount: int


def as_phh(played: Played, hand: int) -> str:
    """Give one hand as the fields of its history, in JSON."""
    players = int((played.stack[hand] > 0).sum())
    fields = {
        "variant": "F7S",
        "ante_trimming_status": True,
        "antes": [ANTE * UNIT] * players,
        "bring_in": BRING_IN_BET * UNIT,
        "small_bet": SMALL_BET * UNIT,
        "big_bet": BIG_BET * UNIT,
        "starting_stacks": [int(stack) * UNIT for stack in played.stack[hand, :players]],
        "actions": list(_actions(played, hand)),
    }
    return json.dumps(fields)


def _actions(played: Played, hand: int) -> Iterator[str]:
    """Tell the deals and the actions street by street, and the hands shown at the end."""
    said = _said(played, hand)
    for street in range(FIRST_STREET, ROUNDS + 1):
        first = 0 if street == FIRST_STREET else street - 1
        for seat in np.flatnonzero(played.last[hand] >= street).tolist():
            dealt = _cards(played, hand, seat=seat, which=slice(first, street))
            yield f"d dh p{seat + 1} {dealt}"
        yield from (_action(each) for each in said if each.street == street)
    shown = np.flatnonzero(played.stays[hand]).tolist()
    for seat in shown if len(shown) > 1 else []:
        yield f"p{seat + 1} sm {_cards(played, hand, seat=seat, which=slice(0, ROUNDS))}"


def _cards(played: Played, hand: int, *, seat: int, which: slice) -> str:
    """Write some cards of a seat."""
    return "".join(NAMES[card] for card in played.cards[hand, seat, which])


def _said(played: Played, hand: int) -> list[_Said]:
    """List what was done after the antes."""
    begin, end = np.searchsorted(played.moves.hand, [hand, hand + 1])
    rows = zip(
        played.moves.street[begin:end].tolist(),
        played.moves.seat[begin:end].tolist(),
        played.moves.kind[begin:end].tolist(),
        played.moves.amount[begin:end].tolist(),
        strict=True,
    )
    return [said for said in (_Said(*row) for row in rows) if said.kind != ANTED]


def _action(said: _Said) -> str:
    """Write one action."""
    player = f"p{said.seat + 1}"
    if said.kind == BROUGHT_IN:
        return f"{player} pb"
    if said.kind == FOLDED:
        return f"{player} f"
    return f"{player} cbr {said.amount * UNIT}" if said.kind in {BET, RAISED} else f"{player} cc"
