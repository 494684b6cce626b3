"""The tool beside what a user would pick instead: a pandas script, pandera, endplay.

    python -m benchmarks.others [--hands 1000000] [--some 200000] [--boards 20000] [--peers PYTHON]

Rates are of seconds of processor, for others may use the machine. The pandas script checks some of
Mini-Bacará's rules, pandera its rules of single rows, on fewer hands (their time grows with them;
what it takes to start is taken off ours and theirs by a run of a fifth). The tool tells its
findings besides, and makes no checks of chance, which neither of them makes. It is held against
the script twice: by the rules alone that the script checks too (`benchmarks/same_rules.py`; the
facts that other rules read are made all the same), and by all. endplay reads the deals of boards;
the tool reads the boards.
pandera and endplay are in the group `bench` (see `benchmarks/poker.py`); without them that is said.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from auditor.games.bridge.formats import pbn
from auditor.simulate.bridge.forms import pbn as written
from auditor.simulate.catalog import simulated_games
from auditor.simulate.spec import Spec, plan
from benchmarks.figures import Figure, show
from benchmarks.measure import Run, run
from benchmarks.poker import PEERS, ask
from benchmarks.run import FINE, audit, stored
from benchmarks.same_rules import narrowed

if TYPE_CHECKING:
    from collections.abc import Callable

LEAST_TIMES_PANDAS, LEAST_TIMES_PANDERA, LEAST_TIMES_ENDPLAY = 10, 0, 10
HANDS_A_NIGHT = 1_360
ALONE = ["--no-checks"]
PART = 5
TIMES = 3


def main() -> None:
    """Take every comparison and print it as it comes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=1_000_000)
    parser.add_argument("--some", type=int, default=200_000, help="hands for the others")
    parser.add_argument("--boards", type=int, default=20_000)
    parser.add_argument("--peers", type=Path, default=PEERS if PEERS.is_file() else sys.executable)
    given = parser.parse_args()
    show(*compare_boards(given.boards, peers=str(given.peers)))
    ours = rate_of(given.hands, lambda store: audit(store, ALONE))
    show(*compare_pandas(given.some, ours=ours, hands_of_ours=given.hands))
    show(*compare_pandera(given.some, ours=ours, peers=str(given.peers)))


def mini(hands: int) -> Path:
    """Give a store of Mini-Bacará."""
    return stored(hands, -(-hands // HANDS_A_NIGHT))


def rate_of(hands: int, done: Callable[[Path], Run]) -> float:
    """Give hands a second of processor, from the difference between many and a fifth of them."""
    many, few = (done(mini(each)).processor for each in (hands, hands // PART))
    return (hands - hands // PART) / (many - few)


def compare_pandas(hands: int, *, ours: float, hands_of_ours: int) -> list[Figure]:
    """Compare with the pandas script: by the rules that it checks too, and by all rules."""
    theirs = rate_of(hands, _script)
    with TemporaryDirectory() as folder:
        rules = ["--rules", str(narrowed(Path(folder)))]
        same = rate_of(hands_of_ours, lambda store: audit(store, [*ALONE, *rules]))
    return [
        _times(f"{what}, times pandas", ours=each, theirs=theirs, least=LEAST_TIMES_PANDAS)
        for what, each in (("mini_bacara, same rules", same), ("mini_bacara, all rules", ours))
    ]


def _script(store: Path) -> Run:
    """Run the pandas script; stops where it fails, or finds a lawful hand amiss."""
    done = run([sys.executable, str(Path(__file__).parent / "pandas_rules.py"), str(store)])
    if done.code not in FINE or not _is_clean(done.said):
        sys.exit(f"the pandas script failed:\n{done.said}")
    return done


def _is_clean(said: str) -> bool:
    """Say whether the script found nothing."""
    broken: dict[str, int] = json.loads(said)["broken"]
    return not any(broken.values())


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
