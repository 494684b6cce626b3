"""Hands of stud in PokerStars' text: what becomes of each line, and how the sums are checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.games.stud7.formats.pokerstars import read, recognises

if TYPE_CHECKING:
    from auditor.games.format import Row

HEADING = "PokerStars Game #{number}:  {game} - {time}"
GAME = "7 Card Stud Limit ($0.04/$0.08 USD)"
TIME = "2009/11/26 10:08:43 ET"
# Ana brings in, Beto completes, Ana calls; on fourth Beto bets and Ana folds. Pot 2 + 4 + 4.
HAND = """Table 'Dawn II' 8-max
Seat 2: {ana} ($1 in chips)
Seat 5: {beto} ($1,000.50 in chips)
Seat 6: Caro ($2 in chips) is sitting out
{ana}: posts the ante $0.01
{beto}: posts the ante $0.01
*** 3rd STREET ***
Dealt to {ana} [3d Th 2s]
Dealt to {beto} [9s]
{ana}: brings in for $0.02
{beto}: raises $0.02 to $0.04
Dora joins the table at seat #1
{ana}: calls $0.02
*** 4th STREET ***
Dealt to {ana} [3d Th 2s] [Qc]
Dealt to {beto} [9s] [6h]
{beto}: bets $0.04
Dora said, "{ana}: bets $5"
{ana}: folds
Uncalled bet ($0.04) returned to {beto}
{collects}
*** SUMMARY ***
Total pot $0.10 | Rake $0.01
Seat 2: {ana} folded on the 4th Street
Seat 5: {winner} ($0.09)
"""


def hand(number: int = 7, *, game: str = GAME, time: str = TIME, **words: str) -> str:
    names = {"ana": "Ana", "beto": "Beto", **words}
    names = {"collects": f"{names['beto']} collected $0.09 from pot", "winner": "x", **names}
    body = HAND
    for key, value in names.items():
        body = body.replace(f"{{{key}}}", value)
    return f"{HEADING.format(number=number, game=game, time=time)}\n{body}\n\n"


def table(text: str, name: str = "events") -> list[Row]:
    reading = read(text, "a.txt")
    assert reading.broken == []
    return reading.tables[name]


def told(text: str) -> list[tuple[str | None, ...]]:
    return [(row["type"], row["seat"], row["player_id"], row["amount"]) for row in table(text)]


EXPECTED = [
    ("stack", "2", "Ana", "1"), ("stack", "5", "Beto", "1000.5"),
    ("ante", "2", "Ana", "0.01"), ("ante", "5", "Beto", "0.01"),
    ("bring_in", "2", "Ana", "0.02"), ("raise", "5", "Beto", "0.04"), ("call", "2", "Ana", "0.02"),
    ("bet", "5", "Beto", "0.04"), ("fold", "2", "Ana", None),
    ("award", "5", "Beto", "0.04"), ("award", "5", "Beto", "0.09"),
]  # fmt: skip


def test_a_hand_becomes_its_events_and_talk_becomes_none() -> None:
    assert told(hand()) == EXPECTED


def test_what_was_returned_uncalled_is_told_from_the_pot() -> None:
    assert [row["detail"] for row in table(hand())][-2:] == ["uncalled bet", "pot"]


def test_cards_not_seen_are_dealt_as_unknown() -> None:
    assert [(row["to"], row["card"], row["face"]) for row in table(hand(), "cards")] == [
        ("seat:2", "3D", "down"), ("seat:5", "??", "down"),
        ("seat:2", "TH", "down"), ("seat:5", "??", "down"),
        ("seat:2", "2S", "up"), ("seat:5", "9S", "up"),
        ("seat:2", "QC", "up"), ("seat:5", "6H", "up"),
    ]  # fmt: skip


def test_the_session_is_of_the_table_and_the_night() -> None:
    (session,) = table(hand(time="2011/04/18 2:21:35 CET [2011/04/17 20:21:35 ET]"), "sessions")
    assert (session["table_id"], session["gaming_date"]) == ("Dawn II", "2011-04-17")
    assert (session["currency"], session["ante"], session["bring_in"]) == ("USD", "0.01", "0.02")
    (row,) = table(hand(time="2011/04/18 2:21:35 CET [2011/04/17 20:21:35 ET]"), "hands")
    assert (row["started_at"], row["pot"]) == ("2011-04-18T02:21:35+02:00", "0.1")


def test_hands_are_numbered_in_their_session_as_the_site_numbers_them() -> None:
    rows = table(hand(9) + hand(7) + hand(8, time="2009/11/27 10:00:00 ET"), "hands")
    assert [(row["hand_no"], str(row["session_id"])[-18:]) for row in rows] == [
        ("2", "009-11-26 | from 7"),
        ("1", "009-11-26 | from 7"),
        ("1", "009-11-27 | from 8"),
    ]


def test_a_line_without_a_verb_or_a_known_name_goes_to_whom_the_summary_names() -> None:
    assert told(hand(collects="player11 $0.09 from pot", winner="player11")) == EXPECTED


@pytest.mark.parametrize(
    ("game", "currency"),
    [
        ("7 Card Stud Limit (€0.04/€0.08 EUR)", "EUR"),
        ("7 Card Stud Limit (£0.04/£0.08)", "GBP"),
        ("HORSE (7 Card Stud Limit, $0.04/$0.08 USD)", "USD"),
        ("7 Card Stud Limit (20/40)", None),
        ("Tournament #12, $5.00+$0.50 USD 7 Card Stud Limit - Level I (20/40)", None),
    ],
)
def test_the_currency_is_that_of_the_stakes(game: str, currency: str | None) -> None:
    (session,) = table(hand(game=game), "sessions")
    assert session["currency"] == currency


@pytest.mark.parametrize(
    "game", ["Razz Limit ($0.04/$0.08 USD)", "8-Game (7 Card Stud Hi/Lo Limit, $1/$2 USD)"]
)
def test_razz_and_high_low_are_refused_with_their_sums_checked(game: str) -> None:
    reading = read(hand(1, game=game) + hand(2, game=game).replace("Rake $0.01", "Rake $0"), "a")
    assert (reading.tables, reading.broken) == ({}, [])
    sound, amiss = (one.reason_en for one in reading.refused)
    assert game in sound
    assert "adds up" not in sound.replace("its chips add up to the cent", "")
    assert "collected 0.09 + rake 0 = 0.09, and the pot stated is 0.1" in amiss


def test_another_game_is_refused_by_name_and_the_rest_is_read() -> None:
    reading = read(hand(1) + hand(2, game="Hold'em No Limit ($1/$2 USD)") + hand(3), "a.txt")
    assert [row["record"] for row in reading.tables["hands"]] == ["1", "3"]
    (refused,) = reading.refused
    assert (refused.record, "Hold'em No Limit" in refused.reason_en) == (2, True)


@pytest.mark.parametrize(
    ("was", "becomes", "reason"),
    [
        ("calls $0.02", "calls $0.03", "put in 0.15 − returned 0.04 = 0.11"),
        ("calls $0.02", "calls $0.0199", "put in 0.1399 − returned 0.04 = 0.0999"),
        ("Rake $0.01", "Rake $0.02", "collected 0.09 + rake 0.02 = 0.11"),
        ("Seat 5: x ($0.09)", "Seat 5: x ($0.08)", "seat 5 collected 0.09 by the lines"),
        ("Beto collected", "Zoe collected", "which seat got the 0.09"),
    ],
)
def test_a_hand_that_does_not_add_up_is_kept_and_told(was: str, becomes: str, reason: str) -> None:
    text = hand().replace(was, becomes)
    text = text.replace("Seat 5: x ($0.09)\n", "") if "Zoe" in becomes else text
    reading = read(text, "a.txt")
    assert len(reading.tables["hands"]) == 1
    assert reason in reading.broken[0].reason_en


@pytest.mark.parametrize(
    ("was", "becomes", "reason"),
    [
        ("Total pot $0.10 | Rake $0.01", "", "cut short"),
        ("in chips", "in chip", "who sat where"),
        ("2009/11/26 10", "2009/13/26 10", "heading"),
        ("calls $0.02", "calls $0.02.3456789", "cannot be read"),
        ("*** 4th STREET ***", "*** RIVER *** [9c]", "community card"),
    ],
)
def test_a_hand_that_cannot_be_read_is_broken(was: str, becomes: str, reason: str) -> None:
    reading = read(hand().replace(was, becomes), "a.txt")
    assert reading.tables == {}
    assert reason in reading.broken[0].reason_en


def test_a_copy_of_a_hand_does_not_count() -> None:
    reading = read(hand(1) + hand(2) + hand(1), "a.txt")
    assert [row["record"] for row in reading.tables["hands"]] == ["1", "2"]
    assert (reading.broken[0].record, "record 1" in reading.broken[0].reason_en) == (3, True)


HOSTILE = ["x: folds", "Seat 2", "Dealt to", "a [9s]", "Total pot $1", "*** SUMMARY ***"]
HOSTILE += ["a.b;c", "x collected", "q ($5) with y", 'y said, "', "raises $1 to $2", "PokerStars"]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_that_looks_like_a_line_is_a_name(name: str) -> None:
    renamed = [(kind, seat, name if who == "Ana" else who, n) for kind, seat, who, n in EXPECTED]
    assert told(hand(ana=name)) == renamed
    renamed = [(kind, seat, name if who == "Beto" else who, n) for kind, seat, who, n in EXPECTED]
    assert told(hand(beto=name)) == renamed


NAMES = st.text(st.sampled_from("ab :()[]'.$0123456789*#,9sfromptchipsin"), min_size=1, max_size=12)


@given(NAMES.map(str.strip).filter(bool))
def test_any_name_is_read_back(name: str) -> None:
    beto = "Beto" if name != "Beto" else "Caro"
    renamed = [
        (kind, seat, {"Ana": name, "Beto": beto}[str(who)], n) for kind, seat, who, n in EXPECTED
    ]
    assert told(hand(ana=name, beto=beto)) == renamed


def test_a_file_is_known_by_its_headings() -> None:
    assert recognises(hand().encode())
    assert recognises(hand().encode("utf-16"))
    assert recognises(b"\xef\xbb\xbfPokerStars Hand #1: x\r\n")
    assert not recognises(b"name,hand\nPokerStars,1\n")


def test_the_order_of_the_deal_and_the_night_before_are_said_to_be_assumed() -> None:
    early = "2009/11/27 05:59:59 ET"
    (order,) = read(hand(), "a.txt").assumed
    night, again = read(hand() + hand(8, time=early) + hand(9, time=early), "a.txt").assumed
    assert ("primer jugador" in order[0], "06:00" in night[0], again) == (True, True, order)


def test_a_hand_at_six_is_of_its_own_day() -> None:
    assert len(read(hand(time="2009/11/27 06:00:00 ET"), "a.txt").assumed) == 1
