"""Art. 2 of Mini-Bacará on the shoe: four decks, and no card more often than they have it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.witness.mini_bacara_hand import POINTS
from tests.witness.saying import Truth, word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.witness.rows import Row, Said, Session

DECKS = 4


def shoe_verdicts(session: Session) -> Iterator[Said]:
    """Judge the shoes of one session."""
    of_hand = {hand["hand_id"]: hand["shoe_id"] for hand in session.hands}
    placed = all(shoe is not None for shoe in of_hand.values())
    for shoe in session.shoes:
        subject, decks = shoe["shoe_id"], shoe["decks"]
        cards = [card for card in session.cards if of_hand.get(card["hand_id"]) == subject]
        whole = placed and session.is_whole("cards", "hands", shoe_id=subject)
        yield "MIN-2c", subject, word(True, _faces(cards, whole=whole))
        yield "MIN-2c.2", subject, word(True, None if decks is None else decks == DECKS)


def _faces(cards: list[Row], *, whole: bool) -> Truth:
    """Tell whether no card came out over four times; one cancelled may have been read twice."""
    seen = [card for card in cards if card["card"][0] in POINTS]
    sure = Counter(card["card"] for card in seen if not card["cancelled"])
    every = Counter(card["card"] for card in seen)
    if any(count > DECKS for count in sure.values()):
        return False
    known = whole and seen and len(seen) == len(cards)
    return True if known and max(every.values()) <= DECKS else None
