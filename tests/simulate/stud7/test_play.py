"""Simulated stud hands are lawful: no card twice, the lowest brings in, limits are held."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest

from auditor.simulate.stud7.evening import award_of
from auditor.simulate.stud7.play import (
    BET,
    BROUGHT_IN,
    FOLDED,
    RAISED,
    ROUNDS,
    Played,
    play_stud,
)
from benchmarks import peers
from benchmarks.phh import as_phh
from benchmarks.poker import ask

if TYPE_CHECKING:
    from pathlib import Path

HANDS = 400


@pytest.fixture(scope="module")
def played() -> Played:
    return play_stud(HANDS, np.random.default_rng(9))


def test_no_card_is_dealt_twice(played: Played) -> None:
    for hand in range(HANDS):
        dealt = [int(c) for row in played.cards[hand] for c in row]
        assert len(set(dealt)) == len(dealt)


def test_the_one_lowest_exposed_card_brings_in(played: Played) -> None:
    moves = played.moves
    openers = {int(moves.hand[at]): int(moves.seat[at]) for at in _of(played, BROUGHT_IN)}
    for hand in range(HANDS):
        seats = np.flatnonzero(played.stack[hand])
        ranks = {int(seat): int(played.cards[hand, seat, 2]) // 4 for seat in seats}
        lowest = [seat for seat, rank in ranks.items() if rank == min(ranks.values())]
        assert lowest == [openers[hand]]


def test_bets_and_raises_go_up_by_the_limit_of_the_street(played: Played) -> None:
    moves = played.moves
    for at in [*_of(played, BET), *_of(played, RAISED)]:
        limit = 10 if moves.street[at] < 5 else 20
        assert moves.amount[at] in {limit, 2 * limit, 3 * limit, 4 * limit}


def test_nobody_puts_in_more_than_he_has_and_some_go_all_in(played: Played) -> None:
    assert (played.total <= played.stack).all()
    assert ((played.total == played.stack) & played.stays & (played.stack > 0)).any()


def test_what_is_put_in_is_paid_out_and_to_none_who_folded(played: Played) -> None:
    award = award_of(played)
    assert (award.sum(axis=1) == 60 * played.total.sum(axis=1)).all()
    folded = played.moves.hand[_of(played, FOLDED)], played.moves.seat[_of(played, FOLDED)]
    assert not award[folded].any()


def test_who_stays_with_another_is_dealt_seven_cards(played: Played) -> None:
    shown = played.stays & (played.stays.sum(axis=1) > 1)[:, None]
    assert (played.last[shown] == ROUNDS).all()


def test_a_history_deals_every_card_once_and_shows_at_the_end(played: Played) -> None:
    several = int(np.flatnonzero(played.stays.sum(axis=1) > 1)[0])
    actions = json.loads(as_phh(played, several))["actions"]
    dealt = "".join(action.split()[3] for action in actions if action.startswith("d dh"))
    assert len(dealt) == 2 * played.last[several].sum()
    assert sum(" sm " in action for action in actions) == played.stays[several].sum()


@pytest.mark.parametrize("library", ["pokerkit", "eval7"])
def test_a_library_that_is_not_installed_is_told_by_its_own_exit_code(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    monkeypatch.setattr(sys, "argv", ["peers.py", library])
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    with pytest.raises(SystemExit) as ended:
        peers.main()
    assert ended.value.code == peers.MISSING


def test_a_comparison_with_a_library_that_is_not_installed_is_left_out(tmp_path: Path) -> None:
    lacking = tmp_path / "python"
    lacking.write_text(f"#!/bin/sh\nexit {peers.MISSING}\n", encoding="utf-8")
    lacking.chmod(0o700)
    assert ask(str(lacking), "pokerkit", lines=[]) is None


def _of(played: Played, kind: int) -> list[int]:
    """List the moves of one kind."""
    return [int(at) for at in np.flatnonzero(played.moves.kind == kind)]
