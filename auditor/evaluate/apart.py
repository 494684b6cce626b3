"""The rows that findings and readings are about, set apart: few, and asked for many times."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from auditor.evaluate.bind import IDENTITY
from auditor.sql import name, run

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from auditor.evaluate.bind import BoundRule
    from auditor.sql import Connection

_SCOPE = ("scope_casino", "scope_earliest", "scope_latest", "in_force")
_FEWEST = 2


@contextmanager
def set_apart(
    connection: Connection, rows: str, *, wanted: Sequence[tuple[BoundRule, str]]
) -> Iterator[str]:
    """Give SQL for the rows that meet any of the tests, with the columns that their rules name.

    The rows are read once and kept in `norm.apart` where more than one test asks for them.
    """
    if len(wanted) < _FEWEST:
        yield rows
        return
    columns = sorted({*IDENTITY, *_SCOPE}.union(*(rule.columns for rule, _ in wanted)))
    listed = ", ".join(name(each) for each in columns)
    tests = " OR ".join(f"({test})" for _, test in wanted)
    run(
        connection,
        f"CREATE OR REPLACE TABLE norm.apart AS SELECT {listed} FROM ({rows}) WHERE {tests}",
        why="rows set apart",
    )
    try:
        yield "SELECT * FROM norm.apart"
    finally:
        run(connection, "DROP TABLE norm.apart")
