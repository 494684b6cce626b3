"""A correction that comes before what it replaces, and one that names what never came."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest

from auditor.nightly import night as night_
from auditor.nightly.told import lines, plain
from auditor.store.manifest import sources
from auditor.store.read import partitions
from tests.nightly.conftest import CASINO, CORRECTION, SECOND, state_of

if TYPE_CHECKING:
    from tests.nightly.conftest import Place

FIRST = "2005-06-18"


def _without_names(place: Place) -> tuple[dict[str, str], list[tuple[str, int]]]:
    """Give what a run must leave: the audit of the night, and the sources without their names."""
    audit, found, held = state_of(place)
    assert not held
    reports = {name: digest for name, digest in audit.items() if name.startswith(CASINO)}
    return reports, sorted((digest, written) for _, digest, written in found)


def test_what_comes_after_its_correction_is_told_and_not_taken(place: Place) -> None:
    place.correct()
    place.run()
    before = _without_names(place)
    place.deliver(FIRST)
    night = place.run()
    assert night.arrivals.replaced == [(CASINO, FIRST, SECOND)]
    assert (night.arrivals.taken, night.quarantine, night.exit_code) == ([], (), 0)
    assert _without_names(place) == before
    assert any(FIRST in line and SECOND in line for line in lines(night, "es"))
    assert place.run().arrivals.replaced == []


def test_what_was_replaced_stays_so_where_its_files_are_only_touched(place: Place) -> None:
    folder = place.deliver(FIRST)
    place.run()
    place.correct()
    assert place.run().quarantine == ()
    before = _without_names(place)
    for path in folder.iterdir():
        path.touch()
    night = place.run()
    assert (night.arrivals.replaced, night.quarantine) == ([(CASINO, FIRST, SECOND)], ())
    assert _without_names(place) == before


def test_of_what_comes_after_only_the_files_that_were_replaced_are_left_out(place: Place) -> None:
    folder = place.correct(f'[[replaces]]\nsource = "{FIRST}/hands.csv"\n')
    for path in folder.iterdir():
        if path.name not in {"hands.csv", "replaces.toml"}:
            path.unlink()
    place.run()
    whole = place.deliver(FIRST)
    night = place.run()
    assert night.arrivals.replaced == [(CASINO, f"{FIRST}/hands.csv", SECOND)]
    assert night.arrivals.taken == [(CASINO, FIRST)]
    assert night.quarantine == ()
    hands = (whole / "hands.csv").read_text("utf-8").splitlines()
    written = {entry.name: entry.written for entry in sources(place.config.store)}
    assert written[f"{CASINO}/{SECOND}/hands.csv"] == len(hands) - 2  # without head, and the last
    assert f"{CASINO}/{FIRST}/hands.csv" not in written


def test_a_correction_can_be_taken_back_by_what_it_replaced(place: Place) -> None:
    folder = place.deliver(FIRST)
    place.run()
    first = _without_names(place)
    place.correct()
    place.run()
    assert _without_names(place) != first
    (folder / "replaces.toml").write_text(f'[[replaces]]\nsource = "{SECOND}"\n', "utf-8")
    night = place.run()
    assert (night.arrivals.taken, night.quarantine) == ([(CASINO, FIRST)], ())
    assert {entry.name.split("/")[1] for entry in sources(place.config.store)} == {FIRST}
    assert _without_names(place)[1] == first[1]
    (folder / "replaces.toml").unlink()
    (folder / "hands.csv").touch()
    assert place.run().arrivals.replaced == []


@pytest.mark.parametrize("order", [(FIRST, "third", SECOND), ("third", FIRST, SECOND)])
def test_a_correction_of_a_correction_counts_in_any_order(
    place: Place, order: tuple[str, ...]
) -> None:
    outside, kept = place.folder / "outside", {"third": 1, SECOND: 2, FIRST: 0}
    place.deliver(FIRST).rename(outside)
    for name in order:
        folder = shutil.copytree(outside, place.inbox / name)
        rows = (folder / "hands.csv").read_text("utf-8").splitlines(keepends=True)
        (folder / "hands.csv").write_text("".join(rows[: len(rows) - kept[name]]), "utf-8")
        if name != FIRST:
            text = CORRECTION.replace(FIRST, FIRST if name == SECOND else SECOND)
            (folder / "replaces.toml").write_text(text, "utf-8")
        night = place.run()
    assert (night.quarantine, night.arrivals.unmatched) == ((), [])
    names = {entry.name.split("/")[1] for entry in sources(place.config.store)}
    assert names == {"third"}


def test_what_is_to_be_replaced_and_never_came_is_told_until_it_does(place: Place) -> None:
    place.correct()
    told = [(CASINO, SECOND, FIRST)]
    metrics = place.folder / "auditor.prom"
    nights = [place.run(), place.run(metrics=metrics)]
    assert 'deliveries{state="unmatched"} 1.0' in metrics.read_text("utf-8")
    assert [night.arrivals.unmatched for night in nights] == [told, told]
    assert nights[1].exit_code == 4
    assert any(f"reemplaza «{FIRST}»" in line for line in lines(nights[1], "es"))
    place.deliver(FIRST)
    last = place.run()
    assert (last.arrivals.unmatched, last.exit_code) == ([], 0)


def test_a_name_that_is_mended_is_told_no_more(place: Place) -> None:
    place.deliver(FIRST)
    place.run()
    folder = place.correct('[[replaces]]\nsource = "2005-06-81"\n')
    (refused,) = {each.reason_es for each in place.run().quarantine}
    assert "repite" in refused
    (folder / "replaces.toml").write_text(CORRECTION, "utf-8")
    night = place.run()
    assert (night.quarantine, night.arrivals.unmatched) == ((), [])
    assert night.arrivals.taken == [(CASINO, SECOND)]


def _bets(place: Place) -> list[int]:
    """Count the bets of each night that the store holds."""
    paths = [one.files.get("bets", ()) for one in partitions(place.config.store)]
    return [sum(pq.read_metadata(path).num_rows for path in of) for of in paths]


def _deliver_in_two(place: Place) -> int:
    """Deliver another night of the sample's ids, its bets by themselves; gives their number."""
    folder = place.deliver("2005-06-19")
    sessions = folder / "sessions.csv"
    sessions.write_text(sessions.read_text("utf-8").replace(f"{FIRST},", "2005-06-19,"), "utf-8")
    (place.inbox / "late").mkdir()
    late = (folder / "bets.csv").rename(place.inbox / "late" / "bets.csv")
    return len(late.read_text("utf-8").splitlines()) - 1


def test_a_night_takes_nothing_of_another_that_has_the_same_bytes(place: Place) -> None:
    bets = _deliver_in_two(place)
    place.run()
    place.deliver(FIRST)
    night = place.run()
    assert (night.arrivals.taken, night.quarantine) == ([(CASINO, FIRST)], ())
    assert _bets(place) == [bets, 0]  # whose the late ones are, nothing tells by now
    source = f"{CASINO}/late/bets.csv"
    assert night.arrivals.displaced == [(CASINO, FIRST, source, bets)]
    assert any(source in line and f" {bets} " in line for line in lines(night, "es"))
    assert replace(night, reported=()).exit_code == 4
    assert place.run().arrivals.displaced == []


@pytest.mark.parametrize("currency", [None, "PEN"])
def test_late_rows_that_may_be_of_two_nights_take_nothing_and_are_told(
    place: Place, currency: str | None
) -> None:
    place.deliver(FIRST)
    place.run()
    bets = _deliver_in_two(place)
    inboxes = (replace(place.config.inboxes[0], currency=currency),)
    night = place.run(inboxes=inboxes)
    assert night.arrivals.counts[CASINO, "late"] == (bets, bets)
    assert _bets(place) == [bets, 0]
    assert any("late" in line and str(bets) in line for line in lines(night, "es"))


def test_what_a_run_took_that_was_cut_short_is_told_by_the_next(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.deliver(FIRST)
    with monkeypatch.context() as patch:
        patch.setattr(night_, "_judge", _cut)
        with pytest.raises(KeyboardInterrupt):
            place.run()
    night = place.run()
    assert night.arrivals.taken == [(CASINO, FIRST)]
    told = plain(night)["arrivals"]
    assert isinstance(told, dict)
    assert told["records"] == 58  # lines below the heads of its five logs
    assert place.run().arrivals.taken == []


def _cut(*_: object) -> None:
    """End a run."""
    raise KeyboardInterrupt


def test_a_ledger_of_before_is_read(place: Place) -> None:
    place.deliver(FIRST)
    place.run()
    book = place.config.work / "ledger.json"
    (known,) = json.loads(book.read_bytes())[CASINO].values()
    kept = {key: known[key] for key in ("state", "versions", "hashes", "beside", "reason")}
    book.write_text(json.dumps({CASINO: {FIRST: kept}}), "utf-8")
    night = place.run()
    assert (night.arrivals.taken, night.judging) == ([], None)
