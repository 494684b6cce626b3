"""A disk that is full, whichever it is and whenever it fills, or that may not be written to."""

from __future__ import annotations

import csv
import errno
import os
import shutil
import tempfile
import zipfile
from dataclasses import replace
from itertools import count
from pkgutil import resolve_name
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from auditor.store.check import check
from auditor.store.layout import UNFINISHED
from tests.nightly.conftest import CASINO, hands_of, hold_readable, put_back, state_of
from tests.nightly.disks import ROOM, emptied, leave, moved, remount, small_disk, with_part_on

if TYPE_CHECKING:
    from pathlib import Path

    from tests.nightly.conftest import Place

# How many KiB, and how many files, more room each time, until a run finds enough.
STEPS = {"store": (24, 6), "out": (96, 6), "work": (24, 6), "metrics": (8, 2)}
FINE = bool(os.environ.get("AUDITOR_DISKS"))  # one page, and one file, more each time

# What writes reports, and which time: of the whole, then of the night.
WRITERS = [
    ("auditor.run.told.write.pq.write_table", 1),
    ("auditor.run.told.write.pq.write_table", 2),
    ("auditor.nightly.reports.write_evidence", 1),
    ("auditor.nightly.reports.write_exhibits", 1),
    ("auditor.api.render", 1),
]


@pytest.mark.parametrize("free", [0, 24, 80])
def test_a_full_disk_loses_nothing_and_the_next_run_finishes(
    place: Place, expected: object, before: Path, tmp_path: Path, free: int
) -> None:
    with small_disk(tmp_path.with_name(f"disk{free}")) as disk:
        shutil.copytree(before, disk, dirs_exist_ok=True)
        on_disk = moved(place, disk)
        leave(disk, kib=free)
        with pytest.raises(OSError, match="No space left"):
            on_disk.run()
        hold_readable(on_disk, most=hands_of(place))
        remount(disk, ROOM)
        on_disk.run()
        assert state_of(on_disk) == expected
        assert check(on_disk.config.store) == ()


@pytest.mark.parametrize("mib", [40, 1 << 20])
def test_a_delivery_larger_than_the_disk_is_named_and_stops_no_other(
    place: Place, tmp_path: Path, mib: int
) -> None:
    with small_disk(tmp_path.with_name(f"huge{mib}")) as disk:
        place.deliver()
        with (place.inbox / "0.csv").open("wb") as huge:
            huge.truncate(mib << 20)  # sparse: it takes no room where it lies
        night = with_part_on(place, "work", disk).run()
        fits = mib < shutil.disk_usage(disk).total >> 20
    assert night.arrivals.taken == [(CASINO, "2005-06-18")]
    told = {one.name: one.reason_en for one in (*night.arrivals.failed, *night.quarantine)}
    assert told.keys() == {"0.csv"}
    assert (f"takes {mib} MiB" in told["0.csv"], night.exit_code) == (not fits, 3)


@pytest.mark.parametrize("room", ["kib", "files"])
@pytest.mark.parametrize("part", STEPS)
def test_each_disk_that_fills_at_any_point_loses_nothing(
    place: Place, expected: object, before: Path, tmp_path: Path, *, part: str, room: str
) -> None:
    with small_disk(tmp_path.with_name(f"{part}-{room}")) as disk:
        for failed in count():
            put_back(place, before)
            emptied(disk)
            apart = with_part_on(place, part, disk)
            leave(disk, **{room: failed * _step(part, room)})
            if _has_room(apart):
                break
            hold_readable(apart, most=hands_of(place))
            remount(disk, ROOM)
            night = apart.run()
            assert (state_of(apart), check(apart.config.store)) == (expected, ()), failed
            assert night.exit_code == 3, failed  # nothing was told of before
        assert failed


@pytest.mark.parametrize(("what", "at"), WRITERS)
def test_what_finds_no_room_though_the_rest_does_is_written_the_next_time(
    place: Place, expected: object, monkeypatch: pytest.MonkeyPatch, *, what: str, at: int
) -> None:
    real, calls = resolve_name(what), count(1)

    def full(*given: object, **how: object) -> object:
        if next(calls) == at:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(*given, **how)

    with monkeypatch.context() as patch:
        patch.setattr(what, full)
        with pytest.raises(OSError, match="No space left"):
            place.run()
    place.run()
    assert state_of(place) == expected


def _step(part: str, room: str) -> int:
    """Give how much more room there is each time."""
    kib, files = (4, 1) if FINE else STEPS[part]
    return kib if room == "kib" else files


def _has_room(place: Place) -> bool:
    """Run a night; tell whether it found room enough."""
    try:
        return not place.run().arrivals.failed
    except OSError as error:
        assert "No space left" in str(error)  # noqa: PT017  # of a run that need not fail
        return False


@pytest.mark.parametrize("form", ["zip", "parquet"])
def test_no_file_is_blamed_for_a_full_disk_of_temporary_files(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    _deliver_as(place, form)
    with small_disk(tmp_path.with_name(f"temporary-{form}")) as disk:
        monkeypatch.setattr(tempfile, "tempdir", str(disk))
        leave(disk, kib=0)
        with pytest.raises(OSError, match="No space left"):
            place.run()
        remount(disk, ROOM)
        night = place.run()
    assert (night.arrivals.taken, night.quarantine) == ([(CASINO, "night")], ())
    hold_readable(place, most=hands_of(place))


def _deliver_as(place: Place, form: str) -> None:
    """Deliver the sample night in another form, under the name `night`."""
    samples, night = place.samples / "bling_bling", place.inbox / "night"
    night.mkdir()
    shutil.copy(samples / "house-LIMA-CENTRO.toml", night)
    for path in samples.glob("*.csv"):
        if form == "zip":
            with zipfile.ZipFile(night / "night.zip", "a") as whole:
                whole.write(path, path.name)
        elif path.stem != "expected":
            head, *rows = csv.reader(path.read_text("utf-8").splitlines())
            cells = zip(head, zip(*rows, strict=True), strict=True)
            table = pa.table({name: pa.array(of, pa.string()) for name, of in cells})
            pq.write_table(table, night / f"{path.stem}.parquet")


def test_a_store_that_may_not_be_written_stays_as_it_is(
    place: Place, expected: object, before: Path, tmp_path: Path
) -> None:
    with small_disk(tmp_path.with_name("readonly")) as disk:
        shutil.copytree(before, disk, dirs_exist_ok=True)
        apart = moved(place, disk)
        config = replace(apart.config, out=place.config.out, work=place.config.work)
        apart = replace(apart, config=config)
        remount(disk, "ro")
        with pytest.raises(OSError, match="Read-only"):
            apart.run()
        hold_readable(apart, most=hands_of(place))
        remount(disk, "rw")
        apart.run()
        assert state_of(apart) == expected
        (apart.config.store / UNFINISHED).touch()  # as of an ingest by hand that was cut short
        remount(disk, "ro")
        assert apart.run().judging is None  # nothing new: nothing is written to the store


@pytest.mark.parametrize("part", ["out", "work", "metrics"])
def test_what_may_not_be_written_loses_nothing(
    place: Place, expected: object, tmp_path: Path, part: str
) -> None:
    with small_disk(tmp_path.with_name(f"readonly-{part}")) as disk:
        apart = with_part_on(place, part, disk)
        remount(disk, "ro")
        with pytest.raises(OSError, match="Read-only"):
            apart.run()
        hold_readable(apart, most=hands_of(place))
        remount(disk, "rw")
        assert apart.run().exit_code == 3
        assert state_of(apart) == expected


def test_an_inbox_that_may_not_be_written_is_taken_as_any_other(
    place: Place, expected: object, before: Path, tmp_path: Path
) -> None:
    with small_disk(tmp_path.with_name("readonly-in")) as disk:
        shutil.copytree(before / "in", disk / "in")
        inbox = replace(place.config.inboxes[0], address=str(disk / "in"))
        apart = replace(place, config=replace(place.config, inboxes=(inbox,)))
        remount(disk, "ro")
        apart.run()
        assert state_of(apart) == expected
