"""One hand of Mini-Bacará as the log has it: who got which cards, and how each box was decided."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from tests.witness.payouts import basis_of
from tests.witness.saying import Truth, some, up_to

if TYPE_CHECKING:
    from tests.witness.rows import Row, Session

POINTS = {"A": 1, **{str(n): n for n in range(2, 10)}, **dict.fromkeys("TJQK", 0)}
AIR, SEVEN, SIX = 8, 7, 6
NUMBERS = range(1_000_001)  # a card numbered beyond these tells nothing of when it was dealt
MAIN = ("punto", "banca")
# Banca's usual table (decree 526/977 is not held): the thirds of Punto against which she draws, by
# her two-card points; S: Punto stood.
DRAWS = {
    0: "0123456789S",
    1: "0123456789S",
    2: "0123456789S",
    3: "012345679S",
    4: "234567S",
    5: "4567S",
    6: "67",
}
PLAY = frozenset(
    {
        *("bets_closed", "option", "reveal", "cobertura_call", "card_exposed"),
        *("error_detected", "error_corrected", "claim"),
    }
)
SEATS = frozenset({"seat_taken", "seat_left", "seat_reserved", "waitlist_joined", "waitlist_left"})


@dataclass(frozen=True, slots=True)
class Box:
    """One box against Banca: its cards, and what they come to; None where not known.

    `needs`: Banca needs a third card against it, by the usual table. `due`: 1 Punto wins, 0 level,
    -1 Banca wins, by the text and else by that table; `other`: by the other reading of the text.
    """

    number: int
    cards: list[Row]
    two: int | None = None
    is_air: Truth = None
    is_encart: Truth = None
    needs: Truth = None
    with_two: bool = False  # Banca's first two cards decide it
    due: int | None = None
    other: int | None = None

    @property
    def drew(self) -> bool:
        """Tell whether the box got a third card."""
        return len(self.cards) > 2


@dataclass(frozen=True, slots=True)
class Hand:
    """One hand: its rows, and what is known of them.

    `cards`: in order, neither burned nor cancelled; None where not all of them are known.
    """

    session: Session
    row: Row
    basis: str | None
    bets: list[Row]
    events: list[Row]
    cards: list[Row] | None
    banca: list[Row] = field(default_factory=list)
    boxes: dict[int, Box] = field(default_factory=dict)
    mains: list[Row] = field(default_factory=list)
    kept: frozenset[str] = (
        frozenset()
    )  # `play`, and the types of event that hands of the session have
    stray: frozenset[str] = frozenset()  # the types of event of which one names no hand
    bets_whole: bool = False
    events_whole: bool = False

    @property
    def id(self) -> str:
        """Give the hand's id."""
        return str(self.row["hand_id"])

    @property
    def two(self) -> int | None:
        """Give Banca's points with two cards."""
        return points(self.banca[:2]) if len(self.banca) > 1 else None

    @property
    def played(self) -> list[Box]:
        """Give the boxes that were dealt; none where the cards are not known."""
        return [box for box in self.boxes.values() if box.cards]

    def steps(self, kind: str) -> list[Row]:
        """Give the events of one type in this hand."""
        return [event for event in self.events if event["type"] == kind]

    def was(self, kind: str) -> Truth:
        """Tell whether there was an event of one type; None where its absence shows nothing."""
        if self.steps(kind):
            return True
        noted = kind in self.kept if kind == "reveal" else "play" in self.kept
        return False if noted and self.all_told(kind) else None

    def all_told(self, kind: str) -> bool:
        """Tell whether every event of one type is here: none was lost, or carries no hand."""
        return self.events_whole and kind not in self.stray


def points(cards: list[Row]) -> int:
    """Add the points of some cards: the units of their sum."""
    return sum(POINTS[card["card"][0]] for card in cards) % 10


def hands_of(session: Session) -> list[Hand]:
    """Give the hands of a session in order."""
    cards: dict[str, list[Row]] = defaultdict(list)
    bets: dict[str, list[Row]] = defaultdict(list)
    events: dict[str, list[Row]] = defaultdict(list)
    for rows, by_hand in ((session.cards, cards), (session.bets, bets), (session.events, events)):
        for row in rows:
            by_hand[row["hand_id"]].append(row)
    basis = basis_of(session.bets)
    told = any(card["cancelled"] for card in session.cards) or not session.is_whole("cards")
    kept = {event["type"] for event in session.events if event["hand_id"] is not None}
    stray = frozenset(event["type"] for event in session.events if event["hand_id"] is None)
    kept |= {"play"} if session.keeps("play", PLAY) else set()
    return [
        _hand(
            Hand(
                session,
                row,
                basis,
                bets[row["hand_id"]],
                events[row["hand_id"]],
                None,
                kept=frozenset(kept),
                stray=stray,
            ),
            sorted(cards[row["hand_id"]], key=lambda card: card["idx"]),
            told=told,
        )
        for row in session.hands
    ]


def _hand(hand: Hand, cards: list[Row], *, told: bool) -> Hand:
    """Put one hand together."""
    session, mains = hand.session, [bet for bet in hand.bets if bet["kind"] in MAIN]
    got: dict[int, list[Row]] = defaultdict(list)
    for card in cards:
        if not card["cancelled"] and card["to"] != "burn":
            got[0 if card["to"] == "banca" else int(card["to"][4:])].append(card)
    banca, known = got.pop(0, []), bool(got) and _are_known(hand, cards, told=told)
    numbers = sorted({*got, *(bet["box"] for bet in mains if bet["box"] is not None)})
    boxes = {n: _box(n, got.get(n, []), banca) if known else Box(n, []) for n in numbers}
    dealt = [c for c in cards if not c["cancelled"] and c["to"] != "burn"]
    return replace(
        hand,
        cards=dealt if known else None,
        banca=banca if known else [],
        boxes=boxes,
        mains=mains,
        bets_whole=session.is_whole("bets", hand_id=hand.id),
        events_whole=session.is_whole("events", hand_id=hand.id),
    )


def _are_known(hand: Hand, cards: list[Row], *, told: bool) -> bool:
    """Tell whether all cards of a hand are in the log, seen, in order, and sure to count or not."""
    sure = all(
        card["card"][0] in POINTS
        and card["idx"] in NUMBERS
        and not (told and card["cancelled"] is None)
        for card in cards
    )
    return sure and hand.session.is_whole("cards", hand_id=hand.id)


def _box(number: int, cards: list[Row], banca: list[Row]) -> Box:
    """Decide one box by arts. 7 to 9, and by the usual table where they are silent."""
    two = points(cards[:2]) if len(cards) > 1 else None
    her_two = points(banca[:2]) if len(banca) > 1 else None
    is_air = some([up_to(AIR, two), up_to(AIR, her_two)])
    third = str(POINTS[cards[2]["card"][0]]) if len(cards) > 2 else "S"
    if not cards:
        return Box(number, cards)
    if her_two is None:
        return Box(number, cards, two, is_air)
    if two is None:
        stands = third not in DRAWS.get(her_two, "")
        return Box(number, cards, two, is_air, needs=False if is_air or stands else None)
    if is_air:
        air = _sign(two - her_two)
        return Box(number, cards, two, is_air, False, False, True, air, air)
    is_encart = two == her_two and two in {SIX, SEVEN}
    needs = not is_encart and third in DRAWS.get(her_two, "")
    by_text = is_encart or len(banca) < 3 or her_two == SEVEN
    total = two if is_encart else points(cards) if len(cards) < 4 else None
    with_two = None if total is None else _sign(total - her_two)
    with_all = None if total is None or len(banca) != 3 else _sign(total - points(banca))
    due = with_two if by_text or not needs else with_all
    other = with_two if by_text or needs else with_all
    return Box(number, cards, two, is_air, is_encart, needs, by_text or not needs, due, other)


def _sign(number: int) -> int:
    """Give the sign of a number."""
    return (number > 0) - (number < 0)
