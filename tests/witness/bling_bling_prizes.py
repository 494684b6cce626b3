"""Bling Bling's article 6 a to e: the side bets, what is chosen, what wins and what it pays."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from tests.witness.payouts import paid
from tests.witness.saying import Truth, every, word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.witness.rows import Row, Said

UPTOWN = ([4, 5, 6], [1, 1, 1], [1, 1, 6])


def _dice(roll: Row | None) -> list[int] | None:
    """Give the three dice of a roll in order of size; None where one is not a die's number."""
    if roll is None:
        return None
    dice = [roll["d1"], roll["d2"], roll["d3"]]
    return sorted(dice) if all(die in range(1, 7) for die in dice) else None


def _number(bet: Row) -> int | None:
    """Give the row or column that was chosen."""
    found = re.findall(r"[0-9]+", bet["selection"] or "")
    return int(found[0]) if len(found) == 1 else None


def _combination(bet: Row) -> list[int] | None:
    """Give the three dice that were chosen, in order of size."""
    found = re.findall(r"[0-9]", bet["selection"] or "")
    if len(found) == 1 and bet["kind"] == "tres":
        found *= 3
    return sorted(map(int, found)) if len(found) == 3 else None


def _is_on_cloth(chosen: list[int]) -> bool:
    """Tell whether a combination is one of the 36: dice from 1 to 6 with a pair."""
    return all(1 <= die <= 6 for die in chosen) and max(Counter(chosen).values()) >= 2


def prize_verdicts(
    bet: Row, *, order: list[Row], position: dict[str, int], basis: str | None
) -> Iterator[Said]:
    """Art. 6 a to e: what is chosen, what wins and what it pays."""
    subject, kind, stake = bet["bet_id"], bet["kind"], bet["stake"]
    at = position.get(bet["roll_id"])
    dice = _dice(None if at is None else order[at])

    def settled(wins: Truth, odds: int) -> Truth:
        return None if wins is None else paid(bet, basis, {odds * stake if wins else -stake})

    number = _number(bet) if kind in {"fila", "columna"} else None
    row_wins = None if dice is None or number is None else dice.count(number) >= 2
    column_wins = None if dice is None or number is None else _is_column(dice, number)
    printed = None if number is None else 1 <= number <= 6
    yield "BLB-6.a", subject, word(every([kind == "fila", printed]), settled(row_wins, 12))
    yield "BLB-6.b", subject, word(every([kind == "columna", printed]), settled(column_wins, 12))
    yield "BLB-6.a.2", subject, word(kind == "fila", printed)
    yield "BLB-6.b.2", subject, word(kind == "columna", printed)
    chosen = _combination(bet) if kind in {"combinacion", "tres"} else None
    is_triple = None if chosen is None else chosen[0] == chosen[2]
    wins = None if chosen is None or dice is None else chosen == dice
    is_combination = kind == "combinacion"
    is_pair = every([is_combination, None if is_triple is None else not is_triple])
    on_cloth = None if chosen is None else _is_on_cloth(chosen)
    is_triple = every([is_triple, on_cloth])
    yield "BLB-6.c1", subject, word(every([is_pair, on_cloth]), settled(wins, 60))
    yield "BLB-6.c2", subject, word(every([is_combination, is_triple]), settled(wins, 180))
    yield "BLB-6.c3", subject, word(is_combination, on_cloth)
    yield "BLB-6.d", subject, word(every([kind == "tres", is_triple]), settled(wins, 180))
    yield "BLB-6.d.2", subject, word(kind == "tres", is_triple)
    uptown = None if dice is None else dice in UPTOWN
    yield "BLB-6.e", subject, word(kind == "uptown", settled(uptown, 19))


def _is_column(dice: list[int], number: int) -> bool:
    """Art. 6 b: a pair of any value beside the column's number (its triple is in it too)."""
    rest = list(dice)
    if number not in rest:
        return False
    rest.remove(number)
    return rest[0] == rest[1]
