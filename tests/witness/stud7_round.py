"""Who sits round a table of stud: the way round it, and one player to a zone."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.witness.logic import either, every, word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.witness.saying import Truth
    from tests.witness.stud7_hand import Hand


def goes_round(seats: list[int]) -> bool:
    """Say whether seats are those of a table gone round once, one way or the other."""
    ways = []
    for each in (seats, seats[::-1]):
        start = each.index(min(each))
        ways.append(each[start:] + each[:start] == sorted(each))
    return any(ways)


def is_one_to_one(pairs: Sequence[tuple[object, object]]) -> Truth:
    """Say whether each of the first has one of the second; None where some are not known."""
    seconds: dict[object, set[object]] = defaultdict(set)
    for first, second in pairs:
        if first is not None and second is not None:
            seconds[first].add(second)
    if any(len(each) > 1 for each in seconds.values()):
        return False
    return None if any(None in pair for pair in pairs) else True


def dealt_after(
    hand: Hand, seat: int, cards: Sequence[int | None], *, folds: Sequence[int | None]
) -> Truth:
    """Say whether a seat was dealt a card of a later round once it had folded, by their times.

    The first round of bets, in which one may fold at the earliest, comes with three cards dealt.
    """
    rounds = [act.street for act in hand.acts if act.seat == seat and act.kind == "fold"]
    fold = None if not folds or None in folds else min(at for at in folds if at is not None)
    last = None if not rounds or None in rounds else min(each for each in rounds if each)
    later = []
    for number, at in enumerate(cards, 1):
        is_after = None if at is None or fold is None or at == fold else at > fold
        is_beyond = None if last is None and number > 3 else number > (last or 3)
        later.append(every(is_beyond, is_after))
    return either(*later)


@dataclass(slots=True)
class Warned:
    """A warning, and the rounds between which it fell; `last` is None while that is open."""

    subject: str
    seat: int
    first: int
    last: int | None


def warn(hand: Hand, subject: str, seat: int) -> None:
    """Note a warning: past a round's last action the next round may have begun, or not.

    Nor can it be said, before the first bet, how many of the first three cards were dealt.
    """
    street = (hand.acts[-1].street or 3) if hand.acts else 0
    waiting = any(
        hand.is_able(s) and s not in hand.done and hand.stack.get(s) is not None for s in hand.cards
    )
    goes_on = hand.opening or waiting or len(hand.stays) == 1 or hand.street == 7
    is_sure = bool(hand.acts) and hand.sure and goes_on
    hand.warned.append(Warned(subject, seat, street, street if is_sure else None))


def of_warnings(warned: Sequence[Warned]) -> Iterator[tuple[str, str]]:
    """Art. 5 i: one warning only, by the hand and by the round; give each one's verdict."""
    for place, one in enumerate(warned):
        before = [each for each in warned[:place] if each.seat == one.seat]
        could = [each for each in before if (each.last or 7) >= one.first]
        surely = [each for each in could if each.first == (one.last or 7)]
        in_round: Truth = None
        if surely or not could:
            in_round = not surely
        yield one.subject, word(not before, in_round)
