"""What a repair took out of the store is taken again from the inbox, or asked for."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from auditor.errors import StoreError
from auditor.nightly.told import lines
from auditor.store.check import check, repair
from auditor.store.manifest import sources
from tests.nightly.conftest import state_of

if TYPE_CHECKING:
    from tests.nightly.conftest import Place


def damaged(place: Place) -> Place:
    """Run over a delivery, damage what the store holds of its bets, and repair the store."""
    place.deliver()
    place.run()
    (bets,) = (place.config.store / "bets").rglob("*.parquet")
    bets.write_bytes(bets.read_bytes()[:-1])
    assert [entry.name for entry in repair(place.config.store)] == [
        "LIMA-CENTRO/2005-06-18/bets.csv"
    ]
    return place


def test_what_a_repair_took_out_is_taken_again_from_the_inbox(place: Place) -> None:
    place.deliver()
    place.run()
    before = state_of(place)
    shutil.rmtree(place.inbox / "2005-06-18")
    damaged(place)
    again, after = place.run(), place.run()
    assert again.arrivals.taken == [("LIMA-CENTRO", "2005-06-18")]
    assert (state_of(place), check(place.config.store)) == (before, ())
    assert after.arrivals.taken == []
    assert not (place.config.store / "wanted.json").exists()


def test_what_is_not_in_the_inbox_any_more_is_asked_for_until_it_is_there(place: Place) -> None:
    kept = shutil.copytree(damaged(place).inbox, place.folder / "kept")
    shutil.rmtree(place.inbox / "2005-06-18")
    for _ in range(2):
        night = place.run()
        assert [each.name for each in night.arrivals.failed] == ["2005-06-18"]
        assert "vuelva a ponerla" in "\n".join(lines(night, "es"))
    shutil.copytree(kept / "2005-06-18", place.inbox / "2005-06-18")
    assert place.run().arrivals.failed == []
    assert len(sources(place.config.store)) == 5  # sessions, hands, bets, rolls, events


def test_a_store_that_is_gone_is_told_each_night_and_no_night_passes_by_it(place: Place) -> None:
    place.deliver()
    place.run()
    before = state_of(place)
    place.config.store.rename(place.folder / "away")
    for _ in range(2):
        with pytest.raises(StoreError, match=r"ledger\.json") as told:
            place.run()
        assert (told.value.exit_code, place.config.store.exists()) == (5, False)
    (place.folder / "away").rename(place.config.store)
    night = place.run()
    assert (night.exit_code, state_of(place)) == (0, before)


def test_a_store_that_is_lost_is_made_again_of_the_inboxes_once_the_ledger_is_deleted(
    place: Place,
) -> None:
    place.deliver()
    place.run()
    before = state_of(place)
    shutil.rmtree(place.config.store)
    (place.config.work / "ledger.json").unlink()
    place.run()
    assert state_of(place) == before
