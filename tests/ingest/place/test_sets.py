"""Which inputs are one set: folders, files that hold everything, copies, and formats of games."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from auditor.ingest.ingest import IngestOptions, ingest
from auditor.store import partitions, rejects, sources

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from auditor.ingest.ingest import IngestResult

HEADER = "session_id,casino_id,table_id,game,gaming_date,currency\n"
MONDAY = f"{HEADER}s1,LIM-02,BB-1,bling_bling,2003-07-14,PEN\n"
TUESDAY = f"{HEADER}s1,LIM-02,BB-1,bling_bling,2003-07-15,PEN\n"
HANDS = "hand_id,session_id,hand_no\nh1,s1,1\n"
BETS = "bet_id,hand_id,kind,stake\nb1,h1,fila,10\n"
NDJSON = (
    '{"table": "sessions", "session_id": "s1", "casino_id": "LIM-02", "table_id": "BB-1",'
    ' "game": "bling_bling", "gaming_date": "DAY", "currency": "PEN"}\n'
    '{"table": "hands", "hand_id": "h1", "session_id": "s1", "hand_no": 1}\n'
)
PBN = """[Event "Copa"]
[Site "Lima"]
[Date "2014.07.??"]
[Board "BOARD"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"]

"""


def write(folder: Path, files: dict[str, str]) -> Path:
    """Write files, in folders of their own where their names say so."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    return folder


def days(store: Path) -> list[tuple[date | None, int]]:
    """Give the gaming dates of a store, with their rows."""
    return [(one.gaming_date, one.rows) for one in partitions(store)]


def test_ids_that_come_again_every_night_are_found_in_their_own_folder(tmp_path: Path) -> None:
    nights = {"mon/sessions.csv": MONDAY, "tue/sessions.csv": TUESDAY}
    hands = {f"{day}/hands.csv": HANDS for day in ("mon", "tue")}
    bets = {f"{day}/bets.csv": BETS for day in ("mon", "tue")}
    ingest([write(tmp_path / "logs", nights | hands | bets)], tmp_path / "store")
    assert days(tmp_path / "store") == [(date(2003, 7, 14), 3), (date(2003, 7, 15), 3)]
    assert rejects(tmp_path / "store").num_rows == 0


def test_a_file_that_holds_everything_is_a_set_of_its_own(tmp_path: Path) -> None:
    files = {f"{day}.ndjson": NDJSON.replace("DAY", f"2003-07-{day}") for day in ("14", "15")}
    ingest([write(tmp_path / "logs", files)], tmp_path / "store")
    assert days(tmp_path / "store") == [(date(2003, 7, 14), 2), (date(2003, 7, 15), 2)]


def test_a_parent_may_lie_in_another_folder_of_the_same_ingest(tmp_path: Path) -> None:
    files = {"a/sessions.csv": MONDAY, "b/hands.csv": HANDS, "c/bets.csv": BETS}
    ingest([write(tmp_path / "logs", files)], tmp_path / "store")
    assert days(tmp_path / "store") == [(date(2003, 7, 14), 3)]


def test_a_copy_of_a_file_is_read_once_and_that_is_said(tmp_path: Path) -> None:
    files = {"sessions.csv": MONDAY, "hands.csv": HANDS, "hands (2).csv": HANDS}
    done = ingest([write(tmp_path / "logs", files)], tmp_path / "store")
    assert sum(one.records for one in done.sources) == 2
    assert any("hands.csv" in es and "una vez" in es for es, _ in done.assumptions)
    assert done.rejects.num_rows == 0


def test_a_session_that_several_files_of_a_format_name_is_one(tmp_path: Path) -> None:
    files = {f"{n}.pbn": PBN.replace("BOARD", str(n)) for n in (1, 2)}
    done = ingest([write(tmp_path / "logs", files)], tmp_path / "store")
    assert [(one.records, one.written, one.rejected) for one in done.sources] == [(1, 1, 0)] * 2
    assert days(tmp_path / "store") == [(None, 3)]
    again = ingest(
        [write(tmp_path / "more", {"3.pbn": PBN.replace("BOARD", "3")})], tmp_path / "store"
    )
    assert (again.rejects.num_rows, days(tmp_path / "store")) == (0, [(None, 4)])


def test_flags_place_what_a_format_does_not_record(tmp_path: Path) -> None:
    logs = write(tmp_path / "logs", {"1.pbn": PBN.replace("BOARD", "1").replace("2014.07.??", "?")})
    options = IngestOptions(casino_id="CLUB", table_id="1", gaming_date=date(2014, 7, 3))
    ingest([logs], tmp_path / "store", options=options)
    (only,) = partitions(tmp_path / "store")
    assert (only.casino_id, only.gaming_date) == ("CLUB", date(2014, 7, 3))


def test_other_flags_are_another_way_and_take_the_place_of_the_first(tmp_path: Path) -> None:
    logs = write(tmp_path / "logs", {"1.pbn": PBN.replace("BOARD", "1")})
    ingest([logs], tmp_path / "store")
    ingest([logs], tmp_path / "store", options=IngestOptions(casino_id="CLUB"))
    assert [one.casino_id for one in partitions(tmp_path / "store")] == ["CLUB"]
    assert len(sources(tmp_path / "store")) == 1


@pytest.mark.parametrize("is_late", [True, False])
def test_the_same_bytes_of_two_casinos_are_each_kept(tmp_path: Path, *, is_late: bool) -> None:
    store = tmp_path / "store"
    for casino in ("LIM-01", "LIM-02"):
        how = IngestOptions(casino_id=casino)
        early = {"sessions.csv": MONDAY.replace("LIM-02", casino), "hands.csv": HANDS}
        early |= {} if is_late and casino == "LIM-01" else {"bets.csv": BETS}
        ingest([write(tmp_path / casino / "early", early)], store, options=how)
        if is_late and casino == "LIM-01":
            late = write(tmp_path / casino / "late", {"bets.csv": BETS})
            ingest([late], store, options=how)
    found = [(one.casino_id, one.rows) for one in partitions(store)]
    assert found == [("LIM-01", 3), ("LIM-02", 3)]


@pytest.fixture(name="nights")
def _nights(tmp_path: Path) -> Callable[..., IngestResult]:
    """Give what takes some of three deliveries in: Tuesday's bets come late, by themselves."""
    write(tmp_path / "mon", {"sessions.csv": MONDAY, "hands.csv": HANDS, "bets.csv": BETS})
    write(tmp_path / "tue", {"sessions.csv": TUESDAY, "hands.csv": HANDS})
    write(tmp_path / "late", {"bets.csv": BETS})

    def take(*names: str, **how: Any) -> IngestResult:  # noqa: ANN401  # flags
        options = IngestOptions(**how)
        done = [ingest([tmp_path / one], tmp_path / "store", options=options) for one in names]
        return done[-1]

    return take


def test_a_late_table_that_another_night_has_too_is_of_the_date_given(
    tmp_path: Path, nights: Callable[..., IngestResult]
) -> None:
    nights("mon", "tue")
    for _ in range(2):
        nights("late", gaming_date=date(2003, 7, 15))
        assert days(tmp_path / "store") == [(date(2003, 7, 14), 3), (date(2003, 7, 15), 3)]
    nights("late", gaming_date=date(2003, 7, 14))
    assert days(tmp_path / "store") == [(date(2003, 7, 14), 3), (date(2003, 7, 15), 3)]
    assert len(sources(tmp_path / "store")) == 6
    assert rejects(tmp_path / "store").num_rows == 0


def test_a_whole_night_takes_nothing_of_another_that_has_the_same_bytes(
    tmp_path: Path, nights: Callable[..., IngestResult]
) -> None:
    nights("tue", "late", "mon")
    assert days(tmp_path / "store") == [(date(2003, 7, 14), 3), (date(2003, 7, 15), 2)]
    assert len(sources(tmp_path / "store")) == 6
    assert rejects(tmp_path / "store").num_rows == 1  # as where both nights were there first


@pytest.mark.parametrize("how", [{}, {"currency": "PEN"}])
def test_a_late_table_that_may_be_of_two_nights_takes_nothing_and_is_told(
    tmp_path: Path, nights: Callable[..., IngestResult], how: dict[str, str]
) -> None:
    nights("mon", "tue")
    for _ in range(2):
        done = nights("late", **how)
        assert (len(done.sources), done.rejects.num_rows) == (1, 1)
        assert days(tmp_path / "store") == [(date(2003, 7, 14), 3), (date(2003, 7, 15), 2)]
        assert len(sources(tmp_path / "store")) == 6


@pytest.mark.parametrize("how", [{}, {"currency": "PEN"}, {"gaming_date": date(2003, 7, 14)}])
@pytest.mark.parametrize("order", [("mon", "late"), ("late", "mon")])
def test_a_late_table_of_the_same_night_counts_once(
    tmp_path: Path, nights: Callable[..., IngestResult], order: tuple[str, str], how: dict[str, Any]
) -> None:
    nights(order[0])
    done = nights(order[1], **how)
    assert days(tmp_path / "store") == [(date(2003, 7, 14), 3)]
    assert (len(sources(tmp_path / "store")), done.rejects.num_rows) == (3, 0)


def test_what_was_replaced_as_a_repeat_counts_again_where_it_may_be_of_another_night(
    tmp_path: Path, nights: Callable[..., IngestResult]
) -> None:
    nights("late", "mon", "tue")
    for _ in range(2):
        assert nights("late").rejects.num_rows == 1
    nights("late", gaming_date=date(2003, 7, 15))
    assert days(tmp_path / "store") == [(date(2003, 7, 14), 3), (date(2003, 7, 15), 3)]


def test_a_rejected_record_is_placed_by_its_hand_also_where_that_comes_later(
    tmp_path: Path, nights: Callable[..., IngestResult]
) -> None:
    (tmp_path / "late" / "bets.csv").write_text(BETS.replace(",10", ",ten"), "utf-8")
    told = [(None, None), (date(2003, 7, 15), "s1")]
    for delivery, (day, session) in zip(("late", "tue"), told, strict=True):
        nights(delivery)
        (reject,) = rejects(tmp_path / "store").to_pylist()
        assert (reject["value"], reject["gaming_date"], reject["session_id"]) == (
            "ten", day, session,
        )  # fmt: skip
    before = sources(tmp_path / "store")
    write(tmp_path / "mon", {"hands.csv": HANDS.replace("h1", "h2")})
    nights("mon")
    assert [entry for entry in sources(tmp_path / "store") if entry in before] == list(before)


def test_times_of_late_rows_that_mean_two_moments_are_told_as_if_all_had_come_at_once(
    tmp_path: Path,
) -> None:
    at = "2010-03-14T01:30:00"  # Uruguay's clocks went back an hour at two
    late = BETS.replace("stake\n", "stake,placed_at\n").replace(",10\n", f",10,{at}\n")
    write(tmp_path / "all", {"late/bets.csv": late, "night/hands.csv": HANDS})
    session = MONDAY.replace("2003-07-14", "2010-03-13").replace("PEN", "UYU")
    write(tmp_path / "all", {"night/sessions.csv": session})
    told = []
    for store, steps in (("steps", ("all/late", "all/night")), ("once", ("all",))):
        for step in steps:
            ingest([tmp_path / step], tmp_path / store)
        told.append([e.assumptions for e in sources(tmp_path / store) if "bets" in e.name])
    assert told[0] == told[1]
    assert "bets.placed_at" in told[1][0][-1][0]
