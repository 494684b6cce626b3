"""The bank of Art. 8 while nobody has it: why, and how it goes round."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.witness.bacara_rows import Hand
    from tests.witness.entries import Event
    from tests.witness.saying import Truth


class Way(NamedTuple):
    """By which rule the bank goes on, and at whose right it starts (of two seats either)."""

    rule: str
    starts: tuple[int | None, ...] = ()


NO_WAY = Way("")


class Bid(NamedTuple):
    """One bid at an auction."""

    player: str | None
    amount: int
    is_seated: bool


def between(start: int, seat: int) -> set[int]:
    """Give the seats between two, to the right from the first, round the table of nine."""
    return {(start + step - 1) % 9 + 1 for step in range(1, (seat - start - 1) % 9 + 1)}


class Holder:
    """Who was awarded the bank, and of what vacancy."""

    def __init__(self, event: Event, vacancy: Vacancy) -> None:
        self.event, self.vacancy = event, vacancy
        self.player, self.amount = event.player, event.amount
        self.seat = event.place
        self.hands, self.has_lost, self.is_settled = 0, False, False


class Vacancy:
    """A bank that goes round; `last` is the last hand dealt, None before the first."""

    def __init__(
        self, holder: Holder | None, last: Hand | None, seats: Iterable[int] | None
    ) -> None:
        self.holder, self.last, self.first_seats = holder, last, set(seats or ())
        self.last_seats = self.first_seats
        self.passed: Event | None = None
        self.giver: Event | None = None  # who gave the bank up, as an event tells it
        self.has_lost = self.has_declined = self.by_auction = False
        self.came_in_turn = self.came_blindly = False  # the last step
        self.offered: set[int] = set()
        self.steps = 0
        self.came: int | None = None
        self.before: tuple[str, str | None] = ("", None)
        self.bids: list[Bid] = []
        self.taker: str | None = None

    @property
    def player(self) -> str | None:
        """Give who had the bank; None where nobody had."""
        if self.giver and self.giver.player is not None:
            return self.giver.player
        if self.holder is None:
            return None
        return self.last.banker if self.holder.hands and self.last else self.holder.player

    @property
    def seat(self) -> int | None:
        """Give the seat of who had the bank; None for one who stands."""
        if self.giver and self.giver.seat is not None:
            return self.giver.place
        if self.holder is None:
            return None
        dealt = self.last if self.holder.hands else None
        if dealt and dealt.seat is not None and dealt.banker in {None, self.player}:
            return dealt.seat
        return self.holder.seat if self.holder.player in {None, self.player} else None

    @property
    def cause(self) -> str:
        """Say why the bank is vacant."""
        if self.has_declined:
            return "declined"
        if self.holder is None:
            return "passed" if self.passed else "initial"
        if not self.holder.hands:
            return "passed" if self.passed else "undealt"
        if self.last and (self.has_lost if self.last.result is None else self.last.result < 0):
            return "lost"
        return "passed" if self.passed else "tie" if self.has_lost else "left"

    @property
    def is_refused(self) -> bool:
        """Say whether he passed it before he dealt, which one reading takes for refusing."""
        return self.cause == "passed" and self.holder is not None and not self.holder.hands

    @property
    def must_be_auctioned(self) -> bool:
        """Say whether he who took the bank dealt no hand."""
        return self.cause in {"declined", "undealt"}

    def way(self, last_seated: int | None) -> Way:
        """Say by which sentence of Art. 8 the bank goes on."""
        if self.cause == "initial":
            return Way("BAC-8.1", (0,))
        if self.cause == "passed":
            return Way("BAC-8.11", (self.seat,)) if self.seat else Way("BAC-8.10", (last_seated,))
        return self._after_loss() if self.cause == "lost" else NO_WAY

    def _after_loss(self) -> Way:
        """Say how the bank goes on when it was lost: it may have been a passed one."""
        origin = self.holder.vacancy if self.holder else self
        if origin.cause == "declined":
            return NO_WAY
        if origin.cause == "passed":
            in_doubt = origin.by_auction or origin.is_refused
            either = (origin.seat, self.seat) if in_doubt else (origin.seat,)
            return Way("BAC-8.13", either) if origin.seat else NO_WAY
        return Way("BAC-8.4.2", (self.seat,)) if self.seat else NO_WAY

    def came_to_all(self, seats: Iterable[int] | None) -> Truth:
        """Say whether the bank came to every seat taken all the while; None: seats not told."""
        return None if seats is None else not self.left_out(seats)

    def left_out(self, seats: Iterable[int]) -> set[int]:
        """Give the seats taken all the while to which the bank has not come."""
        holder = self.holder
        passed = holder and self.way(None).rule == "BAC-8.13"
        passer = {holder.vacancy.seat} if holder and passed else set()
        return self.first_seats & set(seats) - self.offered - {self.seat} - passer

    def comes_to(self, seat: int, seats: Iterable[int] | None, last_seated: int | None) -> Truth:
        """Say whether nobody is passed over on the way from a lawful start; None: there is none."""
        starts = (self.came,) if self.came else self.way(last_seated).starts
        known = [start for start in starts if start is not None]
        waiting = set(range(1, 10) if seats is None else seats) - self.offered - {self.seat}
        if any(not between(start, seat) & waiting for start in known):
            return True
        return None if seats is None or not known else False

    def is_unannounced(self, event: Event) -> bool:
        """Say whether an award follows no offer to its player nor answer of his, nor an auction."""
        kind, player = self.before
        answered = kind in {"bank_offered", "bank_refused", "bank_absent"}
        return not self.by_auction and not (answered and player == event.player)

    def barred(self) -> set[str | None]:
        """Give who may not take part in an auction of this bank."""
        origin = self.holder.vacancy if self.holder else self
        passer = {origin.player} if self.cause == "declined" and origin.cause == "passed" else set()
        return {self.player, *passer} - {None}

    def wins(self, player: str | None, *, sits: bool) -> tuple[Truth, Truth]:
        """Say whether a bidder was due to win: by the bid, and by sitting before the bid."""
        lawful = [bid for bid in self.bids if bid.player not in self.barred()]
        bidders = {bid.player for bid in lawful}
        origin = self.holder.vacancy if self.holder else self
        if player not in bidders or (
            self.is_refused and origin.cause == "passed" and origin.player in bidders
        ):
            return None, None
        best = max(bid.amount for bid in lawful)
        seated = max((bid.amount for bid in lawful if bid.is_seated), default=None)
        own = max(bid.amount for bid in self.bids if bid.player == player)
        by_bid = own == best and (sits or seated is None or seated < own)
        return by_bid, own == best if seated is None else sits and own == seated
