"""What articles 5 f, 5 i and 9 say of one action at seven-card stud."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.witness.logic import OBSERVATION, either, every, negated, word
from tests.witness.saying import Truth

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.witness.stud7_hand import Act

Said = tuple[str, Truth, str]  # rule, whether it bears, its verdict if it does


class Limits(NamedTuple):
    """The limits of a bet and of the raises of a round; None where they are not known."""

    least: int | None
    most: int | None
    raises: int | None


def at_least(amount: int | None, least: int | None) -> Truth:
    return None if amount is None or least is None else amount >= least


def minus(amount: int | None, other: int | None) -> int | None:
    return None if amount is None or other is None else amount - other


def covers(act: Act, *, is_all_in: Truth) -> Truth:
    """Art. 9 a, c, f: who goes on puts in what he lacks, or all that he has."""
    if act.kind == "fold":
        return True
    if act.put is None or act.to_cover is None:
        return None
    if act.kind in {"bet", "raise"} and act.put > act.to_cover:
        return True
    if act.put >= act.to_cover or act.put == 0:
        return act.put == act.to_cover
    return is_all_in


def of_act(act: Act, *, limits: Limits, is_all_in: Truth) -> Iterator[Said]:
    """Say of one action what each rule says of it; `is_all_in`: its player has no chips left."""
    first = None if act.street is None else act.street == 3
    opens_first = every(act.opens, first)
    opens_later = every(act.opens, negated(first))
    raises = either(act.kind == "raise", every(act.kind == "bet", act.faces_bet))
    yield from of_turn(act, opens_first=opens_first, opens_later=opens_later)
    yield from of_cover(act, first=first, covered=covers(act, is_all_in=is_all_in))
    above = None if act.amount is None or act.standing is None else act.amount > act.standing
    above = is_all_in if above is False else above
    yield "POK-9.c1", raises, word(above)
    number = act.raises if act.street else None
    less = None if number is None or act.completed is None else number - act.completed
    caps = (at_least(limits.raises, number), at_least(limits.raises, less))
    yield "POK-9.c2", raises, word(*caps)
    total = act.round_total if act.street else None
    size = total if act.completes else minus(total, act.standing)
    within = [every(at_least(x, limits.least), at_least(limits.most, x)) for x in (size, total)]
    measured = every(act.kind in {"bet", "raise"}, negated(is_all_in))
    yield "POK-5.f", measured, word(*within, broken=OBSERVATION)


def of_turn(act: Act, *, opens_first: Truth, opens_later: Truth) -> Iterator[Said]:
    """Say whether an action came in its turn, under the rule that speaks of that turn."""
    adds = act.kind in {"bring_in", "bet", "raise"}
    low_bet = None if act.shows_low is None else adds and act.shows_low
    yield "POK-9.a2", opens_first, word(low_bet)
    tied = every(opens_first, act.low_is_tied, act.shows_low)
    yield "POK-9.a3", tied, word(act.in_turn)
    yield "POK-9.b1", opens_later, word(act.in_turn)
    is_no_fold = act.kind != "fold"
    yield "POK-9.b2", every(act.follows_check, is_no_fold), word(act.in_turn)
    others = [negated(each) for each in (opens_first, opens_later, act.follows_check)]
    yield "POK-5.i", every(*others, is_no_fold), word(act.in_turn)
    yield "POK-9.d", act.kind == "fold", word(act.in_turn)


def of_cover(act: Act, *, first: Truth, covered: Truth) -> Iterator[Said]:
    """Say whether who goes on covers the bet, under the rule that speaks of that bet."""
    calls = act.kind == "call"
    plain = negated(act.was_raised)
    yield "POK-9.a4", every(calls, first, plain), word(covered)
    yield "POK-9.c3", every(calls, act.was_raised), word(covered)
    unopened = every(act.kind == "check", negated(act.has_checked))
    yield "POK-9.e", unopened, word(negated(act.faces_bet))
    held = every(act.faces_bet, negated(first), plain, either(act.has_checked, calls))
    yield "POK-9.f", held, word(covered)
