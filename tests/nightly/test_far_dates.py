"""A date that no calendar goes on from is its record's fault, and stops no other casino."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import pytest

from auditor.errors import UsageError
from auditor.nightly.config import CasinoInbox
from tests.nightly.conftest import CASINO

if TYPE_CHECKING:
    from tests.nightly.conftest import Place


@pytest.mark.parametrize("far", ["9999-12-31", "0001-01-01"])
@pytest.mark.parametrize("what", ["2005-06-18,PEN", "2005-06-18 21:00:00"])
def test_it_is_rejected_and_told_and_the_next_casino_is_judged(
    place: Place, far: str, what: str
) -> None:
    (place.folder / "other").mkdir()
    sessions = place.deliver() / "sessions.csv"
    (place.deliver("b")).rename(place.folder / "other" / "b")
    said = what.replace("2005-06-18", far)
    sessions.write_text(sessions.read_text("utf-8").replace(what, said), "utf-8")
    theirs = place.folder / "other" / "b" / "sessions.csv"
    (theirs.parent / f"house-{CASINO}.toml").unlink()
    theirs.write_text(theirs.read_text("utf-8").replace(CASINO, "OTHER"), "utf-8")
    inboxes = (*place.config.inboxes, CasinoInbox("OTHER", str(place.folder / "other")))
    night = replace(place, config=replace(place.config, inboxes=inboxes)).run()
    assert [mark["casino_id"] for mark in night.reported] == ["OTHER"]
    assert (night.exit_code, night.arrivals.counts[CASINO, "2005-06-18"]) == (3, (58, 58))


@pytest.mark.parametrize("day", [date.min, date(1969, 12, 31), date.max])
def test_a_day_that_no_clock_tells_is_refused_and_nothing_is_taken(place: Place, day: date) -> None:
    place.deliver()
    with pytest.raises(UsageError, match=str(day)):
        place.run(today=day)
    assert not place.config.store.exists()


@pytest.mark.parametrize("day", [date(1970, 1, 1), date(9000, 1, 1)])
@pytest.mark.parametrize("video_days", [0, 36_500])
def test_days_of_video_are_counted_from_any_other(place: Place, day: date, video_days: int) -> None:
    place.deliver()
    night = place.run(today=day, video_days=video_days)
    assert bool(night.ahead) is (day.year == 1970)
    assert night.arrivals.taken
