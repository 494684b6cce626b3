"""A year of twenty casinos, five games, audited here and by two Dask workers, with equal results.

    python -m benchmarks.year [--hands 10000000] [--nights 365] [--data DIR] [--workers 2]

Makes its store below DIR and keeps it, reads it bare, audits it both ways, compares the two audits
byte for byte, and leaves what it saw in benchmarks/figures/year.json. One bet in 20,000 is paid
one too much, so that there is something to find. It ends with 1 where the audits differ.
"""

from __future__ import annotations

import argparse
import filecmp
import json
import os
import shutil
import sys
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from auditor.simulate.catalog import simulated_games
from auditor.simulate.spec import FIRST_DATE, Partition
from auditor.simulate.stored import write_store
from benchmarks.cluster import Cluster, clustered
from benchmarks.generate import dealt
from benchmarks.measure import Run, best, run
from benchmarks.run import DATA, FINE, GIB, auditor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.simulate.catalog import SimulatedGame
    from auditor.simulate.simulate import Batch

FIGURES = Path(__file__).parent / "figures" / "year.json"
# Of each game: its casinos, and its share of the hands in hundredths.
CASINOS = {
    "mini_bacara": (7, 40),
    "bacara": (6, 32),
    "bling_bling": (3, 18),
    "stud7": (3, 8),
    "bridge": (1, 2),
}
WRONG = 20_000
SEED = 217


class Both(NamedTuple):
    """What was taken: the bare scan, the audit here, that of the cluster, and its processes."""

    scan: Run
    here: Run
    remote: Run
    cluster: Cluster


def main() -> None:
    """Make the store, audit it both ways, and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10_000_000)
    parser.add_argument("--nights", type=int, default=365)
    parser.add_argument("--data", type=Path, default=DATA, help="a folder to write into")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    store = given.data / f"year-{given.hands}-{given.nights}"
    made = make_year(store, hands=given.hands, nights=given.nights)
    both = audited(store, given.data, workers=given.workers)
    if differing := list(differences(given.data / "here", given.data / "cluster")):
        sys.exit(f"the two audits differ in {', '.join(differing)}")
    found = pq.read_metadata(given.data / "here" / "findings.parquet").num_rows
    told = json.dumps(figures(both, made, findings=found), indent=1)
    FIGURES.write_text(told + "\n", "utf-8")
    print(told)


def make_year(store: Path, *, hands: int, nights: int) -> dict[str, int]:
    """Write the store where it does not stand yet; give how much it has of what."""
    done = store / "done.json"
    if not done.is_file():
        shutil.rmtree(store, ignore_errors=True)
        for game, (casinos, share) in CASINOS.items():
            shares = plan(game, hands * share // 100, casinos=casinos, nights=nights)
            _write(store, shares, made_by=simulated_games()[game])
        size = sum(file.stat().st_size for file in store.rglob("*.parquet"))
        many = sum(casinos for casinos, _ in CASINOS.values())
        told = {"hands": hands, "casinos": many, "nights": many * nights, "bytes": size}
        done.write_text(json.dumps(told), "utf-8")
    found: dict[str, int] = json.loads(done.read_text("utf-8"))
    return found


def plan(game: str, hands: int, *, casinos: int, nights: int) -> list[Partition]:
    """Share a game's hands over its casinos, nights, and as many tables as they need."""
    made_by = simulated_games()[game]
    tables = -(-hands // (casinos * nights * made_by.hands_a_night))
    places = casinos * nights * tables
    first = sum(CASINOS[other][0] for other in list(CASINOS)[: list(CASINOS).index(game)])
    return [
        Partition(
            f"{made_by.casinos}-{first + n // tables % casinos + 1:02}",
            FIRST_DATE + timedelta(n // (tables * casinos)),
            hands * (n + 1) // places - hands * n // places,
            n % tables + 1,
        )
        for n in range(places)
    ]


def _write(store: Path, shares: list[Partition], *, made_by: SimulatedGame) -> None:
    """Deal a game's nights and write them; a few bets are paid wrong."""
    tables = max(share.table for share in shares)  # those of one night stay together
    at_a_time = max(made_by.at_a_time // tables, 1) * tables
    random = np.random.default_rng(SEED)
    batches = dealt(shares, made_by, seed=SEED, at_a_time=at_a_time)
    write_store(store, (_misplaced(each, random) for each in batches), game=made_by)


def _misplaced(batch: Batch, random: np.random.Generator) -> Batch:
    """Pay a few bets of a batch one too much."""
    if "bets" not in batch.tables:
        return batch
    bets, of = batch.tables["bets"]
    paid = bets["payout"]
    wrong = pa.array(random.integers(0, WRONG, bets.num_rows) == 0)
    more = pc.cast(pc.add(paid, pa.scalar(1, paid.type)), paid.type)
    position, field = bets.column_names.index("payout"), bets.schema.field("payout")
    changed = bets.set_column(position, field, pc.if_else(wrong, more, paid))
    return batch._replace(tables={**batch.tables, "bets": (changed, of)})


def audited(store: Path, data: Path, *, workers: int) -> Both:
    """Read the store bare, and audit it here and by a cluster of so many workers."""
    scan = best([sys.executable, "-m", "benchmarks.scan", "store", str(store)], times=2)
    here = audit(store, data / "here")
    with clustered(data, workers) as cluster:
        remote = audit(store, data / "cluster", "--cluster", cluster.address)
    return Both(scan, here, remote, cluster)


def audit(store: Path, out: Path, *flags: str) -> Run:
    """Audit a store; stops where that fails."""
    shutil.rmtree(out, ignore_errors=True)
    done = run([auditor(), "audit", "--store", str(store), "--out", str(out), *flags])
    if done.code not in FINE:
        sys.exit(f"exit code {done.code}:\n{done.said}")
    return done


def differences(one: Path, other: Path) -> Iterator[str]:
    """Name the files that are not in both folders with the same bytes."""
    names = {
        path.relative_to(folder).as_posix()
        for folder in (one, other)
        for path in folder.rglob("*")
        if path.is_file()
    }
    same, _, _ = filecmp.cmpfiles(one, other, names, shallow=False)
    yield from sorted(names - set(same))


def figures(both: Both, made: dict[str, int], *, findings: int) -> dict[str, object]:
    """Give what was seen as plain data: seconds, GiB, hands for each second of processor."""
    scan, here, remote, cluster = both
    of_cluster = cluster.processor  # of the client's too, which runs while it is there
    held = {name: _gib(most) for name, most in cluster.most_bytes.items()}
    return {
        **made,
        "findings": findings,
        "load": round(os.getloadavg()[2], 1),
        "scan": {"seconds": round(scan.seconds, 1), "processor": round(scan.processor, 1)},
        "here": {
            "seconds": round(here.seconds, 1),
            "processor": round(here.processor, 1),
            "gib": _gib(here.most_bytes),
            "gib of the largest process": _gib(here.largest),
            "hands a second of a core": round(made["hands"] / here.processor),
        },
        "cluster": {
            "workers": len(held) - 1,
            "seconds": round(remote.seconds, 1),
            "processor": round(of_cluster, 1),
            "gib": {**held, "client": _gib(remote.most_bytes)},
            "hands a second of a core": round(made["hands"] / of_cluster),
        },
        "scans": round(here.seconds / scan.seconds, 1),
        "scans of processor": round(here.processor / scan.processor, 1),
    }


def _gib(size: int) -> float:
    """Give bytes as GiB, to hundredths."""
    return round(size / GIB, 2)


if __name__ == "__main__":
    main()
