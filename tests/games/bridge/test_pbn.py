"""PBN files as people write them, and the boards that they hold."""

from __future__ import annotations

import pytest

from auditor.games.bridge.formats.pbn import read, recognises

DEAL = "N:K832.Q7654.JT9.6 AQ5.J3.853.QT872 J4.AK82.Q42.AJ53 T976.T9.AK76.K94"
OTHER = "N:976.AK832.87.A92 T.T975.KJ942.QT3 AQ82.J64.AT5.865 KJ543.Q.Q63.KJ74"
EVENT = '[Event "Copa"]\n[Site "Montevideo"]\n[Date "2019.08.24"]\n'


def boards(text: str) -> list[dict[str, str | None]]:
    return read(text, "a.pbn").rows("boards")


def sessions(text: str) -> list[str | None]:
    return [row["session_id"] for row in read(text, "a.pbn").rows("sessions")]


def game(board: str = "1", deal: str = DEAL, event: str = EVENT, more: str = "") -> str:
    return f'{event}[Board "{board}"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{deal}"]\n{more}\n'


def test_a_record_gives_a_board_of_its_session() -> None:
    (row,) = boards(
        game(more='[Contract "3NT"]\n[Declarer "S"]\n[Result "9"]\n[Room "Open"]\n[Table "7"]\n')
    )
    place, _, code = str(row.pop("board_id")).rpartition(" ")
    assert (place, code.isalpha()) == ("Copa | Montevideo | 2019-08-24 #1 Open 7", True)
    assert row == {
        "record": "1",
        "session_id": "Copa | Montevideo | 2019-08-24",
        "number": "1",
        "deal": DEAL,
        "dealer": "N",
        "vulnerable": "None",
        "generator": None,
        "result": "3NT S 9",
    }


def test_the_session_is_of_bridge_and_of_the_date() -> None:
    (row,) = read(game(), "a.pbn").rows("sessions")
    assert (row["game"], row["gaming_date"]) == ("bridge", "2019-08-24")


def test_stage_and_round_tell_sessions_apart() -> None:
    text = game(more='[Stage "Final"]\n') + game(more='[Round "2"]\n') + game(more='[Round "3"]\n')
    assert sessions(text) == [
        f"Copa | Montevideo | 2019-08-24 | {turn}" for turn in ("Final", "Round 2", "Round 3")
    ]


def test_a_partial_date_is_kept_with_its_bounds() -> None:
    (row,) = read(game().replace("2019.08.24", "2014.07.??"), "a.pbn").rows("sessions")
    assert (row["gaming_date"], row["date_earliest"], row["date_latest"]) == (
        None,
        "2014-07-01",
        "2014-07-31",
    )


def test_an_event_without_a_name_is_the_files_own() -> None:
    assert sessions(game(event='[Event "?"]\n[Date "2019.08.24"]\n')) == ["a.pbn | 2019-08-24"]


def test_boards_without_a_number_are_a_session_of_their_own_numbered_by_record() -> None:
    rows = boards(game() + game("?", OTHER))
    assert [row["number"] for row in rows] == ["1", "2"]
    assert rows[1]["session_id"] == "Copa | Montevideo | 2019-08-24 | a.pbn"


def test_comments_of_both_kinds_are_passed_over_and_part_no_record() -> None:
    text = game().replace(
        '[Board "1"]',
        '{ lines\n[Event "no"]\n\nof comment }\n[Board "1"] ; to the end: [Board "9"]',
    )
    assert [row["number"] for row in boards(text)] == ["1"]
    assert sessions(text) == ["Copa | Montevideo | 2019-08-24"]


def test_a_brace_and_a_semicolon_within_a_value_are_no_comment() -> None:
    text = game(event='[Event "Copa {A}; grupo"]\n', more="{ real }\n")
    assert sessions(text) == ["Copa {A}; grupo"]


def test_a_brace_that_nothing_closes_hides_no_record() -> None:
    text = game(more="{ closed }\n") + game("2", OTHER, more="{ never closed\n") + game("3")
    assert [row["number"] for row in boards(text)] == ["1", "2", "3"]


def test_a_comment_alone_is_no_record() -> None:
    text = "{only a comment}\n\n" + game() + "\n; another\n\n"
    assert [row["record"] for row in boards(text)] == ["1"]


def test_escaped_lines_are_passed_over_wherever_they_stand() -> None:
    text = "% PBN 2.1\n% EXPORT\n" + game().replace('[Board "1"]\n', '[Board "1"]\n% [Board "9"]\n')
    assert [row["number"] for row in boards(text)] == ["1"]


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_any_line_end_is_read(end: str) -> None:
    text = (game() + game("2", OTHER)).replace("\n", end)
    assert [row["number"] for row in boards(text)] == ["1", "2"]


def test_a_line_of_blanks_parts_records() -> None:
    text = f"{game().rstrip()}\n \t \n{game('2', OTHER)}"
    assert [row["number"] for row in boards(text)] == ["1", "2"]


def test_records_without_a_line_between_them_are_parted_by_event_or_board() -> None:
    together = game().rstrip() + "\n" + game("2", OTHER)
    assert [row["number"] for row in boards(together)] == ["1", "2"]
    by_board = game().rstrip() + "\n" + game("2", OTHER, event="")
    assert [row["session_id"] for row in boards(by_board)] == ["Copa | Montevideo | 2019-08-24"] * 2


def test_import_format_allows_blanks_tabs_and_several_tags_a_line() -> None:
    text = f'[ Event  "Copa" ][Board\t"4"] [Deal "{DEAL}"]\n[Dealer "W"]\n'
    (row,) = boards(text)
    assert (row["number"], row["dealer"], row["session_id"]) == ("4", "W", "Copa")


def test_of_two_tags_with_one_name_the_first_counts() -> None:
    (row,) = boards(game(more='[Dealer "W"]\n'))
    assert row["dealer"] == "N"


def test_escapes_in_a_value_are_undone() -> None:
    assert sessions(game(event='[Event "La \\"Copa\\" \\\\ B"]\n')) == ['La "Copa" \\ B']


def test_a_heading_that_stands_alone_belongs_to_the_game_after_it() -> None:
    text = EVENT + "\n" + game(event="")
    assert [row["session_id"] for row in boards(text)] == ["Copa | Montevideo | 2019-08-24"]


def test_a_result_that_stands_alone_is_of_no_other_game() -> None:
    text = game() + '[Contract "3NT"]\n\n' + game("2", OTHER)
    assert [row["result"] for row in boards(text)] == [None, None]


def test_a_hash_takes_the_value_of_the_game_before() -> None:
    again = game("#", OTHER, event='[Event "#"]\n[Site "#"]\n[Date "#"]\n')
    rows = boards(game() + again.replace('"None"', '"#"'))
    assert [row["session_id"] for row in rows] == ["Copa | Montevideo | 2019-08-24"] * 2
    assert [row["number"] for row in rows] == ["1", "1"]


def test_a_double_hash_lasts_for_all_games_after_it() -> None:
    text = (
        game(event='[Event "##Liga"]\n')
        + game("2", event='[Site "?"]\n')
        + game("3", event='[Site "?"]\n')
    )
    assert {row["session_id"] for row in boards(text)} == {"Liga"}


def test_a_record_without_a_deal_inherits_the_one_before() -> None:
    rows = boards(game(more='[West "Brogeland"]\n') + '[West "Nunes"]\n[Contract "6SX"]\n')
    assert [(row["number"], row["deal"]) for row in rows] == [("1", DEAL)] * 2
    assert [str(row["board_id"]).split()[-2] for row in rows] == ["Brogeland", "Nunes"]


def test_another_number_without_a_deal_inherits_nothing() -> None:
    reading = read(game() + '[Event "Copa"]\n[Board "2"]\n\n' + game("3", OTHER), "a.pbn")
    assert [row["record"] for row in reading.rows("boards")] == ["1", "3"]
    assert [(lost.record, lost.table) for lost in reading.broken] == [(2, "boards")]


@pytest.mark.parametrize(
    "bad",
    [
        "K832.Q7654.JT9.6 AQ5.J3.853.QT872 J4.AK82.Q42.AJ53 T976.T9.AK76.K94",
        "N:K832.Q7654.JT9.6 AQ5.J3.853.QT872 J4.AK82.Q42.AJ53",
        "N:K832.Q7654.JT96 AQ5.J3.853.QT872 J4.AK82.Q42.AJ53 T976.T9.AK76.K94",
        "N:Kxxx.Q7654.JT9.6 AQ5.J3.853.QT872 J4.AK82.Q42.AJ53 T976.T9.AK76.K94",
        "X:K832.Q7654.JT9.6 AQ5.J3.853.QT872 J4.AK82.Q42.AJ53 T976.T9.AK76.K94",
    ],
)
def test_what_is_no_deal_is_a_broken_record_and_the_rest_goes_on(bad: str) -> None:
    reading = read(game("1", bad) + game("2", OTHER), "a.pbn")
    assert [row["number"] for row in reading.rows("boards")] == ["2"]
    assert [lost.record for lost in reading.broken] == [1]
    assert bad.upper() in reading.broken[0].reason_es


@pytest.mark.parametrize(
    "odd",
    [DEAL.lower(), DEAL.replace("T", "10"), DEAL.replace("N:", "n: "), DEAL.replace(" ", "   ")],
)
def test_a_deal_in_small_letters_with_10_or_more_blanks_is_tidied(odd: str) -> None:
    assert [row["deal"] for row in boards(game(deal=odd))] == [DEAL]


@pytest.mark.parametrize(
    "deal",
    [
        "N:AK.Q..J QJ.K.T. T9..AK. 8..Q.AK",
        "N:K832.Q7654.JT9.6 - J4.AK82.Q42.AJ53 -",
        "W:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432",
    ],
)
def test_end_positions_hidden_hands_and_voids_are_deals(deal: str) -> None:
    assert [row["deal"] for row in boards(game(deal=deal))] == [deal]


@pytest.mark.parametrize(
    ("said", "meant"),
    [("None", "None"), ("Love", "None"), ("-", "None"), ("All", "All"), ("Both", "All"),
     ("NS", "NS"), ("EW", "EW"), ("?", None)],
)  # fmt: skip
def test_every_way_to_say_who_is_vulnerable_is_understood(said: str, meant: str | None) -> None:
    text = game().replace('"None"', f'"{said}"')
    assert [row["vulnerable"] for row in boards(text)] == [meant]


def test_a_record_that_stands_twice_has_two_ids() -> None:
    first, second = (row["board_id"] for row in boards(game() + game()))
    assert second == f"{first} (2)"


def test_a_record_has_the_same_id_alone_and_in_its_folder() -> None:
    alone, in_folder = (read(game(), name).rows("boards") for name in ("a.pbn", "x.zip/y/a.pbn"))
    assert alone == in_folder


def test_records_of_one_board_in_two_files_have_two_ids() -> None:
    texts = {"a.pbn": game(), "b.pbn": game(), "c.pbn": game(deal=OTHER)}
    rows = [read(text, name).rows("boards")[0] for name, text in texts.items()]
    assert len({row["board_id"] for row in rows}) == 3
    assert {row["session_id"] for row in rows} == {"Copa | Montevideo | 2019-08-24"}


def test_auctions_and_plays_are_passed_over() -> None:
    more = '[Auction "N"]\n1C Pass 1S =1= X\n! $5 AP\n[Note "1:\\"fuerte\\""]\n'
    more += '[Play "W"]\nS2 - - -\n*\n'
    assert [row["result"] for row in boards(game(more=more))] == [None]


def test_a_chess_game_is_not_taken_for_bridge() -> None:
    assert not recognises(b'[Event "Linares"]\n[White "A"]\n[Black "B"]\n\n1. e4 e5')
    assert recognises(b'[Event "Copa"]\r\n[Site ""]\r\n[Board "1"]\r\n')
    assert recognises('[Event "Copa"][Deal "N:..."]'.encode("utf-16"))
