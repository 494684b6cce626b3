"""The law said again in plain Python, hand by hand, against the program on random hands."""

from __future__ import annotations

from decimal import Decimal
from itertools import chain
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.games.mini_bacara.conftest import Hand, Judged, Row, Stake

# Decree 526/977 is not held: the usual table, by Banca's points with two cards.
BANCA_DRAWS_ON = {3: "01234567 9", 4: "234567", 5: "4567", 6: "67"}
NO_POINTS = "TJQK"


# ── the law ──────────────────────────────────────────────────────────────────────────────────────
def value(card: str) -> int:
    if card[0] in NO_POINTS:
        return 0
    return 1 if card[0] == "A" else int(card[0])


def points(cards: Sequence[str]) -> int:
    return sum(map(value, cards)) % 10


def is_air(box: Sequence[str], banca: Sequence[str]) -> bool:
    """Article 7: eight or nine with two cards, on either side, decides at once."""
    return points(box[:2]) >= 8 or points(banca[:2]) >= 8


def is_encart(box: Sequence[str], banca: Sequence[str]) -> bool:
    """Article 9 d: six or seven on both sides with two cards."""
    return points(box[:2]) == points(banca[:2]) and points(box[:2]) in {6, 7}


def needs_third(box: Sequence[str], banca: Sequence[str]) -> bool:
    """Tell whether Banca draws against a box that is still to be decided, by the usual table."""
    two = points(banca[:2])
    if is_air(box, banca) or is_encart(box, banca):
        return False
    if len(box) < 3:
        return two <= 5
    return two <= 2 or (two <= 6 and str(value(box[2])) in BANCA_DRAWS_ON[two])


def two_cards_decide(box: Sequence[str], banca: Sequence[str]) -> bool:
    """Tell whether the text itself settles a box against Banca's first two cards."""
    no_third = len(banca) < 3 or points(banca[:2]) == 7
    return is_air(box, banca) or is_encart(box, banca) or no_third


def comparison(mine: int, theirs: int) -> int:
    return (mine > theirs) - (mine < theirs)


def punto_results(box: Sequence[str], banca: Sequence[str]) -> tuple[int, int]:
    """Give how Punto fares by the usual table, and by the other reading of the text's silence."""
    mine = box[:2] if is_air(box, banca) or is_encart(box, banca) else box
    with_two = comparison(points(mine), points(banca[:2]))
    with_all = comparison(points(box), points(banca))
    if two_cards_decide(box, banca):
        return with_two, with_two
    return (with_all, with_two) if needs_third(box, banca) else (with_two, with_all)


def profit_due(stake: Stake, result: int) -> Decimal:
    """Articles 9 and 10: the loser loses, Punto is paid at par, Banca 90 %, an encart nothing."""
    if result < 0:
        return -stake.stake
    return result * stake.stake * (Decimal("0.9") if stake.kind == "banca" else 1)


# ── what the program says ────────────────────────────────────────────────────────────────────────
def boxes(judged: Judged) -> Iterator[tuple[Row, list[str], list[str]]]:
    for hand in judged.hands:
        for box, cards in hand.boxes.items():
            yield judged.box[f"{hand.hand_id}/box:{box}"], cards, hand.banca


def bets(judged: Judged) -> Iterator[tuple[Row, Stake, tuple[int, int]]]:
    """Walk the bets on boxes that were dealt, with the bet's results."""
    for hand in judged.hands:
        for stake in hand.bets:
            if stake.box in hand.boxes:
                yield judged.bet[stake.bet_id], stake, _results(hand, stake)


def _results(hand: Hand, stake: Stake) -> tuple[int, int]:
    punto, other = punto_results(hand.boxes[stake.box], hand.banca)
    side = 1 if stake.kind == "punto" else -1
    return side * punto, side * other


def test_points_are_those_of_the_cards(judged: Judged) -> None:
    for row, cards, banca in boxes(judged):
        assert (row["two_points"], row["points"]) == (points(cards[:2]), points(cards))
        assert row["banca_two_points"] == points(banca[:2])
        assert row["banca_three_points"] == (points(banca) if len(banca) == 3 else None)


def test_third_cards_are_seen_as_dealt(judged: Judged) -> None:
    for row, cards, banca in boxes(judged):
        assert row["drew_third"] == (len(cards) == 3)
        assert row["third_points"] == (value(cards[2]) if len(cards) == 3 else None)
        assert row["banca_drew_third"] == (len(banca) == 3)


def test_air_and_encart_are_those_of_the_first_two_cards(judged: Judged) -> None:
    for row, cards, banca in boxes(judged):
        assert (row["is_air"], row["is_encart"]) == (is_air(cards, banca), is_encart(cards, banca))


def test_banca_needs_a_third_where_some_box_needs_it(judged: Judged) -> None:
    for hand in judged.hands:
        row = judged.hand[hand.hand_id]
        needed = any(needs_third(cards, hand.banca) for cards in hand.boxes.values())
        opened = any(not is_air(cards, hand.banca) for cards in hand.boxes.values())
        assert (row["banca_needs_third"], row["has_open_box"]) == (needed, opened)


def test_hands_dealt_in_order_are_found_so(judged: Judged) -> None:
    for hand in judged.hands:
        row = judged.hand[hand.hand_id]
        thirds = sum(len(cards) == 3 for cards in hand.boxes.values())
        assert (row["dealt_in_order"], row["boxes"]) == (True, len(hand.boxes))
        assert (row["box_thirds"], row["thirds_in_order"]) == (thirds, True if thirds else None)


def test_bets_are_decided_as_the_law_decides_them(judged: Judged) -> None:
    for row, stake, results in bets(judged):
        assert (row["result_due"], row["result_otherwise"]) == results, stake
        assert row["profit_due"] == profit_due(stake, results[0]), stake


def test_a_settlement_is_right_where_the_payout_is_the_result_due(judged: Judged) -> None:
    for row, stake, (due, _) in bets(judged):
        right = {
            -1: stake.payout == -stake.stake,
            0: stake.payout == 0,
            1: stake.payout > 0,
        }
        assert row["settled_as_due"] == right[due], stake


def test_a_prize_is_judged_only_where_the_bet_won(judged: Judged) -> None:
    for row, stake, (due, other) in bets(judged):
        treated = stake.payout > 0
        won = due == 1 if due == other else (1 in {due, other} and treated)
        assert row["bet_won"] == won, stake
        if won and stake.kind == "punto":
            assert row["paid_at_par"] == (stake.payout == stake.stake)
        if won and stake.kind == "banca":
            assert row["paid_exact"] == (stake.payout == stake.stake * Decimal("0.9"))


def test_bets_on_boxes_without_cards_are_not_decided(judged: Judged) -> None:
    off_table = [
        judged.bet[stake.bet_id]
        for hand in judged.hands
        for stake in hand.bets
        if stake.box not in hand.boxes
    ]
    assert {row["result_due"] for row in off_table} == {None}
    assert {row["bet_won"] for row in off_table} == {None}


@pytest.mark.parametrize("reading", ["down", "nearest"])
@pytest.mark.parametrize("unit", ["0.01", "0.10", "0.50", "1", "5"])
def test_the_deduction_is_rounded_as_each_reading_says(
    judged: Judged, reading: str, unit: str
) -> None:
    column = f"profit_due_{reading}_{unit.replace('.', '_')}"
    for row, stake, _ in bets(judged):
        if stake.kind == "banca":
            half = Decimal(unit) / 2 if reading == "nearest" else Decimal(0)
            steps = (stake.stake / 10 + half) // Decimal(unit)
            assert row[column] == stake.stake - steps * Decimal(unit)


def test_chance_reached_every_way_of_deciding(judged: Judged) -> None:
    ways = {row["decided_by"] for row, *_ in bets(judged)}
    assert ways == {"banca_air", "punto_air", "encart", "seven", "two_cards", "three_cards"}
    assert {row["result_due"] for row, *_ in bets(judged)} == {-1, 0, 1}


def test_shoes_are_not_needed_to_judge_hands(judged: Judged) -> None:
    keys = chain(judged.hand.values(), judged.box.values())
    assert {row["shoe_key"] for row in keys} == {None}
