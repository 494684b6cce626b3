"""What SQL says of a deal, against the same said card by card in plain Python."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.games.bridge.conftest import PACK, RANKS, board, dealt, hand_of, session, written

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.games.bridge.conftest import Facts, Hand, Replayed, Rows

SEATS = ("north", "east", "south", "west")
FULL = 13
Held = tuple[tuple[str, ...], ...]
Row = dict[str, str | None]


def _disturbed(seed: int) -> Held:
    """Deal, then lose, double or move a few cards: what a careless hand does."""
    chance = random.Random(seed)  # noqa: S311  # a test's deal, not a game's
    held = [list(hand) for hand in dealt(seed)]
    for _ in range(seed % 4):
        giver, taker = chance.sample(range(4), 2)
        card = chance.choice(held[giver])
        if chance.random() < 0.6:
            held[giver].remove(card)
        if chance.random() < 0.6:
            held[taker].append(card)
    return tuple(tuple(hand) for hand in held)


def _text(held: Held, seed: int) -> str:
    """Write hands in PBN from one seat or another, ranks in no order."""
    turn = seed % 4
    turned = held[turn:] + held[:turn]
    hands = (
        ".".join("".join(c[0] for c in hand if c[1] == suit) for suit in "SHDC") for hand in turned
    )
    return f"{'NESW'[turn]}:{' '.join(hands)}"


def _witness(held: Held) -> dict[str, object]:
    """Say of a deal what its facts have to say."""
    counts = Counter(card for hand in held for card in hand)
    sizes = [len(hand) for hand in held]
    whole = sizes == [FULL] * 4 and max(counts.values()) == 1
    return {
        **{f"{seat}_cards": size for seat, size in zip(SEATS, sizes, strict=True)},
        "fewest_cards": min(sizes),
        "most_cards": max(sizes),
        "cards_shown": sum(sizes),
        "cards_repeated": sum(counts.values()) - len(counts),
        "missing_cards": _named(card for card in PACK if not counts[card]),
        "repeated_cards": _named(card for card in PACK if counts[card] > 1),
        "deal_is_whole": whole,
    }


def _named(cards: Iterable[str]) -> str:
    """List cards, `–` for none."""
    return " ".join(cards) or "–"


@pytest.fixture(scope="module")
def disturbed() -> dict[str, Held]:
    return {str(seed): _disturbed(seed) for seed in range(1, 301)}


def test_every_deal_is_counted_as_its_cards_are(
    board_facts: Replayed, disturbed: dict[str, Held]
) -> None:
    rows = [board(name, _text(held, int(name))) for name, held in disturbed.items()]
    facts = board_facts({"sessions": [session()], "boards": rows})
    wanted = {name: _witness(held) for name, held in disturbed.items()}
    got = {name: {key: facts[name][key] for key in wanted[name]} for name in wanted}
    assert got == wanted


def test_hands_are_told_from_north_on_with_ranks_from_the_ace(board_facts: Replayed) -> None:
    rows = [board(str(seed), _text(tuple(map(tuple, dealt(seed))), seed)) for seed in range(1, 41)]
    facts = board_facts({"sessions": [session()], "boards": rows})
    assert {name: f"N:{row['hands']}" for name, row in facts.items()} == {
        str(seed): written(dealt(seed)) for seed in range(1, 41)
    }


def _packs() -> list[tuple[str, ...]]:
    """Give packs in order: suits in any order, ranks up or down, aces high or low, cut or not."""
    chance, packs = random.Random(52), []  # noqa: S311  # a test's pack, not a game's
    for _ in range(60):
        suits = chance.sample("SHDC", 4)
        runs = {
            suit: chance.choice([RANKS, RANKS[1:] + "A"])[:: chance.choice([1, -1])]
            for suit in suits
        }
        pack = [rank + suit for suit in suits for rank in runs[suit]]
        cut = chance.choice([0, chance.randrange(52)])
        packs.append((*pack[cut:], *pack[:cut]))
    return packs


def _one_by_one(pack: tuple[str, ...], first: int) -> tuple[Hand, ...]:
    """Deal a pack card by card, the first card to one seat or another."""
    return tuple(frozenset(pack[(seat - first) % 4 :: 4]) for seat in range(4))


def test_a_pack_in_order_dealt_card_by_card_is_known_as_such(board_facts: Replayed) -> None:
    rows = [
        board(str(n), written(_one_by_one(pack, n % 4), "NESW"[n % 3]))
        for n, pack in enumerate(_packs())
    ]
    facts = board_facts({"sessions": [session()], "boards": rows})
    assert {row["deal_is_sorted"] for row in facts.values()} == {True}


def test_no_shuffled_deal_is_taken_for_a_pack_in_order(board_facts: Replayed) -> None:
    rows = [board(str(seed), written(dealt(seed))) for seed in range(1, 301)]
    facts = board_facts({"sessions": [session()], "boards": rows})
    assert {row["deal_is_sorted"] for row in facts.values()} == {False}


def test_the_order_before_the_shuffle_is_recognised_in_the_hands(board_facts: Replayed) -> None:
    rows, wanted = [], {}
    for seed in range(1, 61):
        pack = tuple(random.Random(seed).sample(PACK, 52))  # noqa: S311  # a test's pack
        cut = seed if seed % 2 else 0
        hands = _one_by_one(pack[cut:] + pack[:cut], seed % 4) if seed % 3 else dealt(seed + 100)
        rows.append(board(str(seed), written(hands), prior_order=" ".join(pack)))
        wanted[str(seed)] = bool(seed % 3)
    facts = board_facts({"sessions": [session()], "boards": rows})
    assert {name: row["deal_follows_prior_order"] for name, row in facts.items()} == wanted


def _copies(board_facts: Replayed, *changes: Row, of_session: Row | None = None) -> Facts:
    """Replay boards 1/a, 1/b, 1/c… with the same deal, each with a change of its own."""
    rows = [
        board(f"1/{'abcde'[n]}", written(dealt(1), "NESW"[n % 4])) | change
        for n, change in enumerate(changes)
    ]
    return board_facts({"sessions": [of_session or session()], "boards": rows})


def _exact(facts: Facts) -> list[object]:
    return [facts[name]["copies_hands"] for name in sorted(facts)]


def test_copies_are_the_same_from_whichever_seat_they_are_written(board_facts: Replayed) -> None:
    assert _exact(_copies(board_facts, {}, {}, {})) == [True, True, True]


def test_the_copy_that_differs_from_most_is_the_one_that_differs(board_facts: Replayed) -> None:
    other: Row = {"deal": written(dealt(2))}
    assert _exact(_copies(board_facts, other, {}, {})) == [False, True, True]
    assert _exact(_copies(board_facts, {}, other)) == [True, False]


def test_undated_boards_that_differ_may_be_of_two_sessions(board_facts: Replayed) -> None:
    other: Row = {"deal": written(dealt(2))}
    undated = {name: cell for name, cell in session().items() if name != "gaming_date"}
    assert _exact(_copies(board_facts, {}, other, of_session=undated)) == [True, None]
    told: list[Row] = [{"copy": "1"}, other | {"copy": "2"}]
    assert _exact(_copies(board_facts, *told, of_session=undated)) == [True, False]


def test_the_cards_that_a_copy_has_elsewhere_are_named(board_facts: Replayed) -> None:
    north, east, south, west = dealt(1)
    mine, theirs = min(north), min(east)
    swapped = (north - {mine} | {theirs}, east - {theirs} | {mine}, south, west)
    facts = _copies(board_facts, {}, {"deal": written(swapped)})
    assert set(str(facts["1/b"]["cards_elsewhere"]).split()) == {mine, theirs}
    assert facts["1/a"]["cards_elsewhere"] == "–"


def _two_sessions(board_facts: Replayed, *, later: str, casino: str = "c") -> Facts:
    """Replay one deal in two sessions, the second on a day of its own."""
    rows: Rows = {
        "sessions": [session(), session("z", gaming_date=later, casino_id=casino)],
        "boards": [
            board("1", written(dealt(1))),
            board("9", written(dealt(1), "S"), session_id="z"),
            board("2", written(dealt(2))),
        ],
    }
    return board_facts(rows)


def test_a_deal_is_of_the_session_that_played_it_first(board_facts: Replayed) -> None:
    facts = _two_sessions(board_facts, later="2012-05-20")
    assert [facts[name]["deal_is_of_earlier_session"] for name in "192"] == [False, True, False]
    assert (facts["9"]["other_session"], facts["2"]["other_session"]) == ("s", None)


def test_on_one_day_without_times_it_is_not_known_which_was_first(board_facts: Replayed) -> None:
    facts = _two_sessions(board_facts, later="2012-05-19")
    assert [facts[name]["deal_is_of_earlier_session"] for name in "192"] == [None, None, False]


def test_two_casinos_may_play_one_deal(board_facts: Replayed) -> None:
    facts = _two_sessions(board_facts, later="2012-05-20", casino="d")
    assert [facts[name]["deal_is_of_earlier_session"] for name in "192"] == [False, False, False]


def test_a_board_that_was_lost_may_have_carried_the_deal(board_facts: Replayed) -> None:
    rows: Rows = {
        "sessions": [session(), session("z", gaming_date="2012-05-20")],
        "boards": [
            board("1", written(dealt(1)), number="one"),
            board("2", written(dealt(2)), session_id="z"),
        ],
    }
    assert board_facts(rows)["2"]["deal_is_of_earlier_session"] is None


def test_hands_are_written_as_the_tests_deal_them() -> None:
    assert hand_of(frozenset({"AS", "2S", "KC"})) == "A2...K"
