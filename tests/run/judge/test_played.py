"""Hands are counted by table, gaming date, hour of the venue and dealer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from auditor.run.judge import played
from auditor.run.judge.played import played_in_all, played_of
from auditor.sql import connect, run

if TYPE_CHECKING:
    from auditor.sql import Connection

LIMA, URUGUAY = "America/Lima", "America/Montevideo"  # five and three hours behind UTC
SCRIPT = f"""
CREATE SCHEMA log;
CREATE TABLE log.sessions AS SELECT * FROM (VALUES
    (1, 'LIM', 'M1', DATE '2026-03-07', '{LIMA}'),
    (2, 'LIM', 'M2', DATE '2026-03-08', '{LIMA}'),
    (3, 'MVD', NULL, NULL, '{URUGUAY}')
) AS s(session_key, casino_id, table_id, gaming_date, zone);
CREATE TABLE log.hands AS SELECT * FROM (VALUES
    (1, 'D1', TIMESTAMPTZ '2026-03-08 04:59:59+00'),
    (1, 'D1', TIMESTAMPTZ '2026-03-08 05:00:00+00'),
    (1, NULL, NULL),
    (2, 'D2', TIMESTAMPTZ '2026-03-09 05:10:00+00'),
    (3, 'D1', TIMESTAMPTZ '2026-03-08 02:30:00+00')
) AS h(session_key, dealer_id, started_at);
CREATE TABLE log.boards AS SELECT * FROM (VALUES (3, 'b1'), (3, 'b2')) AS b(session_key, board_id);
"""


@pytest.fixture(name="connection")
def _connection() -> Connection:
    connection = connect()
    for statement in SCRIPT.split(";"):
        if statement.strip():
            run(connection, statement, why="a small log")
    return connection


def test_hands_and_boards_are_counted_where_they_were_played(connection: Connection) -> None:
    assert played_of(connection) == {
        "LIM": {
            "table": {"M1": 3, "M2": 1},
            "date": {"2026-03-07": 3, "2026-03-08": 1},
            "hour": {"00": 2, "23": 1},
            "dealer": {"D1": 2, "D2": 1},
        },
        "MVD": {"table": {}, "date": {}, "hour": {"23": 1}, "dealer": {"D1": 1}},
    }


def test_batches_add_up(connection: Connection) -> None:
    found = played_of(connection)
    assert played_in_all([found["LIM"], {}, found["MVD"]]) == {
        "table": {"M1": 3, "M2": 1},
        "date": {"2026-03-07": 3, "2026-03-08": 1},
        "hour": {"00": 2, "23": 2},
        "dealer": {"D1": 3, "D2": 1},
    }


def test_a_kind_of_too_many_names_is_not_counted_in_any_batching(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(played, "MOST_NAMES", 1)
    assert played_of(connection)["LIM"]["table"] is None
    parts = [{kind: {name: 1} for kind in played.KINDS} for name in ("a", "b")]
    assert set(played_in_all(parts).values()) == {None}
    assert set(played_in_all([dict.fromkeys(played.KINDS), parts[0]]).values()) == {None}
