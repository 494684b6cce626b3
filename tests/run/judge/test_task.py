"""A batch of several games: each reads the partitions in which it was played."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest

from auditor.replay.facts import lost_records, no_rejects, rows_of_tables
from auditor.run.judge.task import partitions_of_games
from auditor.sql import connect
from auditor.store.read import REJECT_SCHEMA, Partition

if TYPE_CHECKING:
    from auditor.sql import Connection

FIRST, SECOND = date(2025, 1, 1), date(2025, 1, 2)
PLAYED = [
    ("MVD-01", FIRST, "mini_bacara"),
    ("MVD-01", FIRST, "bridge"),
    ("MVD-01", SECOND, "bridge"),
    ("LIM-01", None, "bacara"),
]
PARTITIONS = (Partition("MVD-01", FIRST), Partition("MVD-01", SECOND), Partition("LIM-01", None))


@pytest.fixture
def batch() -> Connection:
    """Give a batch of three partitions: one of two games, one of one of them, one undated."""
    casinos, days, played = zip(*PLAYED, strict=True)
    connection = connect()
    sessions = {
        "casino_id": pa.array(casinos, pa.string()),
        "gaming_date": pa.array(days, pa.date32()),
        "game": pa.array(played, pa.string()),
    }
    rows_of_tables(connection, {"sessions": pa.table(sessions)})
    no_rejects(connection)
    return connection


def test_each_game_reads_the_partitions_in_which_it_was_played(batch: Connection) -> None:
    """Both games of a shared partition read it, and none reads another's."""
    shared, second, undated = PARTITIONS
    assert partitions_of_games(batch, PARTITIONS) == {
        "mini_bacara": (shared,),
        "bridge": (shared, second),
        "bacara": (undated,),
    }


def test_every_game_reads_all_where_a_record_was_lost(batch: Connection) -> None:
    """Whose a lost record was may be told by another game's rows alone."""
    lost_records(batch, pa.Table.from_pylist([{"casino_id": "LIM-01"}], REJECT_SCHEMA))
    assert partitions_of_games(batch, PARTITIONS) == {}


def test_every_game_reads_all_where_a_session_is_in_no_partition(batch: Connection) -> None:
    """A session whose partition cannot be told by its casino and day is not left unread."""
    assert partitions_of_games(batch, PARTITIONS[:2]) == {}
