"""One casino of a store as frames of small numbers: words as places in a list, money as integers.

What stands in no simulated store is refused, not guessed: see `_assume`.
"""

from __future__ import annotations

import sys
import tomllib
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds

from benchmarks.pandas_rules import law

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from benchmarks.pandas_rules.verdicts import Flags, Numbers

PARTS = 10_000  # of a unit of money: its four decimals
MOST_BOX, MOST_IDX, MOST_SEAT = 63, 1023, 60
# The columns that are read; those that say the same again and again as words coded by Arrow.
COLUMNS = {
    "sessions": ("session_id", "game", "recorded", "date_earliest", "box_max"),
    "shoes": ("shoe_id", "session_id", "decks"),
    "hands": (
        *("hand_id", "session_id", "shoe_id", "hand_no", "started_at", "ended_at"),
        *("dealer_id", "dealer_role", "banker_player_id"),
    ),
    "cards": ("hand_id", "idx", "to", "card", "face", "at", "cancelled"),
    "bets": (
        *("bet_id", "hand_id", "player_id", "seat", "box", "posture", "kind", "stake"),
        *("placed_at", "authorised", "parent_bet_id", "payout", "payout_basis", "deduction"),
        "settle_seq",
    ),
    "events": ("session_id", "seq", "type", "hand_id", "at", "seat", "box", "detail"),
}
CODED = frozenset(
    {
        *("session_id", "hand_id", "shoe_id", "to", "card", "face", "posture", "kind", "type"),
        *("detail", "payout_basis", "dealer_id", "dealer_role", "banker_player_id"),
    }
)
MAY_BE_MISSING = {
    "cards": {"cancelled"},
    "bets": {"seat", "authorised", "parent_bet_id"},
    "events": {"hand_id", "seat", "box", "detail"},
}


class House(NamedTuple):
    """What a house declares: how it rounds the tenth (nothing: None), the readings adopted."""

    unit: Decimal | None
    direction: str
    adopted: Mapping[str, str]


class Casino(NamedTuple):
    """The tables of one casino; `session`, `hand` and `shoe` are places in those frames.

    Hands stand session by session in the order of their numbers; events in that of theirs.
    """

    sessions: pd.DataFrame
    shoes: pd.DataFrame
    hands: pd.DataFrame
    cards: pd.DataFrame
    bets: pd.DataFrame
    events: pd.DataFrame
    house: House


def read_casino(store: Path, casino: str) -> Casino:
    """Read what a casino has in a store."""
    tables = {name: read_table(store, name, casino=casino) for name in COLUMNS}
    _assume(tables)
    sessions = tables["sessions"].to_pandas()
    session_ids = pd.Index(sessions["session_id"])
    shoes = tables["shoes"].to_pandas()
    hands = _hands(tables["hands"], session_ids, shoe_ids=pd.Index(shoes["shoe_id"]))
    hand_ids = pd.Index(hands["hand_id"].astype("str"))
    return Casino(
        sessions,
        shoes,
        hands,
        _cards(tables["cards"], hand_ids),
        _bets(tables["bets"], hand_ids),
        _events(tables["events"], session_ids, hand_ids=hand_ids),
        read_house(store / "house" / f"{casino.partition('=')[2]}.toml", sessions),
    )


def read_table(store: Path, name: str, *, casino: str) -> pa.Table:
    """Read a table of a casino: amounts as integers of PARTS, times as microseconds."""
    wanted = COLUMNS[name]
    coded = [column for column in wanted if column in CODED]
    options = ds.ParquetReadOptions(dictionary_columns=coded)
    files = ds.dataset(store / name / casino, format=ds.ParquetFileFormat(read_options=options))
    table = files.to_table(columns=list(wanted)).unify_dictionaries().combine_chunks()
    return pa.table({key: _plain(table[key]) for key in wanted})


def _plain(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Give amounts and times as integers; other columns as they are."""
    if pa.types.is_decimal(column.type):
        return pc.multiply(column, pa.scalar(Decimal(PARTS))).cast(pa.int64())
    return column.cast(pa.int64()) if pa.types.is_timestamp(column.type) else column


def _assume(tables: Mapping[str, pa.Table]) -> None:
    """Stop where a table has what no simulated store has."""
    for name, table in tables.items():
        free = MAY_BE_MISSING.get(name, set())
        _expect(
            all(table[key].null_count == 0 for key in table.column_names if key not in free),
            f"{name}: something is missing",
        )
    sessions, cards = tables["sessions"], tables["cards"]
    _expect(set(sessions["game"].to_pylist()) == {"mini_bacara"}, "another game")
    _expect(min(sessions["date_earliest"].to_pylist()) >= law.IN_FORCE, "older than the decree")
    told = [set(text.split()) >= {"seats", "play"} for text in sessions["recorded"].to_pylist()]
    _expect(all(told), "a session that does not keep its seats and its steps of play")
    _expect(cards["cancelled"].null_count == len(cards), "cards marked as cancelled")


def _expect(fine: bool, what: str) -> None:  # noqa: FBT001  # what is expected, and its name
    """Stop where something is not as this script expects."""
    if not fine:
        sys.exit(f"this script does not know what to do with: {what}")


def read_house(file: Path, sessions: pd.DataFrame) -> House:
    """Read a house file: its rounding, and the readings adopted before the first session."""
    declared = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    several, readings = declared.get("rounding", []), declared.get("readings", {})
    rounding = several[0] if several else {}
    _expect(len(several) < 2 and "from" not in rounding, "a rounding that changes")  # noqa: PLR2004
    since = [each.get("from", each["on"]) for each in readings.values()]
    _expect(max(since, default=law.IN_FORCE) <= min(sessions["date_earliest"]), "a late reading")
    unit = Decimal(rounding["unit"]) if rounding else None
    adopted = {rule: each["reading"] for rule, each in readings.items()}
    return House(unit, rounding.get("direction", ""), adopted)


def places(column: pd.Series, known: pd.Index) -> Numbers:
    """Give the place of each word in a list; -1 where it is missing or not there."""
    found = np.append(known.get_indexer(column.cat.categories.astype("str")), -1)
    told: Numbers = found[column.cat.codes.to_numpy()].astype(np.int64)
    return told


def _hands(table: pa.Table, session_ids: pd.Index, *, shoe_ids: pd.Index) -> pd.DataFrame:
    """Give the hands in order, with the places of their sessions and shoes."""
    hands: pd.DataFrame = table.to_pandas()
    hands["session"] = places(hands["session_id"], session_ids)
    hands["shoe"] = places(hands["shoe_id"], shoe_ids)
    _expect(bool((hands[["session", "shoe"]] >= 0).all(axis=None)), "a hand of no shoe")
    _expect(hands["hand_id"].is_unique, "hands of the same id")
    return hands.sort_values(["session", "hand_no"], ignore_index=True)


def _cards(table: pa.Table, hand_ids: pd.Index) -> pd.DataFrame:
    """Give the cards of the hands: who got them, which they were, how they lay."""
    cards = table.drop_columns(["cancelled"]).to_pandas()
    told = pd.DataFrame(
        {
            "hand": places(cards["hand_id"], hand_ids),
            "receiver": places(cards["to"], law.RECEIVERS),
            "card": places(cards["card"], law.CARDS),
            "face": places(cards["face"], law.FACES),
            "idx": cards["idx"],
            "at": cards["at"],
        }
    )
    _expect(bool((told >= 0).all(axis=None)), "a card of no hand, receiver, face or name")
    _expect(told["idx"].max() <= MOST_IDX, "a hand of so many cards")
    return told


def _bets(table: pa.Table, hand_ids: pd.Index) -> pd.DataFrame:
    """Give the bets of the hands; `seat` -1 where there is none, a kind not known -1."""
    bets: pd.DataFrame = table.to_pandas(types_mapper={pa.bool_(): pd.BooleanDtype()}.get)
    bets["hand"] = places(bets.pop("hand_id"), hand_ids)
    bets["kind"] = places(bets["kind"], law.KINDS)
    bets["posture"] = places(bets["posture"], law.POSTURES)
    gross = places(bets.pop("payout_basis"), law.BASES) == law.GROSS
    bets["profit"] = bets["payout"] - bets["stake"].where(gross, 0)
    bets["seat"] = bets["seat"].fillna(-1).astype("int64")
    fine = (bets["hand"] >= 0) & bets["box"].between(0, MOST_BOX) & (bets["posture"] >= 0)
    _expect(bool(fine.all()), "a bet of no hand, box or posture")
    sits = bets["seat"].between(0, MOST_SEAT) | (bets["posture"] != law.SEATED)
    _expect(bool(sits.all()), "a seated player of no seat")
    named = bets["parent_bet_id"].notna() | (bets["kind"] != law.COVER)
    _expect(bool(named.all()), "a cobertura that names no bet")
    return bets


def _events(table: pa.Table, session_ids: pd.Index, *, hand_ids: pd.Index) -> pd.DataFrame:
    """Give the events in order: those that rules read by their place in `law.EVENTS`."""
    events: pd.DataFrame = table.to_pandas()
    events["session"] = places(events.pop("session_id"), session_ids)
    events["hand"] = places(events.pop("hand_id"), hand_ids)
    kind = places(events["type"], law.EVENTS)
    events["box"] = events["box"].fillna(events["seat"]).fillna(-1).astype("int64")
    events["seat"] = events["seat"].fillna(-1).astype("int64")
    events["asked"] = places(events.pop("detail"), law.ANSWERS)
    other = events["type"].isin(law.OTHER_COMINGS).to_numpy()
    events["comes"] = other | np.isin(kind, (law.TAKEN, law.LEFT))
    events["type"] = kind
    _expect_events(events, kind)
    return events.sort_values(["session", "seq"], ignore_index=True)


def _expect_events(events: pd.DataFrame, kind: Numbers) -> None:
    """Stop where an event does not say of which hand, box or seat it is."""
    steps: Flags = np.isin(kind, (law.OPTION, law.REVEAL, law.CALL))
    _expect(bool((events["hand"].to_numpy()[steps] >= 0).all()), "a step of no hand")
    boxes = events["box"].to_numpy()[kind == law.OPTION]
    _expect(bool(((boxes >= 0) & (boxes <= MOST_BOX)).all()), "an option of no box")
    seats = events["seat"].to_numpy()[np.isin(kind, (law.TAKEN, law.LEFT))]
    _expect(bool(((seats >= 0) & (seats <= MOST_SEAT)).all()), "somebody sits at no seat")
