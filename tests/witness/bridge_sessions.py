"""Law 6 D 2 of bridge: no result of a deal from another session, but where deals are replayed."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from tests.witness.bridge_deals import deal_of, is_misdealt
from tests.witness.saying import Truth, every, less, read, some, up_to, word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.witness.rows import Row, Said, Session

Played = tuple["Session", "Row"]


def other_session(sessions: list[Session]) -> Iterator[Said]:
    """Judge each board of a casino's sessions against the same deal in its other sessions."""
    same: dict[object, list[Played]] = defaultdict(list)
    for session in sessions:
        for board in session.boards:
            deal = deal_of(board["deal"])
            if deal is not None and is_misdealt(deal) is False:
                same[deal.key].append((session, board))
    lost = [session.row["date_earliest"] for session in sessions if not session.is_whole("boards")]
    for session in sessions:
        for board in session.boards:
            latest = session.row["date_latest"]
            sure = not lost or (latest is not None and None not in lost and latest < min(lost))
            yield "BRG-6D2", board["board_id"], _verdict((session, board), same, sure=sure)


def _verdict(one: Played, same: dict[object, list[Played]], *, sure: bool) -> str:
    """Judge one board; not sure, a lost board may have had its deal before."""
    board = one[1]
    deal = deal_of(board["deal"])
    misdealt = is_misdealt(deal)
    if deal is not None and deal.is_end_position:
        misdealt = True
    whole = None if misdealt is None else not misdealt
    others = [other for other in same[deal.key] if other[0] is not one[0]] if deal else []
    if not others:
        return word(whole, True if sure else None)
    excused: Truth = board["replay_event"]
    surely = some(_earlier(other, one, strict=True) for other in others)
    level = some(_earlier(other, one, strict=False) for other in others)
    after, level_too = (
        None if each is None or not (each or sure) else not each for each in (surely, level)
    )
    scope = every([whole, None if excused is None else not excused])
    return read(one[0], "BRG-6D2", scope, surely_after=after, after_or_level=level_too)


def _earlier(other: Played, one: Played, *, strict: bool) -> Truth:
    """Tell whether a deal was played in another session before; not strict: or at the same time."""
    there, here = other[0].row, one[0].row
    if None not in {there["date_latest"], here["date_earliest"]}:
        if there["date_latest"] < here["date_earliest"]:
            return True
        if here["date_latest"] < there["date_earliest"]:
            return False
    compare = less if strict else up_to
    by_time = compare(other[1]["played_at"], one[1]["played_at"])
    if by_time is not None:
        return by_time
    if up_to(there["closed_at"], here["opened_at"]):
        return True
    return False if up_to(here["closed_at"], there["opened_at"]) else None
