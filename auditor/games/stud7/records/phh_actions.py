"""The actions of a hand in PHH played through: events in order, cards, and who put in what."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING

from auditor.games.stud7.records.money import MOST, units_of_number
from auditor.games.stud7.records.sheet import (
    FACES,
    NOT_SEEN,
    Event,
    Told,
    UnreadableError,
    uncalled,
    with_shown,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from auditor.games.stud7.records.phh_fields import Setup
    from auditor.games.stud7.records.sheet import Seat

_CARDS = r"((?:[2-9TJQKA?][shdc?])+)"
_AMOUNT = r"(\d{1,14}(?:\.\d{1,4})?)"
_DEAL = re.compile(rf"d dh p([1-9]\d?) {_CARDS}")
_MOVE = re.compile(rf"p([1-9]\d?) (?:(pb|f|cc)|(cbr) {_AMOUNT}|(sm)(?: -| {_CARDS})?)")
_BOARD = re.compile(r"d db\b.*")


@dataclass(frozen=True, slots=True)
class _Table:
    """The hand as it stands: what was put in (whole hand and round), cards, events, who folded."""

    setup: Setup
    put: dict[int, int]
    of_round: dict[int, int] = field(default_factory=dict)
    cards: dict[int, list[str]] = field(default_factory=dict)
    folded: set[int] = field(default_factory=set)
    events: list[Event] = field(default_factory=list)

    def tell(
        self, kind: str, at: int, *, amount: int | None = None, detail: str | None = None
    ) -> None:
        """Note an event of the player in a position."""
        seat = self.setup.seats[at]
        self.events.append(Event(kind, seat.number, seat.player_id, amount, detail))

    def pay(self, at: int, amount: int) -> None:
        """Put an amount in."""
        self.put[at] += amount
        self.of_round[at] = self.of_round.get(at, 0) + amount

    def left(self, at: int) -> int:
        """Give the chips that a player has left; no end of them where his stack is not known."""
        stack = self.setup.seats[at].stack
        return MOST if stack is None else max(stack - self.put[at], 0)

    @property
    def standing(self) -> int:
        """Give the bet to be covered in the round."""
        return max(self.of_round.values(), default=0)


def play(setup: Setup) -> Told:
    """Play a hand through; raises UnreadableError for an action that is not of stud."""
    table = _Table(setup, dict.fromkeys(range(len(setup.seats)), 0))
    _open(table)
    for number, written in enumerate(setup.actions, 1):
        action = written.partition("#")[0].strip()
        if action and not (_deal(table, action) or _move(table, action)):
            code = "community_card" if _BOARD.fullmatch(action) else "bad_action"
            raise UnreadableError(code, number=number, action=action[:80])
    _close(table)
    pot = sum(table.put.values()) - uncalled(table.put, table.folded)
    seats = setup.seats
    cards = [(seats[at].number, table.cards[at]) for at in sorted(table.cards)]
    return Told(table.events, cards, pot)


def _open(table: _Table) -> None:
    """Note the stacks, and the antes: all that a player has where that is less than the ante."""
    for at, seat in enumerate(table.setup.seats):
        if seat.stack is not None:
            table.tell("stack", at, amount=seat.stack)
    for at, ante in enumerate(table.setup.antes):
        paid = min(ante, table.left(at))
        if paid:
            table.put[at] += paid
            table.tell("ante", at, amount=paid)


def _deal(table: _Table, action: str) -> bool:
    """Give a player cards, which ends the round of betting before; False for what is no deal."""
    match = _DEAL.fullmatch(action)
    at = int(match[1]) - 1 if match else 0
    if match is None or at >= len(table.setup.seats):
        return False
    dealt = table.cards.setdefault(at, [])
    dealt += _cards(match[2])
    table.of_round.clear()
    return len(dealt) <= len(FACES)


def _move(table: _Table, action: str) -> bool:
    """Note what a player does; False for what nobody can do in stud."""
    match = _MOVE.fullmatch(action)
    at = int(match[1]) - 1 if match else 0
    if match is None or at >= len(table.setup.seats):
        return False
    _, plain, raises, amount, _, cards = match.groups()
    if raises:
        _raise_to(table, at, total=units_of_number(Decimal(amount)))
    elif plain == "cc":
        _check_or_call(table, at)
    elif plain == "f":
        table.folded.add(at)
        table.tell("fold", at)
    elif plain == "pb":
        return _bring_in(table, at)
    else:
        _show(table, at, cards=_cards(cards or ""))
    return True


def _bring_in(table: _Table, at: int) -> bool:
    """Note the forced bet of the lowest card; False where its amount is not given."""
    if table.setup.bring_in is None:
        return False
    amount = min(table.setup.bring_in, table.left(at))
    table.pay(at, amount)
    table.tell("bring_in", at, amount=amount)
    return True


def _check_or_call(table: _Table, at: int) -> None:
    """Note a call where there is a bet to cover, else a check."""
    missing = table.standing - table.of_round.get(at, 0)
    if missing <= 0:
        table.tell("check", at)
        return
    amount = min(missing, table.left(at))
    table.pay(at, amount)
    table.tell("call", at, amount=amount)


def _raise_to(table: _Table, at: int, *, total: int) -> None:
    """Note a bet, or a raise where there is one in the round: the total put in the round."""
    kind = "raise" if table.standing else "bet"
    table.pay(at, max(total - table.of_round.get(at, 0), 0))
    table.tell(kind, at, amount=total)


def _show(table: _Table, at: int, *, cards: Sequence[str]) -> None:
    """Note that a hand is shown, which tells cards not seen before, or that it is not."""
    if not cards:
        table.tell("muck", at)
        return
    table.cards[at] = with_shown(table.cards.get(at, []), cards)
    table.tell("show", at, detail=" ".join(cards))


def _close(table: _Table) -> None:
    """Note what each got back, and the stacks at the end, where these are recorded."""
    after = table.setup.after or ()
    for at, (seat, stack) in enumerate(zip(table.setup.seats, after, strict=False)):
        award = _award(table, at, seat=seat, after=stack)
        if award > 0:
            table.tell("award", at, amount=award)
    for at, stack in enumerate(after):
        if stack is not None:
            table.tell("stack_after", at, amount=stack)


def _award(table: _Table, at: int, *, seat: Seat, after: int | None) -> int:
    """Give what a player got back of the pot; 0 where a stack is not known."""
    if seat.stack is None or after is None:
        return 0
    return after - (seat.stack - table.put[at])


def _cards(text: str) -> list[str]:
    """Part cards written together; one of which anything is not known is not seen."""
    cards = [text[at : at + 2].upper() for at in range(0, len(text), 2)]
    return [NOT_SEEN if "?" in card else card for card in cards]
