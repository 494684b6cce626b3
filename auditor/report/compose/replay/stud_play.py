"""A hand of seven-card stud in order: the street of each card and action, and the pot after it."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING

from auditor.report.compose.replay.rows import amount_of
from auditor.report.words.wording import parse_moment

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from auditor.report.audit.read import HandRows, Row

BEFORE, FIRST, LAST, AFTER = 2, 3, 7, 8
BETTING = frozenset({"bring_in", "check", "bet", "call", "raise", "fold"})
TO_TOTAL = frozenset({"bet", "raise"})
PAYING = BETTING - {"check", "fold"} | {"ante"}
ENDING = frozenset({"show", "muck", "award", "stack_after"})


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card, its street (3 to 7), and the holder: a seat's number, or another's name."""

    row: Row
    street: int
    seat: str | None
    holder: str


@dataclass(frozen=True, slots=True)
class Act:
    """An event: its street (2 before the deal, 8 at the end), what it puts in, the pot after it.

    Amounts are None where they, or one before them, are not recorded.
    """

    row: Row
    street: int
    put: Decimal | None
    pot: Decimal | None
    is_all_in: bool

    @property
    def kind(self) -> str:
        """Give the type of the event."""
        return self.row.get("type") or ""

    @property
    def seat(self) -> str:
        """Give the seat, or the player where no seat is recorded."""
        return seat_of(self.row)


@dataclass(frozen=True, slots=True)
class _Table:
    """The betting as it stands: who is in, what each put in, who has acted in the round."""

    seats: frozenset[str]
    stacks: Mapping[str, Decimal]
    put: dict[str, Decimal] = field(default_factory=dict)
    of_round: dict[str, Decimal] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)
    out: set[str] = field(default_factory=set)

    @property
    def is_round_over(self) -> bool:
        """Say whether everyone who can act has acted since the last bet."""
        return bool(self.done) and not self.seats - self.done - self.out

    def pay(self, act: Row) -> Decimal | None:
        """Put in what an event tells, and give it; None where the amount is not recorded."""
        kind, seat = act.get("type"), seat_of(act)
        if kind not in PAYING:
            return Decimal(0)
        amount = amount_of(act.get("amount"))
        if amount is None:
            return None
        had = self.of_round.get(seat, Decimal(0))
        added = max(amount - had, Decimal(0)) if kind in TO_TOTAL else amount
        self.put[seat] = self.put.get(seat, Decimal(0)) + added
        if kind != "ante":
            self.of_round[seat] = had + added
        return added

    def is_spent(self, seat: str) -> bool:
        """Say whether a player has put in all the chips that he is known to have had."""
        stack = self.stacks.get(seat)
        return stack is not None and self.put.get(seat, Decimal(0)) >= stack

    def note(self, act: Row, standing: Decimal) -> None:
        """Note who acted; a bet above what stood before is for all the others to answer."""
        kind, seat = act.get("type"), seat_of(act)
        if kind in PAYING and kind != "ante" and self.of_round.get(seat, standing) > standing:
            self.done.clear()
        if kind in BETTING:
            self.done.add(seat)
        if kind == "fold" or self.is_spent(seat):
            self.out.add(seat)

    def next_round(self) -> None:
        """Begin a round."""
        self.done.clear()
        self.of_round.clear()


def seat_of(row: Row) -> str:
    """Give the seat of an event, or the player where no seat is recorded."""
    return row.get("seat") or row.get("player_id") or ""


def dealt_of(rows: HandRows) -> tuple[Dealt, ...]:
    """Put each card that stands into its street: three cards in the first, then one in each."""
    counts: dict[str, int] = {}
    found: list[Dealt] = []
    street = FIRST
    for row in rows.cards:
        kind, _, seat = (row.get("to") or "").partition(":")
        if row.get("cancelled") == "true":
            continue
        if kind == "seat":
            counts[seat] = counts.get(seat, 0) + 1
            street = min(max(counts[seat], FIRST), LAST)
        is_seat = kind == "seat"
        found.append(Dealt(row, street, seat if is_seat else None, row.get("to") or ""))
    return tuple(found)


def acts_of(rows: HandRows, dealt: Sequence[Dealt]) -> Iterator[Act]:
    """Walk the events in order, each in its street."""
    table, starts = _table(rows, dealt), _starts(rows, dealt)
    street, pot = BEFORE, Decimal(0)
    is_known = True
    for row in rows.events:
        kind, seat = row.get("type") or "", seat_of(row)
        if kind in BETTING:
            now = _street_now(street, by_time=_by_time(row, starts), is_over=table.is_round_over)
            if now != street:
                table.next_round()
            street = now
        standing = max(table.of_round.values(), default=Decimal(0))
        had_chips = not table.is_spent(seat)
        put = table.pay(row)
        table.note(row, standing)
        change = -(amount_of(row.get("amount")) or 0) if kind == "award" else put
        is_known = is_known and change is not None
        pot += change or 0
        yield Act(
            row,
            street=AFTER if kind in ENDING else street,
            put=put,
            pot=pot if is_known else None,
            is_all_in=kind in PAYING and had_chips and table.is_spent(seat),
        )


def _street_now(street: int, *, by_time: int | None, is_over: bool) -> int:
    """Give the street of an action: by the times of the deal, else by the bets."""
    if by_time is not None:
        return by_time
    return max(FIRST, min(street + is_over, LAST))


def _table(rows: HandRows, dealt: Sequence[Dealt]) -> _Table:
    """Give the table before the first event; without cards on record, of who paid an ante."""
    seats = {one.seat for one in dealt if one.seat is not None}
    antes = {seat_of(row) for row in rows.events if row.get("type") == "ante"}
    told = [row for row in rows.events if row.get("type") == "stack"]
    stacks = {seat_of(row): amount_of(row.get("amount")) for row in told}
    known = {seat: stack for seat, stack in stacks.items() if stack is not None}
    return _Table(frozenset(seats or antes), known)


def _starts(rows: HandRows, dealt: Sequence[Dealt]) -> Mapping[int, datetime]:
    """Give the time of the first card of each street; nothing where the times tell no streets."""
    times = [(one.street, parse_moment(one.row.get("at"))) for one in dealt if one.seat]
    acts = [parse_moment(row.get("at")) for row in rows.events if row.get("type") in BETTING]
    every = [moment for _, moment in times] + acts
    known = [moment for moment in every if moment is not None]
    if (
        not times
        or not acts
        or len(known) < len(every)
        or len({m.tzinfo is None for m in known}) > 1
    ):
        return {}
    starts: dict[int, datetime] = {}
    for street, moment in times:
        if moment is not None:
            starts.setdefault(street, moment)
    ordered = [starts[street] for street in sorted(starts)]
    is_told = all(one < other for one, other in pairwise(ordered))
    return starts if is_told and _latest(starts, known[len(times)]) == FIRST else {}


def _latest(starts: Mapping[int, datetime], moment: datetime) -> int | None:
    """Give the last street begun before a time; None where one began at that very time."""
    begun = [street for street, start in starts.items() if start < moment]
    return None if not begun or moment in starts.values() else max(begun)


def _by_time(row: Row, starts: Mapping[int, datetime]) -> int | None:
    """Give the street of an action by its time; None where times do not tell."""
    moment = parse_moment(row.get("at")) if starts else None
    return None if moment is None else _latest(starts, moment)
