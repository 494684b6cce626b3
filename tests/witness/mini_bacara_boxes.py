"""Arts. 5 to 9 of Mini-Bacará on a box: its maximum, its cards, the option on five."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.witness.mini_bacara_hand import MAIN
from tests.witness.saying import Truth, every, read, some, up_to, word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.witness.mini_bacara_hand import Box, Hand
    from tests.witness.rows import Row, Said

FIVE = 5
TABLE_DRAWS_TO = 4


def box_verdicts(hand: Hand) -> Iterator[Said]:
    """Judge the boxes of one hand."""
    for number, box in hand.boxes.items():
        subject = f"{hand.id}/box:{number}"
        stakes = [bet for bet in hand.mains if bet["box"] == number]
        dealt = None if hand.cards is None else bool(box.cards)
        yield "MIN-5b", subject, _maximum(hand, stakes)
        yield "MIN-6a.3", subject, word(_seated(hand, stakes), dealt)
        stood = not box.drew if dealt else None
        yield "MIN-7a", subject, word(box.is_air, stood)
        yield "MIN-9d2.2", subject, word(box.is_encart, stood)
        yield "MIN-9e1.2", subject, word(dealt, len(box.cards) <= 3)
        yield from _third(hand, box, subject)
        yield from _option(hand, box, subject, stakes)


def _seated(hand: Hand, stakes: list[Row]) -> Truth:
    """Tell whether one of some stakes is a seated player's; None where one may be missing."""
    if any(bet["posture"] == "seated" for bet in stakes):
        return True
    told = all(None not in {bet["posture"], bet["box"]} for bet in hand.mains)
    return False if hand.bets_whole and hand.mains and told else None


def _maximum(hand: Hand, stakes: list[Row]) -> str:
    """Art. 5: the stakes in a box keep to its maximum."""
    most = hand.session.row["box_max"]
    sums = [sum(bet["stake"] for bet in stakes if bet["kind"] == side) for side in MAIN]
    told = hand.bets_whole and hand.mains and all(bet["box"] is not None for bet in hand.mains)
    return read(
        hand.session,
        "MIN-5b",
        sum(sums) > 0 if told else None,
        both_sides_together=up_to(sum(sums), most),
        each_side=every(up_to(each, most) for each in sums),
    )


def _third(hand: Hand, box: Box, subject: str) -> Iterator[Said]:
    """Art. 7: which boxes draw is the usual table's, for the decree that says so is not held."""
    others = [box.is_air, box.is_encart, None if box.two is None else box.two == FIVE]
    taken = some(others)
    draws = None if box.two is None else box.drew == (box.two <= TABLE_DRAWS_TO)
    yield (
        "MIN-7b",
        subject,
        read(
            hand.session,
            "MIN-7b",
            None if taken is None else not taken,
            usual_table=draws,
            silent_text=True,
        ),
    )


def _option(hand: Hand, box: Box, subject: str, stakes: list[Row]) -> Iterator[Said]:
    """Art. 8: a box with five opts, no other does, and it draws as it said."""
    options = hand.steps("option")
    places = [one["box"] if one["box"] is not None else one["seat"] for one in options]
    mine = [one for one, place in zip(options, places, strict=True) if place == box.number]
    is_told = None not in places and hand.all_told("option")
    others = False if options and is_told else hand.was("option")
    given: Truth = True if mine else False if others is False else None
    five = None if box.two is None else box.two == FIVE
    punto = _seated(hand, [bet for bet in stakes if bet["kind"] == "punto"])
    due = some([given, None if punto is None else not punto])
    yield (
        "MIN-8",
        subject,
        read(hand.session, "MIN-8", five, every_box=given, box_with_a_seated_punto=due),
    )
    yield "MIN-8.2", subject, word(given, five)
    asked = (
        {"pedir": True, "plantar": False}.get(mine[-1]["detail"] or "")
        if mine and is_told
        else None
    )
    open_box = None if box.is_air is None else not box.is_air
    drawn = None if asked is None or box.two is None else box.drew == asked
    yield "MIN-8.3", subject, word(every([given, five, open_box]), drawn)
