"""The second witness for Peru's bacará with a rotating bank: nights as the text reads them."""

from __future__ import annotations

from datetime import date
from itertools import chain
from typing import TYPE_CHECKING

from tests.witness.bacara_bank import of_bank
from tests.witness.bacara_points import of_hands
from tests.witness.bacara_rows import Night
from tests.witness.bacara_seats import of_seats
from tests.witness.bacara_shoes import of_shoes
from tests.witness.bacara_tables import of_tables
from tests.witness.logic import NOT_ASSESSABLE
from tests.witness.saying import dated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.witness.entries import Event
    from tests.witness.rows import Said, Session

IN_FORCE = date(2003, 10, 13)
SILENT: dict[str, str] = {}
OR_NOTHING = "|not_assessable|out_of_scope"
NAMELESS = frozenset({"auction_opened"})
PRICED = frozenset(
    {"bank_awarded", "bank_raised", "bank_lowered", "bank_passed", "auction_bid", "auction_won"}
)


def judge(sessions: list[Session]) -> Iterator[Said]:
    """Give the verdicts of some sessions; what is left out is out of scope."""
    return dated(sessions, IN_FORCE, _judge)


def _judge(session: Session) -> Iterator[Said]:
    """Judge one session."""
    night = Night(session)
    parts = [of_shoes(night), of_seats(night), of_hands(night), of_tables(session), of_bank(night)]
    or_nothing = "" if is_whole(night) else OR_NOTHING
    for rule, subject, bears, verdict in chain.from_iterable(parts):
        if bears is not False:
            said = verdict if bears else NOT_ASSESSABLE
            yield rule, subject, said if said == NOT_ASSESSABLE else said + or_nothing


def is_whole(night: Night) -> bool:
    """Say whether nothing is missing of a session that this witness takes for granted.

    Where something is, he says what he would; the audit may say the same, or that it cannot tell.
    """
    hands = [hand.number for hand in night.hands]
    told = [each for hand in night.hands for each in (hand.banker, hand.result, hand.bank)]
    return (
        not (night.session.lost or night.holes or None in told)
        and hands == list(range(1, len(hands) + 1))
        and {"deck", "seats", "bank"} <= night.recorded
        and begins(night)
        and all(map(is_told, night.events))
    )


def begins(night: Night) -> bool:
    """Say whether nothing before the first hand shows that the session had begun before its log."""
    first = night.first[night.hands[0].name] if night.hands else 0
    kinds = [event.kind for event in night.events]
    early = [event.kind for event in night.events if event.seq < first]
    told = all(kind in early for kind in ("bank_awarded", "seat_taken") if kind in kinds)
    awarded = "bank_awarded" in kinds or not any(kind.startswith("bank_") for kind in kinds)
    return told and awarded and not {"bank_lost", "bank_passed"} & set(early)


def is_told(event: Event) -> bool:
    """Say whether an event of the seats or of the bank tells who, where and how much."""
    if not event.kind.startswith(("seat_", "bank_", "auction_", "waitlist_")):
        return True
    sits = event.posture == "standing" or event.seat in range(1, 61)
    return event.kind in NAMELESS or (
        event.player is not None
        and (sits or event.kind.startswith("waitlist"))
        and (event.amount is not None or event.kind not in PRICED)
    )
