"""Duplicate bridge, judged board by board from Law 6 of the Laws of 2007."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from tests.witness.bridge_copies import is_exact, method
from tests.witness.bridge_deals import (
    deal_of,
    is_misdealt,
    is_of_pack,
    is_ordered,
    is_whole_deal,
    pack_of,
)
from tests.witness.bridge_events import event_verdicts
from tests.witness.bridge_sessions import other_session
from tests.witness.saying import Truth, every, word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.witness.bridge_deals import Deal
    from tests.witness.rows import Row, Said, Session

SILENT: dict[str, str] = {}
BRIDGE = frozenset(
    {
        *("shuffled", "cut_requested", "cut_done", "card_seen", "auction_started"),
        *("misdeal_found", "redeal", "auction_ended", "director_order", "attendance"),
    }
)
PLACED = BRIDGE - {"director_order", "attendance"}  # these may be of the whole session
IN_ORDER = ("ordenado", "nuevo", "ordered", "sorted", "new")  # how a pack lay before the shuffle
PLAYED = ("jugado", "mezclado", "played", "mixed")
ACTORS = {"players": "player", "machine": "machine", "director": "director"}


@dataclass(frozen=True, slots=True)
class Table:
    """What a session's boards are judged by: boards by number, events by board, the cards."""

    session: Session
    copies: dict[int, list[Row]]
    events: dict[str, list[Row]]  # of the board's number, by board id
    cards: dict[str, list[Row]]
    deals: dict[str, Deal | None] = field(default_factory=dict)
    is_whole: bool = False  # what the events do not show did not happen

    def of(self, board: Row, *types: str) -> list[Row]:
        """Give the events of some types on a board, at whatever table it was played."""
        return [event for event in self.events[board["board_id"]] if event["type"] in types]

    def homeless(self, *types: str) -> bool:
        """Tell whether an event of some types names no board, and so may be of any."""
        return any(e["hand_id"] is None and e["type"] in types for e in self.session.events)

    def has(self, *types: str) -> bool:
        """Tell whether the session has any event of some types."""
        return any(event["type"] in types for event in self.session.events)


def judge(sessions: list[Session]) -> Iterator[Said]:
    """Give a verdict for every rule and subject of the sessions of one casino."""
    tables = [_table(session) for session in sessions]
    yield from other_session(sessions)
    for table in tables:
        for board in table.session.boards:
            yield from _board(table, board)
        yield "BRG-6E4", table.session.row["session_id"], method(table)
        yield from event_verdicts(table)


def _table(session: Session) -> Table:
    """Put a session's rows board by board."""
    copies, by_id = defaultdict(list), defaultdict(list)
    for board in session.boards:
        copies[board["number"]].append(board)
    for event in session.events:
        by_id[event["hand_id"]].append(event)
    events = {
        board["board_id"]: sorted(
            (e for copy in copies[board["number"]] for e in by_id[copy["board_id"]]),
            key=lambda event: event["seq"],
        )
        for board in session.boards
    }
    cards = defaultdict(list)
    for card in session.cards:
        cards[card["hand_id"]].append(card)
    deals = {board["board_id"]: deal_of(board["deal"]) for board in session.boards}
    placed = all(
        event["hand_id"] in deals or event["type"] not in PLACED for event in session.events
    )
    whole = placed and session.is_whole("events") and session.keeps("bridge", BRIDGE)
    return Table(session, dict(copies), events, cards, deals, whole)


def _board(table: Table, board: Row) -> Iterator[Said]:
    """Judge one board."""
    subject, deal = board["board_id"], table.deals[board["board_id"]]
    misdealt = is_misdealt(deal)
    dealt_by_players = None if board["dealt_by"] is None else board["dealt_by"] == "players"
    yield "BRG-6A1", subject, word(dealt_by_players, _is_shuffled(table, board))
    yield "BRG-6A1.2", subject, _keeps_no_order(deal)
    yield "BRG-6A1.3", subject, _is_no_other_number(table, board)
    yield "BRG-6A2", subject, _is_cut(table, board)
    shown = None if deal is None else bool(deal.shown)
    yield "BRG-6B1", subject, word(shown, None if misdealt is None else not misdealt)
    yield "BRG-6B3", subject, _rotates(table, board)
    yield "BRG-6C", subject, word(dealt_by_players, _both_sides(table, board), fails="observation")
    yield "BRG-6D1c", subject, word(misdealt, board["fouled"])
    yield "BRG-6D2.2", subject, _is_not_sorted(board, deal)
    yield "BRG-6D2.3", subject, _is_not_the_pack(table, board, deal)
    yield "BRG-6E1", subject, _is_shuffled_by_dealer(table, board)
    yield "BRG-6F", subject, is_exact(table, board)


def _auction(table: Table, board: Row) -> int | None:
    """Give when the auction of a board first started; None where it did not."""
    started = table.of(board, "auction_started")
    return started[0]["seq"] if started else None


def _shuffles(table: Table, board: Row) -> list[Row]:
    """Give the shuffles of a board before its auction."""
    start = _auction(table, board)
    return [e for e in table.of(board, "shuffled") if start is None or e["seq"] < start]


def _is_shuffled(table: Table, board: Row) -> Truth:
    """Law 6 A: a pack is shuffled before play; None where the log does not keep shuffles, whole."""
    if not table.is_whole or not table.has("shuffled"):
        return None
    return bool(_shuffles(table, board))


def _keeps_no_order(deal: Deal | None) -> str:
    """Law 6 A: what is well shuffled is in no order."""
    whole = is_whole_deal(deal)
    keeps = bool(whole and deal and is_ordered(deal))
    return word(whole, not keeps, fails="observation")


def _is_no_other_number(table: Table, board: Row) -> str:
    """Law 6 A: two boards of a session do not come with the same hands by chance."""
    deal = table.deals[board["board_id"]]
    others = [
        table.deals[other["board_id"]]
        for other in table.session.boards
        if other["number"] != board["number"]
    ]
    again = any(deal and other and other.key == deal.key for other in others)
    fresh = True if table.session.is_whole("boards") else None
    return word(is_whole_deal(deal), False if again else fresh, fails="observation")


def _is_cut(table: Table, board: Row) -> str:
    """Law 6 A: there is a cut if an opponent asks for it, before the auction."""
    asked = [e for e in table.of(board, "cut_requested") if e["hand_id"] == board["board_id"]]
    scope: Truth = True if asked else False if table.is_whole else None
    cut = all(_is_followed(table, board, one) for one in asked)
    return word(scope, cut if table.is_whole else None)


def _is_followed(table: Table, board: Row, asked: Row) -> bool:
    """Tell whether a cut follows a request before the auction starts."""
    later = [
        e["type"] for e in table.of(board, "cut_done", "auction_started") if e["seq"] > asked["seq"]
    ]
    return bool(later) and later[0] == "cut_done"


def _rotates(table: Table, board: Row) -> str:
    """Law 6 B: dealing in rotation, clockwise, is recommended to whoever deals by hand."""
    by_hand = None if board["dealt_by"] is None else board["dealt_by"] != "machine"
    return word(by_hand, _is_clockwise(table, board), fails="observation")


def _is_clockwise(table: Table, board: Row) -> Truth:
    """Tell whether each card went to the next hand; None where that is not seen."""
    dealt = sorted(table.cards[board["board_id"]], key=lambda card: card["idx"])
    cards = [card for card in dealt if card["to"] != "burn" and not card["cancelled"]]
    seats = [re.fullmatch(r"seat:([1-4])", card["to"]) for card in cards]
    whole = table.session.is_whole("cards", hand_id=board["board_id"])
    if not cards or not whole or None in seats:
        return None
    places = [
        (card["idx"], int(seat.group(1))) for card, seat in zip(cards, seats, strict=True) if seat
    ]
    return every(
        None if there != before + 1 else (seat - last) % 4 == 1
        for (before, last), (there, seat) in pairwise(places)
    )


def _both_sides(table: Table, board: Row) -> Truth:
    """Law 6 C: one of each side should be there, unless the Director says otherwise."""
    told = table.of(board, "attendance")
    if not told or not table.is_whole or table.homeless("attendance"):
        return None
    sides = [_sides(event["detail"]) for event in told]
    if {side for found in sides if found for side in found} == {"NS", "EW"}:
        return True
    return None if None in sides or table.has("director_order") else False


def _sides(detail: str | None) -> set[str] | None:
    """Read which sides are present; None where the words do not tell."""
    said = re.split(r"[\s,;+]+", (detail or "").strip().upper())
    words = [each for each in said if each not in {"Y", "AND", "PRESENTE", "PRESENTES", "PRESENT"}]
    sides = {"NS": "NS", "EW": "EW", "N": "NS", "S": "NS", "E": "EW", "W": "EW"}
    sides |= {"NORTE": "NS", "SUR": "NS", "ESTE": "EW", "OESTE": "EW"}
    if words in (["NINGUNO"], ["NONE"]):
        return set()
    return {sides[each] for each in words} if all(each in sides for each in words) else None


def _excused(board: Row, fresh: Truth) -> Truth:
    """Law 6 D 2: tell whether an event that plays deals again excuses what is not fresh."""
    replay: Truth = board["replay_event"]
    return replay if fresh is False else False


def _unless(whole: Truth, board: Row, fresh: Truth) -> str:
    """Law 6 D 2: judge a whole deal by whether it is fresh, unless the event plays deals again."""
    excused = _excused(board, fresh)
    return word(every([whole, None if excused is None else not excused]), fresh)


def _is_not_sorted(board: Row, deal: Deal | None) -> str:
    """Law 6 D 2: no result from a sorted pack, but where the event plays deals again."""
    whole = is_whole_deal(deal)
    return _unless(whole, board, not is_ordered(deal) if whole and deal else None)


def _is_not_the_pack(table: Table, board: Row, deal: Deal | None) -> str:
    """Law 6 D 2: nor from a pack said to be sorted, or that the hands show as it lay."""
    whole, prior = is_whole_deal(deal), board["prior_order"] or ""
    pack = pack_of(prior)
    mixed: Truth = None
    if pack is not None and whole and deal:
        mixed = not is_of_pack(deal, pack)
    elif prior.strip().lower() in IN_ORDER:
        mixed = _is_shuffled(table, board)
    elif prior.strip().lower() in PLAYED:
        mixed = True
    return _unless(whole, board, mixed)


def _is_shuffled_by_dealer(table: Table, board: Row) -> str:
    """Law 6 E: who is down as the dealer shuffles; an assistant may be anyone."""
    shuffles = _shuffles(table, board)
    actors = [event["actor"] for event in shuffles]
    dealer = board["dealt_by"]
    if None in actors or not actors or dealer is None:
        same = None
    else:
        same = dealer == "assistant" or actors[-1] == ACTORS[dealer]
    return word(_is_shuffled(table, board), same, fails="observation")
