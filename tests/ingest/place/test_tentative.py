"""Rows placed by their id alone: they are looked up anew whenever that id comes or goes."""

from __future__ import annotations

from datetime import UTC, date, datetime
from itertools import permutations
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest

from auditor.errors import UsageError
from auditor.ingest.ingest import IngestOptions, ingest
from auditor.ingest.place import revive, tentative
from auditor.store import partitions, rejects, sources
from auditor.store.check import check
from auditor.store.packs import compact
from tests.ingest.conftest import BETS, HANDS, MON, NIGHT, ON, TUE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Take = Callable[..., list[tuple[str, date | None, int]]]

WED = date(2003, 7, 16)


def write(folder: Path, **files: str) -> None:
    """Write a delivery: tables in a folder of its name."""
    (folder / folder.name).mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / folder.name / f"{name}.csv").write_text(text, "utf-8")


@pytest.fixture(name="take")
def _take(tmp_path: Path) -> Take:
    """Give what takes deliveries in, in turn, and tells casino, date and rows of each night.

    A name is a folder, then what is given with it; `new for old` replaces `old`. After each the
    store is sound. `mon`, `tue` and `LIM-01` are nights with the same ids, `late` bets alone.
    """
    write(tmp_path / "mon", sessions=NIGHT, hands=HANDS)
    write(tmp_path / "tue", sessions=NIGHT.replace("-14", "-15"), hands=HANDS)
    write(tmp_path / "LIM-01", sessions=NIGHT.replace("LIM-02", "LIM-01"), hands=HANDS)
    write(tmp_path / "late", bets=BETS)

    def take(*names: str) -> list[tuple[str, date | None, int]]:
        for name in names:
            folder, _, given = name.partition(" ")
            options = ON.get(given) or IngestOptions(casino_id=given or None)
            if given.startswith("for "):
                options = IngestOptions(replaces=(given.removeprefix("for "),))
            ingest([tmp_path / folder], tmp_path / "store", options=options)
            assert check(tmp_path / "store") == ()
        return [(p.casino_id, p.gaming_date, p.rows) for p in partitions(tmp_path / "store")]

    return take


def told(tmp_path: Path) -> list[tuple[str, str | None, date | None, bool]]:
    """Tell of each reject its key, casino, date, and whether it waits."""
    rows = rejects(tmp_path / "store").to_pylist()
    return [(one["key"], one["casino_id"], one["gaming_date"], one["aside"]) for one in rows]


@pytest.mark.parametrize("order", [*permutations(("late", "mon", "tue"))])
def test_a_row_that_may_be_of_two_nights_is_of_neither_whichever_came_first(
    tmp_path: Path, take: Take, order: tuple[str, ...]
) -> None:
    assert take(*order) == [("LIM-02", MON, 2), ("LIM-02", TUE, 2)]
    assert told(tmp_path) == [("b1", None, None, False)]
    (reject,) = rejects(tmp_path / "store").to_pylist()
    assert "hay varias jugadas «h1»" in reject["reason_es"]
    assert "several hands “h1”" in reject["reason_en"]
    (late,) = [one for one in sources(tmp_path / "store") if one.name == "late/bets.csv"]
    assert (late.records, late.written, late.rejected, late.aside) == (1, 0, 1, 0)


@pytest.mark.parametrize("order", [*permutations(("late", "mon", "tue", "LIM-01"))][::4])
def test_nor_is_it_of_one_of_two_nights_and_two_casinos(
    tmp_path: Path, take: Take, order: tuple[str, ...]
) -> None:
    assert take(*order) == [("LIM-01", MON, 2), ("LIM-02", MON, 2), ("LIM-02", TUE, 2)]
    assert told(tmp_path) == [("b1", None, None, False)]


@pytest.mark.parametrize("order", [*permutations(("late LIM-02", "mon", "LIM-01"))])
def test_a_row_given_a_casino_is_of_it_whichever_came_first(
    tmp_path: Path, take: Take, order: tuple[str, ...]
) -> None:
    assert take(*order) == [("LIM-01", MON, 2), ("LIM-02", MON, 3)]
    assert told(tmp_path) == []


@pytest.mark.parametrize("order", [*permutations(("late LIM-02", "mon", "tue"))])
def test_a_row_of_two_nights_of_the_casino_given_is_told_with_it(
    tmp_path: Path, take: Take, order: tuple[str, ...]
) -> None:
    assert take(*order) == [("LIM-02", MON, 2), ("LIM-02", TUE, 2)]
    assert told(tmp_path) == [("b1", "LIM-02", None, False)]


@pytest.mark.parametrize("order", [*permutations(("late LIM-02", "mon", "unsaid"))])
def test_a_night_of_its_casino_comes_before_one_that_says_none(
    tmp_path: Path, take: Take, order: tuple[str, ...]
) -> None:
    unsaid = NIGHT.replace(",casino_id", "").replace(",LIM-02", "")
    write(tmp_path / "unsaid", sessions=unsaid, hands=HANDS)
    assert take(*order) == [("LIM-02", MON, 3), ("_", MON, 2)]
    assert told(tmp_path) == []


@pytest.mark.parametrize("order", [("late", "mon"), ("mon", "late"), ("late mon", "mon")])
def test_rows_follow_a_correction_that_moves_their_night(
    tmp_path: Path, take: Take, order: tuple[str, ...]
) -> None:
    write(tmp_path / "right", sessions=NIGHT.replace("-14", "-16"), hands=HANDS)
    moved = take(*order, "right for mon")
    if order[0] == "late mon":  # Monday was given with them, and there is no such Monday now
        assert (moved, told(tmp_path)) == ([("LIM-02", WED, 2)], [("b1", None, None, True)])
    else:
        assert (moved, told(tmp_path)) == ([("LIM-02", WED, 3)], [])


@pytest.mark.parametrize("order", [("late", "mon", "tue"), ("mon", "tue", "late")])
def test_a_row_is_placed_once_a_correction_leaves_one_night_for_it(
    tmp_path: Path, take: Take, order: tuple[str, ...]
) -> None:
    other = HANDS.replace("h1", "h2")
    write(tmp_path / "right", sessions=NIGHT.replace("-14", "-15"), hands=other)
    assert take(*order, "right for tue") == [("LIM-02", MON, 3), ("LIM-02", TUE, 2)]
    assert told(tmp_path) == []


def test_a_correction_that_repeats_the_late_rows_is_refused_where_repeats_are(
    tmp_path: Path, take: Take
) -> None:
    write(tmp_path / "right", sessions=NIGHT, hands=HANDS, bets=BETS.replace("10", "20"))
    take("mon", "late")
    options = IngestOptions(replaces=("mon",), refuse_repeats=True)
    with pytest.raises(UsageError, match=r"late/bets\.csv"):
        ingest([tmp_path / "right"], tmp_path / "store", options=options)
    assert take() == [("LIM-02", MON, 3)]


@pytest.mark.parametrize("order", [*permutations(("hands", "bets", "mon", "tue"))][::3])
def test_what_rests_on_a_row_goes_where_it_goes(
    tmp_path: Path, take: Take, order: tuple[str, ...]
) -> None:
    for night in ("mon", "tue"):
        (tmp_path / night / night / "hands.csv").unlink()
    write(tmp_path / "hands", hands=HANDS, bets=BETS)
    write(tmp_path / "bets", bets=BETS.replace("b1", "b9"))
    assert take(*order) == [("LIM-02", MON, 1), ("LIM-02", TUE, 1)]
    waiting = [("b1", None, None, True), ("b9", None, None, True)]
    assert sorted(told(tmp_path)) == [*waiting, ("h1", None, None, False)]


@pytest.mark.parametrize("order", [*permutations(("late", "mon", "tue"))])
def test_nor_is_a_rejected_record_told_of_the_night_that_came_first(
    tmp_path: Path, take: Take, order: tuple[str, ...]
) -> None:
    write(tmp_path / "late", bets=BETS.replace("10", "ten"))
    assert take(*order) == [("LIM-02", MON, 2), ("LIM-02", TUE, 2)]
    assert told(tmp_path) == [("b1", None, None, False)]
    assert rejects(tmp_path / "store")["session_id"].to_pylist() == [None]


def test_a_rejected_record_follows_a_correction(tmp_path: Path, take: Take) -> None:
    write(tmp_path / "late", bets=BETS.replace("10", "ten"))
    write(tmp_path / "right", sessions=NIGHT.replace("-14", "-16"), hands=HANDS)
    take("mon", "late", "right for mon")
    assert told(tmp_path) == [("b1", "LIM-02", WED, False)]


def test_a_clock_is_read_anew_where_its_row_goes(tmp_path: Path, take: Take) -> None:
    bets = "bet_id,hand_id,kind,stake,placed_at\nb1,h1,fila,10,2003-07-14 20:00:00\n"
    write(tmp_path / "late", bets=bets)
    euros = NIGHT.replace("PEN", "UYU")  # Montevideo: three hours behind UTC, Lima five
    write(tmp_path / "right", sessions=euros, hands=HANDS)
    take("mon", "late", "right for mon")
    (night,) = partitions(tmp_path / "store")
    (placed,) = [pq.read_table(path, partitioning=None) for path in night.files["bets"]]
    assert placed["placed_at"].to_pylist() == [datetime(2003, 7, 14, 23, tzinfo=UTC)]


def test_rows_come_out_of_a_pack(tmp_path: Path, take: Take) -> None:
    write(tmp_path / "more", bets=BETS.replace("b1", "b2"))
    take("late", "mon", "more")
    assert compact(tmp_path / "store")
    assert take("tue") == [("LIM-02", MON, 2), ("LIM-02", TUE, 2)]
    assert told(tmp_path) == [("b1", None, None, False), ("b2", None, None, False)]


def test_a_row_that_waited_on_for_another_id_still_does(tmp_path: Path, take: Take) -> None:
    write(tmp_path / "late", bets=BETS + "b2,h2,fila,5\n")
    assert take("late", "mon", "tue") == [("LIM-02", MON, 2), ("LIM-02", TUE, 2)]
    assert told(tmp_path) == [("b1", None, None, False), ("b2", None, None, True)]
    write(tmp_path / "wed", sessions=NIGHT.replace("-14", "-16"), hands=HANDS.replace("h1", "h2"))
    assert take("wed")[-1] == ("LIM-02", WED, 3)
    write(tmp_path / "thu", sessions=NIGHT.replace("-14", "-17"), hands=HANDS.replace("h1", "h2"))
    assert [rows for *_, rows in take("thu")] == [2, 2, 2, 2]


@pytest.mark.parametrize("order", [("mon", "tue", "mon"), ("mon", "tue", "mon", "wed")])
def test_what_comes_beside_sessions_read_before_is_of_their_night(
    tmp_path: Path, take: Take, order: tuple[str, ...]
) -> None:
    write(tmp_path / "wed", sessions=NIGHT.replace("-14", "-16"), hands=HANDS)
    take(*order[:2])
    write(tmp_path / "mon", bets=BETS)
    assert take(*order[2:])[:2] == [("LIM-02", MON, 3), ("LIM-02", TUE, 2)]
    assert told(tmp_path) == []


def test_the_same_twice_changes_nothing(tmp_path: Path, take: Take) -> None:
    take("late", "mon", "tue")
    before = sources(tmp_path / "store")
    take("late", "mon", "tue", "late")
    assert sources(tmp_path / "store") == before


def test_what_ends_as_it_was_is_left_as_it_is(tmp_path: Path, take: Take) -> None:
    take("late LIM-02", "mon")
    before = sources(tmp_path / "store")
    take("LIM-01")
    now = sources(tmp_path / "store")
    assert [one for one in before if one not in now] == []


def test_what_was_given_a_date_is_not_in_question_for_another(
    take: Take, monkeypatch: pytest.MonkeyPatch
) -> None:
    take("late mon", "mon")
    monkeypatch.setattr(revive, "tentative_rows", None)
    assert take("tue") == [("LIM-02", MON, 3), ("LIM-02", TUE, 2)]


def test_no_row_is_left_in_a_night_that_went_to_another_casino(tmp_path: Path, take: Take) -> None:
    unsaid = NIGHT.replace(",casino_id", "").replace(",LIM-02", "")
    write(tmp_path / "unsaid", sessions=unsaid, hands=HANDS)
    assert take("unsaid", "late LIM-01") == [("_", MON, 3)]
    write(tmp_path / "right", sessions=unsaid.replace("BB-1", "BB-2"), hands=HANDS)
    options = IngestOptions(casino_id="LIM-02", replaces=("unsaid",))
    ingest([tmp_path / "right"], tmp_path / "store", options=options)
    assert take() == [("LIM-02", MON, 2)]
    assert told(tmp_path) == [("b1", "LIM-01", None, True)]


def test_where_no_id_is_in_question_nothing_is_read_or_brought_back(
    tmp_path: Path, take: Take, monkeypatch: pytest.MonkeyPatch
) -> None:
    take("late", "mon")
    monkeypatch.setattr(revive, "tentative_rows", None)
    monkeypatch.setattr(tentative, "_TOUCHED", "no query")
    write(tmp_path / "tue", hands=HANDS.replace("h1", "h2"))
    assert take("tue") == [("LIM-02", MON, 3), ("LIM-02", TUE, 2)]


def test_an_ingest_says_what_of_before_counts_no_more(tmp_path: Path, take: Take) -> None:
    take("mon", "late")
    assert ingest([tmp_path / "tue"], tmp_path / "store").displaced == {"late/bets.csv": 1}
    assert ingest([tmp_path / "tue"], tmp_path / "store").displaced == {}
