"""Bling Bling, judged scalar by scalar from articles 5 to 9 of its regulation (Peru, 2003)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from tests.witness.bling_bling_events import event_verdicts, limit_verdict
from tests.witness.bling_bling_prizes import prize_verdicts
from tests.witness.payouts import basis_of, paid
from tests.witness.saying import Truth, dated, every, less, read, up_to, word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.witness.rows import Row, Said, Session

FROM = date(2003, 6, 6)
SILENT: dict[str, str] = {}
SIDE = ("fila", "columna", "combinacion", "tres", "uptown")


@dataclass(frozen=True, slots=True)
class Round:
    """One round: its rolls in order, its bets on the Pass Line, and whether any may be missing."""

    row: Row
    rolls: list[Row] = field(default_factory=list)
    line: list[Row] = field(default_factory=list)
    bets: list[Row] = field(default_factory=list)
    rolls_whole: bool = True
    bets_whole: bool = True


def judge(sessions: list[Session]) -> Iterator[Said]:
    """Give a verdict for every rule and subject of some sessions."""
    return dated(sessions, FROM, _judge)


def _judge(session: Session) -> Iterator[Said]:
    """Judge one session."""
    rounds = _rounds(session)
    basis = basis_of(session.bets) if session.is_whole("bets", "hands") else None
    thrown = [(one, place) for one in rounds for place in range(len(one.rolls))]
    order = [one.rolls[place] for one, place in thrown]
    position = {roll["roll_id"]: n for n, roll in enumerate(order)}
    for before, one in zip([None, *rounds], rounds, strict=False):
        yield "BLB-5.4", one.row["hand_id"], _concludes(one)
        for place, roll in enumerate(one.rolls):
            yield "BLB-5.3", roll["roll_id"], _next_thrower(one, place)
            yield "BLB-5.3.2", roll["roll_id"], _goes_on(one, place)
        for bet in one.bets:
            yield from _line_bet(session, bet, one=one, before=before, basis=basis)
            yield from _side_bet(session, bet, order=order, position=position)
            yield from prize_verdicts(bet, order=order, position=position, basis=basis)
    yield from event_verdicts(session)


def _rounds(session: Session) -> list[Round]:
    """Put the rows of a session round by round, in the order of the rounds and of the rolls."""
    rolls, bets = defaultdict(list), defaultdict(list)
    for roll in session.rolls:
        rolls[roll["hand_id"]].append(roll)
    for bet in session.bets:
        bets[bet["hand_id"]].append(bet)
    return [
        Round(
            hand,
            sorted(rolls[hand["hand_id"]], key=lambda row: (row["seq"], row["roll_id"])),
            [bet for bet in bets[hand["hand_id"]] if bet["kind"] == "pass_line"],
            bets[hand["hand_id"]],
            _are_in_order(rolls[hand["hand_id"]])
            and session.is_whole("rolls", hand_id=hand["hand_id"]),
            session.is_whole("bets", hand_id=hand["hand_id"]),
        )
        for hand in session.hands
    ]


def _are_in_order(rolls: list[Row]) -> bool:
    """Tell whether the log says in which order the rolls of a round came."""
    return len({roll["seq"] for roll in rolls}) == len(rolls)


def _margin(roll: Row) -> int | None:
    """Give the player's point less the dealer's."""
    player, dealer = roll["player_point"], roll["dealer_point"]
    return None if player is None or dealer is None else player - dealer


def _ties(roll: Row) -> Truth:
    """Tell whether a roll ends in a tie."""
    margin = _margin(roll)
    return None if margin is None else margin == 0


def _decided(one: Round) -> int | None:
    """Give the margin by which a round is decided: of its first roll that is no tie; 0, a tie."""
    if not one.rolls_whole or not one.rolls:
        return None
    for roll in one.rolls:
        margin = _margin(roll)
        if margin != 0:
            return margin
    return 0


def _left(one: Round, place: int) -> set[int]:
    """Give the seats with a Pass Line bet that are not known to have thrown up to a roll."""
    shooters = {roll["shooter_seat"] for roll in one.rolls[: place + 1]}
    return {bet["seat"] for bet in one.line} - shooters - {None}


def _is_left(one: Round, place: int) -> Truth:
    """Tell whether somebody with a Pass Line bet has yet to throw after a roll."""
    left = _left(one, place)
    unknown = sum(roll["shooter_seat"] is None for roll in one.rolls[: place + 1])
    if one.rolls_whole and left and not unknown:
        return True
    sure = one.bets_whole and all(bet["seat"] is not None for bet in one.line)
    return False if not left and sure else None


def _ties_up_to(one: Round, place: int) -> Truth:
    """Tell whether every roll of a round up to one ended in a tie."""
    ties = every(_ties(roll) for roll in one.rolls[: place + 1])
    return None if ties and not one.rolls_whole else ties


def _next_thrower(one: Round, place: int) -> str:
    """Art. 5: after a tie the next player with a Pass Line bet throws, in either direction."""
    if place == 0:
        return word(False if one.rolls_whole else None, None)
    scope = every([_ties_up_to(one, place - 1), _is_left(one, place - 1)])
    left = _left(one, place - 1)
    before, shooter = one.rolls[place - 1]["shooter_seat"], one.rolls[place]["shooter_seat"]
    sure = one.bets_whole and all(bet["seat"] is not None for bet in one.line)
    known = all(roll["shooter_seat"] is not None for roll in one.rolls[: place + 1])
    if not left or not sure or not known or not one.rolls_whole:
        thrown = {roll["shooter_seat"] for roll in one.rolls[:place]} - {None}
        return word(scope, False if shooter in thrown else None)
    above = [seat for seat in left if seat > before]
    below = [seat for seat in left if seat < before]
    return word(scope, shooter in {min(above or left), max(below or left)})


def _goes_on(one: Round, place: int) -> str:
    """Art. 5: while somebody has yet to throw, a tie does not end the round."""
    scope = every([_ties_up_to(one, place), _is_left(one, place)])
    return word(scope, place + 1 < len(one.rolls))


def _tied_at(one: Round) -> tuple[Truth, int]:
    """Tell whether all have thrown and the tie stays, and at which roll the last of them did."""
    unsure = not one.rolls_whole
    for place in range(len(one.rolls)):
        ties, left = _ties_up_to(one, place), _is_left(one, place)
        if ties is False:
            return False, place
        if left is False and ties:
            return (bool(one.line) or None if one.bets_whole else None), place
        unsure = unsure or ties is None or left is None
    return (None if unsure or not one.rolls else False), len(one.rolls)


def _concludes(one: Round) -> str:
    """Art. 5: when all have thrown and the tie stays, the round ends."""
    tied, place = _tied_at(one)
    return word(tied, place + 1 == len(one.rolls))


def _line_bet(
    session: Session, bet: Row, *, one: Round, before: Round | None, basis: str | None
) -> Iterator[Said]:
    """Art. 5: a higher point wins 1 to 1, a lower one loses, a tie that stays pays nobody."""
    is_line, margin = bet["kind"] == "pass_line", _decided(one)
    stake, subject = bet["stake"], bet["bet_id"]
    wins, loses = (None, None) if margin is None else (margin > 0, margin < 0)
    ties = None if margin is None else margin == 0
    yield "BLB-5.1", subject, word(every([is_line, wins]), paid(bet, basis, {stake}))
    yield "BLB-5.2", subject, word(every([is_line, loses]), paid(bet, basis, {-stake}))
    yield "BLB-5.4.2", subject, word(every([is_line, ties]), paid(bet, basis, {0, -stake}))
    hands_whole = session.is_whole("hands")
    follows: Truth = None
    at = 0
    if hands_whole:
        follows, at = (False, 0) if before is None else _tied_at(before)
    since = before.rolls[at]["at"] if before and follows else None
    yield (
        "BLB-5.4.3",
        subject,
        read(
            session,
            "BLB-5.4.3",
            every([is_line, follows]),
            after_the_throw_before=less(since, bet["placed_at"]),
            from_the_throw_before=up_to(since, bet["placed_at"]),
        ),
    )


def _side_bet(
    session: Session, bet: Row, *, order: list[Row], position: dict[str, int]
) -> Iterator[Said]:
    """Art. 6: five side bets, each before its roll, and settled by the first that follows."""
    subject, is_side = bet["bet_id"], bet["kind"] != "pass_line"
    yield "BLB-6.0a", subject, word(is_side, bet["kind"] in SIDE)
    at = position.get(bet["roll_id"])
    rolled = None if at is None else order[at]["at"]
    yield (
        "BLB-6.0b",
        subject,
        read(
            session,
            "BLB-6.0b",
            is_side,
            before_the_throw=less(bet["placed_at"], rolled),
            up_to_the_throw=up_to(bet["placed_at"], rolled),
        ),
    )
    follows = _follows_another(session, order, at=at)
    earlier = order[at - 1]["at"] if at and _is_before(order[at - 1], order[at]) else None
    yield (
        "BLB-6.0b.2",
        subject,
        read(
            session,
            "BLB-6.0b.2",
            every([is_side, follows]),
            after_the_throw_before=less(earlier, bet["placed_at"]),
            from_the_throw_before=up_to(earlier, bet["placed_at"]),
        ),
    )
    yield "BLB-9.1", subject, limit_verdict(session, bet)


def _follows_another(session: Session, order: list[Row], *, at: int | None) -> Truth:
    """Tell whether another roll is known to come before one, and which.

    Between two rolls of one round only a roll of that round may be lost; else any may, or a round.
    """
    if at is None:
        return None
    own = order[at]["hand_id"]
    if at and order[at - 1]["hand_id"] == own:
        return True if session.is_whole("rolls", hand_id=own) else None
    return at > 0 if session.is_whole("rolls", "hands") else None


def _is_before(earlier: Row, roll: Row) -> bool:
    """Tell whether a roll is sure to have come before another, by order and by clock."""
    same_place = earlier["hand_id"] == roll["hand_id"] and earlier["seq"] == roll["seq"]
    return not same_place and bool(up_to(earlier["at"], roll["at"]))
