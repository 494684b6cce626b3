"""Where in a hand of stud a finding stands: at an action, at a card, or at a whole street."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.report.compose.replay.stud_play import AFTER, BEFORE, FIRST, PAYING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from auditor.report.audit.document import Finding
    from auditor.report.audit.read import HandRows, Row
    from auditor.report.compose.replay.stud_play import Act, Dealt

DECK = re.compile(
    r"cards_shown|turned_down|scrambl|shuffl|was_cut|cut_cards|changed|steps_are|seats"
)
DEAL = re.compile(r"players_dealt|goes_round")


@dataclass(frozen=True, slots=True)
class Mark:
    """The row of an event or of a card that is broken, else the street."""

    row: Row | None = None
    street: int | None = None


def mark_of(
    finding: Finding, rows: HandRows, *, dealt: Sequence[Dealt], acts: Sequence[Act], about: str
) -> Mark:
    """Find the place of a finding; `about`: what its rule observes. The end where there is none."""
    row = next(_own_rows(finding, rows), None)
    seat = finding.subject.removeprefix(f"{rows.hand_id}/seat:")
    if row is None and seat != finding.subject:
        row = _row_of_seat(seat, dealt=dealt, acts=acts, about=about)
        street = BEFORE if about.startswith("ante") else AFTER
    else:
        street = _street_of_hand(about)
    return Mark(row) if row is not None else Mark(street=street)


def _own_rows(finding: Finding, rows: HandRows) -> Iterator[Row]:
    """Walk the rows that a finding names by itself."""
    for row in rows.events:
        if finding.subject == f"{row.get('session_id') or _session_of(rows)}/{row.get('seq')}":
            yield row
    for row in rows.cards:
        if finding.subject == f"{rows.hand_id}#{row.get('idx')}":
            yield row


def _session_of(rows: HandRows) -> str:
    """Give the session of a hand, which an event of it may leave out."""
    return rows.hand.get("session_id") or ""


def _row_of_seat(
    seat: str, *, dealt: Sequence[Dealt], acts: Sequence[Act], about: str
) -> Row | None:
    """Find the row of a player's that a rule of the whole seat is about."""
    cards = [one.row for one in dealt if one.seat == seat]
    mine = [act for act in acts if act.seat == seat]
    if "third_face" in about:
        return cards[FIRST - 1] if len(cards) >= FIRST else None
    if "cards_dealt" in about:
        return _last(cards)
    if "award" in about:
        return _last(act.row for act in mine if act.kind == "award")
    if "put_in" in about:
        return _last(act.row for act in mine if act.kind in PAYING)
    return _last(act.row for act in mine if act.kind == "ante" and about.startswith("ante"))


def _last(rows: Iterable[Row]) -> Row | None:
    """Give the last row, None where there is none."""
    return next(iter(list(rows)[-1:]), None)


def _street_of_hand(about: str) -> int:
    """Find the street that a rule of the whole hand is about."""
    if DECK.search(about):
        return BEFORE
    return FIRST if DEAL.search(about) else AFTER
