"""Make a store of lawful hands, or the CSV files of one night, for the benchmarks.

    python -m benchmarks.generate STORE [--game G] [--hands N] [--partitions P] [--seed S]

Twenty casinos play one table each, a session a gaming date. No hand is dealt in a Python loop: some
tens of partitions at a time are dealt, written and forgotten, so that memory stays bounded.
"""

from __future__ import annotations

import argparse
import shutil
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.csv

from auditor.simulate.catalog import simulated_games
from auditor.simulate.plant import LABELS
from auditor.simulate.simulate import Batch
from auditor.simulate.spec import FIRST_DATE, Partition
from auditor.simulate.stored import write_store
from auditor.store.entry import entry_text
from auditor.store.layout import house_file, manifest_file, partition_folder
from auditor.store.manifest import sources
from auditor.store.read import houses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.simulate.catalog import SimulatedGame
    from auditor.store.entry import SourceEntry

CASINOS = 20
NOT_LOGGED = ("source_", "date_", "zone")  # columns that the tool adds by itself
PLAIN = pa.csv.WriteOptions(quoting_style="needed")
BETS_A_HAND = 3
HANDS_A_NIGHT = 1_360


def main() -> None:
    """Make a store as the arguments say."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store", type=Path)
    parser.add_argument("--game", choices=simulated_games(), default="mini_bacara")
    parser.add_argument("--hands", type=int, default=10_000_000)
    parser.add_argument("--partitions", type=int, default=7_300)
    parser.add_argument("--seed", type=int, default=217)
    given = parser.parse_args()
    make_store(
        given.store,
        hands=given.hands,
        partitions=given.partitions,
        game=given.game,
        seed=given.seed,
    )


def make_store(
    store: Path, *, hands: int, partitions: int, game: str = "mini_bacara", seed: int = 217
) -> None:
    """Write a store of so many hands in so many partitions; nothing is done where it stands."""
    if (store / "done").is_file():
        return
    shutil.rmtree(store, ignore_errors=True)
    made_by = simulated_games()[game]
    shares = plan(hands, partitions, casinos=made_by.casinos)
    at_a_time = made_by.at_a_time * made_by.hands_a_night // -(-hands // partitions)
    write_store(store, dealt(shares, made_by, seed=seed, at_a_time=at_a_time), game=made_by)
    (store / "done").touch()


def make_copies(store: Path, copied: Path, *, times: int) -> None:
    """Make a store of a store's nights many times over, each time in other casinos.

    The files are links, so that it takes no room; nothing is done where it stands.
    """
    if (copied / "done").is_file():
        return
    shutil.rmtree(copied, ignore_errors=True)
    entries, known = sources(store), houses(store)
    for number in range(times):
        for entry in entries:
            _copy(store, entry, to=copied, number=number)
        for house in known:
            casino = _copied(house.casino_id, number)
            path = copied / house_file(casino)
            path.parent.mkdir(exist_ok=True)
            text = (store / house_file(house.casino_id)).read_text("utf-8")
            path.write_text(text.replace(house.casino_id, casino), "utf-8")
    (copied / "done").touch()


def _copy(store: Path, entry: SourceEntry, *, to: Path, number: int) -> None:
    """Copy an entry and its files into a store, of another casino."""
    files = []
    for one in entry.files:
        casino = _copied(one.casino_id, number)
        folder = partition_folder(one.table, casino, gaming_date=one.gaming_date)
        path = f"{folder}/{Path(one.path).name}"
        (to / folder).mkdir(parents=True, exist_ok=True)
        (to / path).hardlink_to(store / one.path)
        files.append(replace(one, casino_id=casino, path=path))
    venues = {_copied(casino, number): where for casino, where in entry.venues.items()}
    own = replace(entry, key=f"{entry.key}-{number}", venues=venues, files=tuple(files))
    said = manifest_file(to, own.key)
    said.parent.mkdir(exist_ok=True)
    said.write_bytes(entry_text(own))


def _copied(casino: str, number: int) -> str:
    """Name the casino that a copy is of."""
    return f"{casino}-{number:02}"


def dealt(
    shares: list[Partition], made_by: SimulatedGame, *, seed: int, at_a_time: int
) -> Iterator[Batch]:
    """Deal lawful hands, some partitions at a time."""
    random = np.random.default_rng(seed)
    for first in range(0, len(shares), max(at_a_time, 1)):
        group = tuple(shares[first : first + max(at_a_time, 1)])
        yield Batch(group, made_by.night(group, random), LABELS.empty_table())


def make_csv(folder: Path, *, bets: int) -> None:
    """Write sessions, shoes, hands and exactly so many bets of one casino as CSV files."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    nights = bets // BETS_A_HAND // HANDS_A_NIGHT + 1
    shares = [Partition("MVD-01", FIRST_DATE + timedelta(n), HANDS_A_NIGHT) for n in range(nights)]
    tables = simulated_games()["mini_bacara"].night(shares, np.random.default_rng(bets))
    for name in ("sessions", "shoes", "hands", "bets"):
        table = tables[name][0]
        filled = [key for key in table.column_names if table[key].null_count < table.num_rows]
        own = [key for key in filled if not key.startswith(NOT_LOGGED)]
        pa.csv.write_csv(table.select(own).slice(0, bets), folder / f"{name}.csv", PLAIN)


def plan(hands: int, partitions: int, *, casinos: str = "MVD") -> list[Partition]:
    """Share so many hands out over so many partitions, casino by casino, date by date."""
    many = min(CASINOS, partitions)
    shares = [hands * (n + 1) // partitions - hands * n // partitions for n in range(partitions)]
    return [
        Partition(f"{casinos}-{n % many + 1:02}", FIRST_DATE + timedelta(n // many), share)
        for n, share in enumerate(shares)
    ]


if __name__ == "__main__":
    main()
