"""A fault of the program in one delivery is told, stops no other, and is tried again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from auditor import api
from auditor.nightly.config import CasinoInbox
from auditor.nightly.told import lines
from tests.nightly.conftest import CASINO

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from auditor.api import IngestOptions
    from auditor.ingest.commit.take import IngestResult
    from tests.nightly.conftest import Place


@pytest.fixture(name="two")
def _two(place: Place) -> Place:
    """Give two casinos a delivery each, the first with one that the program cannot bear."""
    (place.folder / "broken" / "a").mkdir(parents=True)
    (place.folder / "broken" / "a" / "bets.csv").write_text("bet_id,hand_id\n", "utf-8")
    place.deliver()
    inboxes = (CasinoInbox("BROKEN", str(place.folder / "broken")), *place.config.inboxes)
    return replace(place, config=replace(place.config, inboxes=inboxes))


def test_what_breaks_in_one_delivery_leaves_the_next_casino_its_night(
    two: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ingest = api.ingest

    def breaks(inputs: Sequence[Path], store: Path, *, options: IngestOptions) -> IngestResult:
        if options.casino_id == "BROKEN":
            raise OverflowError
        return ingest(inputs, store, options=options)

    monkeypatch.setattr(api, "ingest", breaks)
    night, again = two.run(), two.run()
    assert [mark["casino_id"] for mark in night.reported] == [CASINO]
    assert [each.name for each in again.arrivals.failed] == ["a"]
    assert (night.exit_code, again.exit_code) == (3, 4)
    assert any("OverflowError" in line for line in lines(again, "es"))
    monkeypatch.undo()
    assert two.run().arrivals.taken == [("BROKEN", "a")]
