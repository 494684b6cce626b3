"""Bridge boards for the tests: deals as sets of cards, and the replay of rows."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from auditor.games.catalog import games
from auditor.ingest.rows import canonical_tables
from auditor.replay.facts import lost_records, replay, rows_of_tables, span
from auditor.sql import connect, query

if TYPE_CHECKING:
    from collections.abc import Callable

    Rows = dict[str, list[dict[str, str | None]]]
    Facts = dict[str, dict[str, object]]
    Replayed = Callable[[Rows], Facts]
    Hand = frozenset[str]

RANKS = "AKQJT98765432"
PACK = tuple(rank + suit for suit in "SHDC" for rank in RANKS)


def dealt(seed: int) -> tuple[Hand, ...]:
    """Deal four hands, North first, the same for one seed."""
    cards = random.Random(seed).sample(PACK, len(PACK))  # noqa: S311  # a test's deal, not a game's
    return tuple(frozenset(cards[seat::4]) for seat in range(4))


def written(hands: tuple[Hand, ...], first: str = "N") -> str:
    """Write a deal in PBN, ranks from the ace down, from a first seat on."""
    turn = "NESW".index(first)
    return f"{first}:" + " ".join(map(hand_of, hands[turn:] + hands[:turn]))


def hand_of(hand: Hand) -> str:
    """Write a hand in PBN."""
    return ".".join("".join(rank for rank in RANKS if rank + suit in hand) for suit in "SHDC")


def session(session_id: str = "s", **more: str | None) -> dict[str, str | None]:
    """Make a session's row."""
    base: dict[str, str | None] = {
        "session_id": session_id, "casino_id": "c", "table_id": "t", "game": "bridge",
        "gaming_date": "2012-05-19", "currency": "UYU",
    }  # fmt: skip
    return base | more


def board(board_id: str, deal: str, **more: str | None) -> dict[str, str | None]:
    """Make a board's row; its number is its id, but for what follows a stroke."""
    base: dict[str, str | None] = {
        "board_id": board_id, "session_id": "s", "number": board_id.partition("/")[0],
        "deal": deal, "dealer": "N", "vulnerable": "None",
    }  # fmt: skip
    return base | more


@pytest.fixture
def board_facts() -> Replayed:
    """Replay rows and give the facts of each board by its id."""

    def replayed(rows: Rows) -> Facts:
        return _facts(rows, "board")

    return replayed


@pytest.fixture
def event_facts() -> Replayed:
    """Replay rows and give the facts of each event by its id."""

    def replayed(rows: Rows) -> Facts:
        return _facts(rows, "event")

    return replayed


def _facts(rows: Rows, grain: str) -> Facts:
    """Replay rows as if they were the whole store."""
    logs = canonical_tables(rows)
    connection, game = connect(threads=1), games()["bridge"]
    rows_of_tables(connection, logs.tables)
    lost_records(connection, logs.rejects)
    replay(connection, game, spans=span(connection, game))
    found = query(connection, f"SELECT * FROM fact.{grain}").to_pylist()
    return {str(row["subject"]): row for row in found}
