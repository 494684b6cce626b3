"""Inboxes at any address of fsspec: taken once, a change is seen, and one out of reach is told."""

from __future__ import annotations

import io
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import fsspec
import pytest

from auditor.nightly.config import CasinoInbox
from auditor.nightly.inbox import look

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.nightly.conftest import Place

CASINO = "LIMA-CENTRO"


@pytest.fixture(name="address", params=["memory", "file"])
def _address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Give an address of each kind that needs no server."""
    where = "/inbox" if request.param == "memory" else str(tmp_path / "elsewhere")
    yield f"{request.param}://{where}"
    fsspec.filesystem("memory").store.clear()


def test_a_night_is_taken_from_it_once_and_a_change_of_the_same_size_is_seen(
    place: Place, address: str
) -> None:
    system, root = fsspec.core.url_to_fs(address)
    system.put(str(place.samples / "bling_bling"), f"{root}/2005-06-18", recursive=True)
    there = replace(place, config=replace(place.config, inboxes=(CasinoInbox(CASINO, address),)))
    first, second = there.run(), there.run()
    assert first.arrivals.taken == [(CASINO, "2005-06-18")]
    assert (second.arrivals.taken, second.judging) == ([], None)
    bets = f"{root}/2005-06-18/bets.csv"
    system.pipe_file(bets, system.cat_file(bets)[:-1] + b" ")
    assert [each.name for each in there.run().quarantine] == ["2005-06-18/bets.csv"]


@pytest.mark.parametrize("scheme", ["", "file://"])
def test_two_colons_in_a_local_path_are_part_of_it(place: Place, scheme: str) -> None:
    folder = place.folder / "a::b"
    shutil.copytree(place.samples / "bling_bling", folder / "2005-06-18")
    night = place.run(inboxes=(CasinoInbox(CASINO, f"{scheme}{folder}"),))
    assert night.arrivals.taken == [(CASINO, "2005-06-18")]


def test_a_file_that_is_a_delivery_of_its_own_is_taken_too(place: Place, address: str) -> None:
    system, root = fsspec.core.url_to_fs(address)
    system.makedirs(root, exist_ok=True)
    for name in ("bets.csv", "hands.csv", "sessions.csv"):
        system.put(str(place.samples / "bling_bling" / name), f"{root}/{name}")
    inbox = CasinoInbox(CASINO, address)
    night = place.run(inboxes=(inbox,))
    assert (night.arrivals.waiting, night.quarantine) == ([], ())
    assert len(night.arrivals.taken) == 3


def test_a_name_that_a_server_gives_leads_nowhere_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    strange = ("../up.csv", "2005-06-18/../../up.csv", "a\nb.csv", "2005-06-18/.hidden/x.csv")
    system = fsspec.filesystem("memory")
    system.pipe_file("/inbox/2005-06-18/bets.csv", b"bet_id,hand_id\n")
    found = system.find("/inbox", detail=True)
    (told,) = found.values()
    found |= {f"/inbox/{name}": told | {"name": f"/inbox/{name}"} for name in strange}
    monkeypatch.setattr(type(system), "find", lambda *_given, **_how: found)
    seen = look(CasinoInbox(CASINO, "memory:///inbox"))
    system.store.clear()
    files = [name for each in seen.deliveries.values() for name in each.files]
    assert (files, list(seen.beside)) == (["2005-06-18/bets.csv"], [])
    told = {"../up.csv", "2005-06-18/../../up.csv", "a\ufffdb.csv"}
    assert seen.passed_over == dict.fromkeys(told, "strange_name")


TOLD = {
    "a//b.csv": "strange_name",
    "a/./b.csv": "strange_name",
    "c": "folder_too",
    f"{'n' * 240}/b.csv": "long_name",
}


def test_names_that_no_folder_can_hold_are_told_and_the_rest_is_taken(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = fsspec.filesystem("memory")
    night = place.samples / "bling_bling"
    for path in night.glob("*.csv"):
        system.pipe_file(f"/inbox/2005-06-18/{path.name}", path.read_bytes())
    found = system.find("/inbox", detail=True)
    told = next(iter(found.values()))
    more = {f"/inbox/{one}": told for one in (*TOLD, "c/g.csv")}
    marker = {"/inbox/empty/": told | {"size": 0}}
    monkeypatch.setattr(type(system), "find", lambda *_given, **_how: found | more | marker)
    seen = look(CasinoInbox(CASINO, "memory:///inbox"))
    system.store.clear()
    assert (seen.passed_over, sorted(seen.deliveries)) == (TOLD, ["2005-06-18", "c"])


def test_a_file_of_which_a_part_comes_is_not_taken_until_it_comes_whole(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    system, inboxes = fsspec.filesystem("memory"), (CasinoInbox(CASINO, "memory:///part"),)
    for path in (place.samples / "bling_bling").glob("*.csv"):
        system.pipe_file(f"/part/2005-06-18/{path.name}", path.read_bytes())
    with monkeypatch.context() as broken:
        broken.setattr(type(system), "open", lambda *_given, **_how: io.BytesIO(b"bet_id,"))
        first = place.run(inboxes=inboxes)
    second = place.run(inboxes=inboxes)
    system.store.clear()
    (failed,) = first.arrivals.failed
    assert (first.exit_code, first.arrivals.taken, "7 came" in failed.reason_en) == (4, [], True)
    assert second.arrivals.taken == [(CASINO, "2005-06-18")]


@pytest.mark.parametrize(
    "address", ["nowhere://at/all", "memory:///none", "file:///none", "sftp://127.0.0.1:9/in"]
)
def test_one_out_of_reach_is_told_and_stops_no_other(place: Place, address: str) -> None:
    place.deliver()
    inboxes = (*place.config.inboxes, CasinoInbox("AWAY", address))
    night = place.run(inboxes=inboxes)
    assert [each.casino_id for each in night.arrivals.failed] == ["AWAY"]
    assert address.rpartition("/")[0] in night.arrivals.failed[0].reason_en
    assert night.arrivals.taken == [(CASINO, "2005-06-18")]
    assert (night.exit_code, place.run(inboxes=inboxes).exit_code) == (3, 4)
