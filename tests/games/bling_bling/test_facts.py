"""Bling Bling replayed: every roll under every bet, against the law written out in plain Python."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from itertools import combinations, product
from typing import TYPE_CHECKING

import pytest

from auditor.evaluate.bind import make_due
from auditor.evaluate.scope import Governed, make_house, make_parameters, make_scope
from auditor.games.catalog import games
from auditor.ingest.rows import canonical_tables
from auditor.replay.facts import no_rejects, replay, rows_of_tables
from auditor.rulebook.load import load_packs
from auditor.sql import connect, query

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from auditor.sql import Connection

    Rows = dict[str, list[dict[str, str | None]]]

SESSION = {
    "session_id": "s", "casino_id": "c", "table_id": "t", "game": "bling_bling",
    "gaming_date": "2005-03-04", "currency": "PEN", "min_bet": "1", "max_bet": "100",
}  # fmt: skip
STAKE = 10
ROLLS = list(product(range(1, 7), repeat=3))
PRINTED = [f"{n}-{n}-{k}" for n in range(1, 7) for k in range(1, 7)]  # the 36 of the cloth
SELECTIONS = [
    *(("fila", str(n)) for n in range(1, 7)),
    *(("columna", str(k)) for k in range(1, 7)),
    *(("combinacion", printed) for printed in PRINTED),
    *(("tres", f"{n}-{n}-{n}") for n in range(1, 7)),
    ("uptown", None),
]


def _law(kind: str, selection: str | None, roll: tuple[int, ...]) -> int:
    """Give the profit that Art. 6 gives a bet of STAKE, by counting the dice."""
    counts = Counter(roll)
    chosen = Counter(int(part) for part in (selection or "").split("-") if part)
    only = next(iter(chosen), 0)
    is_triple = kind == "tres" or (kind == "combinacion" and len(chosen) == 1)
    wins = {
        "fila": counts[only] >= 2,
        "columna": any(counts - Counter([n, n]) == Counter([only]) for n in range(1, 7)),
        "combinacion": counts == chosen,
        "tres": counts == chosen,
        "uptown": sorted(roll) in ([4, 5, 6], [1, 1, 1], [1, 1, 6]),
    }[kind]
    odds = {"fila": 12, "columna": 12, "combinacion": 60, "tres": 180, "uptown": 19}[kind]
    return STAKE * (180 if is_triple else odds) if wins else -STAKE


def _replayed(rows: Rows) -> Connection:
    connection = connect(threads=1)
    rows_of_tables(connection, canonical_tables({"sessions": [dict(SESSION)], **rows}).tables)
    no_rejects(connection)
    replay(connection, games()["bling_bling"], spans={})
    return connection


def _due(rows: Rows, rules_dir: Path) -> dict[str, dict[str, object]]:
    connection = _replayed(rows)
    packs, _ = load_packs(rules_dir)
    norm = next(pack.norm for pack in packs if pack.norm.prefix == "BLB")
    make_house(connection, ())
    make_scope(connection, norm, governed=Governed(frozenset({"c"})))
    make_parameters(connection, norm)
    make_due(connection, norm)
    found = query(connection, "SELECT * FROM due.bet").to_pylist()
    return {str(row["subject"]): row for row in found}


def _hand(hand_id: str, number: int) -> dict[str, str | None]:
    return {"hand_id": hand_id, "session_id": "s", "hand_no": str(number)}


def _roll(hand_id: str, seq: int, dice: Iterable[int], **more: str) -> dict[str, str | None]:
    d1, d2, d3 = map(str, dice)
    return {"roll_id": f"{hand_id}-{seq}", "hand_id": hand_id, "seq": str(seq),
            "d1": d1, "d2": d2, "d3": d3, **more}  # fmt: skip


def _bet(bet_id: str, kind: str, selection: str | None, **more: str) -> dict[str, str | None]:
    hand_id = bet_id.split("/", maxsplit=1)[0]
    return {"bet_id": bet_id, "hand_id": hand_id, "roll_id": f"{hand_id}-1", "kind": kind,
            "selection": selection, "stake": str(STAKE), "payout": "0", **more}  # fmt: skip


@pytest.fixture(scope="module")
def all_rolls() -> Rows:
    ids = {roll: "".join(map(str, roll)) for roll in ROLLS}
    return {
        "hands": [_hand(hand_id, n) for n, hand_id in enumerate(ids.values())],
        "rolls": [_roll(hand_id, 1, roll) for roll, hand_id in ids.items()],
        "bets": [
            _bet(f"{hand_id}/{kind}/{selection}", kind, selection)
            for hand_id in ids.values()
            for kind, selection in SELECTIONS
        ],
    }


def test_every_roll_settles_every_bet_as_the_law_says(all_rolls: Rows, rules_dir: Path) -> None:
    due = _due(all_rolls, rules_dir)
    law = {
        f"{''.join(map(str, roll))}/{kind}/{selection}": Decimal(_law(kind, selection, roll))
        for roll in ROLLS
        for kind, selection in SELECTIONS
    }
    assert law == {bet: row["profit_due"] for bet, row in due.items()}


@pytest.mark.parametrize(
    ("kind", "winning"),
    [("fila", 16), ("columna", 16), ("combinacion", 3), ("tres", 1), ("uptown", 10)],
)
def test_winning_rolls_are_as_many_as_the_odds_are_reckoned_on(kind: str, winning: int) -> None:
    selection = {"fila": "3", "columna": "3", "combinacion": "3-3-5", "tres": "3-3-3"}.get(kind)
    assert winning == sum(_law(kind, selection, roll) > 0 for roll in ROLLS)


@pytest.mark.parametrize(
    ("dice", "bets", "total"),
    [
        (
            (1, 1, 1),
            {"fila/1": 10, "columna/1": 10, "tres/1-1-1": 5, "uptown/": 10, "combinacion/1-1-6": 5},
            1325,
        ),
        (
            (1, 6, 1),
            {"fila/1": 10, "columna/6": 10, "columna/1": 10, "combinacion/1-1-6": 5, "uptown/": 10},
            720,
        ),
        ((3, 3, 3), {"combinacion/3-3-3": 2}, 360),
    ],
)
def test_worked_examples_add_up(
    dice: tuple[int, ...], bets: Mapping[str, int], total: int, rules_dir: Path
) -> None:
    rows: Rows = {
        "hands": [_hand("h", 1)],
        "rolls": [_roll("h", 1, dice)],
        "bets": [
            _bet(f"h/{bet}", *bet.split("/"), stake=str(stake)) for bet, stake in bets.items()
        ],
    }
    due = _due(rows, rules_dir)
    assert total == sum(Decimal(str(row["profit_due"])) for row in due.values())


def test_a_pass_line_bet_is_settled_by_the_points(rules_dir: Path) -> None:
    points = [(player, dealer) for player in range(1, 13) for dealer in range(1, 13)]
    rows: Rows = {"hands": [], "rolls": [], "bets": []}
    for number, (player, dealer) in enumerate(points):
        told = {"player_point": str(player), "dealer_point": str(dealer)}
        rows["hands"].append(_hand(f"{player}:{dealer}", number))
        rows["rolls"].append(_roll(f"{player}:{dealer}", 1, (1, 2, 3), **told))
        rows["bets"].append(_bet(f"{player}:{dealer}/p", "pass_line", None))
    law = {f"{p}:{d}/p": Decimal(STAKE if p > d else -STAKE) if p != d else None for p, d in points}
    assert law == {bet: row["profit_due"] for bet, row in _due(rows, rules_dir).items()}


@pytest.mark.parametrize(
    ("basis", "payouts", "profits"),
    [
        ("net", ["120", "-10", "0"], [120, -10, 0]),
        ("gross", ["130", "0", "10"], [120, -10, 0]),
        (None, ["120", "130", "10"], [120, 130, 10]),
    ],
)
def test_a_payout_is_read_by_its_basis(
    basis: str | None, payouts: list[str], profits: list[int], rules_dir: Path
) -> None:
    rows: Rows = {
        "hands": [_hand("h", 1)],
        "rolls": [_roll("h", 1, (1, 4, 1))],
        "bets": [
            {**_bet(f"h/{n}", "fila", "1", payout=payout), "payout_basis": basis}
            for n, payout in enumerate(payouts)
        ],
    }
    due = _due(rows, rules_dir)
    assert [due[f"h/{n}"]["profit"] for n in range(len(profits))] == list(map(Decimal, profits))


def _next_up(seats: tuple[int, ...], after: int) -> int | None:
    return next((seat % 8 for seat in range(after + 1, after + 8) if seat % 8 in seats), None)


def _next_down(seats: tuple[int, ...], after: int) -> int | None:
    return next((seat % 8 for seat in range(after - 1, after - 8, -1) if seat % 8 in seats), None)


TABLES = [
    (seats, first)
    for size in range(1, 5)
    for seats in combinations(range(1, 8), size)
    for first in range(1, 8)
]


@pytest.fixture(scope="module")
def all_ties() -> Rows:
    level = {"player_point": "6", "dealer_point": "6"}
    return {
        "hands": [_hand(f"{n}", n) for n in range(len(TABLES))],
        "rolls": [
            _roll(f"{n}", seq, (1, 2, 3), shooter_seat=str(first), **level)
            for n, (_, first) in enumerate(TABLES)
            for seq in (1, 2)
        ],
        "bets": [
            _bet(f"{n}/{seat}", "pass_line", None, seat=str(seat))
            for n, (seats, _) in enumerate(TABLES)
            for seat in seats
        ],
    }


def test_the_next_shooter_is_the_next_bettor_either_way_round(all_ties: Rows) -> None:
    sql = "SELECT next_seat_up, next_seat_down FROM fact.roll WHERE is_rethrow ORDER BY hand_key"
    found = query(_replayed(all_ties), sql).to_pylist()
    law = [(_next_up(seats, first), _next_down(seats, first)) for seats, first in TABLES]
    assert law == [(row["next_seat_up"], row["next_seat_down"]) for row in found]
