"""LIN files as BBO and others write them."""

from __future__ import annotations

from auditor.games.bridge.formats.lin import read, recognises

HANDS = "SJ4HAK82DQ42CAJ53,ST976HT9DAK76CK94,SK832HQ7654DJT9C6"
EAST = "SAQ5HJ3D853CQT872"
DEAL = "S:J4.AK82.Q42.AJ53 T976.T9.AK76.K94 K832.Q7654.JT9.6 AQ5.J3.853.QT872"


def boards(text: str) -> list[dict[str, str | None]]:
    return read(text, "mesa.lin").rows("boards")


def line(number: int, hands: str = HANDS, dealer: str = "1", sv: str = "o") -> str:
    head = f"pn|Sur,Oeste,Norte,Este|st||md|{dealer}{hands},|rh||ah|Board {number}|sv|{sv}|"
    return f"{head}mb|1N|mb|p|pc|C2|pg||\n"


def test_a_fourth_hand_left_out_is_what_the_others_leave() -> None:
    (row,) = boards(line(5))
    assert (row["deal"], row["number"], row["dealer"]) == (DEAL, "5", "S")


def test_a_fourth_hand_that_is_given_is_taken_as_it_is() -> None:
    short = EAST.replace("Q5", "5")
    (row,) = boards(line(5, f"{HANDS},{short}"))
    assert row["deal"] == DEAL.replace("AQ5.J3", "A5.J3")


def test_a_short_hand_beside_a_fourth_left_out_is_not_filled_up() -> None:
    (row,) = boards(line(5, HANDS.replace("SJ4", "SJ")))
    assert row["deal"] == "S:J.AK82.Q42.AJ53 T976.T9.AK76.K94 K832.Q7654.JT9.6 AQ54.J3.853.QT872"


def test_an_end_position_keeps_its_fourth_hand_hidden() -> None:
    (row,) = boards(line(5, "SAKHQ,SQJHK,ST9HA"))
    assert row["deal"] == "S:AK.Q.. QJ.K.. T9.A.. -"


def test_a_hand_given_alone_leaves_the_others_hidden() -> None:
    (row,) = boards("md|1SJ4HAK82DQ42CAJ53,,,|ah|Board 5|")
    assert row["deal"] == "S:J4.AK82.Q42.AJ53 - - -"


def test_dealer_and_vulnerability_are_told_by_digit_and_letter() -> None:
    text = "".join(
        line(n, dealer=d, sv=v) for n, (d, v) in enumerate(zip("1234", "oneb", strict=True))
    )
    assert [row["dealer"] for row in boards(text)] == ["S", "W", "N", "E"]
    assert [row["vulnerable"] for row in boards(text)] == ["None", "NS", "EW", "All"]


def test_the_session_is_the_file_undated() -> None:
    (row,) = read(line(1) + line(2), "mesa.lin").rows("sessions")
    assert (row["session_id"], row["gaming_date"], row["date_earliest"]) == ("mesa.lin", None, None)


def test_rooms_of_a_match_are_copies_with_the_number_of_the_board() -> None:
    text = "".join(f"qx|{room}3|st||md|1{HANDS}|sv|o|mb|p|pg||" for room in "oc")
    rows = boards(text)
    assert [(row["number"], row["copy"]) for row in rows] == [("3", "1"), ("3", "2")]
    assert [row["board_id"] for row in rows] == ["mesa.lin #3 Open", "mesa.lin #3 Closed"]


def test_many_boards_on_one_line_are_told_apart() -> None:
    text = (line(1) + line(2) + line(3)).replace("\n", "")
    assert [row["number"] for row in boards(text)] == ["1", "2", "3"]


def test_a_number_before_the_deal_is_its_own() -> None:
    text = f"pn|a,b,c,d|ah|Tablilla 8|md|1{HANDS}|mb|p|pn|a,b,c,d|ah|Tablilla 9|md|1{HANDS}|mb|p|"
    assert [row["number"] for row in boards(text)] == ["8", "9"]


def test_a_board_without_a_number_has_that_of_its_record() -> None:
    assert [row["number"] for row in boards(f"md|1{HANDS}|mb|p|md|1{HANDS}|mb|p|")] == ["1", "2"]


def test_words_of_an_alert_are_no_deal() -> None:
    text = line(1).replace("mb|1N|", "mb|1N|an|2N cmd|")
    assert [row["number"] for row in boards(text)] == ["1"]


def test_small_letters_any_order_and_10_are_understood() -> None:
    (row,) = boards("md|1sj4h2ak8d42qc53aj,st976ht9dak76ck94,sk832hq7654dj109c6,|ah|Board 1|")
    assert row["deal"] == DEAL.replace("AK82", "2AK8").replace("Q42", "42Q").replace("AJ53", "53AJ")


def test_what_is_no_deal_is_a_broken_record_and_the_rest_goes_on() -> None:
    reading = read(line(1, "hello") + line(2), "mesa.lin")
    assert [row["number"] for row in reading.rows("boards")] == ["2"]
    assert [(lost.record, lost.table) for lost in reading.broken] == [(1, "boards")]


def test_a_file_without_boards_has_no_session() -> None:
    assert read("vg|Copa|", "mesa.lin").tables == {"sessions": [], "boards": []}


def test_lin_is_known_by_its_tokens() -> None:
    assert recognises(line(1).encode())
    assert recognises(f"vg|Copa|\nqx|o1|md|3{HANDS}|".encode("utf-16"))
    assert not recognises(b"pn|qx|md\n1|2|3\n")
