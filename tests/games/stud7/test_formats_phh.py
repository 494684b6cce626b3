"""Hands of stud in PHH: what becomes of each line of the notation."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.games.stud7.formats.phh import read, recognises

if TYPE_CHECKING:
    from auditor.games.format import Row

# Three players, antes of 7; the first has only 6 and is all in with it.
DEALS = ["d dh p1 AcAd9s", "d dh p2 ????2d", "d dh p3 KsQhJh"]
PLAYED = ["p2 pb", "p3 cbr 20", "p2 cc", "d dh p1 8d", "d dh p2 3c", "d dh p3 6s", "p3 cc", "p2 f"]


def hand(**changes: object) -> str:
    fields: dict[str, object] = {
        "variant": "F7S",
        "antes": [7, 7, 7],
        "bring_in": 5,
        "starting_stacks": [6, 500, 500],
        "actions": [*DEALS, *PLAYED],
        "finishing_stacks": [18, 473, 515],
        "event": "Copa",
        "year": 2003,
        "month": 7,
        "day": 5,
        "hand": 7,
        "players": ["Ana", "Beto", "Caro"],
        **changes,
    }
    written = {key: json.dumps(value, ensure_ascii=False) for key, value in fields.items()}
    lines = (f"{key} = {value}\n" for key, value in written.items() if fields[key] != "")
    return "".join(lines).replace("\x7f", "\\u007f")  # a sign that TOML wants escaped


def events(text: str) -> list[Row]:
    return read(text, "a.phh").tables["events"]


def told(text: str, *kinds: str) -> list[tuple[str | None, ...]]:
    rows = events(text)
    return [
        (row["type"], row["seat"], row["amount"])
        for row in rows
        if not kinds or row["type"] in kinds
    ]


def why(text: str) -> str:
    (one,) = read(text, "a.phh").broken
    return one.reason_en


def test_a_hand_becomes_its_events_in_order() -> None:
    assert told(hand()) == [
        ("stack", "1", "6"), ("stack", "2", "500"), ("stack", "3", "500"),
        ("ante", "1", "6"), ("ante", "2", "7"), ("ante", "3", "7"),
        ("bring_in", "2", "5"), ("raise", "3", "20"), ("call", "2", "15"),
        ("check", "3", None), ("fold", "2", None),
        ("award", "1", "18"), ("award", "3", "42"),
        ("stack_after", "1", "18"), ("stack_after", "2", "473"), ("stack_after", "3", "515"),
    ]  # fmt: skip


def test_events_are_numbered_by_the_hand_so_that_hands_do_not_meet() -> None:
    assert [row["seq"] for row in events(hand())][:3] == ["7001", "7002", "7003"]


def test_cards_go_round_by_round_with_their_faces() -> None:
    rows = read(hand(), "a.phh").tables["cards"]
    assert [(row["to"], row["card"], row["face"]) for row in rows] == [
        ("seat:1", "AC", "down"), ("seat:2", "??", "down"), ("seat:3", "KS", "down"),
        ("seat:1", "AD", "down"), ("seat:2", "??", "down"), ("seat:3", "QH", "down"),
        ("seat:1", "9S", "up"), ("seat:2", "2D", "up"), ("seat:3", "JH", "up"),
        ("seat:1", "8D", "up"), ("seat:2", "3C", "up"), ("seat:3", "6S", "up"),
    ]  # fmt: skip
    assert [row["idx"] for row in rows] == [str(idx) for idx in range(1, 13)]


def test_cards_shown_tell_those_not_seen_before() -> None:
    rows = read(hand(actions=[*DEALS, "p2 sm 7h5c2d", "p3 sm", "p1 sm -"]), "a.phh").tables
    assert [row["card"] for row in rows["cards"] if row["to"] == "seat:2"] == ["7H", "5C", "2D"]
    shown = [(row["type"], row["detail"]) for row in rows["events"]][6:9]
    assert shown == [("show", "7H 5C 2D"), ("muck", None), ("muck", None)]


def test_the_session_is_event_table_and_date_and_the_pot_leaves_out_what_nobody_called() -> None:
    reading = read(hand(table="4", currency="PEN", time_zone="America/Lima"), "a.phh")
    (session,), (row,) = reading.tables["sessions"], reading.tables["hands"]
    assert session["session_id"] == row["session_id"] == "Copa | Table 4 | 2003-07-05"
    assert (session["table_id"], session["currency"]) == ("4", "PEN")
    assert (session["ante"], session["bring_in"]) == ("7", "5")
    assert (row["hand_id"], row["hand_no"]) == ("Copa | Table 4 | 2003-07-05 #7", "7")
    assert row["pot"] == "60"
    (bet,) = read(hand(actions=[*DEALS, "p2 pb", "p3 cbr 20", "p2 f"]), "a").tables["hands"]
    assert bet["pot"] == "30"  # 6 + 7 + 7, and the 5 brought in twice


def test_who_has_less_than_the_bet_calls_with_what_he_has() -> None:
    text = hand(starting_stacks=[6, 19, 500], finishing_stacks=[18, 0, 507])
    assert told(text, "bring_in", "raise", "call") == [
        ("bring_in", "2", "5"),
        ("raise", "3", "20"),
        ("call", "2", "7"),  # 19, less 7 of ante and 5 brought in
    ]


def test_a_partial_date_stays_partial() -> None:
    (session,) = read(hand(day=""), "a.phh").tables["sessions"]
    assert session["gaming_date"] == "2003-07-??"


def test_a_hand_after_midnight_is_of_the_night_before_and_keeps_its_time() -> None:
    text = hand(time_zone="America/Lima") + "time = 01:07:00\n"
    tables = read(text, "a.phh").tables
    assert tables["sessions"][0]["gaming_date"] == "2003-07-04"
    assert tables["hands"][0]["started_at"] == "2003-07-05T01:07:00-05:00"


def test_a_hand_without_a_number_is_of_a_session_named_after_its_file() -> None:
    (row,) = read(hand(hand=""), "noches/a.phh").tables["hands"]
    assert row["session_id"] == "a.phh | Copa | 2003-07-05"


def test_seats_are_the_numbers_that_the_file_gives() -> None:
    assert told(hand(seats=[4, 1, 6]), "ante") == [
        ("ante", "4", "6"),
        ("ante", "1", "7"),
        ("ante", "6", "7"),
    ]


@pytest.mark.parametrize("variant", ["NT", "PO", "FT", "N2L1D", "FR", "FO/8", "F7S/8", "XYZ"])
def test_another_variant_is_refused_by_name(variant: str) -> None:
    reading = read(hand(variant=variant), "a.phh")
    assert (reading.tables, reading.broken) == ({}, [])
    (refused,) = reading.refused
    assert f"its variant {variant} (" in refused.reason_en
    assert f"la variante {variant} (" in refused.reason_es


def test_a_file_of_several_hands_reads_each_and_loses_only_the_bad_ones() -> None:
    several = f"[1]\n{hand()}\n[2]\n{hand(variant='NT')}\n[3]\nantes = [\n[4]\n{hand(hand=8)}"
    reading = read(several, "a.phhs")
    assert [row["record"] for row in reading.tables["hands"]] == ["1", "4"]
    assert [one.record for one in reading.refused] == [2]
    assert [one.record for one in reading.broken] == [3]


def test_a_copy_of_a_hand_in_the_file_does_not_count() -> None:
    reading = read(f"[1]\n{hand()}\n[2]\n{hand()}", "a.phhs")
    assert len(reading.tables["hands"]) == 1
    assert "record 1" in reading.broken[0].reason_en


@pytest.mark.parametrize(
    ("changes", "culprit"),
    [
        ({"antes": ""}, "antes"),
        ({"antes": [7, 7]}, "antes"),
        ({"antes": [7, -7, 7]}, "antes"),
        ({"starting_stacks": []}, "starting_stacks"),
        ({"starting_stacks": ["6", "500", "500"]}, "starting_stacks"),
        ({"seats": [1, 1, 2]}, "seats"),
        ({"players": ["Ana"]}, "players"),
        ({"blinds_or_straddles": [0, 5, 0]}, "blinds_or_straddles"),
        ({"day": 31, "month": 6}, "2003-6-31"),
        ({"hand": -1}, "hand"),
        ({"variant": ""}, "variant"),
        ({"actions": [*DEALS, "p4 cc"]}, "p4 cc"),
        ({"actions": [*DEALS, "p1 sd AcAd"]}, "p1 sd AcAd"),
        ({"actions": [*DEALS, "d db 7c"]}, "community card"),
        ({"actions": [*DEALS, "p2 pb"], "bring_in": ""}, "p2 pb"),
        ({"actions": ["d dh p1 2c3c4c5c6c7c8c9c"]}, "d dh p1"),
        ({"actions": ["p1 cc"] * 1000}, "1011 events"),
    ],
)
def test_a_hand_that_cannot_be_played_through_is_told_with_its_culprit(
    changes: dict[str, object], culprit: str
) -> None:
    assert culprit in why(hand(**changes))


def test_what_is_no_toml_is_a_broken_record() -> None:
    assert "TOML" in why("variant = 'F7S'\nantes = [7,\n")


def test_an_unknown_stack_is_no_stack_and_no_award() -> None:
    text = hand().replace("starting_stacks = [6,", "starting_stacks = [inf,")
    assert ("stack", "1") not in [(kind, seat) for kind, seat, _ in told(text)]
    assert told(text, "award") == [("award", "3", "42")]


@given(st.lists(st.text(min_size=1, max_size=20), min_size=3, max_size=3))
def test_a_name_may_be_any_text(names: list[str]) -> None:
    written = [row["player_id"] for row in events(hand(players=names)) if row["type"] == "ante"]
    assert written == [name.strip() or None for name in names]


@pytest.mark.parametrize("name", ["A. B. Ruiz", "x folds", "p1 cc; 'd'", 'say "all-in"'])
def test_names_with_dots_marks_and_verbs_are_names(name: str) -> None:
    assert events(hand(players=[name, "b", "c"]))[0]["player_id"] == name


def test_a_file_is_known_by_its_fields() -> None:
    assert recognises(hand().encode())
    assert recognises(hand().encode("utf-16"))
    assert recognises(b"# a comment\r\n[1]\r\nvariant = 'NT'\r\nantes = [0, 0]\r\n")
    assert not recognises(b"variant,antes\nF7S,7\n")
    assert not recognises(b"[dialect]\ndecimal = ','\n")


def assumed(*hands: str) -> list[str]:
    text = "".join(f"[{number}]\n{one}" for number, one in enumerate(hands, 1))
    return [english for _, english in read(text, "a.phhs").assumed]


def test_what_is_taken_for_granted_is_told_once_for_each_kind() -> None:
    late = {"time": "", "event": "Copa"}
    night = hand(hand=8).replace("event", "time = 01:30:00\nevent") + "x = 1\n"
    ante, early, order = assumed(hand(**late), night, night.replace("hand = 8", "hand = 9"))
    assert ("the ante" in ante, "before 06:00" in early, "first player" in order) == (True,) * 3


def test_where_nothing_is_taken_for_granted_nothing_is_told() -> None:
    alone = hand(
        players=["Ana"], starting_stacks=[500], antes=[7], actions=["d dh p1 AcAd9s"],
        finishing_stacks=[500],
    )  # fmt: skip
    assert assumed(alone) == []


def test_a_hand_that_is_lost_takes_nothing_for_granted() -> None:
    assert assumed(hand(variant="FR"), hand(actions=["p1 zz"])) == []


def test_antes_that_all_can_pay_are_not_said_to_be_cut() -> None:
    (order,) = assumed(hand(starting_stacks=[7, 500, 500], finishing_stacks=[21, 473, 515]))
    assert "first player" in order
