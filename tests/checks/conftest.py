"""Nights made up for the checks: logs of one table a casino, counted as a batch is."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from auditor.checks.count import counted
from auditor.checks.judge import judged
from auditor.games.catalog import games
from auditor.replay.facts import lost_records, rows_of_tables
from auditor.replay.logs import make_logs
from auditor.simulate.columns import log_table
from auditor.sql import connect
from auditor.store.read import REJECT_SCHEMA

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from auditor.checks.count import Counted
    from auditor.checks.judge import Result

DAY = date(2025, 1, 1)
Columns = dict[str, list[object]]
Log = dict[str, Columns]


def count_log(game: str, log: Log, *, lost: tuple[str, ...] = ()) -> tuple[Counted, ...]:
    """Count over a log of one game; every session is one casino's, named after it.

    A record of each table in `lost` was rejected in the first of them.
    """
    tables: Mapping[str, pa.Table] = {
        name: _table(name, columns, log) for name, columns in log.items()
    }
    connection = connect(threads=2)
    rows_of_tables(connection, tables)
    first = {"casino_id": "K000", "session_id": "K000", "gaming_date": DAY}
    rejects = [{**first, "table": table} for table in lost]
    lost_records(connection, pa.Table.from_pylist(rejects, REJECT_SCHEMA))
    make_logs(connection, games()[game])
    return counted(connection, games()[game])


def _table(name: str, columns: Columns, log: Log) -> pa.Table:
    """Make a table of the log model, with its partition's columns."""
    count = len(next(iter(columns.values())))
    arrays = {key: pa.array(values) for key, values in columns.items() if key != "casino_id"}
    casinos = columns.get("casino_id") or columns.get("session_id") or _casinos_of(columns, log)
    table = log_table(
        name, arrays | ({"casino_id": pa.array(casinos)} if name == "sessions" else {}), count=count
    )
    for key, values in {"casino_id": casinos, "gaming_date": [DAY] * count}.items():
        if key not in table.column_names:
            table = table.append_column(key, pa.array(values))
    return table


def _casinos_of(columns: Columns, log: Log) -> list[object]:
    """Give the casino of rows that only name their hand."""
    of = dict(zip(log["hands"]["hand_id"], log["hands"]["session_id"], strict=True))
    return [of[each] for each in columns["hand_id"]]


def sessions(game: str, names: list[str]) -> Columns:
    """Give a session of one table for each name, which is also its casino's."""
    return {
        "session_id": list(names),
        "casino_id": list(names),
        "table_id": ["T1"] * len(names),
        "game": [game] * len(names),
        "gaming_date": [DAY] * len(names),
        "currency": ["PEN"] * len(names),
    }


def dice_log(dice: NDArray[np.int64]) -> Log:
    """Give a log of throws: casino, throw, die → what it shows; a hand a throw, by two dealers."""
    casinos, throws, _ = dice.shape
    names = [f"K{each:03d}" for each in range(casinos)]
    ids = [f"{name}-{n}" for name in names for n in range(throws)]
    of = [name for name in names for _ in range(throws)]
    flat = dice.reshape(-1, 3)
    hands: Columns = {
        "hand_id": [*ids],
        "session_id": [*of],
        "hand_no": [*range(1, throws + 1)] * casinos,
        "dealer_id": [f"D{n % 2}" for n in range(len(ids))],
    }
    rolls: Columns = {"roll_id": [*ids], "hand_id": [*ids], "seq": [1] * len(ids)}
    rolls |= {f"d{die + 1}": flat[:, die].tolist() for die in range(3)}
    return {"sessions": sessions("bling_bling", names), "hands": hands, "rolls": rolls}


def shoe_log(cards: NDArray[np.int64], *, decks: int) -> Log:
    """Give a log of shoes: casino, shoe, place → card (0 to 51, ace of spades first, by suit).

    Hands have five cards.
    """
    casinos, shoes, length = cards.shape
    names = [f"K{each:03d}" for each in range(casinos)]
    shoe_ids = [f"{name}-Z{z}" for name in names for z in range(shoes)]
    hand_ids = [f"{shoe}-{n}" for shoe in shoe_ids for n in range(length // 5)]
    shoe_of = [shoe for shoe in shoe_ids for _ in range(length // 5)]
    words = np.array([rank + suit for suit in "SHDC" for rank in "A23456789TJQK"])
    dealt = words[cards[:, :, : length // 5 * 5].reshape(-1)]
    return {
        "sessions": sessions("mini_bacara", names),
        "shoes": {
            "shoe_id": [*shoe_ids],
            "session_id": [shoe.partition("-")[0] for shoe in shoe_ids],
            "shoe_no": [*range(1, shoes + 1)] * casinos,
            "decks": [decks] * len(shoe_ids),
        },
        "hands": {
            "hand_id": [*hand_ids],
            "session_id": [shoe.partition("-")[0] for shoe in shoe_of],
            "shoe_id": [*shoe_of],
            "hand_no": [*range(1, shoes * (length // 5) + 1)] * casinos,
        },
        "cards": {
            "hand_id": [hand for hand in hand_ids for _ in range(5)],
            "idx": [*range(1, 6)] * len(hand_ids),
            "to": ["banca"] * len(dealt),
            "card": dealt.tolist(),
        },
    }


def shuffled(
    random: np.random.Generator, casinos: int, *, shoes: int, decks: int, dealt: int
) -> NDArray[np.int64]:
    """Shuffle shoes and deal the first cards of each."""
    whole = np.tile(np.arange(52), (casinos, shoes, decks))
    return random.permuted(whole, axis=2)[:, :, :dealt]


def checked(game: str, log: Log) -> list[Result]:
    """Check a log with every check of its game."""
    tables = {(str(name), game): ("T1",) for name in log["sessions"]["casino_id"]}
    return judged(count_log(game, log), tables)


def verdicts(game: str, log: Log) -> dict[str, str]:
    """Give the verdict of every check on a log of one casino, by its id."""
    return {each.check.id: each.verdict.value for each in checked(game, log) if not each.part}
