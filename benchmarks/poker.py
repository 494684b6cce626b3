"""Seven-card stud beside PokerKit and eval7, on the same hands in the same run.

    python -m benchmarks.poker [--hands 20000] [--peer-hands 300] [--peers PYTHON]
        [--memory-hands 100000]

PokerKit and eval7 are no dependency of the tool, nor of its developers. Where they are wanted:

    python3 -m venv benchmarks/data/peers
    benchmarks/data/peers/bin/python -m pip install --upgrade 'pip>=25.1'
    benchmarks/data/peers/bin/python -m pip install --group bench

Another Python that has them may be named by --peers. Without them the comparisons are left out, and
that is said. Rates are of hands a second of processor, for others may use the machine: the tool's
mechanism is timed in two processes at once, one for each core, and its rate is the sum of theirs;
PokerKit, which plays one hand after another, has one. Memory is that of a whole audit of a
store, and of one of twice the hands. It judges nothing by its exit code.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from auditor.games.stud7.ranking import rank_seven
from auditor.games.stud7.replay import replay
from auditor.replay.facts import known_game, no_rejects, rows_of_tables
from auditor.replay.logs import make_logs
from auditor.simulate.spec import FIRST_DATE, Partition
from auditor.simulate.store import with_source
from auditor.simulate.stud7.evening import award_of
from auditor.simulate.stud7.night import night
from auditor.simulate.stud7.play import DECK, ROUNDS, UNIT, play_stud
from auditor.sql import Connection, connect
from benchmarks.figures import Figure
from benchmarks.figures import show as show_figure
from benchmarks.peers import MISSING
from benchmarks.phh import NAMES, as_phh
from benchmarks.run import GIB, audit, stored

PEERS = Path(__file__).parent / "data" / "peers" / "bin" / "python"
CORES = 2
TIMES = 3
HANDS_A_NIGHT = 1_000
RANKED, RANKED_BY_PEER = 1_000_000, 100_000
# What is asked of the tool.
LEAST_TIMES_POKERKIT = 80
LEAST_TIMES_EVAL7 = 1
MOST_MEMORY = 1.25


class Rate(NamedTuple):
    """Hands a second, by the processor and by the clock."""

    processor: float
    clock: float


class Compared(NamedTuple):
    """One comparison: the tool's rate, the other's, and how many results were the same."""

    what: str
    ours: Rate
    other: Rate
    least: float
    same: str


def main() -> None:
    """Take every comparison and print it as it comes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--peer-hands", type=int, default=300)
    parser.add_argument("--peers", type=Path, default=PEERS if PEERS.is_file() else sys.executable)
    parser.add_argument("--memory-hands", type=int, default=100_000, help="0: none")
    given = parser.parse_args()
    compare_replays(given.hands, given.peer_hands, peers=str(given.peers))
    compare_ranks(peers=str(given.peers))
    if given.memory_hands:
        compare_memory(given.memory_hands)


def compare_replays(hands: int, peer_hands: int, *, peers: str) -> None:
    """Compare the replay of hands with PokerKit's of the first of them."""
    with ProcessPoolExecutor(CORES, mp_context=get_context("spawn")) as pool:
        rates = list(pool.map(replay_rate, [hands // CORES] * CORES, range(CORES)))
    ours = Rate(sum(rate.processor for rate in rates), sum(rate.clock for rate in rates))
    played = play_stud(hands // CORES, np.random.default_rng(0))
    lines = [as_phh(played, hand) for hand in range(peer_hands)]
    done = ask(peers, "pokerkit", lines=lines)
    if done is None:
        left_out("stud7 replay", ours, library="pokerkit")
        return
    after = (played.stack - played.total) * UNIT + award_of(played)
    kept = [after[hand, played.stack[hand] > 0].tolist() for hand in range(peer_hands)]
    same = sum(one == other for one, other in zip(kept, done.came, strict=True))
    show(
        Compared(
            "stud7 replay / PokerKit",
            ours,
            done.rate,
            LEAST_TIMES_POKERKIT,
            f"{same} of {peer_hands} hands end with the same stacks",
        )
    )


def replay_rate(hands: int, seed: int) -> Rate:
    """Replay so many hands as an audit does, whose turns and payments hold: the best of some times.

    The log is in DuckDB as when an audit has read it; nothing of the replay's is left from before.
    """
    connection = logged(hands, seed)
    spent = []
    for _ in range(TIMES):
        begun, used = time.perf_counter(), time.process_time()
        told = replay(connection)
        spent.append((time.process_time() - used, time.perf_counter() - begun))
    held = told["stud_hand"]["went_as_due_low_compare"].to_pylist()
    turns = told["stud_action"]["in_turn"].to_pylist()
    if held != [True] * hands or False in turns or 0 in turns:
        sys.exit("a hand that was played lawfully was not found so")
    return Rate(*(hands / min(each) for each in zip(*spent, strict=True)))


def logged(hands: int, seed: int) -> Connection:
    """Give a connection with the log of one evening of so many hands."""
    evening = Partition("LIM-01", FIRST_DATE, hands)
    made = night([evening], np.random.default_rng(seed))
    rows = {name: _sourced(name, table, of=evening) for name, (table, _) in made.items()}
    connection = connect(threads=1)
    rows_of_tables(connection, rows)
    no_rejects(connection)
    make_logs(connection, known_game("stud7"))
    return connection


def _sourced(name: str, table: pa.Table, *, of: Partition) -> pa.Table:
    """Give a table as it comes out of a store: with its source, casino and gaming date."""
    count = table.num_rows
    given = {
        "casino_id": pa.repeat(of.casino_id, count),
        "gaming_date": pa.array([of.gaming_date]).take(pa.array(np.zeros(count, dtype=np.int64))),
    }
    rows = with_source(table, f"{name}.csv", first=1)
    own = {key: rows[key] for key in rows.column_names}
    return pa.table({**own, **given})


def compare_ranks(*, peers: str) -> None:
    """Compare the ranking of seven cards with eval7's, and the order they find."""
    random = np.random.default_rng(7)
    decks = np.argsort(random.random((RANKED_BY_PEER, DECK)), axis=1)[:, :ROUNDS]
    few = np.ascontiguousarray(decks.T.astype(np.int8))
    ours = rank_rate(np.tile(few, RANKED // RANKED_BY_PEER))
    lines = [" ".join(NAMES[card] for card in cards) for cards in decks.tolist()]
    done = ask(peers, "eval7", lines=lines)
    if done is None:
        left_out("stud7 ranking", ours, library="eval7")
        return
    order = np.argsort(np.array(done.came), kind="stable")
    steps = np.sign(np.diff(np.array(done.came)[order]))
    same = int((steps == np.sign(np.diff(rank_seven(few).low[order]))).sum()) + 1
    agreed = (
        f"{same:,} of {RANKED_BY_PEER:,} hands in the same order, the ace low in a straight too"
    )
    show(Compared("stud7 ranking / eval7", ours, done.rate, LEAST_TIMES_EVAL7, agreed))


def rank_rate(cards: np.ndarray[tuple[int, int], np.dtype[np.int8]]) -> Rate:
    """Rank hands some times and give the best rate; the tables are made beforehand."""
    rank_seven(cards[:, :1])
    spent = []
    for _ in range(TIMES):
        begun, used = time.perf_counter(), time.process_time()
        rank_seven(cards)
        spent.append((time.process_time() - used, time.perf_counter() - begun))
    return Rate(*(cards.shape[1] / min(each) for each in zip(*spent, strict=True)))


class Done(NamedTuple):
    """What another library did: its rate, what came of each hand, and how many there were."""

    rate: Rate
    came: list[object]
    many: int


def compare_memory(hands: int) -> None:
    """Compare the most memory that an audit of twice the hands holds with that of the hands."""
    once, twice = (
        audit(stored(many, -(-many // HANDS_A_NIGHT), game="stud7"), [])
        for many in (hands, 2 * hands)
    )
    held = f"{twice.most_bytes / GIB:.2f} GiB to {once.most_bytes / GIB:.2f} GiB"
    rate = hands / (twice.processor - once.processor)
    how = f"{held}; {2 * hands:,} hands to {hands:,}; every rule, {rate:,.0f} hands/s of processor"
    growth = twice.most_bytes / once.most_bytes
    show_figure(Figure("stud7, memory of twice", growth, MOST_MEMORY, how))


def ask(peers: str, library: str, *, lines: list[str]) -> Done | None:
    """Have another library do its part; None where it is not installed."""
    script = str(Path(__file__).parent / "peers.py")
    done = subprocess.run(
        [peers, script, library],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode == MISSING:
        return None
    if done.returncode:
        sys.exit(done.stderr)
    said = json.loads(done.stdout)
    many = said.get("many", len(lines))
    return Done(Rate(many / said["processor"], many / said["clock"]), said["came"], many)


def left_out(what: str, ours: Rate, *, library: str) -> None:
    """Say that a comparison was left out."""
    print(f"{what}: {ours.processor:,.0f} hands/s; not compared: {library} is not installed")


def show(one: Compared) -> None:
    """Print a comparison against its limit."""
    times = one.ours.processor / one.other.processor
    rates = f"{one.ours.processor:,.0f} to {one.other.processor:,.0f} hands/s of processor"
    clock = f"{one.ours.clock:,.0f} to {one.other.clock:,.0f} by the clock"
    how = f"{rates}, {clock}; {one.same}"
    show_figure(Figure(one.what, times, one.least, how, is_least=True))


if __name__ == "__main__":
    main()
