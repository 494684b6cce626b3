"""A hand of seven-card stud replayed action by action, as articles 6 to 9 read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import gcd
from typing import TYPE_CHECKING

from tests.witness.stud7_worth import Worth, best, board, named, value

if TYPE_CHECKING:
    from tests.witness.stud7_round import Warned

READINGS = ("high_compare", "high_share", "low_compare", "low_share")
UNSEEN = "??"


@dataclass(slots=True)
class Act:
    """One action, and what the hand says of it; None is not known."""

    seat: int
    kind: str
    amount: int | None
    street: int | None = None
    in_turn: bool | None = None
    opens: bool | None = None
    follows_check: bool | None = None
    faces_bet: bool | None = None
    standing: int | None = None
    to_cover: int | None = None
    put: int | None = None
    round_total: int | None = None
    was_raised: bool | None = None
    raises: int | None = None  # with this one, if it is a raise
    completes: bool = False
    completed: bool | None = None  # the first raise of the round completed the forced bet
    has_checked: bool | None = None
    shows_low: bool | None = None
    low_is_tied: bool | None = None
    spent: int | None = None  # by its player in the hand so far, with this action


@dataclass(slots=True)
class Hand:
    """A hand: seats in the order of the deal, their cards and chips, and what was done in it."""

    cards: dict[int, list[str]]
    stack: dict[int, int | None]
    dealt_at: dict[int, int] = field(default_factory=dict)  # the place of each third card
    street: int = 3
    opening: bool = True
    sure: bool = True
    all_are_dealt: bool = True  # no card was lost, and nobody with it
    money_is_known: bool = True
    last: int = 0
    last_kind: str = ""
    standing: int = 0
    faces_bet: bool = False
    forced: bool = False
    raises: int = 0
    completed: bool = False
    done: set[int] = field(default_factory=set)
    checked: set[int] = field(default_factory=set)
    folded: set[int] = field(default_factory=set)
    round_put: Counter[int] = field(default_factory=Counter)
    put: Counter[int] = field(default_factory=Counter)
    acts: list[Act] = field(default_factory=list)
    amounts: list[int] = field(default_factory=list)
    warned: list[Warned] = field(default_factory=list)
    acts_left: Counter[int] = field(default_factory=Counter)  # how often each seat acts from here
    out: frozenset[int] = frozenset()  # who is taken to have no chips left

    @property
    def stays(self) -> list[int]:
        """Give who has not folded."""
        return [seat for seat in self.cards if seat not in self.folded]

    @property
    def is_shown_down(self) -> bool | None:
        """Tell whether more than one stays; None where one more may."""
        return len(self.stays) > 1 or (False if self.all_are_dealt else None)

    def is_able(self, seat: int) -> bool:
        """Tell whether a seat may still act: it stays and has chips."""
        stack = self.stack.get(seat)
        is_in = seat not in self.folded and seat not in self.out
        return is_in and (stack is None or self.put[seat] < stack)

    def silent(self) -> frozenset[int]:
        """Give who does nothing more and may have no chips left, as his stack is not told."""
        untold = (seat for seat in self.cards if self.stack.get(seat) is None)
        return frozenset(seat for seat in untold if not self.acts_left[seat])

    def is_due(self, seat: int) -> bool | None:
        """Tell whether a seat may act; None where it cannot be said who has chips to act with."""
        told = []
        for out in {self.silent(), frozenset[int]()}:
            self.out = out
            due = self.due()
            told.append(None if due is None else seat in due)
        return told[0] if told[0] == told[-1] else None

    def following(self, seat: int, among: list[int]) -> list[int]:
        """Give the first of some seats after one, round the table."""
        order = list(self.cards)
        at = order.index(seat)
        round_table = order[at + 1 :] + order[: at + 1]
        return [each for each in round_table if each in among][:1]

    def due(self) -> list[int] | None:
        """Give who may act: more than one where boards are level; None where it cannot be said."""
        if not self.opening:
            waiting = [s for s in self.cards if self.is_able(s) and s not in self.done]
            return self.following(self.last, waiting)
        return self.lowest() if self.street == 3 else self.highest()

    def low_doors(self) -> list[int] | None:
        """Art. 9 a: who shows the lowest third card; None where one was not seen."""
        doors = {seat: self.cards[seat][2:3] for seat in self.stays}
        if any(door in ([], [UNSEEN]) for door in doors.values()):
            return None
        least = min(value(door[0]) for door in doors.values())
        low = [seat for seat, door in doors.items() if value(door[0]) == least]
        return sorted(low, key=lambda seat: self.dealt_at.get(seat, 0))

    def lowest(self) -> list[int] | None:
        """Art. 9 a: the lowest third card; of equal ones, who was dealt first."""
        doors = self.low_doors()
        return doors[:1] if doors and self.is_able(doors[0]) else None

    def highest(self) -> list[int] | None:
        """Art. 9 b: the best cards on view, any of those level; if they can't bet, who may next."""
        last = min(self.street, 6)
        shown = {seat: self.cards[seat][2:last] for seat in self.stays}
        if any(UNSEEN in cards or len(cards) < last - 2 for cards in shown.values()):
            return None
        worth = {seat: board(cards) for seat, cards in shown.items()}
        top = max(worth.values())
        leaders = [seat for seat in worth if worth[seat] == top]
        able = [seat for seat in shown if self.is_able(seat)]
        found = [seat for seat in leaders if seat in able]
        for seat in leaders:
            if seat not in able:
                second = max(worth[each] for each in able) if able else None
                found += [each for each in able if worth[each] == second]
                found += self.following(seat, able)
        return found or None

    def close_round(self) -> None:
        """Start the next round where everyone who can act has."""
        if not self.opening and not [
            s for s in self.cards if self.is_able(s) and s not in self.done
        ]:
            self.street, self.opening = min(self.street + 1, 7), True
            self.standing, self.faces_bet, self.last_kind = 0, False, ""
            self.raises, self.completed, self.forced = 0, False, False
            self.done.clear()
            self.checked.clear()
            self.round_put.clear()

    def ante(self, seat: int, amount: int | None) -> None:
        """Place an ante."""
        self.acts_left[seat] -= 1
        self.money_is_known &= amount is not None
        self.put[seat] += amount or 0
        self.amounts.append(amount or 0)

    def act(self, seat: int, kind: str, amount: int | None = 0) -> Act:
        """Note an action, and say of it what the norm asks."""
        self.close_round()
        act = self._told(seat, kind, amount)
        for each in self.warned:
            each.last = each.last or act.street or 7
        act.in_turn = self.is_due(seat) if self.sure else None
        self.acts_left[seat] -= 1
        self.acts.append(act)
        self.amounts.append(amount or 0)
        self._take(act)
        return act

    def _told(self, seat: int, kind: str, amount: int | None) -> Act:
        """Say of an action what stands before it."""
        act = Act(seat, kind, amount, put=self._put_by(seat, kind, amount))
        if self.sure:
            act.street, act.opens = self.street, self.opening
            act.follows_check = not self.opening and self.last_kind == "check"
            act.faces_bet, act.standing = self.faces_bet, self.standing
            act.to_cover = self.standing - self.round_put[seat]
            act.has_checked = seat in self.checked
            act.was_raised = self.raises > 0
        if self.sure and self.opening and self.street == 3:
            low = self.low_doors()
            if low and self.is_able(low[0]) and low[0] not in self.silent() - {seat}:
                act.shows_low, act.low_is_tied = seat in low, len(low) > 1
        return act

    def _put_by(self, seat: int, kind: str, amount: int | None) -> int | None:
        """Give the chips that an action adds; a bet's or a raise's amount is the round's total."""
        if kind in {"check", "fold"}:
            return 0
        if amount is None or kind in {"bring_in", "call"}:
            return amount
        return max(amount - self.round_put[seat], 0) if self.sure else None

    def _take(self, act: Act) -> None:
        """Let an action change the hand."""
        seat, put = act.seat, act.put or 0
        self.money_is_known &= act.put is not None
        self.put[seat] += put
        self.round_put[seat] += put
        act.round_total, act.spent = self.round_put[seat], self.put[seat]
        is_raise = act.kind == "raise" or (act.kind == "bet" and self.faces_bet)
        if is_raise:
            act.completes = self.raises == 0 and self.forced
            self.completed |= act.completes
            self.raises += 1
        act.raises, act.completed = self.raises, self.completed
        if act.kind == "fold":
            self.folded.add(seat)
            if act.in_turn is False:
                return
        self._move_on(act)

    def _move_on(self, act: Act) -> None:
        """Let the turn go on from who acted."""
        if act.kind in {"bring_in", "bet", "raise"}:
            self.faces_bet = True
            self.forced |= act.kind == "bring_in"
            if act.amount is None or self.round_put[act.seat] > self.standing:
                self.done.clear()
        if act.kind == "check":
            self.checked.add(act.seat)
        self.standing = max(self.standing, self.round_put[act.seat])
        self.done.add(act.seat)
        opened = self.opening
        self.last, self.last_kind, self.opening = act.seat, act.kind, False
        self.sure = self.sure and not (act.in_turn is False and not opened)

    def worths(self, reading: str) -> dict[int, Worth] | None:
        """Give what the hands that stay are worth under a reading; None where one is not known."""
        if not self.all_are_dealt:
            return None
        if len(self.stays) == 1:
            return dict.fromkeys(self.stays, (0,))
        if any(UNSEEN in self.cards[seat] or len(self.cards[seat]) < 7 for seat in self.stays):
            return None
        seen = Counter(card for cards in self.cards.values() for card in cards)
        if any(n > 1 for card, n in seen.items() if card != UNSEEN):
            return None
        low = reading.startswith("low")
        found = {seat: best(tuple(self.cards[seat][:7]), ace_low=low) for seat in self.stays}
        return {s: named(w) for s, w in found.items()} if reading.endswith("share") else found

    def due_money(self, reading: str) -> dict[int, tuple[int, int]] | None:
        """Art. 9 g: what each is due of the pots with his money in, less or plus an odd chip."""
        worth = self.worths(reading)
        if worth is None:
            return None
        left, due = dict(self.put), dict.fromkeys(self.cards, (0, 0))
        while any(left.get(seat, 0) > 0 for seat in self.stays):
            sharers = [seat for seat in self.stays if left.get(seat, 0) > 0]
            level = min(left[seat] for seat in sharers)
            is_last = all(left[seat] <= level for seat in sharers)
            pot = sum(each if is_last else min(each, level) for each in left.values())
            left = {seat: max(each - level, 0) for seat, each in left.items()}
            top = max(worth[seat] for seat in sharers)
            winners = [seat for seat in sharers if worth[seat] == top]
            low, high = self.shares(pot, len(winners))
            for seat in winners:
                due[seat] = (due[seat][0] + low, due[seat][1] + high)
        return due

    def shares(self, pot: int, winners: int) -> tuple[int, int]:
        """Share a pot by whole chips: the share without and with an odd one."""
        low = pot // winners // self.unit * self.unit
        return low, low if low * winners == pot else low + self.unit

    @property
    def unit(self) -> int:
        """Give the greatest unit of which every amount is a multiple."""
        return gcd(*self.amounts, *(stack or 0 for stack in self.stack.values()))
