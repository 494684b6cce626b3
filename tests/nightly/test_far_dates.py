"""A date that no calendar goes on from is its record's fault, and stops no other casino."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

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
