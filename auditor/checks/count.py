"""The counts of a batch: small tables that those of other batches are added to."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pyarrow as pa

from auditor.checks.catalog import catalog, checks_of, counts_script
from auditor.errors import ResourceError, SqlError
from auditor.scripts import run_script
from auditor.sql import query, run

if TYPE_CHECKING:
    from collections.abc import Iterable

    from auditor.games.log_model import Game
    from auditor.sql import Connection

APART = {"copies", "tail"}
ADDED = {"n", "whole", "faults", "seen", "spread", "observed", "expected", "variance"}
_NAMED = re.compile(r"\bchk\.([a-z_]+)\b")


@dataclass(frozen=True, slots=True)
class Counted:
    """What one check counted in a batch of one game, or why it could not."""

    check: str
    game: str
    rows: pa.Table | None = None
    reason: str = ""


def merged(counts: Iterable[Counted]) -> tuple[Counted, ...]:
    """Add the counts of several batches up where they may be, so that they do not grow with them.

    What is of one shoe or night stays a row of its own.
    """
    of: dict[tuple[str, str], list[Counted]] = {}
    for each in counts:
        of.setdefault((each.check, each.game), []).append(each)
    return tuple(one for alike in of.values() for one in _added(alike))


def _added(alike: list[Counted]) -> list[Counted]:
    """Add up the counts of one check of one game; those of a kind that is not added stay."""
    kind = next(check.kind for check in catalog().check if check.id == alike[0].check)
    rows = [each.rows for each in alike if each.rows is not None]
    if kind in APART or len(rows) < len(alike) or len(rows) < 2:  # noqa: PLR2004  # one is added up
        return alike
    whole = pa.concat_tables(rows, promote_options="permissive")
    keys = [name for name in whole.column_names if name not in {*ADDED, "place"}]
    sums = [(name, "sum") for name in whole.column_names if name in ADDED]
    least = [("place", "min")] if "place" in whole.column_names else []
    added = whole.group_by(keys, use_threads=False).aggregate([*sums, *least])
    plain = {name: name.removesuffix("_sum").removesuffix("_min") for name in added.column_names}
    return [replace(alike[0], rows=added.rename_columns(plain))]


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
    except ResourceError:
        raise
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
