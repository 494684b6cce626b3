"""Do with PokerKit and eval7 what the tool is compared with; runs under any Python that has them.

    python benchmarks/peers.py pokerkit < HANDS     hands as fields of PHH, one JSON object a line
    python benchmarks/peers.py eval7 < HANDS        seven cards a line, apart by spaces

Prints one JSON object: the seconds of processor and of the clock, and what came of each hand.
It needs nothing of this project. It ends with MISSING where the library is not installed.
"""

from __future__ import annotations

import json
import sys
import time

MISSING = 9


def main() -> None:
    """Do what the argument says with the hands that are given."""
    lines = sys.stdin.read().splitlines()
    try:
        found = pokerkit_replays(lines) if sys.argv[1] == "pokerkit" else eval7_ranks(lines)
    except ModuleNotFoundError as missing:
        print(missing)
        sys.exit(MISSING)
    print(json.dumps(found))


def pokerkit_replays(lines: list[str]) -> dict[str, object]:
    """Replay hands with PokerKit, hand histories to their last states."""
    from pokerkit import HandHistory  # noqa: PLC0415  # may be missing

    histories = [HandHistory(**json.loads(line)) for line in lines]
    for _ in histories[0]:  # it makes its tables of hands when it first needs them
        pass
    begun, used = time.perf_counter(), time.process_time()
    last = [list(history)[-1] for history in histories]
    spent = {"clock": time.perf_counter() - begun, "processor": time.process_time() - used}
    return {**spent, "came": [[int(stack) for stack in state.stacks] for state in last]}


def eval7_ranks(lines: list[str]) -> dict[str, object]:
    """Rank hands with eval7, each a list of its cards; the cards are made beforehand."""
    import eval7  # noqa: PLC0415  # may be missing

    hands = [[eval7.Card(card) for card in line.split()] for line in lines]
    evaluate = eval7.evaluate
    begun, used = time.perf_counter(), time.process_time()
    came = [evaluate(hand) for hand in hands]
    spent = {"clock": time.perf_counter() - begun, "processor": time.process_time() - used}
    return {**spent, "came": came}


if __name__ == "__main__":
    main()
