"""Mini-Bacará, judged hand by hand from articles 2 to 11 of decree 217/978 (Uruguay)."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from tests.witness.mini_bacara_bets import bet_verdicts
from tests.witness.mini_bacara_boxes import box_verdicts
from tests.witness.mini_bacara_deal import hand_verdicts
from tests.witness.mini_bacara_hand import hands_of
from tests.witness.mini_bacara_order import order_verdicts
from tests.witness.mini_bacara_seats import opening_verdict, seat_verdict
from tests.witness.mini_bacara_shoes import shoe_verdicts
from tests.witness.mini_bacara_steps import step_verdicts
from tests.witness.saying import dated

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.witness.rows import Said, Session

FROM = date(1978, 4, 26)
SILENT: dict[str, str] = {}


def judge(sessions: list[Session]) -> Iterator[Said]:
    """Give a verdict for every rule and subject of some sessions."""
    return dated(sessions, FROM, _judge)


def _judge(session: Session) -> Iterator[Said]:
    """Judge one session."""
    hands = hands_of(session)
    yield "MIN-5a", session.row["session_id"], opening_verdict(session, hands)
    yield from shoe_verdicts(session)
    for hand in hands:
        yield "MIN-2a", hand.id, seat_verdict(hand)
        yield from hand_verdicts(hand)
        yield from step_verdicts(hand)
        yield from order_verdicts(hand)
        yield from box_verdicts(hand)
        yield from bet_verdicts(hand)
