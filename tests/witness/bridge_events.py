"""Law 6 D and F of bridge: what was found, seen or ordered, and the new deal that follows."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.witness.bridge_deals import deal_of
from tests.witness.saying import Truth, every, word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.witness.bridge import Table
    from tests.witness.rows import Row, Said

FOUND = ("card_seen", "misdeal_found")
LAWS = re.compile(r"(?<![0-9])(16\s*C|24)(?![0-9])", re.IGNORECASE)


def event_verdicts(table: Table) -> Iterator[Said]:
    """Judge the events of one session."""
    session = table.session
    boards = {board["board_id"]: board for board in session.boards}
    for event in session.events:
        subject = f"{session.row['session_id']}/{event['seq']}"
        board = boards.get(event["hand_id"])
        yield "BRG-6D1a", subject, _dealt_anew(table, event, board)
        yield "BRG-6D1a.2", subject, _is_another(table, event, board)
        yield "BRG-6D1b", subject, _is_ruled(table, event, board)
        yield "BRG-6D3", subject, _is_obeyed(table, event, board)
        yield "BRG-6D3.2", subject, _is_not_after_four_passes(table, event, board)
        yield "BRG-6F.2", subject, _has_a_reason(table, event, board)


def _before_auction(table: Table, event: Row, board: Row | None) -> Truth:
    """Tell whether an event is from before the auction of its board first started."""
    if board is None:
        return None
    started = table.of(board, "auction_started")
    if any(one["seq"] < event["seq"] for one in started):
        return False
    told = table.has("auction_started", "auction_ended") or "bridge" in table.session.named
    return True if told and table.is_whole else None


def _redealt(table: Table, event: Row, board: Row | None, *, before_auction: bool) -> Truth:
    """Tell whether a board was dealt anew after an event."""
    if board is None:
        return None
    started = [e["seq"] for e in table.of(board, "auction_started") if e["seq"] > event["seq"]]
    until = started[0] if started and before_auction else None
    found = [
        e
        for e in table.of(board, "redeal")
        if e["seq"] > event["seq"] and (until is None or e["seq"] < until)
    ]
    if found and (table.is_whole or not before_auction):
        return True
    return False if table.is_whole else None


def _dealt_anew(table: Table, event: Row, board: Row | None) -> str:
    """Law 6 D 1: found before the auction: shuffled and dealt anew."""
    scope = every([event["type"] in FOUND, _before_auction(table, event, board)])
    return word(scope, _redealt(table, event, board, before_auction=True))


def _is_another(table: Table, event: Row, board: Row | None) -> str:
    """Law 6 D 1: the new deal is not the one that it replaces."""
    if event["type"] != "redeal":
        return "out_of_scope"
    if board is None:
        return "not_assessable"
    later = [
        e
        for e in table.session.events
        if e["type"] == "redeal" and e["hand_id"] == event["hand_id"] and e["seq"] > event["seq"]
    ]
    old = deal_of(event["detail"])
    new = deal_of(later[0]["detail"]) if later else table.deals[board["board_id"]]
    if not table.is_whole or old is None or new is None or not (old.is_full and new.is_full):
        return "not_assessable"
    return word(True, old.key != new.key)


def _is_ruled(table: Table, event: Row, board: Row | None) -> str:
    """Law 6 D 1: a card seen later is for Law 16C, or 24."""
    before = _before_auction(table, event, board)
    scope = every([event["type"] == "card_seen", None if before is None else not before])
    ruling = board["ruling"] if board else None
    return word(scope, None if ruling is None else bool(LAWS.search(ruling)), fails="observation")


def _passed_out(table: Table, event: Row, board: Row | None) -> Truth:
    """Tell whether a board had been passed out before an event."""
    if board is None:
        return None
    ended = [
        e
        for e in table.session.events
        if e["type"] == "auction_ended"
        and e["hand_id"] == board["board_id"]
        and e["seq"] < event["seq"]
    ]
    if any(e["detail"] == "passed_out" for e in ended):
        return True
    unsure = not table.is_whole or any(e["detail"] is None for e in ended)
    return None if unsure else False


def _is_obeyed(table: Table, event: Row, board: Row | None) -> str:
    """Law 6 D 3: the Director's order to deal anew, subject to Law 22A."""
    passed = _passed_out(table, event, board)
    scope = every([event["type"] == "director_order", None if passed is None else not passed])
    return word(scope, _redealt(table, event, board, before_auction=False))


def _is_not_after_four_passes(table: Table, event: Row, board: Row | None) -> str:
    """Law 6 D 3: subject to Law 22A, no new deal after four passes."""
    passed = _passed_out(table, event, board)
    return word(event["type"] == "redeal", None if passed is None else not passed)


def _has_a_reason(table: Table, event: Row, board: Row | None) -> str:
    """Law 6 F: of a copied board there is normally no new deal, unless the Director orders it."""
    if event["type"] != "redeal":
        return "out_of_scope"
    if board is None:
        return "not_assessable"
    copies = len(table.copies[board["number"]]) > 1
    scope: Truth = True if copies else False if table.session.is_whole("boards") else None
    reasons = [e for e in table.of(board, "director_order", *FOUND) if e["seq"] < event["seq"]]
    unsure = not table.is_whole or table.homeless("director_order")
    return word(scope, True if reasons else None if unsure else False, fails="observation")
