"""The counts of a batch: small tables that those of other batches are added to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.checks.catalog import checks_of, counts_script
from auditor.errors import SqlError
from auditor.scripts import run_script
from auditor.sql import query, run

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pyarrow as pa

    from auditor.games.log_model import Game
    from auditor.sql import Connection

_NAMED = re.compile(r"\bchk\.([a-z_]+)\b")


@dataclass(frozen=True, slots=True)
class Counted:
    """What one check counted in a batch of one game, or why it could not."""

    check: str
    game: str
    rows: pa.Table | None = None
    reason: str = ""


def counted(connection: Connection, game: Game) -> tuple[Counted, ...]:
    """Count for every check of a game over the `log.*` rows of a connection.

    A check whose SQL fails is told as such, and the others are counted all the same.
    """
    run(connection, "CREATE SCHEMA IF NOT EXISTS chk")
    found = tuple(
        _counted(connection, check.counts, of=(check.id, game.id)) for check in checks_of(game.id)
    )
    run(connection, "DROP SCHEMA chk CASCADE")
    return found


def _counted(connection: Connection, counts: str, *, of: tuple[str, str]) -> Counted:
    """Make what one check's counts stand on, where it is not there yet, and read them."""
    try:
        there = _made(connection)
        steps = tuple(step for step in counts_script() if step.name in needed(counts) - there)
        run_script(connection, steps, schema="chk")
        return Counted(*of, query(connection, f"SELECT * FROM chk.{counts}", why=counts))
    except SqlError as error:
        return Counted(*of, reason=str(error.context["reason"]))


def _made(connection: Connection) -> set[str]:
    """Name the tables of counts that are there."""
    listed = "SELECT table_name AS made FROM duckdb_tables() WHERE schema_name = 'chk'"
    return {str(row["made"]) for row in query(connection, listed).to_pylist()}


def needed(counts: str) -> set[str]:
    """Name a SELECT and all that it stands on."""
    known = {step.name: step.sql for step in counts_script()}
    found: set[str] = set()
    waiting: list[str] = [counts]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(_only(known, _NAMED.findall(known[name])))
    return found


def _only(known: Iterable[str], names: Iterable[str]) -> list[str]:
    """Keep the names that are of the script."""
    there = set(known)
    return [name for name in names if name in there]
