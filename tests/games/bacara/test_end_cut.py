"""Arts. 5 e and 6 b: the second cut as the cards dealt tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.games.bacara.conftest import Judged, Night, Row

FOUR, FIVE, SIX = "2S 4H|TD KC", "2S 4H 3C|TD 7C", "2S 4H 3C|TD 2C 4S"


def hands_of(cards: int) -> list[str]:
    """Give hands of four, five and six cards that make so many in all."""
    hands = [SIX] * (cards // 6 - 2)
    left = cards - 6 * len(hands)
    sizes = {12: [6, 6], 13: [4, 4, 5], 14: [4, 4, 6], 15: [5, 5, 5], 16: [4, 6, 6], 17: [5, 6, 6]}
    return hands + [{4: FOUR, 5: FIVE, 6: SIX}[size] for size in sizes[left]]


def night(*, decks: int, burned: int, dealt: int, position: str = "between") -> Night:
    hands: list[Row] = [
        {"hand_id": f"h{n}", "session_id": "s", "hand_no": str(n), "shoe_id": "z",
         "punto_cards": sides.split("|")[0], "banca_cards": sides.split("|")[1]}
        for n, sides in enumerate(hands_of(dealt), 1)
    ]  # fmt: skip
    last = hands[-1]["hand_id"]
    shoe: Row = {"shoe_id": "z", "session_id": "s", "shoe_no": "1", "decks": str(decks),
                 "deck_state": "new", "cutter_hand_id": last,
                 "cutter_position": position}  # fmt: skip
    burn: Row = {
        "session_id": "s",
        "seq": "1",
        "type": "burn",
        "shoe_id": "z",
        "count": str(burned),
    }
    first: Row = {"session_id": "s", "seq": "2", "type": "bets_closed", "hand_id": "h1"}
    return {"shoes": [shoe], "hands": hands, "events": [burn, first]}


# Decks, cards burned, cards dealt before the cutter, and what is due.
CUTS = [
    (8, 5, 371, "pass"),  # 416 - 5 - 371 = 40
    (8, 5, 372, "violation"),  # 39
    (6, 1, 155, "pass"),  # 312 - 1 - 155 = 156, half of the pack
    (6, 1, 150, "indeterminate"),  # 161
    (7, 0, 182, "pass"),  # 364 - 182, half of the pack
    (7, 0, 181, "indeterminate"),
    (8, 0, 208, "pass"),
    (8, 0, 207, "indeterminate"),
]
# Of 8 decks, 5 cards burned: cards dealt with the hand that met the cutter, and what is due.
MET = [(378, "violation"), (377, "not_assessable"), (372, "not_assessable"), (371, "pass")]


def test_the_cards_dealt_tell_the_cut(judge_all: Callable[..., list[Judged]]) -> None:
    nights = [night(decks=decks, burned=burned, dealt=dealt) for decks, burned, dealt, _ in CUTS]
    found = [each.of("BAC-5.e3") for each in judge_all(nights)]
    told = [(*cut[:3], verdicts) for cut, verdicts in zip(CUTS, found, strict=True)]
    assert [(*cut[:3], {"z": cut[3]}) for cut in CUTS] == told


def test_a_cutter_met_during_a_hand_leaves_as_many_cuts_as_the_hand_has_cards(
    judge_all: Callable[..., list[Judged]],
) -> None:
    nights = [night(decks=8, burned=5, dealt=dealt, position="during") for dealt, _ in MET]
    found = [each.of("BAC-5.e3") for each in judge_all(nights)]
    assert [due_within(dealt) for dealt, _ in MET] == [verdict for _, verdict in MET]
    assert [{"z": verdict} for _, verdict in MET] == found


def due_within(dealt: int) -> str:
    """Judge by hand the cuts that a hand of so many cards leaves possible."""
    cards = len(hands_of(dealt)[-1].replace("|", " ").split())
    least, most = 416 - 5 - dealt, 416 - 5 - dealt + cards
    return "violation" if most < 40 else "pass" if least >= 40 else "not_assessable"
