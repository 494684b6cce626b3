"""Stud, articles 3 and 4: the deck is checked, changed where it is faulty, and made ready."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tests.witness.logic import OBSERVATION, word
from tests.witness.saying import Truth
from tests.witness.stud7_events import is_play
from tests.witness.stud7_hand import UNSEEN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.witness.entries import Event
    from tests.witness.stud7 import Night

Said = tuple[str, str, Truth, str]  # rule, subject, whether it bears, its verdict
STEPS = ("show", "face_down", "scramble", "shuffle", "cut")
LETTERS = dict(zip(STEPS, "abcde", strict=True))
DECK = 52


def of_deck(night: Night) -> Iterator[Said]:
    """Judge the checks and changes of the deck, and the steps before each hand."""
    is_kept = "deck" in night.recorded
    before = between_hands(night)
    first = before.get(night.hands[0], []) if night.hands else []
    checked = any(event.kind == "deck_check" for event in first) if is_kept else None
    yield "POK-3.1", night.session.row["session_id"], bool(night.hands), word(checked)
    for number, hand in enumerate(night.hands):
        steps = before.get(hand, [])
        opens = number == 0 or any(event.kind == "deck_change" for event in steps)
        if night.was_played(hand):
            is_told = is_kept and are_its(night)
            yield from of_steps(night, hand, steps, opens=opens, is_kept=is_told)
        names = [card.card for card in night.cards.get(hand, ()) if not card.cancelled]
        seen = Counter(name for name in names if name != UNSEEN)
        is_last = number + 1 == len(night.hands)
        after = before.get("" if is_last else night.hands[number + 1], [])
        changed: Truth = any(event.kind == "deck_change" for event in after)
        changed = None if is_last and not changed else changed
        yield (
            "POK-3.3",
            hand,
            max(seen.values(), default=0) > 1,
            word(changed if is_kept else None),
        )
    for steps in before.values():
        for at, event in enumerate(steps):
            checked = any(each.kind == "deck_check" for each in steps[at:])
            yield "POK-3.2", event.subject, event.kind == "deck_change", word(checked)


def are_its(night: Night) -> bool:
    """Say whether the steps before a hand are surely its: no act was lost that may part them.

    Nor a hand of which no act tells where it was played.
    """
    session = night.session
    lost = sum(one["table"] == "hands" for one in session.lost)
    seen = [
        h for h, acts in night.of_hand.items() if h not in night.hands and any(map(is_play, acts))
    ]
    return session.is_whole("events") and lost <= len(seen)


def is_deck(event: Event) -> bool:
    """Say whether an event is a step of article 4: a show with a seat or a player is a hand's."""
    return event.kind in STEPS and not is_play(event)


def between_hands(night: Night) -> dict[str, list[Event]]:
    """Give, for each hand, the deck's events before its play: of no hand, or told with it."""
    starts = sorted(
        (next(event.seq for event in events if is_play(event)), hand)
        for hand, events in night.of_hand.items()
        if any(map(is_play, events))  # of a rejected hand too: what came before was for it
    )
    loose = [event for event in night.events if event.hand is None]
    found: dict[str, list[Event]] = {}
    for seq, hand in starts:
        before = [event for event in loose if event.seq < seq]
        loose = loose[len(before) :]
        before += [event for event in night.of_hand[hand] if is_deck(event)]
        found[hand] = sorted(before, key=lambda event: event.seq)
    found[""] = loose
    return found


def of_steps(
    night: Night, hand: str, steps: list[Event], *, opens: bool, is_kept: bool
) -> Iterator[Said]:
    """Judge the steps of article 4 before a hand: before each, or before one that opens."""
    made = [event for event in steps if is_deck(event)]
    for step in STEPS:
        done = [event for event in made if event.kind == step]
        truth: Truth = bool(done)
        if step == "show" and done:
            truth = None if done[-1].count is None else done[-1].count == DECK
        truth = truth if is_kept else None
        yield f"POK-4.{LETTERS[step]}", hand, True, word(truth, not opens or truth)
    cuts = [event.count for event in made if event.kind == "cut"]
    near = None
    if cuts and cuts[-1] is not None and night.tolerance is not None:
        near = abs(cuts[-1] - DECK // 2) <= int(night.tolerance)
    yield "POK-4.e.2", hand, bool(cuts) if is_kept else None, word(near, broken=OBSERVATION)
    order = [STEPS.index(event.kind) for event in made]
    several = len(set(order)) > 1 if is_kept else None
    left = iter(order)  # a step made again, before or after, takes nothing from the order
    yield "POK-4.ord", hand, several, word(all(step in left for step in sorted(set(order))))
