"""The tool beside what a user would pick instead: a pandas script, pandera, endplay.

    python -m benchmarks.others [--hands 1000000] [--some 200000] [--boards 20000] [--peers PYTHON]

The pandas script (`benchmarks/pandas_rules/`) judges one store by every rule by which the tool
judges it: both run on it from start to end, and must count the same verdicts of every rule. The
figure is of the clock, with the seconds of processor beside it: where others use the machine these
say more. The tool gives its findings besides, which the script does not; checks of chance, which
the script does not make, are left out. The other rates are of seconds of processor. pandera checks
Mini-Bacará's rules of single rows, on fewer hands (its time grows with them; what it takes to start
is taken off ours by a run of a fifth). endplay reads the deals of boards; the tool the boards.
pandera and endplay are in the group `bench` (see `benchmarks/poker.py`); without them that is said.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from auditor.games.bridge.formats import pbn
from auditor.simulate.bridge.forms import pbn as written
from auditor.simulate.catalog import simulated_games
from auditor.simulate.spec import Spec, plan
from benchmarks.figures import Figure, show
from benchmarks.measure import Run, best
from benchmarks.poker import PEERS, ask
from benchmarks.run import AUDITED, audit, stored
from benchmarks.same_counts import differing, of_script, of_tool

if TYPE_CHECKING:
    from collections.abc import Callable

LEAST_TIMES_PANDAS, LEAST_TIMES_PANDERA, LEAST_TIMES_ENDPLAY = 10, 0, 10
HANDS_A_NIGHT = 1_360
ALONE = ["--no-checks"]
PART = 5
TIMES, RUNS = 3, 2


def main() -> None:
    """Take every comparison and print it as it comes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--some", type=int, default=200_000, help="hands for the others")
    parser.add_argument("--boards", type=int, default=20_000)
    parser.add_argument("--peers", type=Path, default=PEERS if PEERS.is_file() else sys.executable)
    given = parser.parse_args()
    show(*compare_boards(given.boards, peers=str(given.peers)))
    show(compare_pandas(given.hands))
    ours = rate_of(given.hands, lambda store: audit(store, ALONE))
    show(*compare_pandera(given.some, ours=ours, peers=str(given.peers)))


def mini(hands: int) -> Path:
    """Give a store of Mini-Bacará."""
    return stored(hands, -(-hands // HANDS_A_NIGHT))


def rate_of(hands: int, done: Callable[[Path], Run]) -> float:
    """Give hands a second of processor, from the difference between many and a fifth of them."""
    many, few = (done(mini(each)).processor for each in (hands, hands // PART))
    return (hands - hands // PART) / (many - few)


def compare_pandas(hands: int) -> Figure:
    """Compare with the pandas script on the same store; stops where they count different things."""
    store = mini(hands)
    theirs = best([sys.executable, "-m", "benchmarks.pandas_rules", str(store)], times=RUNS)
    if theirs.code:
        sys.exit(f"the pandas script failed:\n{theirs.said}")
    ours = min((audit(store, ALONE) for _ in range(RUNS)), key=lambda each: each.seconds)
    told = of_tool(AUDITED)
    if differ := differing(told, of_script(theirs.said)):
        sys.exit(f"the pandas script counts otherwise: {', '.join(differ)}")
    how = (
        f"{_spent(theirs)} to {_spent(ours)}: {theirs.processor / ours.processor:.2f}; "
        f"{hands:,} hands, {len(told.verdicts)} rules counted alike"
    )
    ratio = theirs.seconds / ours.seconds
    return Figure("mini_bacara, times pandas", ratio, LEAST_TIMES_PANDAS, how, is_least=True)


def _spent(done: Run) -> str:
    """Say how long a run took, by the clock and of processor."""
    return f"{done.seconds:.1f} s ({done.processor:.1f} of processor)"


def compare_pandera(hands: int, *, ours: float, peers: str) -> list[Figure]:
    """Compare with pandera's check of each bet's own row."""
    files = [str(path) for path in sorted((mini(hands) / "bets").rglob("*.parquet"))]
    done = ask(peers, "pandera", lines=files)
    if done is None:
        print("not compared: pandera is not installed")
        return []
    theirs = done.rate.processor * hands / done.many
    return [
        _times("mini_bacara, times pandera", ours=ours, theirs=theirs, least=LEAST_TIMES_PANDERA)
    ]


def compare_boards(boards: int, *, peers: str) -> list[Figure]:
    """Compare the reading of a PBN file with endplay's of its deals alone."""
    game = simulated_games()["bridge"]
    shares = plan(Spec("bridge", boards), casinos=game.casinos, most=game.hands_a_night)
    tables = game.night(shares, np.random.default_rng(boards))
    ((name, text, _),) = written.files({key: table for key, (table, _) in tables.items()})
    spent = [_seconds(text, name, many=boards) for _ in range(TIMES)]
    deals = [line for line in text.splitlines() if line.startswith("[Deal ")]
    done = ask(peers, "endplay", lines=deals)
    if done is None:
        print("not compared: endplay is not installed")
        return []
    ours = boards / min(spent)
    return [
        _times(
            "PBN, times endplay", ours=ours, theirs=done.rate.processor, least=LEAST_TIMES_ENDPLAY
        )
    ]


def _seconds(text: str, name: str, *, many: int) -> float:
    """Time the reading of a file; stops where a board is missing."""
    used = time.process_time()
    read = pbn.read(text, name)
    spent = time.process_time() - used
    if len(read.tables["boards"]) != many:
        sys.exit("a board was not read")
    return spent


def _times(what: str, *, ours: float, theirs: float, least: float) -> Figure:
    """Make a figure of two rates."""
    how = f"{ours:,.0f} to {theirs:,.0f} a second of processor"
    return Figure(what, ours / theirs, least, how, is_least=True)


if __name__ == "__main__":
    main()
