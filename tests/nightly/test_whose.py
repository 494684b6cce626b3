"""An inbox is one casino's: it gives nothing of another that has one; what else it says is told."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from auditor.nightly.config import CasinoInbox
from auditor.nightly.told import lines
from tests.nightly.conftest import CASINO

if TYPE_CHECKING:
    from pathlib import Path

    from tests.nightly.conftest import Place

HOUSE = f'casino_id = "{CASINO}"\njurisdiction = "UY"\n'  # by whose norms nothing of it is governed
BET = "bet_id,hand_id\nx1,x1\n"


@pytest.fixture(name="both")
def _both(place: Place) -> Place:
    """Give another casino an inbox beside that of the samples, whose night is taken."""
    (place.folder / "other").mkdir()
    place.deliver()
    inboxes = (*place.config.inboxes, CasinoInbox("OTHER", str(place.folder / "other")))
    both = replace(place, config=replace(place.config, inboxes=inboxes))
    assert both.run().exit_code == 3
    return both


def _house_in_a_delivery(inbox: Path) -> None:
    (inbox / "x").mkdir()
    (inbox / "x" / f"house-{CASINO}.toml").write_text(HOUSE, "utf-8")
    (inbox / "x" / "bets.csv").write_text(BET, "utf-8")


def _house_in_the_inbox(inbox: Path) -> None:
    (inbox / f"house-{CASINO}.toml").write_text(HOUSE, "utf-8")
    (inbox / "bets.csv").write_text(BET, "utf-8")


def _session(inbox: Path) -> None:
    row = f"forged,{CASINO},BB-1,bling_bling,2005-06-18,PEN"
    head = "session_id,casino_id,table_id,game,gaming_date,currency"
    (inbox / "sessions.csv").write_text(f"{head}\n{row}\n", "utf-8")


FORGED = [_house_in_a_delivery, _house_in_the_inbox, _session]


@pytest.mark.parametrize("forge", FORGED)
def test_what_one_casino_delivers_changes_nothing_of_another(both: Place, forge: object) -> None:
    audit = (both.config.out / "audit.json").read_bytes()
    if callable(forge):
        forge(both.folder / "other")
    night = both.run()
    assert (night.exit_code, night.reported, night.arrivals.taken) == (4, (), [])
    assert {each.casino_id for each in night.quarantine} == {"OTHER"}
    assert all(CASINO in each.reason_en for each in night.quarantine)
    assert (both.config.out / "audit.json").read_bytes() == audit


def test_a_casino_without_an_inbox_is_judged_under_its_name_and_told_once(place: Place) -> None:
    inbox = CasinoInbox("LIMA", str(place.inbox))
    place.deliver()
    night, again = place.run(inboxes=(inbox,)), place.run(inboxes=(inbox,))
    assert [mark["casino_id"] for mark in night.reported] == [CASINO]
    told = [line for line in lines(night, "en") if "has no inbox" in line]
    assert (len(told), CASINO in told[0], "2005-06-18" in told[0]) == (1, True, True)
    assert (again.arrivals.of_others, again.exit_code) == ([], 0)
    data = json.loads((place.config.out / "nightly.json").read_text("utf-8"))
    assert data["arrivals"]["of_others"] == []


def test_it_leaves_the_run_open_where_there_is_no_violation(place: Place) -> None:
    folder = place.deliver()
    bets = folder / "bets.csv"
    bets.write_text(bets.read_text("utf-8").splitlines()[0] + "\n", "utf-8")
    inbox = CasinoInbox("LIMA", str(place.inbox))
    assert place.run(inboxes=(inbox,)).exit_code == 4


def _under_another_name(place: Place) -> Place:
    """Deliver the night without a word of whose it is, take it, and call the casino otherwise."""
    folder = place.deliver()
    (folder / f"house-{CASINO}.toml").unlink()
    sessions = folder / "sessions.csv"
    sessions.write_text(sessions.read_text("utf-8").replace(CASINO, ""), "utf-8")
    assert place.run().exit_code == 3
    inboxes = (CasinoInbox("RENAMED", str(place.inbox)),)
    return replace(place, config=replace(place.config, inboxes=inboxes))


def test_a_night_does_not_count_again_under_a_casino_s_new_name(place: Place) -> None:
    renamed = _under_another_name(place)
    night = renamed.run()
    assert (night.exit_code, night.reported, night.arrivals.taken) == (4, (), [])
    assert {each.casino_id for each in night.quarantine} == {"RENAMED"}
    assert all(f"“{CASINO}”" in each.reason_en for each in night.quarantine)
    assert [path.name for path in place.config.out.glob("*/2005-06-18")] == ["2005-06-18"]


def test_nor_where_it_comes_with_a_file_that_says_how_it_is_read(place: Place) -> None:
    renamed = _under_another_name(place)
    (place.inbox / "2005-06-18" / "mapping.toml").write_text("", "utf-8")
    assert renamed.run().reported == ()


def test_files_without_records_may_come_for_two_casinos(both: Place) -> None:
    for name in ("in", "other"):
        (both.folder / name / "closed").mkdir()
        (both.folder / name / "closed" / "bets.csv").write_text(BET.splitlines()[0], "utf-8")
    night = both.run()
    assert (len(night.arrivals.taken), night.quarantine) == (2, ())
