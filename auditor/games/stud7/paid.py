"""What each was paid of a hand, as awards or stacks tell, and whether rightly (art. 9 g)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from auditor.games.stud7.pots import uncalled

if TYPE_CHECKING:
    from collections.abc import Mapping

    from auditor.games.stud7.dealt import Deal
    from auditor.games.stud7.pots import Shares
    from auditor.games.stud7.steps import Outcome

Longs = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Paid:
    """What each place got (hand, place), and whether that is known of the whole hand.

    `kept` (hand): what was put in and not paid. `back` (hand, place): the bet that nobody called.
    """

    award: Longs
    is_known: Flags
    kept: Longs
    back: Longs


def read_paid(
    deal: Deal, outcome: Outcome, *, dues: Mapping[str, Shares], due_known: Flags
) -> Paid:
    """Give what each was paid: as logged, else what his stacks tell.

    A bet that nobody called comes back: where the log leaves just that out, it is put in, if its
    player was paid nothing else or all are then paid as due; else the house kept as much.
    """
    seated, put = deal.seat >= 0, outcome.total
    has_stacks = ((deal.stack >= 0) & (deal.stack_after >= 0)) | ~seated
    by_stacks = has_stacks.all(axis=1) & outcome.money_is_known & deal.actions_are_known
    logged = deal.awards_are_known & ((deal.award >= 0) | ~seated).all(axis=1)
    award = np.where(logged[:, None], deal.award, deal.stack_after - deal.stack + put)
    award = np.where(seated, award, 0)
    back = uncalled(put, outcome.stays)
    missing = (put.sum(axis=1) - award.sum(axis=1) == back.sum(axis=1)) & logged
    fits = np.any([_is_as_due(award + back, due) for due in dues.values()], axis=0)
    missing &= ~((award > 0) & (back > 0)).any(axis=1) | fits | ~due_known
    award = award + np.where(missing[:, None], back, 0)
    return Paid(award, logged | by_stacks, put.sum(axis=1) - award.sum(axis=1), back)


def _is_as_due(award: Longs, due: Shares) -> Flags:
    """Tell of each hand whether everyone was paid what was due to him, an odd chip aside."""
    return np.asarray(((award >= due.down) & (award <= due.up)).all(axis=1), dtype=np.bool_)


def went_as_due(paid: Paid, due: Shares) -> tuple[Flags, Flags]:
    """Tell of each hand whether just those who are due a part of the pot got one, and if known.

    Who was paid no more than his own bet that nobody called got none; but where as much was kept,
    its return may be untold, and less than it, or a winner's as much, may be of the pot.
    """
    award, back, share = paid.award, paid.back, due.up > paid.back
    unsure = (award > 0) & (award <= back) & ((award < back) | share)
    unsure &= paid.kept[:, None] >= back
    wrong = (((award > back) != share) & ~unsure).any(axis=1)
    return ~wrong, wrong | ~unsure.any(axis=1)
