"""Rows that wait for their hand or session: whose they are does not hang on what came first."""

from __future__ import annotations

import json
from datetime import date
from itertools import permutations
from typing import TYPE_CHECKING

import pytest

from auditor.ingest.ingest import IngestOptions, ingest
from auditor.ingest.place import revive
from auditor.store import partitions, rejects, sources
from tests.ingest.conftest import BETS, HANDS, MON, NIGHT, ON, TUE

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Take = Callable[..., list[tuple[str, date | None, int]]]


def write(folder: Path, **files: str) -> Path:
    """Write tables into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.csv").write_text(text, "utf-8")
    return folder


@pytest.fixture(name="take")
def _take(tmp_path: Path) -> Take:
    """Give what takes deliveries in, in turn, and tells casino, date and rows of each night.

    `mon` and `tue` are two nights with the same ids, `whole` is Monday with its bets; `late mon`
    and so on are bets alone, given a date or a casino; `late` are bets of which nothing is said.
    """
    tuesday = NIGHT.replace("-14", "-15")
    write(tmp_path / "mon", sessions=NIGHT, hands=HANDS)
    write(tmp_path / "whole", sessions=NIGHT, hands=HANDS, bets=BETS)
    write(tmp_path / "tue", sessions=tuesday, hands=HANDS)
    write(tmp_path / "LIM-01", sessions=NIGHT.replace("LIM-02", "LIM-01"), hands=HANDS)
    write(tmp_path / "late", bets=BETS)

    def take(*names: str) -> list[tuple[str, date | None, int]]:
        for name in names:
            folder, _, given = name.partition(" ")
            options = ON.get(given) or IngestOptions(casino_id=given or None)
            ingest([tmp_path / folder], tmp_path / "store", options=options)
        return [(p.casino_id, p.gaming_date, p.rows) for p in partitions(tmp_path / "store")]

    return take


@pytest.mark.parametrize("order", [*permutations(("late tue", "mon", "tue"))])
def test_a_late_table_is_of_the_date_given_with_it(
    tmp_path: Path, take: Take, order: tuple[str, ...]
) -> None:
    assert take(*order) == [("LIM-02", MON, 2), ("LIM-02", TUE, 3)]
    assert rejects(tmp_path / "store").num_rows == 0


def test_what_waits_for_one_date_is_not_placed_on_another(tmp_path: Path, take: Take) -> None:
    assert take("late tue", "mon") == [("LIM-02", MON, 2)]
    (waiting,) = [one for one in sources(tmp_path / "store") if one.aside]
    assert (waiting.name, waiting.given_date) == ("bets.csv", TUE)


@pytest.mark.parametrize("order", [*permutations(("late tue", "whole", "tue"))])
def test_a_whole_night_takes_nothing_of_what_waits_for_another(
    tmp_path: Path, take: Take, order: tuple[str, ...]
) -> None:
    assert take(*order) == [("LIM-02", MON, 3), ("LIM-02", TUE, 3)]
    assert rejects(tmp_path / "store").num_rows == 0


def test_a_whole_night_takes_the_place_of_what_waits_for_it(tmp_path: Path, take: Take) -> None:
    assert take("late mon", "whole") == [("LIM-02", MON, 3)]
    assert (len(sources(tmp_path / "store")), rejects(tmp_path / "store").num_rows) == (3, 0)


@pytest.mark.parametrize(
    "order",
    [
        ("late mon", "late tue", "mon", "tue"),
        ("late tue", "late mon", "mon", "tue"),
        ("late mon", "late tue", "tue", "mon"),
        ("late mon", "tue", "late tue", "mon"),
        ("late tue", "tue", "late mon", "mon"),
        ("mon", "tue", "late tue", "late mon"),
    ],
)
def test_equal_tables_given_two_dates_are_each_kept(
    tmp_path: Path, take: Take, order: tuple[str, ...]
) -> None:
    assert take(*order) == [("LIM-02", MON, 3), ("LIM-02", TUE, 3)]
    assert (len(sources(tmp_path / "store")), rejects(tmp_path / "store").num_rows) == (6, 0)


@pytest.mark.parametrize("order", [*permutations(("late LIM-01", "late LIM-02", "LIM-01", "mon"))])
def test_equal_tables_given_two_casinos_are_each_kept(
    tmp_path: Path, take: Take, order: tuple[str, ...]
) -> None:
    assert take(*order) == [("LIM-01", MON, 3), ("LIM-02", MON, 3)]
    assert (len(sources(tmp_path / "store")), rejects(tmp_path / "store").num_rows) == (6, 0)


@pytest.mark.parametrize("waits", [True, False])
def test_a_table_of_which_nothing_is_said_takes_nothing_of_two(
    tmp_path: Path, take: Take, *, waits: bool
) -> None:
    lates, nights = ("late mon", "late tue"), ("mon", "tue")
    take(*lates, "late", *nights) if waits else take(*nights, *lates, "late")
    found = [(p.gaming_date, p.rows) for p in partitions(tmp_path / "store")]
    assert found == [(MON, 3), (TUE, 3)]


def test_a_row_that_waits_is_told_with_the_casino_given_with_it(tmp_path: Path, take: Take) -> None:
    more = BETS + "b2,h9,fila,5\n"
    write(tmp_path / "late", bets=more)
    take("late LIM-02", "mon")
    told = [(one["key"], one["casino_id"]) for one in rejects(tmp_path / "store").to_pylist()]
    assert told == [("b2", "LIM-02")]


def test_nor_is_it_told_with_the_casino_of_what_came_later(tmp_path: Path, take: Take) -> None:
    write(tmp_path / "late", bets=BETS + "b2,h9,fila,5\n")
    take("late", "mon LIM-02")
    told = [(one["key"], one["casino_id"]) for one in rejects(tmp_path / "store").to_pylist()]
    assert told == [("b2", None)]


@pytest.mark.parametrize("order", [("late", "both"), ("both", "late")])
def test_a_row_that_may_be_of_two_casinos_is_of_neither_and_told(
    tmp_path: Path, take: Take, order: tuple[str, ...]
) -> None:
    for casino in ("LIM-01", "LIM-02"):
        session = NIGHT.replace("LIM-02", casino)
        write(tmp_path / "both" / casino, sessions=session, hands=HANDS)
    assert take(*order) == [("LIM-01", MON, 2), ("LIM-02", MON, 2)]
    (told,) = rejects(tmp_path / "store").to_pylist()
    assert "hay varias jugadas «h1»" in told["reason_es"]
    assert "several hands “h1”" in told["reason_en"]


@pytest.mark.parametrize("order", [("now",), ("now/a", "now/b")])
def test_a_hand_that_waited_does_not_hide_that_of_another_casino(
    tmp_path: Path, take: Take, order: tuple[str, ...]
) -> None:
    write(tmp_path / "hands", hands=HANDS.replace("s1", "s9"))
    session = NIGHT.replace("s1", "s9").replace("LIM-02", "LIM-01")
    write(tmp_path / "now" / "a", sessions=session)
    write(tmp_path / "now" / "b", bets=BETS)
    nights = take("mon", "hands", *order)
    assert nights == [("LIM-01", MON, 2), ("LIM-02", MON, 2)]
    (told,) = rejects(tmp_path / "store").to_pylist()
    assert (told["key"], told["casino_id"], told["aside"]) == ("b1", None, False)


@pytest.mark.parametrize("order", [*permutations(("night", "late LIM-02"))])
def test_a_row_of_a_casino_may_be_of_a_night_that_says_no_casino(
    tmp_path: Path, take: Take, order: tuple[str, ...]
) -> None:
    unsaid = NIGHT.replace(",casino_id", "").replace(",LIM-02", "")
    write(tmp_path / "night", sessions=unsaid, hands=HANDS)
    assert take(*order) == [("_", MON, 3)]


def test_rejects_that_wait_for_nothing_are_not_read(
    tmp_path: Path, take: Take, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "mon", bets="bet_id,hand_id,kind,stake\nb1,h1,fila,ten\n")
    take("mon")
    monkeypatch.setattr(revive, "stored_rejects", None)
    assert take("tue") == [("LIM-02", MON, 2), ("LIM-02", TUE, 2)]
    assert rejects(tmp_path / "store").num_rows == 1


def test_an_entry_of_before_waits_on_and_its_rejects_find_their_place(
    tmp_path: Path, take: Take
) -> None:
    write(tmp_path / "late", bets=BETS + "b2,h1,fila,ten\n")
    take("late")
    (path,) = (tmp_path / "store" / "manifest").glob("*.json")
    entry = json.loads(path.read_bytes())
    for later in ("given_casino", "given_date", "loose"):
        del entry[later]
    path.write_text(json.dumps(entry), "utf-8")
    assert take("mon") == [("LIM-02", MON, 3)]
    told = [(one["key"], one["gaming_date"]) for one in rejects(tmp_path / "store").to_pylist()]
    assert told == [("b2", MON)]


LATER = NIGHT.replace("s1", "s2").replace("-14", "-15")  # Tuesday, with hands called as Monday's


@pytest.mark.parametrize("order", [*permutations(("whole", "beside", "else", "session"))][::3])
def test_bets_wait_with_the_hand_that_came_beside_them(
    tmp_path: Path, take: Take, order: tuple[str, ...]
) -> None:
    hands = HANDS.replace("s1", "s2")
    write(tmp_path / "beside", hands=hands, bets=BETS.replace("b1", "b9"))
    write(tmp_path / "else", sessions=NIGHT.replace("s1", "s3").replace("-14", "-16"))
    write(tmp_path / "session", sessions=LATER)
    took = take(*order)
    days = [(MON, 3), (TUE, 3), (date(2003, 7, 16), 1)]
    assert took == [("LIM-02", day, rows) for day, rows in days]
    assert rejects(tmp_path / "store").num_rows == 0


def test_bets_of_a_hand_that_was_rejected_beside_them_are_of_no_other_night(
    tmp_path: Path, take: Take
) -> None:
    hands = HANDS.replace("s1,1", "s2,one")  # no number: the hand is lost
    write(tmp_path / "amiss", sessions=LATER, hands=hands, bets=BETS.replace("b1", "b9"))
    write(tmp_path / "else", sessions=NIGHT.replace("s1", "s3").replace("-14", "-16"))
    assert take("whole", "amiss", "else")[:2] == [("LIM-02", MON, 3), ("LIM-02", TUE, 1)]
    waiting = [one.name for one in sources(tmp_path / "store") if one.aside]
    assert waiting == ["bets.csv"]


def test_what_found_its_place_later_leaves_the_venue_of_the_rest_as_it_was(tmp_path: Path) -> None:
    write(tmp_path / "night", sessions=NIGHT, hands=HANDS, bets=f"{BETS}b2,h2,fila,10\n")
    more = write(tmp_path / "more", hands="hand_id,session_id,hand_no\nh2,s1,2\n")
    house = 'casino_id = "LIM-02"\njurisdiction = "PE"\nzone = "America/Bogota"\n'
    (more / "house-LIM-02.toml").write_text(house, "utf-8")
    for folder in ("night", "more"):
        ingest([tmp_path / folder], tmp_path / "store")
    (bets,) = [one for one in sources(tmp_path / "store") if one.name == "bets.csv"]
    assert (bets.aside, len(bets.files), bets.venues) == (0, 2, {"LIM-02": (None, None)})
