"""What happened: a game's facts over the rows of one batch, and what it asks of the whole store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.games.catalog import facts_script, games, mechanism, span_script
from auditor.replay.logs import make_logs
from auditor.replay.rows import lost_records, rows_of_partitions, rows_of_tables
from auditor.scripts import columns_of, run_script
from auditor.sql import connect, query, run

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pyarrow as pa

    from auditor.games.log_model import Game
    from auditor.sql import Connection

Spans = dict[str, "pa.Table"]


def replay(connection: Connection, game: Game, *, spans: Mapping[str, pa.Table]) -> None:
    """Make `log.*` and `fact.*` of one game from the `raw.*` rows of a connection."""
    make_logs(connection, game)
    run(connection, "CREATE SCHEMA IF NOT EXISTS span")
    for name, table in spans.items():
        connection.register(f"given_span_{name}", table)
        run(connection, f"CREATE OR REPLACE VIEW span.{name} AS SELECT * FROM given_span_{name}")
    run(connection, "DROP SCHEMA IF EXISTS fact CASCADE")
    run(connection, "CREATE SCHEMA fact")
    played = mechanism(game.id)
    for name, table in (played(connection) if played else {}).items():
        connection.register("given_played", table)
        run(connection, f"CREATE TABLE fact.{name} AS SELECT * FROM given_played", why=name)
        connection.unregister("given_played")
    run_script(connection, facts_script(game.id), schema="fact")


def span(connection: Connection, game: Game) -> Spans:
    """Give what a game needs to know of the whole store, from the `raw.*` rows of all of it."""
    steps = span_script(game.id)
    if not steps:
        return {}
    make_logs(connection, game)
    run(connection, "CREATE SCHEMA IF NOT EXISTS span")
    run_script(connection, steps, schema="span")
    found = {
        step.name: query(connection, f"SELECT * FROM span.{step.name}", why=step.name)
        for step in steps
    }
    run(connection, "DROP SCHEMA span CASCADE")  # a replay on this connection makes its own
    return found


def empty_replay(game: Game) -> Connection:
    """Replay a game over no rows at all: to learn its columns, and to bind rules against them."""
    connection = connect(threads=1)
    rows_of_tables(connection, {})
    no_rejects(connection)
    replay(connection, game, spans=span(connection, game))
    return connection


def no_rejects(connection: Connection) -> None:
    """Make `raw.lost` empty."""
    run(connection, f"CREATE OR REPLACE TABLE raw.lost AS {_NO_LOST}")


def grain_columns(connection: Connection, game: Game) -> dict[str, dict[str, str]]:
    """Give the facts of each grain of a game: grain → column → SQL type."""
    return {grain: columns_of(connection, f"fact.{grain}") for grain in game.grains}


def known_game(game: str) -> Game:
    """Give a game by its id; raises KeyError for one that has no folder."""
    return games()[game]


_NO_LOST = """
SELECT NULL::VARCHAR AS casino_id, NULL::DATE AS gaming_date, NULL::VARCHAR AS source_sha256,
    NULL::VARCHAR AS "table", NULL::VARCHAR AS session_id, NULL::VARCHAR AS shoe_id,
    NULL::VARCHAR AS hand_id
WHERE false
"""

__all__ = [
    "Spans",
    "empty_replay",
    "grain_columns",
    "known_game",
    "lost_records",
    "no_rejects",
    "replay",
    "rows_of_partitions",
    "rows_of_tables",
    "span",
]
