"""What SQL can't say of seven-card stud: whose turn it was, and what was due to whom."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from auditor.arrays import decimals_of
from auditor.games.stud7.dealt import PLACES, ROUNDS, UNTOLD, read_actions, read_deal
from auditor.games.stud7.paid import read_paid, went_as_due
from auditor.games.stud7.pots import Shares, settle
from auditor.games.stud7.ranking import SHIFT, combination, named_part, rank_seven
from auditor.games.stud7.state import MONEY, Shorts
from auditor.games.stud7.steps import step_through
from auditor.sql import run

if TYPE_CHECKING:
    from collections.abc import Mapping

    from auditor.games.stud7.dealt import Actions, Deal
    from auditor.games.stud7.paid import Paid
    from auditor.games.stud7.state import Told
    from auditor.games.stud7.steps import Outcome
    from auditor.sql import Connection

Longs = NDArray[np.int64]
Flags = NDArray[np.bool_]

# The readings of arts. 6 and 7: the ace only high, or low in a straight too; the cards that art. 7
# does not name compared on as in art. 6 j, or left out, and the pot shared.
READINGS = ("high_compare", "high_share", "low_compare", "low_share")
# Of what is told of an action, the numbers; but for money the rest are truths.
NUMBERS = frozenset({"street", "due_first", "raises_before"})


@dataclass(frozen=True, slots=True)
class Showdown:
    """What the hands of those who stay are worth: (hand, place), UNTOLD where not known.

    `scores`: for each of READINGS. `is_known`: every hand that stays is known, or only one stays.
    """

    scores: Mapping[str, Longs]
    is_known: Flags


def replay(connection: Connection) -> Mapping[str, pa.Table]:
    """Replay every hand of the batch at once.

    Gives `stud_action` (a row for each action of the hands whose actions are all known),
    `stud_seat` (a row for each seat in a hand) and `stud_hand`. Money is in the session's currency;
    what is not known is NULL.
    """
    deal = read_deal(connection)
    actions = read_actions(connection, deal)
    told, outcome = step_through(deal, actions)
    showdown = rank_showdown(deal, outcome)
    seats, hands = _settlement(deal, outcome, showdown=showdown)
    run(connection, "DROP SCHEMA dealt CASCADE")
    return {
        "stud_action": _action_table(deal, actions, told=told),
        "stud_seat": seats,
        "stud_hand": hands,
    }


def rank_showdown(deal: Deal, outcome: Outcome) -> Showdown:
    """Rank the seven cards of everyone who stays to the end."""
    shape = (deal.hands, PLACES)
    sound = deal.cards_are_known & ~_has_card_twice(deal)
    ranked = (deal.card >= 0).all(axis=0).reshape(shape) & outcome.stays & sound[:, None]
    at = np.flatnonzero(ranked)
    found = rank_seven(deal.card[:, at])
    scores = {}
    for name, score in zip(
        READINGS,
        (found.high, named_part(found.high), found.low, named_part(found.low)),
        strict=True,
    ):
        grid = np.full(deal.hands * PLACES, UNTOLD)
        grid[at] = score
        scores[name] = grid.reshape(shape)
    known = ((scores[READINGS[0]] >= 0) | ~outcome.stays).all(axis=1)
    return Showdown(scores, known | (outcome.stays.sum(axis=1) == 1))


def _has_card_twice(deal: Deal) -> Flags:
    """Mark the hands in which a card was dealt more than once."""
    cards = deal.card.reshape(ROUNDS, deal.hands, PLACES)
    bits = np.where(cards >= 0, 1 << np.maximum(cards, 0).astype(np.int64), 0)
    once = np.bitwise_or.reduce(np.bitwise_or.reduce(bits, axis=0), axis=1)
    return np.asarray(once != bits.sum(axis=(0, 2)), dtype=np.bool_)


def _settlement(deal: Deal, outcome: Outcome, *, showdown: Showdown) -> tuple[pa.Table, pa.Table]:
    """Set what each was paid beside what was due to him under each reading."""
    money = outcome.money_is_known & deal.actions_are_known
    due_known = money & showdown.is_known & outcome.stays.any(axis=1)
    dues = _dues(deal, outcome, showdown=showdown)
    paid = read_paid(deal, outcome, dues=dues, due_known=due_known)
    judged = due_known & paid.is_known
    seats = _seat_columns(deal, outcome, paid=paid)
    worth = showdown.scores[READINGS[0]]
    seats["score"] = pa.array(worth[deal.seat >= 0], mask=(worth < 0)[deal.seat >= 0])
    hands = _hand_columns(deal, outcome, showdown=showdown)
    hands["kept"] = _money(paid.kept, money & paid.is_known)
    for name, due in dues.items():
        seats[f"due_{name}_down"] = _money_seats(deal, due.down, known=due_known)
        seats[f"due_{name}_up"] = _money_seats(deal, due.up, known=due_known)
        right, known = went_as_due(paid, due)
        hands[f"went_as_due_{name}"] = _masked(right, judged & known)
        short = np.minimum(paid.award - due.down, 0).sum(axis=1)
        hands[f"short_{name}"] = _money(short, judged)
    return pa.table(seats), pa.table(hands)


def _dues(deal: Deal, outcome: Outcome, *, showdown: Showdown) -> dict[str, Shares]:
    """Share out the pots under each reading: past the first, only where hands stand otherwise."""
    first = showdown.scores[READINGS[0]]
    whole = settle(outcome.total, outcome.stays, score=first, unit=deal.unit)
    dues = {READINGS[0]: whole}
    for name in READINGS[1:]:
        score = showdown.scores[name]
        rows = np.flatnonzero(_may_stand_otherwise(first, score))
        part = settle(
            outcome.total[rows], outcome.stays[rows], score=score[rows], unit=deal.unit[rows]
        )
        down, up = whole.down.copy(), whole.up.copy()
        down[rows], up[rows] = part.down, part.up
        dues[name] = Shares(down, up)
    return dues


def _may_stand_otherwise(first: Longs, other: Longs) -> Flags:
    """Mark the hands in which a reading makes another combination, or levels two hands."""
    changed = (first >> SHIFT != other >> SHIFT).any(axis=1)
    ordered = np.sort(other, axis=1)
    level = ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)).any(axis=1)
    return np.asarray(changed | level, dtype=np.bool_)


def _seat_columns(deal: Deal, outcome: Outcome, *, paid: Paid) -> dict[str, pa.Array]:
    """Give what is known of each seat whatever the reading."""
    acted = deal.actions_are_known
    money = outcome.money_is_known & acted
    return {
        "hand_key": _of_seats(deal, np.broadcast_to(deal.hand_key[:, None], deal.seat.shape)),
        "seat": _of_seats(deal, deal.seat),
        "stack": _told_seats(deal, deal.stack),
        "stack_after": _told_seats(deal, deal.stack_after),
        "put_in": _money_seats(deal, outcome.total, known=money),
        "stays": _masked_seats(deal, outcome.stays, known=acted),
        "award": _money_seats(deal, paid.award, known=paid.is_known),
    }


def _hand_columns(deal: Deal, outcome: Outcome, *, showdown: Showdown) -> dict[str, pa.Array]:
    """Give what is known of each hand whatever the reading; `top`: its best combination."""
    acted = deal.actions_are_known
    high = combination(showdown.scores[READINGS[0]].astype(np.int32))
    high = np.where(outcome.stays, high, UNTOLD)
    top = high.max(axis=1, initial=UNTOLD)
    staying = outcome.stays.sum(axis=1)
    compared = acted & showdown.is_known & (staying > 1)
    return {
        "hand_key": pa.array(deal.hand_key),
        "players": pa.array((deal.seat >= 0).sum(axis=1)),
        "staying": _masked(staying, acted),
        "pot": _money(outcome.total.sum(axis=1), outcome.money_is_known & acted),
        "top": _masked(top, compared),
        "with_top": _masked((high == top[:, None]).sum(axis=1), compared),
    }


def _action_table(deal: Deal, actions: Actions, *, told: Told) -> pa.Table:
    """Give what is told of each action, `due_first` as a seat."""
    first = (
        np.where(
            told.due_first >= 0, deal.seat[actions.hand, np.maximum(told.due_first, 0)], UNTOLD
        )
        if deal.hands
        else told.due_first
    )
    columns = {field.name: getattr(told, field.name) for field in fields(told)}
    columns["due_first"] = first
    return pa.table(
        {
            "event_key": pa.array(actions.event_key),
            "hand_key": pa.array(deal.hand_key[actions.hand]),
            **{name: _told(name, column) for name, column in columns.items()},
        }
    )


def _told(name: str, column: Longs | Shorts) -> pa.Array:
    """Give what is told of the actions as a column: money, a number or a truth."""
    known = column != UNTOLD
    if name in MONEY:
        return _money(column.astype(np.int64, copy=False), known)
    return _masked(column.astype(np.int64) if name in NUMBERS else column == 1, known)


def _masked(values: NDArray[np.int64] | Flags, known: Flags) -> pa.Array:
    """Give values as a column, NULL where not known."""
    return pa.array(values, mask=~known)


def _of_seats(deal: Deal, grid: Longs) -> pa.Array:
    """Give a value for each seat that is taken."""
    return pa.array(grid[deal.seat >= 0])


def _told_seats(deal: Deal, grid: Longs) -> pa.Array:
    """Give an amount for each seat that is taken, NULL where it is not told."""
    values = grid[deal.seat >= 0]
    return _money(values, values != UNTOLD)


def _money(units: Longs, known: Flags) -> pa.Array:
    """Give ten thousandths as amounts of the currency, NULL where not known."""
    return decimals_of(units, pa.decimal128(18, 4), known=known)


def _money_seats(deal: Deal, grid: Longs, *, known: Flags) -> pa.Array:
    """Give an amount for each seat that is taken, NULL in hands of which it is not known."""
    seated = deal.seat >= 0
    return _money(grid[seated], np.broadcast_to(known[:, None], seated.shape)[seated])


def _masked_seats(deal: Deal, grid: Longs | Flags, *, known: Flags) -> pa.Array:
    """Give a value for each seat that is taken, NULL in hands of which it is not known."""
    seated = deal.seat >= 0
    return pa.array(grid[seated], mask=np.broadcast_to(~known[:, None], seated.shape)[seated])
