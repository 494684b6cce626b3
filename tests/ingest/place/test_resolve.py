"""Each row finds its session and hand, and so its casino and date; keys stand once."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from auditor.ingest.convert.origins import Given
from auditor.ingest.rows import canonical_tables

if TYPE_CHECKING:
    from auditor.ingest.rows import CanonicalTables

Row = dict[str, str | None]


def session(session_id: str, **cells: str | None) -> Row:
    """Make a session."""
    made: Row = {"session_id": session_id, "casino_id": "C", "table_id": "T", "game": "bacara"}
    return {**made, "gaming_date": "2026-03-07", "currency": "PEN", **cells}


def hand(hand_id: str, session_id: str = "s1", hand_no: str = "1", **cells: str | None) -> Row:
    """Make a hand."""
    return {"hand_id": hand_id, "session_id": session_id, "hand_no": hand_no, **cells}


def bet(bet_id: str, hand_id: str | None = "h1", **cells: str | None) -> Row:
    """Make a bet."""
    return {"bet_id": bet_id, "hand_id": hand_id, "kind": "against_bank", "stake": "5", **cells}


def told(done: CanonicalTables) -> list[tuple[str, int, str, bool]]:
    """Give table, record, column and whether it is set aside, of each reject."""
    rows = done.rejects.to_pylist()
    return [(row["table"], row["record"], row["column"], row["aside"]) for row in rows]


def ids(done: CanonicalTables, table: str, column: str) -> list[str]:
    """Give one column of the canonical rows, in their order."""
    found: list[str] = done.tables[table][column].to_pylist()
    return found


def test_a_row_has_the_casino_and_date_of_its_hands_session() -> None:
    done = canonical_tables(
        {
            "bets": [bet("b1", "h2"), bet("b2", "h1")],
            "hands": [hand("h1", "s1"), hand("h2", "s2")],
            "sessions": [session("s1"), session("s2", casino_id="D", gaming_date="2026-03-08")],
        }
    )
    columns = ("bet_id", "casino_id", "gaming_date")
    rows = [tuple(row[c] for c in columns) for row in done.tables["bets"].to_pylist()]
    assert rows == [("b2", "C", date(2026, 3, 7)), ("b1", "D", date(2026, 3, 8))]


def test_rows_are_sorted_by_session_hand_and_their_own_order() -> None:
    cards = [("h10", "2"), ("h2", "1"), ("h10", "1"), ("h1", "10"), ("h1", "9")]
    done = canonical_tables(
        {
            "sessions": [session("s1")],
            "hands": [hand("h10", hand_no="10"), hand("h2", hand_no="2"), hand("h1", hand_no="1")],
            "cards": [{"hand_id": h, "idx": n, "to": "punto", "card": "9H"} for h, n in cards],
        }
    )
    order = [(row["hand_id"], row["idx"]) for row in done.tables["cards"].to_pylist()]
    assert order == [("h1", 9), ("h1", 10), ("h2", 1), ("h10", 1), ("h10", 2)]
    assert ids(done, "hands", "hand_id") == ["h1", "h2", "h10"]


def test_a_key_that_stands_twice_counts_once_and_the_later_record_names_the_first() -> None:
    bets = [bet("b1"), bet("b2", stake="10"), bet("b2", stake="20"), bet("b2", stake="10")]
    done = canonical_tables({"sessions": [session("s1")], "hands": [hand("h1")], "bets": bets})
    assert told(done) == [("bets", 3, "bet_id", False), ("bets", 4, "bet_id", False)]
    assert [str(stake) for stake in ids(done, "bets", "stake")] == ["5.0000", "10.0000"]
    assert "rows#bets, registro 2" in done.rejects["reason_es"][0].as_py()


def test_a_composed_key_stands_twice_only_as_a_whole() -> None:
    places = [("h1", "1"), ("h1", "2"), ("h2", "1"), ("h1", "2")]
    cards = [{"hand_id": h, "idx": n, "to": "banca", "card": "KS"} for h, n in places]
    hands = [hand("h1"), hand("h2", hand_no="2")]
    done = canonical_tables({"sessions": [session("s1")], "hands": hands, "cards": cards})
    assert [(r["record"], r["key"]) for r in done.rejects.to_pylist()] == [(4, "h1#2")]


def test_one_id_in_two_casinos_is_two_sessions() -> None:
    done = canonical_tables({"sessions": [session("s1"), session("s1", casino_id="D")]})
    assert told(done) == []
    assert ids(done, "sessions", "casino_id") == ["C", "D"]


def test_a_row_that_may_be_of_two_sessions_is_of_neither() -> None:
    sessions = [session("s1"), session("s1", casino_id="D")]
    done = canonical_tables({"sessions": sessions, "hands": [hand("h1")], "bets": [bet("b1")]})
    assert told(done) == [("bets", 1, "hand_id", True), ("hands", 1, "session_id", False)]


def test_rows_without_their_hand_or_session_are_set_aside() -> None:
    events: list[Row] = [{"session_id": "s9", "seq": "1", "type": "shuffle"}]
    done = canonical_tables(
        {
            "sessions": [session("s1")],
            "hands": [hand("h1")],
            "bets": [bet("b1", "h99")],
            "events": events,
        }
    )
    assert told(done) == [("bets", 1, "hand_id", True), ("events", 1, "session_id", True)]
    assert "h99" in done.rejects["reason_es"][0].as_py()


def test_what_hangs_on_a_rejected_session_is_set_aside_with_it() -> None:
    sessions = [session("s1", gaming_date="7/3/2026")]
    done = canonical_tables({"sessions": sessions, "hands": [hand("h1")], "bets": [bet("b1")]})
    assert told(done) == [
        ("bets", 1, "hand_id", True),
        ("hands", 1, "session_id", True),
        ("sessions", 1, "gaming_date", False),
    ]


def test_a_reject_is_placed_by_its_hand_where_it_names_no_session() -> None:
    done = canonical_tables(
        {"sessions": [session("s1")], "hands": [hand("h1")], "bets": [bet("b1", stake="x")]}
    )
    (reject,) = done.rejects.to_pylist()
    place = (reject["casino_id"], reject["gaming_date"], reject["session_id"])
    assert place == ("C", date(2026, 3, 7), "s1")


def test_flags_say_what_a_log_has_no_column_for() -> None:
    bare: Row = {"session_id": "s1", "game": "bacara"}
    given = Given("LIM-01", "M1", date(2026, 3, 7), "PEN")
    done = canonical_tables({"sessions": [bare]}, given=given)
    (row,) = done.tables["sessions"].to_pylist()
    columns = ("casino_id", "table_id", "gaming_date", "date_latest", "currency", "zone")
    day = date(2026, 3, 7)
    assert [row[c] for c in columns] == ["LIM-01", "M1", day, day, "PEN", "America/Lima"]


def test_what_neither_the_log_nor_a_flag_says_is_left_unknown() -> None:
    done = canonical_tables({"sessions": [{"session_id": "s1", "game": "bacara"}]})
    (row,) = done.tables["sessions"].to_pylist()
    columns = ("casino_id", "table_id", "gaming_date", "currency")
    assert [row[c] for c in columns] == ["_", None, None, None]


def test_a_flag_fills_an_empty_cell_and_never_replaces_one() -> None:
    sessions = [session("s1", currency=None), session("s2", currency="USD")]
    done = canonical_tables({"sessions": sessions}, given=Given(currency="PEN"))
    assert ids(done, "sessions", "currency") == ["PEN", "USD"]


def test_without_a_flag_an_empty_cell_of_a_column_that_is_there_rejects() -> None:
    done = canonical_tables({"sessions": [session("s1", currency=None)]})
    assert told(done) == [("sessions", 1, "currency", False)]


def test_a_column_that_no_table_needs_for_its_place_may_name_what_is_not_there() -> None:
    bets = [bet("b1", roll_id="r99", parent_bet_id="b98")]
    hands = [hand("h1", shoe_id="z97")]
    done = canonical_tables({"sessions": [session("s1")], "hands": hands, "bets": bets})
    assert (told(done), ids(done, "bets", "roll_id")) == ([], ["r99"])


def test_no_row_is_lost_or_doubled_whatever_is_wrong_with_it() -> None:
    wrong = [bet("b1"), bet("b1"), bet("b2", "h9"), bet("b3", stake="x"), bet("b4", hand_id=None)]
    done = canonical_tables({"sessions": [session("s1")], "hands": [hand("h1")], "bets": wrong})
    written = done.tables["bets"]["source_record"].to_pylist()
    rejected = done.rejects["record"].to_pylist()
    assert sorted([*written, *rejected]) == [1, 2, 3, 4, 5]


LOST = bet("b1", "elsewhere", stake="?")


def casino_of_the_lost(*sessions: Row, given: Given) -> str | None:
    """Give the casino of a rejected bet whose hand is nowhere."""
    done = canonical_tables({"sessions": list(sessions), "bets": [LOST]}, given=given)
    (found,) = [row for row in done.rejects.to_pylist() if row["table"] == "bets"]
    casino: str | None = found["casino_id"]
    return casino


def test_a_rejected_record_without_a_place_is_of_the_casino_given() -> None:
    given = Given(casino_id="C")
    assert casino_of_the_lost(session("s1", casino_id=None), given=given) == "C"
    assert casino_of_the_lost(session("s1", casino_id="C"), given=given) == "C"


def test_a_rejected_record_without_a_place_is_of_no_casino_where_several_are_named() -> None:
    given, own = Given(casino_id="C"), session("s1")
    unread = session("s2", casino_id="D", gaming_date="?")
    assert casino_of_the_lost(own, session("s2", casino_id="D"), given=given) is None
    assert casino_of_the_lost(own, unread, given=given) is None
    assert casino_of_the_lost(own, given=Given()) is None
