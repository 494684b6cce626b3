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
# The tables without which a game is not played; of bridge hands are told by their boards.
_ESSENTIAL = ("hands", "bets", "rolls")
_BY_BOARDS = "boards"
_NO_REJECT = (
    "SELECT child, false AS names_hand, NULL::BIGINT AS hand_key, NULL::BIGINT AS shoe_key, "
    "session_key FROM log.bare"
)


def make_logs(connection: Connection, game: Game) -> None:
    """Make `log.<table>` for every table, with the rows of one game of the batch.

    Rows are numbered by `<row>_key`; `<table>_complete` tells whether the session has that table,
    and no record of it was lost in that scope, `records_<family>` whether it keeps that family
    of events, and has any event.
    """
    run(connection, "DROP SCHEMA IF EXISTS log CASCADE")
    run(connection, "CREATE SCHEMA log")
    rejects = bool(value(connection, "SELECT count(*) FROM raw.lost"))
    steps = _script()
    at = next(n for n, step in enumerate(steps) if step.name == "lost")
    first = tuple(_step(step, game, rejects=rejects) for step in steps[:at])
    run_script(connection, first, schema="log")
    lost = rejects or bool(value(connection, "SELECT count(*) FROM log.bare"))
    rest = tuple(_step(step, game, rejects=rejects, lost=lost) for step in steps[at:])
    run_script(connection, rest, schema="log")


@cache
def _script() -> tuple[Step, ...]:
    """Read `logs.sql`."""
    return read_script(files(__package__).joinpath("logs.sql").read_text("utf-8"))


def _step(step: Step, game: Game, *, rejects: bool, lost: bool = True) -> Step:
    """Fill in one step of the script; where nothing was lost, nothing is looked for."""
    if step.name == "lost" and not rejects:
        return replace(step, sql=_NO_REJECT)
    if step.name in _ROWS and not lost:
        whole = ", ".join(f"true AS {child}_complete" for child in _SCOPES[step.name])
        every = f"SELECT *, {whole} FROM log.{_ROWS[step.name]}"
        return replace(step, sql=every, materialised=False)
    columns = {table: _columns(table) for table in tables()}
    complete = {f"{scope}_complete": _complete(children) for scope, children in _SCOPES.items()}
    essential = ", ".join(f"({literal(table)})" for table in _essential(game))
    named = {"game": literal(game.id), "families": _family_tests(), "essential": essential}
    return replace(step, sql=step.sql.format(**named, **columns, **complete))


def _essential(game: Game) -> tuple[str, ...]:
    """Give the tables without which a game is not played."""
    own = tuple(table for table in _ESSENTIAL if table in game.tables)
    return (_BY_BOARDS,) if _BY_BOARDS in game.tables else own


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
    """Write, for each family, whether a session names it, and has any event, or has one of it."""
    return ", ".join(
        f"coalesce(bool_or({_family_test(family, types)}), false) AS records_{family}"
        for family, types in event_families().items()
    )


def _family_test(family: str, types: tuple[str, ...]) -> str:
    """Write one family's test; a player's `show` is a showdown, not a step of the deck."""
    listed = (
        f"(e.type IS NOT NULL AND list_contains(string_split(s.recorded, ' '), {literal(family)}))"
    )
    seen = f"e.type IN ({sql_list(types)[1:-1]})"
    if family == "deck":
        seen = f"({seen} AND NOT (e.type = 'show' AND e.by_player))"
    if family == "poker":
        seen = f"({seen} OR (e.type = 'show' AND e.by_player))"
    return f"({listed} OR {seen})"
