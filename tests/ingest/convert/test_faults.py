"""Records that cannot be used: which cell is blamed, and what is still told of them."""

from __future__ import annotations

from datetime import date

from tests.ingest.convert.night import BET, SESSION, Row, a_night, bets_of, blamed


def test_an_empty_cell_that_is_needed_rejects_its_record() -> None:
    done = bets_of("stake", ["5", None, " "])
    assert blamed(done) == [(2, "stake"), (3, "stake")]
    assert "vacía" in done.rejects["reason_es"][0].as_py()


def test_a_needed_column_that_is_not_there_rejects_every_record_and_says_so() -> None:
    rows: list[Row] = [{"bet_id": f"b{n}", "hand_id": "h1", "kind": "fila"} for n in range(3)]
    done = a_night(bets=rows)
    assert blamed(done) == [(n, "stake") for n in (1, 2, 3)]
    assert "no tiene la columna stake" in done.rejects["reason_es"][0].as_py()


def test_a_reject_keeps_what_can_still_be_read_of_its_row() -> None:
    (reject,) = bets_of("stake", ["x"]).rejects.to_pylist()
    kept = {
        key: reject[key] for key in ("session_id", "hand_id", "key", "casino_id", "gaming_date")
    }
    assert kept == {
        "session_id": "s1",
        "hand_id": "h1",
        "key": "b0",
        "casino_id": "LIM-02",
        "gaming_date": date(2003, 7, 11),
    }


def test_columns_of_any_name_do_not_disturb_ours() -> None:
    odd = {"source": "a", "scope": "b", "line": "c", "doubt": "d", "stake as written": "e"}
    done = a_night(bets=[{**BET, "bet_id": "b1", **odd}])
    assert done.tables["bets"]["bet_id"].to_pylist() == ["b1"]


def test_a_casino_id_that_no_folder_could_be_named_by_is_rejected() -> None:
    ids = [" LIM-01 ", "ñ" * 30, "ñ" * 31]
    sessions = [{**SESSION, "session_id": f"s{n}", "casino_id": one} for n, one in enumerate(ids)]
    done = a_night(sessions=sessions, hands=[])
    assert done.tables["sessions"]["casino_id"].to_pylist() == ["LIM-01", "ñ" * 30]
    assert blamed(done) == [(3, "casino_id")]


def test_a_zone_that_is_none_is_rejected_by_name() -> None:
    sessions = [{**SESSION, "session_id": one, "zone": one} for one in ("America/Lima", "Lima")]
    done = a_night(sessions=sessions, hands=[])
    assert blamed(done) == [(2, "zone")]
    assert done.tables["sessions"]["zone"].to_pylist() == ["America/Lima"]


def test_a_long_cell_is_told_by_its_beginning() -> None:
    (reject,) = bets_of("stake", ["9" * 5000]).rejects.to_pylist()
    assert reject["value"] == "9" * 200 + "…"


def test_a_record_is_blamed_for_a_bad_cell_before_a_missing_one() -> None:
    done = a_night(bets=[{"bet_id": None, "hand_id": "h1", "kind": "fila", "stake": "1O"}])
    assert blamed(done) == [(1, "stake")]


def test_every_row_says_where_it_came_from() -> None:
    done = bets_of("stake", ["1", "x", "3"])
    assert done.tables["bets"]["source_record"].to_pylist() == [1, 3]
    assert set(done.tables["bets"]["source_name"].to_pylist()) == {"rows#bets"}
