"""The log of one game in a batch as `log.<table>`: keyed by integers, with what is complete."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from auditor.games.log_model import SOURCE_COLUMNS, event_families, tables
from auditor.scripts import read_script, run_script
from auditor.sql import literal, run, sql_list, value

if TYPE_CHECKING:
    from auditor.games.log_model import Game
    from auditor.scripts import Step
    from auditor.sql import Connection

RENAMED = {"at": "happened_at", "to": "dealt_to"}
_KEYED = frozenset({"session_id", "hand_id", "shoe_id"})
_OWN_KEYS = {
    "sessions": frozenset({"casino_id", "gaming_date", "session_id"}),
    "shoes": frozenset({"session_id"}),
    "hands": frozenset({"session_id", "shoe_id"}),
}
_SCOPES = {
    "sessions": ("hands", "shoes", "cards", "bets", "rolls", "events", "boards"),
    "shoes": ("hands", "cards", "events"),
    "hands": ("cards", "bets", "rolls", "events"),
}
_ROWS = {"shoes": "shoe_rows", "hands": "hand_rows"}
_NONE_LOST = (
    "SELECT NULL::VARCHAR AS child, NULL::BOOLEAN AS names_hand, NULL::BIGINT AS hand_key, "
    "NULL::BIGINT AS shoe_key, "
    "NULL::BIGINT AS session_key WHERE false"
)


def make_logs(connection: Connection, game: Game) -> None:
    """Make `log.<table>` for every table, with the rows of one game of the batch.

    Rows are numbered by `<row>_key`; `<table>_complete` tells whether no record of that table was
    lost in that scope, `records_<family>` whether the session keeps that family of events.
    """
    run(connection, "CREATE SCHEMA IF NOT EXISTS log")
    lost = bool(value(connection, "SELECT count(*) FROM raw.lost"))
    steps = tuple(_step(step, game, lost=lost) for step in _script())
    run_script(connection, steps, schema="log")


@cache
def _script() -> tuple[Step, ...]:
    """Read `logs.sql`."""
    return read_script(files(__package__).joinpath("logs.sql").read_text("utf-8"))


def _step(step: Step, game: Game, *, lost: bool) -> Step:
    """Fill in one step of the script; where nothing was lost, nothing is looked for."""
    if step.name == "lost" and not lost:
        return replace(step, sql=_NONE_LOST)
    if step.name in _ROWS and not lost:
        whole = ", ".join(f"true AS {child}_complete" for child in _SCOPES[step.name])
        every = f"SELECT *, {whole} FROM log.{_ROWS[step.name]}"
        return replace(step, sql=every, materialised=False)
    columns = {table: _columns(table) for table in tables()}
    complete = {f"{scope}_complete": _complete(children) for scope, children in _SCOPES.items()}
    filled = step.sql.format(game=literal(game.id), families=_family_tests(), **columns, **complete)
    return replace(step, sql=filled)


def _columns(table: str) -> str:
    """Write a table's columns for a SELECT, renamed where a name is SQL's, prefixed by `r`."""
    names = [name for name in tables()[table].names if name not in _OWN_KEYS.get(table, _KEYED)]
    kept = [
        f'r."{name}" AS {RENAMED[name]}' if name in RENAMED else f'r."{name}"' for name in names
    ]
    return ", ".join([*kept, *(f"r.{name}" for name in SOURCE_COLUMNS)])


def _complete(children: tuple[str, ...]) -> str:
    """Write, for each table, whether no record of it was lost in a scope."""
    return ", ".join(
        f"NOT coalesce(list_contains(x.lost, {literal(child)}), false) AS {child}_complete"
        for child in children
    )


def _family_tests() -> str:
    """Write, for each family, whether a session names it or has an event of it."""
    return ", ".join(
        f"coalesce(bool_or({_family_test(family, types)}), false) AS records_{family}"
        for family, types in event_families().items()
    )


def _family_test(family: str, types: tuple[str, ...]) -> str:
    """Write one family's test; a player's `show` is a showdown, not a step of the deck."""
    listed = f"list_contains(string_split(s.recorded, ' '), {literal(family)})"
    seen = f"e.type IN ({sql_list(types)[1:-1]})"
    if family == "deck":
        seen = f"({seen} AND NOT (e.type = 'show' AND e.by_player))"
    if family == "poker":
        seen = f"({seen} OR (e.type = 'show' AND e.by_player))"
    return f"({listed} OR {seen})"
