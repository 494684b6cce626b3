"""A correction counts wherever it is declared: after it was taken, beside it, in its zip."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from auditor.store.check import check
from auditor.store.manifest import sources
from auditor.store.read import partitions
from tests.nightly.conftest import CASINO, CORRECTION, SECOND

if TYPE_CHECKING:
    from pathlib import Path

    from tests.nightly.conftest import Place

FIRST = "2005-06-18"


def _another_night(place: Place, name: str) -> Path:
    """Deliver the sample night under another date and session, so that it repeats nothing."""
    folder = place.deliver(name)
    for path in folder.glob("*.csv"):
        text = path.read_text("utf-8").replace("BB-2005", "ZZ-2005")
        path.write_text(text.replace("2005-06-18", "2005-06-19"), "utf-8")
    return folder


@pytest.mark.parametrize("is_beside", [False, True])
def test_a_correction_that_is_declared_only_after_it_was_taken_counts(
    place: Place, *, is_beside: bool
) -> None:
    place.deliver(FIRST)
    place.run()
    folder = _another_night(place, SECOND)
    (place.inbox / "replaces.toml").write_text("", "utf-8")
    place.run()
    assert len(partitions(place.config.store)) == 2
    text = f'{CORRECTION}by = "{SECOND}"\n'
    (place.inbox if is_beside else folder).joinpath("replaces.toml").write_text(text, "utf-8")
    night, again = place.run(), place.run()
    assert (night.quarantine, night.arrivals.failed) == ((), [])
    assert {entry.name.split("/")[1] for entry in sources(place.config.store)} == {SECOND}
    assert (again.judging, again.arrivals.taken) == (None, [])
    assert not (place.config.out / CASINO / "2005-06-18").exists()
    assert check(place.config.store) == ()


def test_a_declaration_of_what_never_came_is_told_until_it_does(place: Place) -> None:
    place.deliver(FIRST)
    (place.inbox / "replaces.toml").write_text(f'{CORRECTION}by = "corected"\n', "utf-8")
    assert place.run().exit_code == 3
    night = place.run()
    assert [each.name for each in night.arrivals.failed] == ["replaces.toml"]
    assert (night.exit_code, "corected" in night.arrivals.failed[0].reason_es) == (4, True)
    (place.inbox / "replaces.toml").write_text(f'{CORRECTION}by = "{SECOND}"\n', "utf-8")
    _another_night(place, SECOND)
    last = place.run()
    assert (last.arrivals.failed, len(partitions(place.config.store))) == ([], 1)


@pytest.mark.parametrize("inside", ["", "night"])
def test_a_zip_declares_what_it_replaces_by_the_file_inside(place: Place, inside: str) -> None:
    place.deliver(FIRST)
    place.run()
    folder = place.correct().rename(place.folder / "night")
    root = place.folder if inside else folder
    shutil.make_archive(str(place.inbox / SECOND), "zip", root, inside or None)
    night = place.run()
    assert (night.quarantine, night.arrivals.failed) == ((), [])
    assert night.arrivals.taken == [(CASINO, f"{SECOND}.zip")]
    assert {e.name.split("/")[1] for e in sources(place.config.store)} == {f"{SECOND}.zip"}


def test_one_that_says_it_badly_is_told_and_not_taken(place: Place) -> None:
    folder = place.correct("[[replaces]]\nsauce = 1\n").rename(place.folder / "night")
    shutil.make_archive(str(place.inbox / SECOND), "zip", folder)
    night = place.run()
    assert (night.arrivals.taken, [each.name for each in night.arrivals.failed]) == (
        [],
        [f"{SECOND}.zip"],
    )
    assert "sauce" in night.arrivals.failed[0].reason_es
