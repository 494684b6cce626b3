"""What one casino's rows wait for never comes from another casino, whatever their ids."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest

from auditor.api import IngestOptions, ingest
from auditor.store.manifest import sources
from auditor.store.read import partitions

if TYPE_CHECKING:
    from pathlib import Path

    from tests.nightly.conftest import Place

OTHER = "OTHER"


def _bet_alone(place: Place) -> Path:
    """Make a folder with one delivery of a bet alone, on a hand with an id that others have too."""
    head, first, *_ = (place.samples / "bling_bling" / "bets.csv").read_text("utf-8").splitlines()
    folder = place.folder / "other" / "2005-06-18"
    folder.mkdir(parents=True)
    own = first.replace(first.split(",")[0], "X1", 1)
    (folder / "bets.csv").write_text(f"{head}\n{own}\n", "utf-8")
    return folder


def _holds_it(place: Place) -> bool:
    """Tell whether that bet is among the rows of any night."""
    paths = [p for one in partitions(place.config.store) for p in one.files.get("bets", ())]
    return any("X1" in pq.read_table(path)["bet_id"].to_pylist() for path in paths)


@pytest.mark.parametrize("is_first", [True, False])
def test_a_row_that_waits_is_not_placed_among_another_casinos(
    place: Place, *, is_first: bool
) -> None:
    if not is_first:
        place.deliver()
        place.run()
    address = str(_bet_alone(place).parent)
    inbox = replace(place.config.inboxes[0], casino_id=OTHER, address=address)
    both = (inbox, *place.config.inboxes)
    place.run(inboxes=both)
    place.deliver("2005-06-19" if not is_first else "2005-06-18")
    place.run(inboxes=both)
    assert not _holds_it(place)
    assert [entry.aside for entry in sources(place.config.store) if entry.aside] == [1]


@pytest.mark.parametrize("is_first", [True, False])
def test_nor_where_the_other_says_itself_whose_it_is(place: Place, *, is_first: bool) -> None:
    night, late = place.samples / "bling_bling", _bet_alone(place)
    flags = IngestOptions(casino_id=OTHER)
    if not is_first:
        ingest([night], place.config.store)
    ingest([late], place.config.store, options=flags)
    if is_first:
        ingest([night], place.config.store)
    ingest([place.samples / "stud7"], place.config.store)
    assert not _holds_it(place)


def test_it_is_placed_among_its_own(place: Place) -> None:
    store = place.config.store
    ingest([_bet_alone(place)], store, options=IngestOptions(casino_id="LIMA-CENTRO"))
    assert not _holds_it(place)
    ingest([place.samples / "bling_bling"], store)
    assert _holds_it(place)
