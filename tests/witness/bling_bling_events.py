"""Bling Bling's articles 7 and 9: errors put right at once, and limits known, kept and changed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.witness.saying import Truth, adopted, every, less, read, up_to, word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.witness.rows import Row, Said, Session

AT_ONCE = 300 * 1_000_000  # five minutes: the auditor's own sign, for the text has no number
MONEY = 10_000
LIMITS = frozenset({"limits_announced", "limits_changed"})
Limits = tuple[int | None, int | None]


def event_verdicts(session: Session) -> Iterator[Said]:
    """Judge the events of one session."""
    whole = session.is_whole("events")
    since: list[Row] = []
    for event in session.events:
        subject = f"{session.row['session_id']}/{event['seq']}"
        yield "BLB-7.1", subject, _corrected(session, event, whole=whole)
        yield "BLB-9.2", subject, _announced(event, since, whole=whole)
        yield "BLB-9.2.2", subject, _between_rounds(session, event)
        if event["type"] == "limits_announced":
            since.append(event)
        if event["type"] == "limits_changed":
            since = []


def _corrected(session: Session, event: Row, *, whole: bool) -> str:
    """Art. 7: what is found wrong is put right at once, as an effort."""
    is_error = event["type"] == "error_detected"
    if not is_error:
        return "out_of_scope"
    corrections = [one for one in session.events if one["type"] == "error_corrected"]
    if event["hand_id"] is None or any(one["hand_id"] is None for one in corrections) or not whole:
        return "not_assessable"
    errors = [
        one
        for one in session.events
        if one["type"] == "error_detected" and one["hand_id"] == event["hand_id"]
    ]
    here = [one for one in corrections if one["hand_id"] == event["hand_id"]]
    nth = errors.index(event)
    if nth >= len(here) or here[nth]["seq"] < event["seq"]:
        return word(True, False, fails="observation")
    taken = None if None in {here[nth]["at"], event["at"]} else here[nth]["at"] - event["at"]
    return word(True, up_to(taken, AT_ONCE), fails="observation")


def _limits(detail: str | None) -> Limits:
    """Read `min=5 max=200`."""
    found = dict(re.findall(r"(min|max)=([0-9]+(?:\.[0-9]+)?)", detail or ""))
    low, high = (
        round(float(found[key]) * MONEY) if key in found else None for key in ("min", "max")
    )
    return low, high


def _announced(event: Row, since: list[Row], *, whole: bool) -> str:
    """Art. 9: limits change only after the players were told of the new ones."""
    if event["type"] != "limits_changed":
        return "out_of_scope"
    new = _limits(event["detail"])
    told = [_limits(one["detail"]) for one in since]
    if any(new) and any(all(n in {None, t} for n, t in zip(new, one, strict=True)) for one in told):
        return "pass"  # each limit that it names, as it was told
    unsure = not whole or (told and None in new) or any(None in one for one in told)
    return word(True, None if unsure else False)


def _between_rounds(session: Session, event: Row) -> str:
    """Art. 9: and only when the round that is being played has ended."""
    if event["type"] != "limits_changed":
        return "out_of_scope"
    if event["hand_id"] is not None:
        return "violation"
    at = event["at"]
    whole = session.is_whole("hands")
    strict = every(_is_outside(at, hand, strict=True) for hand in session.hands)
    loose = every(_is_outside(at, hand, strict=False) for hand in session.hands)
    return read(
        session,
        "BLB-9.2.2",
        True,
        edges_outside_the_round=loose if whole or loose is False else None,
        edges_inside_the_round=strict if whole or strict is False else None,
    )


def _is_outside(at: int | None, hand: Row, *, strict: bool) -> Truth:
    """Tell whether a time is before or after a round; with `strict`, not at its very edge."""
    compare = less if strict else up_to
    before, after = compare(at, hand["started_at"]), compare(hand["ended_at"], at)
    if before or after:
        return True
    return False if before is False and after is False else None


def limit_verdict(session: Session, bet: Row) -> str:
    """Art. 9: a bet is within the limits in force when it was placed (by implication only)."""
    if not session.is_whole("events") or not session.keeps("limits", LIMITS):
        return "not_assessable"
    timed = _timed(session)
    if timed is None:
        return "not_assessable"
    at = bet["placed_at"]
    readings = {
        "limits_after_the_change": _within(bet, _in_force(session, timed, at=at)),
        "limits_before_the_change": _within(bet, _in_force(session, timed, at=at, edge=False)),
    }
    return word(bet["stake"] > 0, *adopted(session, "BLB-9.1", readings), fails="observation")


def _timed(session: Session) -> list[tuple[int, Limits]] | None:
    """Give when which limits began: at the first announcement or change, and at each change."""
    events = [one for one in session.events if one["type"] in LIMITS]
    begins = [one for n, one in enumerate(events) if n == 0 or one["type"] == "limits_changed"]
    if any(one["at"] is None for one in begins):
        return None
    return sorted(((one["at"], _limits(one["detail"])) for one in begins), key=lambda one: one[0])


def _in_force(
    session: Session, timed: list[tuple[int, Limits]], *, at: int | None, edge: bool = True
) -> Limits:
    """Give the limits in force at a time; with `edge`, those that begin at that very time too."""
    if timed and at is None:
        return None, None
    limits: Limits = (session.row["min_bet"], session.row["max_bet"])
    for begins, told in timed:
        if at is not None and (begins < at or (edge and begins == at)):
            limits = told
    return limits


def _within(bet: Row, limits: Limits) -> Truth:
    """Tell whether a stake is within limits."""
    low, high = limits
    return every([up_to(low, bet["stake"]), up_to(bet["stake"], high)])
