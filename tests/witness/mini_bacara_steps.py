"""Arts. 6, 8 and 11 of Mini-Bacará on a hand's steps: options, Banca's card turned, the call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.witness.saying import Truth, every, less, read, up_to, word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.witness.mini_bacara_hand import Hand
    from tests.witness.rows import Row, Said

NINE = 9


def step_verdicts(hand: Hand) -> Iterator[Said]:
    """Judge the steps of one hand."""
    options, reveals = hand.steps("option"), hand.steps("reveal")
    opted, turned = hand.was("option"), hand.was("reveal")
    turn = reveals[0] if reveals else None
    turned_at = turn["at"] if turn and len(reveals) == 1 and hand.all_told("reveal") else None
    second = hand.banca[1]["at"] if len(hand.banca) > 1 else None
    before: Truth = options[-1]["seq"] < turn["seq"] if turn and options else None
    if before and not (hand.all_told("option") and hand.all_told("reveal")):
        before = None
    yield "MIN-6b", hand.id, word(every([opted, turned]), before)
    yield _before(
        hand, "MIN-6b.2", turned, (turned_at, second), "turned_first turned_at_the_same_time"
    )
    times = [one["at"] for one in options]
    known = times and None not in times
    last, first = (max(times), min(times)) if known else (None, None)
    dealt_at = _dealt_at(hand)
    if not hand.all_told("option"):  # one more may have come before the first, or after the last
        first = first if less(first, dealt_at) else None
        last = last if less(second, last) else None
    yield _before(hand, "MIN-6b.3", opted, (last, second), "option_first option_at_the_same_time")
    yield _before(
        hand, "MIN-6b.4", opted, (dealt_at, first), "option_after option_at_the_same_time"
    )
    yield "MIN-6b.5", hand.id, word(True, turned)
    yield from _calls(hand, turn, turned=turned, second=second)


def _before(
    hand: Hand, rule: str, scope: Truth, times: tuple[int | None, int | None], names: str
) -> Said:
    """Judge one time before another; where they are level, no order is told."""
    strict, level = names.split(" ")
    readings = {strict: less(*times), level: up_to(*times)}
    return rule, hand.id, read(hand.session, rule, scope, **readings)


def _dealt_at(hand: Hand) -> int | None:
    """Give when the last box got its second card."""
    seconds = [box.cards[1] for box in hand.played if len(box.cards) > 1]
    last = max(seconds, key=lambda card: card["idx"], default=None)
    at: int | None = last["at"] if last else None
    return at


def _calls(hand: Hand, turn: Row | None, *, turned: Truth, second: int | None) -> Iterator[Said]:
    """Art. 11: with a nine the dealer calls for coberturas at once, and only then."""
    calls = hand.steps("cobertura_call")
    called = hand.was("cobertura_call")
    nine = is_nine(hand)
    call = calls[0] if calls else None
    yield "MIN-11b.2", hand.id, word(nine, called)
    yield "MIN-11b.3", hand.id, word(called, nine)
    told = hand.all_told("reveal") and hand.all_told("cobertura_call")
    after = call["seq"] > turn["seq"] if call and turn and told else None
    yield "MIN-11b.4", hand.id, word(every([called, turned]), after)
    is_told = len(calls) == 1 and hand.all_told("cobertura_call")
    called_at = call["at"] if call and is_told else None
    yield _before(
        hand, "MIN-11b.5", called, (called_at, second), "called_first called_at_the_same_time"
    )


def is_nine(hand: Hand) -> Truth:
    """Tell whether Banca's first card is a nine."""
    if not hand.banca:
        return None
    return bool(hand.banca[0]["card"][0] == str(NINE))
