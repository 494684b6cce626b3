"""Arts. 2, 4 and 5 of Mini-Bacará on seats: five, whose box it is, and who opens the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.witness.mini_bacara_hand import SEATS
from tests.witness.saying import Truth, word

if TYPE_CHECKING:
    from tests.witness.mini_bacara_hand import Hand
    from tests.witness.rows import Row, Session

CAPACITY = 5
NUMBERS = range(61)  # a number beyond these is no table's seat: it tells nothing of where one sits
MOVES = {"seat_taken", "seat_left"}


def opening_verdict(session: Session, hands: list[Hand]) -> str:
    """Art. 5: one seated player is enough to open the game; nobody seated is not."""
    if not hands or not session.is_whole("hands") or not hands[0].mains:
        return "not_assessable"
    first = hands[0]
    postures = {bet["posture"] for bet in first.mains}
    sure = first.bets_whole and None not in postures
    return word(True, True if "seated" in postures else False if sure else None)


def seat_verdict(hand: Hand) -> str:
    """Art. 2: no more than five players are seated."""
    session = hand.session
    keeps, whole = session.keeps("seats", SEATS), session.is_whole("events")
    now, ever = seats_taken(hand)
    sitting = {_seat(bet) for bet in hand.mains if bet["posture"] == "seated"} - {None}
    if len(sitting | ((now or set()) if whole else set())) > CAPACITY:
        return "violation"
    may_sit = [_seat(bet) for bet in hand.mains if bet["posture"] != "standing"]
    taken = (ever if now is None else now) if keeps else set()
    sure = (
        hand.bets_whole and None not in may_sit and (whole or not keeps) and (keeps or hand.mains)
    )
    if not sure or taken is None:
        return "not_assessable"
    return word(True, True if len({*may_sit, *taken}) <= CAPACITY else None)


def seats_taken(hand: Hand) -> tuple[set[int] | None, set[int] | None]:
    """Give the seats taken when a hand begins, and all that ever were; None where not known."""
    moves = [event for event in hand.session.events if event["type"] in MOVES]
    if not moves or any(_seat(move) is None for move in moves):
        return None, None
    began = min((e["seq"] for e in hand.events if e["type"] not in SEATS), default=None)
    ever = {move["seat"] for move in moves if move["type"] == "seat_taken"}
    if began is None:
        return None, ever
    now: set[int] = set()
    for move in moves:
        if move["seq"] < began:
            (now.add if move["type"] == "seat_taken" else now.discard)(move["seat"])
    return now, ever


def _seat(row: Row) -> int | None:
    """Give the seat that a row names; None where it names none that a table can have."""
    return row["seat"] if row["seat"] in NUMBERS else None


def box_is_held(hand: Hand, bet: Row) -> Truth:
    """Tell whether somebody sits at the place of the box of a bet."""
    box = bet["box"]
    if box not in NUMBERS:
        return None
    now, _ = seats_taken(hand)
    if any(one["posture"] == "seated" and one["seat"] == box for one in hand.mains):
        return True
    if now is None or not hand.session.is_whole("events"):
        return None
    if box in now:
        return True
    may_sit = any(one["posture"] is None and one["seat"] == box for one in hand.mains)
    return False if hand.bets_whole and not may_sit else None
