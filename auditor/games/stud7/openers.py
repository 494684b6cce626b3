"""Who must or may act first in each round (art. 9 a and b), as sets of places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from auditor.games.stud7.dealt import PLACES, UNTOLD
from auditor.games.stud7.ranking import rank_board

if TYPE_CHECKING:
    from auditor.games.stud7.dealt import Deal

Longs = NDArray[np.int64]

DOOR = 2  # the third card, the first face up
LATEST = 4096
_NOBODY = np.iinfo(np.int64).max


def next_places() -> Longs:
    """Give, for each set of places and a place, the next of the set after it; UNTOLD for none."""
    sets, places = np.arange(1 << PLACES)[:, None], np.arange(PLACES)
    found = np.full((1 << PLACES, PLACES), UNTOLD)
    for step in range(PLACES, 0, -1):
        after = (places + step) % PLACES
        found = np.where((sets >> after) & 1, after, found)
    return found


def members(sets: Longs) -> NDArray[np.bool_]:
    """Lay sets of places out: (row, place)."""
    return np.asarray((sets[:, None] >> np.arange(PLACES)) & 1, dtype=np.bool_)


def as_sets(marks: NDArray[np.bool_]) -> Longs:
    """Give marks (row, place) as sets of places."""
    return np.asarray((marks << np.arange(PLACES)).sum(axis=1), dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Seen:
    """What each place shows in a round: doors, of which the least opens, or boards, the best."""

    score: Longs
    is_door: bool


@dataclass(frozen=True, slots=True)
class Boards:
    """The first exposed card and the boards of each place: (hand, place), UNTOLD where not seen.

    `door`: least for who opens the first round: the rank, and who was dealt it first (art. 9 a).
    `seen`: the worth of what is exposed, by street from the fourth card on; the seventh is hidden.
    """

    door: Longs
    seen: tuple[Longs, Longs, Longs, Longs]

    def of(self, street: int, rows: NDArray[np.intp]) -> Seen:
        """Give what is on view in some hands when a street begins: the doors in the first."""
        if street == DOOR + 1:
            return Seen(self.door[rows], is_door=True)
        return Seen(self.seen[street - DOOR - 2][rows], is_door=False)


def read_boards(deal: Deal) -> Boards:
    """Rank what each place shows in each round."""
    rank = np.where(deal.card >= 0, deal.card // 4, UNTOLD).astype(np.int64)
    shape = (deal.hands, PLACES)
    known = np.broadcast_to(deal.cards_are_known[:, None], shape)
    order = np.minimum(deal.card_idx[DOOR], LATEST - 1)
    door = np.where(rank[DOOR] >= 0, rank[DOOR] * LATEST + order, UNTOLD).reshape(shape)
    seen = [_seen(rank[DOOR:last]).reshape(shape) for last in (4, 5, 6)]
    fourth, fifth, sixth = (np.where(known, score, UNTOLD) for score in seen)
    return Boards(np.where(known, door, UNTOLD), (fourth, fifth, sixth, sixth))


def _seen(ranks: Longs) -> Longs:
    """Rank boards; UNTOLD where one of the cards is not known."""
    return np.where((ranks >= 0).all(axis=0), rank_board(ranks), UNTOLD)


def lowest_door(door: Longs, stays: NDArray[np.bool_]) -> tuple[Longs, Longs, NDArray[np.bool_]]:
    """Give who has the lowest exposed card of those who stay, and who else has one as low.

    The first set is of one place (who was dealt first), the second of all with that rank; the last
    tells whether every card is known.
    """
    known = np.asarray((~stays | (door >= 0)).all(axis=1))
    among = np.where(stays, door, _NOBODY)
    least = among.min(axis=1, initial=_NOBODY)
    alone = as_sets(stays & (among == least[:, None]))
    alike = as_sets(stays & (among // LATEST == (least // LATEST)[:, None]))
    return alone, alike, known


def best_board(
    score: Longs, stays: NDArray[np.bool_], *, able: NDArray[np.bool_], after: Longs
) -> Longs:
    """Give who may act first from the fourth card on: the best board, or any of those level.

    Where the best cannot bet any more, the next who can, or the best of those who can, may: the
    text does not say which. Empty where a board of those who stay is not known.
    """
    known = (~stays | (score >= 0)).all(axis=1)
    best = stays & (score == np.where(stays, score, UNTOLD).max(axis=1)[:, None])
    due = as_sets(best & able)
    stopped = best & ~able
    rows = np.flatnonzero(stopped.any(axis=1))
    due[rows] |= _instead(score[rows], stopped[rows], able=able[rows], after=after)
    return np.asarray(np.where(known, due, 0), dtype=np.int64)


def _instead(
    score: Longs, stopped: NDArray[np.bool_], *, able: NDArray[np.bool_], after: Longs
) -> Longs:
    """Give who may act first for those who cannot bet: the best who can, or the next who can."""
    able_set = as_sets(able)
    due = as_sets(able & (score == np.where(able, score, UNTOLD).max(axis=1)[:, None]))
    for place in range(PLACES):
        following = after[able_set, place]
        due |= np.where(stopped[:, place] & (following >= 0), 1 << np.maximum(following, 0), 0)
    return due
