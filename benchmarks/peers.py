"""Do with other libraries what the tool is compared with; runs under any Python that has them.

    python benchmarks/peers.py pokerkit < HANDS     hands as fields of PHH, one JSON object a line
    python benchmarks/peers.py eval7 < HANDS        seven cards a line, apart by spaces
    python benchmarks/peers.py endplay < FILE.pbn   boards as PBN: the deals alone
    python benchmarks/peers.py pandera < PATHS      Parquet files of bets, one a line: row rules

Prints one JSON object: the seconds of processor and of the clock, and what came of each hand.
It needs nothing of this project. It ends with MISSING where the library is not installed.
"""

from __future__ import annotations

import json
import sys
import time

MISSING = 9
DEAL, END, FEW = '[Deal "', '"]', 10


def main() -> None:
    """Do what the argument says with the hands that are given."""
    lines = sys.stdin.read().splitlines()
    try:
        found = PEERS[sys.argv[1]](lines)
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


def endplay_deals(lines: list[str]) -> dict[str, object]:
    """Read the deal of each board, and nothing else of it."""
    from endplay.types import Deal  # noqa: PLC0415  # may be missing

    deals = [line[len(DEAL) : -len(END)] for line in lines if line.startswith(DEAL)]
    begun, used = time.perf_counter(), time.process_time()
    read = [Deal(deal) for deal in deals]
    spent = {"clock": time.perf_counter() - begun, "processor": time.process_time() - used}
    return {**spent, "came": [deal.to_pbn() for deal in read[:FEW]], "many": len(read)}


def pandera_checks(lines: list[str]) -> dict[str, object]:
    """Check the bets of each file by the rules that need nothing but their own row."""
    import pandas as pd  # noqa: PLC0415  # may be missing
    import pandera.pandas as pa  # noqa: PLC0415  # may be missing

    text, amount, number = pa.Column(str), pa.Column(float, pa.Check.ge(0)), pa.Check.between(1, 7)
    schema = pa.DataFrameSchema(
        {
            "bet_id": pa.Column(str, unique=True),
            "hand_id": text,
            "player_id": text,
            "seat": pa.Column(float, number, nullable=True),
            "box": pa.Column(float, number),
            "posture": pa.Column(str, pa.Check.isin(["seated", "standing"])),
            "kind": pa.Column(str, pa.Check.isin(["punto", "banca", "cobertura"])),
            "stake": amount,
            "payout": pa.Column(float),
            "payout_basis": pa.Column(str, pa.Check.isin(["net", "gross"])),
            "deduction": pa.Column(float, pa.Check.ge(0), nullable=True),
        },
        checks=[
            pa.Check(lambda rows: rows["payout"] >= -rows["stake"]),
            pa.Check(lambda rows: rows["seat"].isna() == (rows["posture"] == "standing")),
        ],
        coerce=True,
    )
    begun, used = time.perf_counter(), time.process_time()
    many = 0
    for line in lines:
        many += len(schema.validate(pd.read_parquet(line, columns=list(schema.columns)), lazy=True))
    spent = {"clock": time.perf_counter() - begun, "processor": time.process_time() - used}
    return {**spent, "came": [], "many": many}


PEERS = {
    "pokerkit": pokerkit_replays,
    "eval7": eval7_ranks,
    "endplay": endplay_deals,
    "pandera": pandera_checks,
}

if __name__ == "__main__":
    main()
