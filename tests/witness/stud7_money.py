"""What articles 6, 7 and 9 g give to whom: pots, shares, and what was paid."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.witness.logic import every, negated, word
from tests.witness.saying import Truth
from tests.witness.stud7_hand import READINGS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.witness.stud7_hand import Hand

Said = tuple[str, Truth, str]
Due = dict[int, tuple[int, int]] | None  # of each seat, without and with an odd chip
LETTERS = "jihgfedcba"
ALIKE = {"c": "POK-7.a", "d": "POK-7.b", "e": "POK-7.c", "f": "POK-7.d", "g": "POK-7.e",
         "h": "POK-7.f", "i": "POK-7.g"}  # fmt: skip


class Paid(NamedTuple):
    """What each seat was paid, None where it is not known; `kept` is what was not paid.

    `dues`: by each of READINGS, what each was due, less or plus an odd chip; None: not known.
    """

    of: dict[int, int | None]
    kept: int | None
    dues: tuple[Due, ...]


def paid_of(hand: Hand, awards: list[tuple[int | None, int | None]]) -> Paid:
    """Add up what was paid.

    What a bet that nobody called is worth may be what is wanting: then its return was not told,
    where its player got nothing or all is then right; else as much was kept.
    """
    of: dict[int, int | None] = dict.fromkeys(hand.cards, 0)
    dues = tuple(map(hand.due_money, READINGS))
    for seat, amount in awards:
        told = of.get(seat, 0) if seat is not None else 0
        if seat is not None:
            of[seat] = None if amount is None or told is None else told + amount
    if not awards or any(seat is None for seat, _ in awards):
        of = dict.fromkeys(of)
    if not awards or not hand.money_is_known or any(amount is None for _, amount in awards):
        return Paid(of, None, dues)
    kept = hand.put.total() - sum(amount or 0 for _, amount in awards)
    owner, excess = uncalled(hand)
    if excess and kept == excess:
        with_it = {**of, owner: (of[owner] or 0) + excess}
        if not of[owner] or is_right(with_it, dues):
            return Paid(with_it, 0, dues)
    return Paid(of, kept, dues)


def is_right(paid: dict[int, int | None], dues: Sequence[Due]) -> bool:
    """Say whether by some reading everyone has what he is due, or that cannot be known."""
    for due in dues:
        if due is None or all(low <= (paid[s] or 0) <= high for s, (low, high) in due.items()):
            return True
    return False


def uncalled(hand: Hand) -> tuple[int, int]:
    """Give whose bet nobody called in full, and how much; who folds gives that up too (9 d)."""
    first, second = [*sorted(hand.put.values(), reverse=True), 0, 0][:2]
    seat = next((seat for seat in hand.put if hand.put[seat] == first), 0)
    return seat, first - second if seat in hand.stays else 0


def of_hand_money(hand: Hand, paid: Paid) -> Iterator[Said]:
    """Judge whether the pot went to whom it was due, by the best combination on the table."""
    kept = paid.kept
    yield "POK-9.g.2", True, word(*((None, None) if kept is None else (kept == 0, kept >= 0)))
    if hand.is_shown_down is False:
        return
    worths = hand.worths("high_compare")
    went = [went_as_due(hand, paid, due) for due in paid.dues]
    best = None if worths is None else max(worth[0] for worth in worths.values())
    shared = None if worths is None else sum(w[0] == best for w in worths.values()) > 1
    for number, letter in enumerate(LETTERS):
        bears = None if best is None else best == number
        alone = True if letter in "abj" else negated(shared)
        yield f"POK-6.{letter}", every(bears, alone), word(*went)
        if letter in ALIKE:
            yield ALIKE[letter], every(bears, shared), word(*went)


def went_as_due(hand: Hand, paid: Paid, due: Due) -> Truth:
    """Say whether the pots went to those, and only to those, to whom the cards give them.

    What nobody called is no pot: its own bet back is no part of one. But where as much was kept,
    and a seat got less than that bet, or just as much and has a share due, none can say which.
    """
    owner, excess = uncalled(hand)
    if due is None or paid.kept is None:
        return None
    parts: list[Truth] = []
    for seat in hand.cards:
        got, own = paid.of[seat], excess if seat == owner else 0
        has_share = due[seat][1] > own
        may_be_share = got is not None and 0 < got < own + has_share and paid.kept >= own
        if got is None or may_be_share:
            parts.append(None)
        else:
            parts.append((got > own) == has_share)
    return every(*parts)


def of_seat_money(hand: Hand, seat: int, paid: Paid) -> Iterator[Said]:
    """Judge what one seat was paid."""
    stays, got, kept = seat in hand.stays, paid.of.get(seat), paid.kept
    yield "POK-9.d.2", not stays, word(None if got is None else got == 0)
    whole = None if kept is None else kept == 0
    raked = None if kept is None else kept > 0
    dues = paid.dues if stays else ()
    exact: list[Truth] = []
    near: list[Truth] = []
    for due in dues:
        known = due is not None and got is not None and kept is not None
        low, high = due[seat] if due else (0, 0)
        exact += [got == low, got == high] if known else [None, None]
        near.append(low - (kept or 0) <= (got or 0) <= high if known else None)
    yield "POK-9.g", every(stays, whole), word(*exact) if exact else ""
    yield "POK-9.g.3", every(stays, raked), word(*near) if near else ""
