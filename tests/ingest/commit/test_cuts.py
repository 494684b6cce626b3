"""An ingest cut short at any step: all of it holds or nothing, and the next leaves the same."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from auditor.api import IngestOptions, ingest
from auditor.errors import UsageError
from auditor.store import layout
from auditor.store.moment import moment_of
from auditor.store.packs import compact
from auditor.store.read import houses
from tests.store.dying import deaths

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

CASINO = "LIMA-CENTRO"
HOUSE = "house-LIMA-CENTRO.toml"
MORE = "\n[[tolerance]]\ncut_from_middle = 3\n"


@dataclass(frozen=True, slots=True)
class Cut:
    """What is in a store, and what is then taken in: deliveries, whether these replace it.

    `after` came by itself after what is in the store before.
    """

    before: Path
    now: Path
    replaces: tuple[str, ...] = ()
    is_packed: bool = False
    after: Path | None = None

    def begin(self, store: Path) -> None:
        """Make the store as it is before."""
        for one in (self.before, self.after):
            if one is not None and one.is_dir():
                ingest([one], store, options=IngestOptions(casino_id=CASINO))
        if self.is_packed:
            compact(store)
        store.mkdir(exist_ok=True)

    def take(self, store: Path) -> None:
        """Take in what comes now."""
        how = IngestOptions(casino_id=CASINO, replaces=self.replaces, refuse_repeats=True)
        ingest([self.now], store, options=how)


@pytest.fixture(name="part")
def _part(tmp_path: Path, sample_logs: Path) -> Callable[..., Path]:
    """Give what makes a delivery: some files of the sample night, under a name."""

    def part(label: str, name: str, *tables: str) -> Path:
        night = tmp_path / label / name
        night.mkdir(parents=True)
        for table in (*(f"{each}.csv" for each in tables), HOUSE):
            shutil.copy(sample_logs / "bling_bling" / table, night)
        return tmp_path / label

    return part


CUTS = ["first", "correction", "packed", "late", "late bets alone", "in question", "moved"]


@pytest.fixture(name="cut", params=CUTS)
def _cut(request: pytest.FixtureRequest, tmp_path: Path, part: Callable[..., Path]) -> Cut:
    """Give an ingest that is to be cut short."""
    every = ("sessions", "hands", "rolls", "bets", "events")
    if request.param == "first":
        return Cut(tmp_path / "nothing", part("now", "night", *every))
    if request.param == "late":
        return Cut(part("before", "bets", "bets"), part("now", "night", *every[:3], "events"))
    if request.param in {"in question", "moved"}:
        return _tentative(part, is_moved=request.param == "moved")
    if request.param == "late bets alone":
        return Cut(part("before", "bets", "bets", "rolls"), part("now", "night", *every[:2]))
    before = part("before", "night", *every)
    if request.param == "packed":
        part("before", "late", "bets")
        _cut_down(before / "night" / "bets.csv", [0, *range(1, 9)])
        _cut_down(before / "late" / "bets.csv", [0, *range(9, 20)])
        now = part("now", "late", "bets")
        _cut_down(now / "late" / "bets.csv", [0, *range(9, 19)])
        return Cut(before, now, ("late",), is_packed=True)
    now = part("now", "night", *every)
    _cut_down(now / "night" / "hands.csv", range(5))
    house = now / "night" / HOUSE
    house.write_text(f"{house.read_text('utf-8')}{MORE}", "utf-8")
    return Cut(before, now, ("night",))


def _tentative(part: Callable[..., Path], *, is_moved: bool) -> Cut:
    """Give an ingest that moves late bets, or takes them out: another night has their hands too."""
    before = part("before", "night", "sessions", "hands", "rolls")
    after = part("after", "late", "bets")
    now = part("now", "night" if is_moved else "other", "sessions", "hands", "rolls")
    (sessions,) = now.rglob("sessions.csv")
    sessions.write_text(sessions.read_text("utf-8").replace("2005-06-18,", "2005-06-19,"), "utf-8")
    return Cut(before, now, ("night",) if is_moved else (), is_packed=not is_moved, after=after)


def _cut_down(file: Path, lines: Iterable[int]) -> None:
    """Leave some lines of a file."""
    every = file.read_text("utf-8").splitlines(keepends=True)
    file.write_text("".join(every[number] for number in lines), "utf-8")


def _bytes_of(store: Path) -> dict[str, str]:
    """Give the SHA-256 of every file of a store."""
    files = (path for path in store.rglob("*") if path.is_file())
    return {str(p.relative_to(store)): sha256(p.read_bytes()).hexdigest() for p in files}


def _seen(store: Path) -> tuple[object, ...]:
    """Give what an audit that begins now is of."""
    now = moment_of(store)
    rows = [(one.casino_id, one.gaming_date, one.rows) for one in now.partitions]
    return now.entries, rows, now.rejects.to_pylist(), now.houses, now.skipped


def test_cut_at_any_step_the_next_ingest_leaves_every_byte_of_one_undisturbed(
    cut: Cut, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base, store, whole = tmp_path / "base", tmp_path / "store", tmp_path / "whole"
    cut.begin(base)
    cut.take(shutil.copytree(base, whole))
    before, after = _seen(base), _seen(whole)
    died = 0
    for _ in deaths(lambda: cut.take(store), monkeypatch, anew=lambda: _put_anew(store, of=base)):
        died += 1
        assert _seen(store) in (before, after), died
        cut.take(store)
        assert _bytes_of(store) == _bytes_of(whole), died
    assert died > len(list((whole / layout.MANIFEST).iterdir()))
    assert before != after


def _put_anew(store: Path, *, of: Path) -> None:
    """Put a store as another is."""
    shutil.rmtree(store, ignore_errors=True)
    shutil.copytree(of, store)


def test_a_look_between_any_two_steps_sees_all_of_a_delivery_or_nothing_of_it(
    cut: Cut, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, looks = tmp_path / "store", []
    cut.begin(store)
    before = _seen(store)

    def look() -> None:
        looks.append(_seen(store))

    for name in ("replace", "unlink"):
        monkeypatch.setattr(os, name, _looking(getattr(os, name), look))
    cut.take(store)
    after = _seen(store)
    assert all(look in (before, after) for look in looks)
    switches = sum(one != other for one, other in pairwise(looks))
    assert switches == 1


def _looking(real: Callable[..., None], look: Callable[[], None]) -> Callable[..., None]:
    """Give a change of a file before which, and after which, another process looks."""

    def call(*given: object, **how: object) -> None:
        look()
        real(*given, **how)
        look()

    return call


def test_what_is_refused_leaves_the_house_file_that_came_with_it_aside(
    tmp_path: Path, part: Callable[..., Path]
) -> None:
    store = tmp_path / "store"
    Cut(tmp_path / "nothing", part("before", "night", "sessions", "hands")).take(store)
    kept, again = houses(store), part("now", "again", "sessions", "hands")
    _cut_down(again / "again" / "hands.csv", range(4))
    house = again / "again" / HOUSE
    house.write_text(f"{house.read_text('utf-8')}{MORE}", "utf-8")
    with pytest.raises(UsageError):
        Cut(tmp_path / "nothing", again).take(store)
    assert houses(store) == kept
