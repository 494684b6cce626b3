"""A folder that cannot be listed is told, its delivery waits whole, and all others are taken."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from fsspec.implementations.local import LocalFileSystem

from auditor.nightly.config import CasinoInbox
from auditor.nightly.inbox import fetch
from auditor.nightly.told import lines
from auditor.texts import say
from tests.nightly.conftest import CASINO

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.nightly.conftest import Place

DEEP = 1200  # levels: more than Python calls one within the other


@pytest.fixture(name="shut")
def _shut(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], None]:
    """Give what takes the leave to list a folder away; who runs as root has it all the same."""
    closed: set[str] = set()
    listed = LocalFileSystem.ls

    def ls(system: LocalFileSystem, path: str, **how: object) -> object:
        if path in closed:
            raise PermissionError(13, "Permission denied", path)
        return listed(system, path, **how)

    monkeypatch.setattr(LocalFileSystem, "ls", ls)
    return lambda folder: closed.add(str(folder))


def test_an_inbox_that_cannot_be_listed_is_out_of_reach(
    place: Place, shut: Callable[[Path], None]
) -> None:
    place.deliver()
    shut(place.inbox)
    night = place.run()
    assert night.exit_code == 4
    assert [(each.casino_id, each.name) for each in night.arrivals.failed] == [(CASINO, "")]


@pytest.mark.parametrize("name", ["other", "other/sub"])
def test_a_closed_folder_is_told_and_its_delivery_is_not_taken_in_part(
    place: Place, shut: Callable[[Path], None], name: str
) -> None:
    place.deliver()
    place.deliver("other").joinpath("sub").mkdir()
    shut(place.inbox / name)
    night = place.run()
    assert night.arrivals.taken == [(CASINO, "2005-06-18")]
    assert [each.name for each in night.arrivals.passed_over] == [name]
    assert place.run().exit_code == 4
    for lang in ("es", "en"):
        assert say("nightly.closed_folder", lang=lang) in "\n".join(lines(night, lang))


@pytest.fixture(name="deep")
def _deep(place: Place) -> Iterator[None]:
    """Put a file far down in the inbox, and take it away again: what clears up goes not so deep."""
    names = (str(place.inbox / "deep"), *["d"] * DEEP)
    here = Path.cwd()
    for name in names:
        Path(name).mkdir()
        os.chdir(name)
    Path("bets.csv").write_text("bet_id,hand_id\n", "utf-8")
    os.chdir(here)
    yield
    for name in names:
        os.chdir(name)
    Path("bets.csv").unlink()
    for name in reversed(names):
        os.chdir("..")
        Path(name).rmdir()
    os.chdir(here)


@pytest.mark.usefixtures("deep")
def test_what_lies_too_deep_stops_no_other(place: Place) -> None:
    place.deliver()
    night = place.run()
    assert night.arrivals.taken == [(CASINO, "2005-06-18")]
    (told,) = night.arrivals.passed_over
    assert (told.name.count("/"), told.reason_en) == (39, say("nightly.too_deep", lang="en"))


def test_the_folder_of_a_file_system_s_own_is_no_matter(
    place: Place, shut: Callable[[Path], None]
) -> None:
    (place.inbox / "lost+found").mkdir()
    shut(place.inbox / "lost+found")
    assert place.run().exit_code == 0


def test_what_has_become_a_pipe_since_it_was_seen_is_not_waited_for(place: Place) -> None:
    os.mkfifo(place.inbox / "bets.csv")
    with pytest.raises(Exception, match="no file that can be read whole"):
        fetch(CasinoInbox(CASINO, str(place.inbox)), "bets.csv", to=place.folder / "copy")
