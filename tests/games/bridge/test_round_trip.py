"""Any deal comes back as it went: from any first seat, ranks in any order, among any comments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from auditor.games.bridge.formats import lin, pbn
from tests.games.bridge.conftest import PACK, RANKS

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn

    Hand = frozenset[str]

SEATS = "NESW"
NOISE = st.sampled_from(["", '{ a [Deal "x"] \n\n comment }', "; to the end", "% escaped"])
EOL = st.sampled_from(["\n", "\r\n", "\r"])


@st.composite
def deals(draw: DrawFn) -> tuple[Hand, ...]:
    """Draw four hands of thirteen, North first."""
    cards = draw(st.permutations(PACK))
    return tuple(frozenset(cards[13 * seat : 13 * seat + 13]) for seat in range(4))


def ranks_of(hand: Hand, suit: str) -> st.SearchStrategy[str]:
    """Write one suit of a hand, its ranks in any order."""
    return st.permutations(sorted(card[0] for card in hand if card[1] == suit)).map("".join)


@st.composite
def records(draw: DrawFn) -> tuple[tuple[Hand, ...], str]:
    """Draw a deal, and a PBN record that carries it."""
    hands = draw(deals())
    first = draw(st.integers(0, 3))
    turned = hands[first:] + hands[:first]
    held = " ".join(".".join(draw(ranks_of(hand, suit)) for suit in "SHDC") for hand in turned)
    lines = ['[Event "Copa"]', '[Board "1"]', f'[Deal "{SEATS[first]}:{held}"]']
    noisy = [part for line in lines for part in (line, draw(NOISE)) if part]
    return hands, "\n".join(noisy)


def _hands_of(deal: str) -> tuple[Hand, ...]:
    """Read a deal in PBN card by card: the test's own way, North first."""
    first, _, rest = deal.partition(":")
    turn = SEATS.index(first)
    held = tuple(
        frozenset(
            rank + suit
            for suit, ranks in zip("SHDC", hand.split("."), strict=True)
            for rank in ranks
        )
        for hand in rest.split(" ")
    )
    return held[4 - turn :] + held[: 4 - turn]


@given(st.lists(records(), min_size=1, max_size=3), EOL)
def test_every_deal_of_a_pbn_file_comes_back(
    written: list[tuple[tuple[Hand, ...], str]], end: str
) -> None:
    text = "\n\n".join(record for _, record in written).replace("\n", end)
    rows = pbn.read(text, "a.pbn").rows("boards")
    assert [_hands_of(str(row["deal"])) for row in rows] == [hands for hands, _ in written]


@given(deals(), st.booleans(), st.data())
def test_every_deal_of_a_lin_file_comes_back(
    hands: tuple[Hand, ...],
    fourth: bool,
    data: st.DataObject,
) -> None:
    order = (2, 3, 0, 1) if fourth else (2, 3, 0)
    held = [
        "".join(suit + data.draw(ranks_of(hands[seat], suit)) for suit in "SHDC") for seat in order
    ]
    (row,) = lin.read(f"md|1{','.join(held)},|ah|Board 1|", "a.lin").rows("boards")
    assert _hands_of(str(row["deal"])) == hands


@given(st.text(alphabet='[]"{};%\\ \n\r\tN:AK.-EventDealBoard#1', max_size=200))
def test_no_text_breaks_the_pbn_reader(text: str) -> None:
    reading = pbn.read(text, "a.pbn")
    rows = [*reading.rows("boards"), *reading.broken]
    assert sorted(_record(row) for row in rows) == list(range(1, len(rows) + 1))


@given(st.text(alphabet="md|qxpnahsv,SHDCAK234 \n1oc", max_size=200))
def test_no_text_breaks_the_lin_reader(text: str) -> None:
    reading = lin.read(text, "a.lin")
    rows = [*reading.rows("boards"), *reading.broken]
    assert sorted(_record(row) for row in rows) == list(range(1, len(rows) + 1))


def _record(row: object) -> int:
    """Give the number of a board's or a lost record's record."""
    return int(row["record"]) if isinstance(row, dict) else int(getattr(row, "record", 0))


def test_the_pack_has_fifty_two_cards() -> None:
    assert (len(set(PACK)), len(RANKS)) == (52, 13)
