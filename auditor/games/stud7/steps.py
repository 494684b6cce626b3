"""The actions of many hands in lockstep: whose turn it was, what was to be covered, who is out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from auditor.games.stud7.dealt import ANTE, BET, BRING_IN, CALL, CHECK, FOLD, RAISE, UNTOLD
from auditor.games.stud7.openers import (
    Boards,
    Seen,
    best_board,
    lowest_door,
    members,
    next_places,
    read_boards,
)
from auditor.games.stud7.state import (
    FIRST_STREET,
    LAST_STREET,
    Moves,
    State,
    Told,
    opening_state,
)

if TYPE_CHECKING:
    from auditor.games.stud7.dealt import Actions, Deal

Longs = NDArray[np.int64]
Flags = NDArray[np.bool_]
Rows = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where each hand ends: by (hand, place) what each put in and who stays."""

    total: Longs
    stays: Flags
    all_in: Flags
    money_is_known: Flags


def step_through(deal: Deal, actions: Actions) -> tuple[Told, Outcome]:
    """Take every hand through its actions, one action of all hands at a time.

    The hands stand in order of how many actions they have, so that those still in play are always
    the first rows. Where a card may have been lost none knows who else had to act, and nothing is
    told of the actions.
    """
    lengths = np.bincount(actions.hand, minlength=deal.hands)
    order = np.argsort(-lengths, kind="stable")
    row = np.empty_like(order)
    row[order] = np.arange(deal.hands)
    turn = np.arange(len(actions.hand)) - (np.cumsum(lengths) - lengths)[actions.hand]
    by_turn = np.lexsort((row[actions.hand], turn))
    state = opening_state(deal, actions, order=order, turn=turn)
    boards, after = _reordered(read_boards(deal), order), next_places()
    told = Told.blank(len(turn))
    start = 0
    for at, count in enumerate(np.bincount(turn).tolist()):
        picked = by_turn[start : start + count]
        moves = Moves(at, actions.place[picked], actions.kind[picked], actions.amount[picked])
        part = told.part(slice(start, start + count))
        _step(state.first(count), boards, moves=moves, told=part, after=after)
        start += count
    back = np.empty_like(by_turn)
    back[by_turn] = np.arange(len(by_turn))
    told = told.part(back)
    told.forget(~deal.cards_are_known[actions.hand])
    return told, _outcome(state, row)


def _reordered(boards: Boards, order: Longs) -> Boards:
    """Put the boards in the order of the rows."""
    fourth, fifth, sixth, seventh = (seen[order] for seen in boards.seen)
    return Boards(boards.door[order], (fourth, fifth, sixth, seventh))


def _outcome(state: State, row: Longs) -> Outcome:
    """Put where the hands end back in their own order."""
    return Outcome(
        total=state.total[row],
        stays=members(state.stays)[row],
        all_in=members(state.all_in)[row],
        money_is_known=state.money[row],
    )


def _step(state: State, boards: Boards, *, moves: Moves, told: Told, after: Longs) -> None:
    """Take one action of each row: say what it was, then do it."""
    betting = moves.kind != ANTE
    _close_rounds(state, betting)
    told.opens[:] = betting & state.opening
    _tell_opening(state, boards, moves=moves, told=told, after=after)
    _tell_turn(state, moves, told=told, after=after)
    _tell_round(state, moves, told=told)
    _pay(state, moves, told=told)
    _advance(state, moves, told=told)
    told.is_in_round[:] = np.where(state.sure, _is_in_round(state), UNTOLD)


def _is_in_round(state: State) -> Flags:
    """Tell where the round goes on, or no other comes after it."""
    alone = state.stays & (state.stays - 1) == 0
    is_open = state.opening | (_waiting(state) > 0)
    return np.asarray(is_open | alone | (state.street == LAST_STREET), dtype=np.bool_)


def _waiting(state: State) -> Longs:
    """Give who has yet to act in the round."""
    return np.asarray(state.stays & ~(state.all_in | state.done | state.gone), dtype=np.int64)


def _close_rounds(state: State, betting: Flags) -> None:
    """Start the next round where everyone has acted since the last bet."""
    rows = np.flatnonzero(betting & ~state.opening & (_waiting(state) == 0))
    if len(rows):
        state.street[rows] = np.minimum(state.street[rows] + 1, LAST_STREET)
        state.round_put[rows] = 0
        for fresh in (state.done, state.checked, state.standing, state.raises):
            fresh[rows] = 0
        for unset in (state.faces_bet, state.brought_in, state.completed, state.after_check):
            unset[rows] = False
        state.opening[rows] = True


def _tell_opening(state: State, boards: Boards, *, moves: Moves, told: Told, after: Longs) -> None:
    """Say of the actions that open a round whether their player was the one to do so."""
    for street in range(FIRST_STREET, LAST_STREET + 1):
        rows = np.flatnonzero((told.opens == 1) & (state.street == street) & state.sure)
        if len(rows):
            out = state.all_in[rows]
            due, due_or = (
                _openers(boards.of(street, rows), state.stays[rows], out=each, after=after)
                for each in (out, out | state.gone[rows])
            )
            acts = 1 << moves.place[rows]
            agree = (due > 0) & (due_or > 0) & ((due & acts > 0) == (due_or & acts > 0))
            told.in_turn[rows] = np.where(agree, due & acts > 0, UNTOLD)
            told.due_first[rows] = np.where(agree, after[due, -1], UNTOLD)
            if street == FIRST_STREET:
                _tell_low(
                    boards.door[rows], members(state.stays[rows]), acts=acts, told=told, rows=rows
                )


def _openers(seen: Seen, stays: Longs, *, out: Longs, after: Longs) -> Longs:
    """Give who may open a round if some have no chips left; empty where it cannot be said."""
    seated, able = members(stays), members(stays & ~out)
    if not seen.is_door:
        return best_board(seen.score, seated, able=able, after=after)
    alone, _, known = lowest_door(seen.score, seated)
    return np.where(known & (members(alone) & able).any(axis=1), alone, 0)


def _tell_low(door: Longs, stays: Flags, *, acts: Longs, told: Told, rows: Rows) -> None:
    """Say of who opens the first round whether his card is the lowest, and another's is as low."""
    alone, alike, known = lowest_door(door, stays)
    told.low_is_tied[rows] = np.where(known, alone != alike, UNTOLD)
    told.opens_with_low[rows] = alike & acts > 0


def _tell_turn(state: State, moves: Moves, *, told: Told, after: Longs) -> None:
    """Say of the other actions whose turn it was, and whether their player's.

    UNTOLD after a fault of turn, and where someone before may have no chips left.
    """
    waiting = _waiting(state)
    perhaps = state.stays & state.gone & ~(state.all_in | state.done)
    due = after[waiting, state.last]
    sooner = after[waiting | perhaps, state.last]
    in_turn = np.where(moves.place != due, 0, np.where(sooner == due, 1, UNTOLD))
    in_turn = np.where(state.sure, in_turn, UNTOLD)
    follows = (moves.kind != ANTE) & (told.opens == 0)
    told.in_turn[:] = np.where(follows, in_turn, told.in_turn)
    told.due_first[:] = np.where(follows & state.sure & (sooner == due), due, told.due_first)
    told.after_check[:] = np.where(follows, state.after_check, 0)


def _tell_round(state: State, moves: Moves, *, told: Told) -> None:
    """Say how the round stood before the action, where the turns up to it are sure."""
    known = state.sure
    raises = _raises(state, moves)
    told.street[:] = np.where(known, state.street, UNTOLD)
    told.has_checked[:] = np.where(known, (state.checked >> moves.place) & 1, UNTOLD)
    told.faces_bet[:] = np.where(known, state.faces_bet, UNTOLD)
    told.raises_before[:] = np.where(known, state.raises, UNTOLD)
    completes = raises & state.brought_in & (state.raises == 0)
    told.completes[:] = np.where(known, completes, UNTOLD)
    told.follows_completion[:] = np.where(known, state.completed, UNTOLD)


def _raises(state: State, moves: Moves) -> Flags:
    """Tell which actions raise a bet that stands."""
    return np.asarray(
        (moves.kind == RAISE) | ((moves.kind == BET) & state.faces_bet), dtype=np.bool_
    )


def _pay(state: State, moves: Moves, *, told: Told) -> None:
    """Put the money in, and say what it covers. A bet or a raise tells the round's total."""
    rows = np.arange(len(moves.place))
    mine = state.round_put[rows, moves.place]
    to_total = (moves.kind == BET) | (moves.kind == RAISE)
    pays = to_total | (moves.kind == ANTE) | (moves.kind == BRING_IN) | (moves.kind == CALL)
    known = (moves.amount >= 0) & (state.sure | ~to_total)
    told.standing[:] = np.where(state.money & state.sure, state.standing, UNTOLD)
    told.to_cover[:] = np.where(state.money & state.sure, state.standing - mine, UNTOLD)
    state.money[:] &= known | ~pays
    put = np.where(to_total, np.maximum(moves.amount - mine, 0), moves.amount)
    put = np.where(pays & state.money, put, 0)
    state.total[rows, moves.place] += put
    state.round_put[rows, moves.place] += np.where(moves.kind == ANTE, 0, put)
    told.put[:] = np.where(state.money, put, UNTOLD)
    reached = state.round_put[rows, moves.place]
    told.reached[:] = np.where(state.money & state.sure, reached, UNTOLD)


def _advance(state: State, moves: Moves, *, told: Told) -> None:
    """Leave each hand as the action leaves it."""
    rows, bit = np.arange(len(moves.place)), moves.bit
    betting, folds = moves.kind != ANTE, moves.kind == FOLD
    raises = _raises(state, moves)
    _all_in(state, moves, told=told)
    state.stays[:] &= ~np.where(folds, bit, 0)
    state.checked[:] |= np.where(moves.kind == CHECK, bit, 0)
    bets = (moves.kind == BET) | (moves.kind == RAISE) | (moves.kind == BRING_IN)
    reached = state.round_put[rows, moves.place]
    lifts = bets & (~state.money | (reached > state.standing))
    state.done[:] = np.where(lifts, bit, np.where(betting, state.done | bit, state.done))
    state.standing[:] = np.where(betting, np.maximum(state.standing, reached), state.standing)
    state.completed[:] |= raises & state.brought_in & (state.raises == 0)
    state.raises[:] += raises
    state.faces_bet[:] |= bets
    state.brought_in[:] |= moves.kind == BRING_IN
    astray = betting & (told.in_turn == 0)
    counts = betting & ~(astray & folds)  # who folds out of turn leaves the turn where it was
    state.last[:] = np.where(counts, moves.place, state.last)
    state.after_check[:] = np.where(counts, moves.kind == CHECK, state.after_check)
    state.opening[:] &= ~counts
    state.sure[:] &= ~(astray & ~folds & (told.opens == 0))


def _all_in(state: State, moves: Moves, *, told: Told) -> None:
    """Mark who has no chips left, and who may have none for all that the log tells."""
    rows = np.arange(len(moves.place))
    stack, total = state.stack[rows, moves.place], state.total[rows, moves.place]
    spent = (stack >= 0) & state.money & (total >= stack)
    unknown = (stack < 0) | ~state.money
    state.all_in[:] |= np.where(spent, moves.bit, 0)
    is_last = state.last_step[rows, moves.place] == moves.at
    state.gone[:] |= np.where(is_last & unknown & (moves.kind != FOLD), moves.bit, 0)
    told.is_all_in[:] = np.where(unknown & is_last, UNTOLD, spent)
