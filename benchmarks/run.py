"""Speed and memory, as ratios to bare DuckDB on the same machine in the same run.

    python -m benchmarks.run [--hands 10000000] [--partitions 7300] [--bets 1000000] [--copies 0]

Prints one line for each figure with its limit. With copies the store of mini-bacará is audited
that many times over as one, of other casinos each time: ten take as long as all the rest. It makes
its own data under benchmarks/data/, and keeps it for the next time. It judges nothing by its exit
code, except that a program failed.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from compileall import compile_dir
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure, show
from benchmarks.generate import make_copies, make_csv, make_store
from benchmarks.measure import Run, best, run

DATA = Path(__file__).parent / "data"
AUDITED = DATA / "audited"
PACKAGE = Path(__file__).parents[1] / "auditor"
FINE = {0, 3, 4}
TIMES = 3
GIB = 1024**3
# What is asked of the tool.
MOST_SCANS = {"mini_bacara": 8, "bacara": 25}
MOST_GIB = 3
MOST_COPIES = 2
MOST_GROWTH = 2.2
MOST_SECONDS_OF_HELP = 0.3


def main() -> None:
    """Take every figure and print it as it comes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10_000_000)
    parser.add_argument("--partitions", type=int, default=7_300)
    parser.add_argument("--bets", type=int, default=1_000_000, help="rows of the CSV file")
    parser.add_argument("--copies", type=int, default=0, help="times the largest store")
    parser.add_argument("--rules", type=Path, help="another rulebook")
    given = parser.parse_args()
    flags = ["--rules", str(given.rules)] if given.rules else []
    show(*take_help())
    show(*take_ingest(given.bets))
    show(*take_growth(given.hands // 10, given.partitions // 10, flags=flags))
    for game in MOST_SCANS:
        show(*take_audit(given.hands, given.partitions, game=game, flags=flags))
    if given.copies:
        show(*take_copies(given.hands, given.partitions, times=given.copies, flags=flags))


def take_help() -> list[Figure]:
    """Time `auditor --help`."""
    quickest = best([auditor(), "--help"], times=5)
    return [Figure("auditor --help, s", quickest.seconds, MOST_SECONDS_OF_HELP, "best of 5")]


def take_ingest(bets: int) -> list[Figure]:
    """Compare the ingest of CSV files with DuckDB's plain copy of the same files to Parquet."""
    folder, out = DATA / f"csv-{bets}", DATA / "copied"
    if not folder.is_dir():
        make_csv(folder, bets=bets)
    copied = best(
        [sys.executable, "-m", "benchmarks.scan", "copy", str(folder), str(out)], times=TIMES
    )
    compile_dir(PACKAGE, quiet=1)  # as installing does, though the environment keep Python from it
    with TemporaryDirectory(dir=DATA) as stores:
        runs = [_ingest(folder, Path(stores) / str(n)) for n in range(TIMES)]
    quickest = min(runs, key=lambda each: each.seconds)
    how = f"{compared(quickest, copied)}; {bets:,} bets and their hands"
    return [
        Figure("CSV ingest / plain copy", quickest.seconds / copied.seconds, MOST_COPIES, how),
        Figure("CSV ingest, GiB", quickest.most_bytes / GIB, MOST_GIB, "most held at one time"),
    ]


def take_growth(hands: int, partitions: int, *, flags: list[str]) -> list[Figure]:
    """Compare the audit of twice the data with the audit of the data."""
    once = best_audit(stored(hands, partitions), flags)
    twice = best_audit(stored(2 * hands, 2 * partitions), flags)
    how = f"{compared(twice, once)}; {2 * hands:,} hands to {hands:,}"
    return [Figure("twice the data", twice.seconds / once.seconds, MOST_GROWTH, how)]


def take_audit(hands: int, partitions: int, *, game: str, flags: list[str]) -> list[Figure]:
    """Compare the audit of a game's store with a bare scan of its columns."""
    store = stored(hands, partitions, game=game)
    scan = best([sys.executable, "-m", "benchmarks.scan", "store", str(store)], times=TIMES)
    audited = audit(store, flags)
    how = f"{compared(audited, scan)}; {hands:,} hands, {partitions:,} partitions"
    return [
        Figure(f"{game} / bare scan", audited.seconds / scan.seconds, MOST_SCANS[game], how),
        Figure(f"{game}, GiB", audited.most_bytes / GIB, MOST_GIB, "most held at one time"),
    ]


def take_copies(hands: int, partitions: int, *, times: int, flags: list[str]) -> list[Figure]:
    """Take the memory of the audit of a store many times over, of other casinos each time."""
    copied = DATA / f"copies-{times}-{hands}-{partitions}"
    make_copies(stored(hands, partitions), copied, times=times)
    audited = audit(copied, flags)
    took = f"{audited.seconds:,.0f} s, {audited.processor:,.0f} of processor"
    how = f"{times * hands:,} hands, {times * partitions:,} partitions: {took}"
    return [Figure("mini_bacara times over, GiB", audited.most_bytes / GIB, MOST_GIB, how)]


def compared(one: Run, other: Run) -> str:
    """Say two runs' seconds on the clock, and the ratio of their seconds of processor."""
    ratio = one.processor / other.processor
    return f"{one.seconds:.1f} s to {other.seconds:.1f} s; of processor {ratio:.2f}"


def best_audit(store: Path, flags: list[str]) -> Run:
    """Audit a store twice and give the quicker run."""
    return min((audit(store, flags) for _ in range(2)), key=lambda each: each.seconds)


def audit(store: Path, flags: list[str]) -> Run:
    """Audit a store under every norm; stops where the audit fails."""
    shutil.rmtree(AUDITED, ignore_errors=True)
    return _fine(run([auditor(), "audit", "--store", str(store), "--out", str(AUDITED), *flags]))


def _ingest(folder: Path, store: Path) -> Run:
    """Ingest the CSV files of a folder into a new store; stops where that fails.

    None is deleted between two runs: some file systems look for room among what just went.
    """
    return _fine(run([auditor(), "ingest", str(folder), "--store", str(store)]))


def stored(hands: int, partitions: int, *, game: str = "mini_bacara") -> Path:
    """Give a store of so many hands of a game, made where it is not there yet."""
    called = "store" if game == "mini_bacara" else game
    store = DATA / f"{called}-{hands}-{partitions}"
    make_store(store, hands=hands, partitions=partitions, game=game)
    return store


def _fine(done: Run) -> Run:
    """Give a run back, or stop with what it said where it failed."""
    if done.code not in FINE:
        sys.exit(f"exit code {done.code}:\n{done.said}")
    return done


def auditor() -> str:
    """Give the program beside this Python."""
    return str(Path(sys.executable).parent / "auditor")


if __name__ == "__main__":
    main()
