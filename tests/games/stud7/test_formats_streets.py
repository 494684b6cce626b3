"""A stud hand of PokerStars' text played to the end: all-in, side pot, cards shown and mucked."""

from __future__ import annotations

from auditor.games.stud7.formats.pokerstars import read

HAND = """PokerStars Game #5:  7 Card Stud Limit ($0.04/$0.08 USD) - 2009/11/26 23:08:43 ET
Table 'Dawn II' 8-max
Seat 1: Ana ($0.07 in chips)
Seat 2: Beto ($1 in chips)
Seat 3: Caro ($1 in chips)
Ana: posts the ante $0.01
Beto: posts the ante $0.01
Caro: posts the ante $0.01
*** 3rd STREET ***
Dealt to Ana [2s]
Dealt to Beto [9s]
Dealt to Caro [4h 4d Kd]
Ana: brings in for $0.02
Beto: calls $0.02
Caro: calls $0.02
*** 4th STREET ***
Dealt to Ana [2s] [3s]
Dealt to Beto [9s] [9h]
Dealt to Caro [4h 4d Kd] [Kh]
Pair on board - a double bet is allowed
Caro: bets $0.08
Ana: calls $0.04 and is all-in
Beto: calls $0.08
*** 5th STREET ***
Dealt to Ana [2s 3s] [5s]
Dealt to Beto [9s 9h] [Tc]
Dealt to Caro [4h 4d Kd Kh] [8c]
Caro: checks
Beto: checks
*** 6th STREET ***
Dealt to Ana [2s 3s 5s] [7s]
Dealt to Beto [9s 9h Tc] [Td]
Dealt to Caro [4h 4d Kd Kh 8c] [8d]
Caro: checks
Beto: checks
*** RIVER ***
Dealt to Caro [4h 4d Kd Kh 8c 8d] [2c]
Caro: checks
Beto: checks
*** SHOW DOWN ***
Caro: shows [4h 4d Kd Kh 8c 8d 2c] (two pair, Kings and Eights)
Beto: mucks hand
Caro collected $0.08 from side pot
Ana: shows [Qs Jc 2s 3s 5s 7s Jd] (a flush, Queen high)
Ana collected $0.20 from main pot
*** SUMMARY ***
Total pot $0.29 Main pot $0.21. Side pot $0.08. | Rake $0.01
Seat 1: Ana showed [Qs Jc 2s 3s 5s 7s Jd] and won ($0.20) with a flush, Queen high
Seat 2: Beto mucked [2d 3d 9s 9h Tc Td 6c]
Seat 3: Caro showed [4h 4d Kd Kh 8c 8d 2c] and won ($0.08) with two pair, Kings and Eights
"""


def test_each_has_his_seven_cards_as_they_were_shown_or_mucked() -> None:
    rows = read(HAND, "a.txt").tables["cards"]
    dealt = {
        f"seat:{seat}": [c["card"] for c in rows if c["to"] == f"seat:{seat}"] for seat in "123"
    }
    assert dealt == {
        "seat:1": ["QS", "JC", "2S", "3S", "5S", "7S", "JD"],
        "seat:2": ["2D", "3D", "9S", "9H", "TC", "TD", "6C"],
        "seat:3": ["4H", "4D", "KD", "KH", "8C", "8D", "2C"],
    }
    faces = [row["face"] for row in rows if row["to"] == "seat:2"]
    assert faces == ["down", "down", "up", "up", "up", "up", "down"]


def test_the_hand_adds_up_with_its_side_pot_and_all_in() -> None:
    reading = read(HAND, "a.txt")
    assert (reading.broken, reading.refused) == ([], [])
    rows = [row for row in reading.tables["events"] if row["type"] in {"call", "award"}]
    assert [(row["player_id"], row["amount"], row["detail"]) for row in rows] == [
        ("Beto", "0.02", None), ("Caro", "0.02", None),
        ("Ana", "0.04", "all-in"), ("Beto", "0.08", None),
        ("Caro", "0.08", "side pot"), ("Ana", "0.2", "main pot"),
    ]  # fmt: skip


def test_an_anonymous_side_pot_and_main_pot_go_to_their_winners_by_the_summary() -> None:
    text = HAND.replace("Caro collected", "player8").replace("Ana collected", "player9")
    rows = read(text, "a.txt").tables["events"]
    assert [(row["player_id"], row["amount"]) for row in rows if row["type"] == "award"] == [
        ("Caro", "0.08"),
        ("Ana", "0.2"),
    ]


def test_who_folded_gets_no_last_card() -> None:
    text = HAND.replace("Beto: checks\n*** RIVER", "Beto: folds\n*** RIVER", 1)
    cards = read(text, "a.txt").tables["cards"]
    assert len([row for row in cards if row["to"] == "seat:2"]) == 6


def test_play_money_has_thousands_marks_and_no_currency() -> None:
    text = HAND.replace("$0.04/$0.08 USD", "40000/80000").replace("8-max", "8-max (Play Money)")
    for cents in ("0.01", "0.02", "0.04", "0.07", "0.08", "0.20", "0.21", "0.29"):
        text = text.replace(f"${cents}", f"{int(cents[2:]):,},000")
    reading = read(text.replace("($1 in", "(1,000,000 in").replace("\n", "\r\n"), "a.txt")
    assert reading.broken == []
    assert reading.tables["sessions"][0]["currency"] is None
    rows = [row["amount"] for row in reading.tables["events"] if row["type"] in {"stack", "award"}]
    assert rows == ["7000", "1000000", "1000000", "8000", "20000"]  # a thousand for each cent


def test_an_old_heading_puts_its_zone_in_brackets() -> None:
    text = HAND.replace("2009/11/26 23:08:43 ET", "2009/11/26 - 03:08:43 (ET)")
    (row,) = read(text, "a.txt").tables["hands"]
    assert row["started_at"] == "2009-11-26T03:08:43-05:00"
    assert "2009-11-25" in str(row["session_id"])


def test_blank_lines_inside_a_hand_part_nothing() -> None:
    spaced = HAND.replace("*** 5th", "\n\n*** 5th")
    assert read(spaced, "a.txt") == read(HAND, "a.txt")
