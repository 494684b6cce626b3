"""What a careful analyst's pandas script does of Mini-Bacará: some of its checks, exact money.

    python benchmarks/pandas_rules.py STORE

Prints one JSON object: the hands, and how many rows broke each check. It needs pandas and pyarrow,
nothing of this project. It goes casino by casino, so that its memory stays bounded; money is
decimal, a missing value breaks nothing, and nothing is done row by row.

It checks twenty things, fewer than the rules do: it knows one reading of each article, no dates of
the law, no missing families of events and no rejected records, and it quotes no evidence.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pandas as pd
import pyarrow.dataset as ds

TABLES = ("sessions", "shoes", "hands", "cards", "bets", "events")
KINDS = ("punto", "banca", "cobertura")
# By Banca's two cards and Punto's third (10: none): whether Banca draws.
DRAWS = "PPPPPPPPPPP PPPPPPPPPPP PPPPPPPPPPP PPPPPPPPLPP LLPPPPPPLLP LLLLPPPPLLP LLLLLLPPLLL"
STANDS = "L" * 11
DECKS, NATURAL, STANDS_ON, ENCART = 4, 8, 7, (6, 7)
POINTS = {"A": 1, "T": 0, "J": 0, "Q": 0, "K": 0} | {str(n): n for n in range(2, 10)}

Frames = dict[str, pd.DataFrame]


def main() -> None:
    """Check every casino of a store and print what broke."""
    store = Path(sys.argv[1])
    broken: Counter[str] = Counter()
    hands = 0
    for folder in sorted((store / "hands").iterdir()):
        frames = {name: read(store / name / folder.name) for name in TABLES}
        hands += len(frames["hands"])
        broken.update(check(frames))
    print(json.dumps({"hands": hands, "broken": broken}))


def read(folder: Path) -> pd.DataFrame:
    """Read one table of one casino, its types kept as Arrow's."""
    table = ds.dataset(folder, format="parquet").to_table()
    own = [name for name in table.column_names if not name.startswith("source_")]
    frame: pd.DataFrame = table.select(own).to_pandas(types_mapper=pd.ArrowDtype)
    return frame


def check(frames: Frames) -> dict[str, int]:
    """Count what broke in one casino."""
    box, banca = dealt(frames["cards"])
    both = decided(box, banca)
    bets = frames["bets"].merge(frames["hands"][["hand_id", "session_id"]], on="hand_id")
    return {
        **of_records(frames),
        **of_shoes(frames),
        **of_hands(frames, both, banca=banca),
        **of_bets(bets, frames),
        **of_payouts(bets, both),
    }


def fails(holds: pd.Series) -> int:
    """Count the rows that break a check; a missing value breaks nothing."""
    return int((~holds.fillna(value=True).astype(bool)).sum())


def of_records(frames: Frames) -> dict[str, int]:
    """Check ids that stand twice, rows without parents, and hand numbers left out."""
    hands, bets, cards = frames["hands"], frames["bets"], frames["cards"]
    ordered = hands.sort_values(["session_id", "hand_no"])
    steps = ordered.groupby("session_id")["hand_no"].diff()
    return {
        "hand twice": int(hands["hand_id"].duplicated().sum()),
        "bet twice": int(bets["bet_id"].duplicated().sum()),
        "card place twice": int(cards.duplicated(["hand_id", "idx"]).sum()),
        "bet without hand": int((~bets["hand_id"].isin(hands["hand_id"])).sum()),
        "hand number left out": fails((steps == 1) | steps.isna()),
    }


def of_shoes(frames: Frames) -> dict[str, int]:
    """Check that no card came out of a shoe more often than its decks have it."""
    of_shoe = frames["cards"].merge(frames["hands"][["hand_id", "shoe_id"]], on="hand_id")
    seen = of_shoe.groupby(["shoe_id", "card"]).size().groupby("shoe_id").max()
    decks = frames["shoes"].set_index("shoe_id")["decks"]
    return {
        "decks": fails(frames["shoes"]["decks"] == DECKS),
        "card too often": fails(seen <= decks.reindex(seen.index)),
    }


def dealt(cards: pd.DataFrame) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Give each box, and Banca of each hand: first two cards, third, their points."""
    cards = cards.sort_values(["hand_id", "idx"])
    cards = cards.assign(
        points=cards["card"].str[:1].map(POINTS).astype("int64"),
        place=cards.groupby(["hand_id", "to"]).cumcount(),
    )
    points = cards.pivot_table(index=["hand_id", "to"], columns="place", values="points")
    points = points.reindex(columns=[0, 1, 2]).set_axis(["first", "second", "third"], axis=1)
    points = points.reset_index()
    points["two"] = (points["first"] + points["second"]) % 10
    points["all"] = (points["two"] + points["third"].fillna(0)) % 10
    points["drew"] = points["third"].notna()
    banca = points[points["to"] == "banca"].drop(columns="to")
    boxes = points[points["to"] != "banca"]
    return boxes.assign(box=boxes["to"].str[4:].astype("int64")), banca


def decided(box: pd.DataFrame, banca: pd.DataFrame) -> pd.DataFrame:
    """Give what became of each box: 1 Punto wins, 0 nobody, -1 Banca wins."""
    both = box.merge(banca, on="hand_id", suffixes=("", "_banca"))
    air = (both["two"] >= NATURAL) | (both["two_banca"] >= NATURAL)
    encart = (both["two"] == both["two_banca"]) & both["two"].isin(ENCART)
    third = both["third"].fillna(10).astype(int)
    table = pd.Series(list("".join([*DRAWS.split(), STANDS, STANDS, STANDS])))
    needs = table.loc[(11 * both["two_banca"] + third).astype(int)].to_numpy() == "P"
    early = air | encart | ~both["drew_banca"] | (both["two_banca"] == STANDS_ON) | ~needs
    with_two = both["two"].where(air | encart, both["all"]) - both["two_banca"]
    result = with_two.where(early, both["all"] - both["all_banca"])
    return both.assign(air=air, encart=encart, needs=needs, result=result)


def of_hands(frames: Frames, both: pd.DataFrame, *, banca: pd.DataFrame) -> dict[str, int]:
    """Check dealers, totals, the order of dealing, the third cards and the times."""
    hands = frames["hands"].merge(banca, on="hand_id", how="left")
    open_box = (~both["air"]).groupby(both["hand_id"]).any()
    needs = (both["needs"] & ~both["air"] & ~both["encart"]).groupby(both["hand_id"]).any()
    drew = hands.set_index("hand_id")["drew"]
    events = frames["events"]
    reveal = events[events["type"] == "reveal"].set_index("hand_id")["at"]
    option = events[events["type"] == "option"].groupby("hand_id")["at"].max()
    cards = frames["cards"].sort_values(["hand_id", "idx"])
    first_two = cards[cards.groupby(["hand_id", "to"]).cumcount() == 1]
    second = first_two[first_two["to"] == "banca"].set_index("hand_id")["at"]
    return {
        "dealer": fails(hands["dealer_role"] == "staff"),
        "total": fails(hands["banca_total"] == hands["all"]),
        "air drawn": int((both["air"] & both["drew"]).sum()),
        "banca drew": int((drew & ~needs.reindex(drew.index, fill_value=False)).sum()),
        "banca stood": int((needs & ~drew.reindex(needs.index)).sum()),
        "all air and drew": int((drew & ~open_box.reindex(drew.index, fill_value=True)).sum()),
        "reveal": fails(reveal <= second.reindex(reveal.index)),
        "option": fails(option <= second.reindex(option.index)),
    }


def of_bets(bets: pd.DataFrame, frames: Frames) -> dict[str, int]:
    """Check kinds, times, leave to stand, and the most that a box may hold."""
    first_card = frames["cards"].groupby("hand_id")["at"].min()
    seated = bets[bets["posture"] == "seated"].groupby(["hand_id", "box"])["settle_seq"].size()
    standing = bets[bets["posture"] == "standing"]
    ids = pd.MultiIndex.from_frame(standing[["hand_id", "box"]])
    early = bets[bets["kind"] != "cobertura"]
    stakes = early.groupby(["session_id", "hand_id", "box"])["stake"]
    total = stakes.sum().reset_index()
    most = frames["sessions"].set_index("session_id")["box_max"]
    return {
        "kind": fails(bets["kind"].isin(KINDS)),
        "placed": fails(early["placed_at"] <= early["hand_id"].map(first_card)),
        "not authorised": fails(standing["authorised"]),
        "nobody seated": int((~ids.isin(seated.index)).sum()),
        "box too full": fails(total["stake"] <= total["session_id"].map(most)),
    }


def of_payouts(bets: pd.DataFrame, boxes: pd.DataFrame) -> dict[str, int]:
    """Check what each bet on Punto or Banca was paid, ten per cent less on Banca."""
    sides = bets[bets["kind"].isin(["punto", "banca"])]
    told = sides.merge(boxes[["hand_id", "box", "result"]], on=["hand_id", "box"])
    side = told["kind"].map({"punto": 1, "banca": -1}) * told["result"]
    stake, paid = told["stake"], told["payout"]
    tenth = stake * Decimal("0.10")  # type: ignore[type-var]  # exact money
    discount = tenth.where(told["kind"] == "banca", Decimal(0))
    won = (paid - (stake - discount)).abs() < Decimal("0.01")
    right = won.where(side > 0, (paid == -stake).where(side < 0, paid == 0))
    return {"payout": fails(right)}


if __name__ == "__main__":
    main()
