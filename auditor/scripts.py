"""SQL files as lists of named SELECTs: what happened, what was due, what spans the store."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.errors import SqlError
from auditor.sql import run

if TYPE_CHECKING:
    from auditor.sql import Connection

_HEADER = re.compile(r"^-- (table|view): ([a-z][a-z0-9_]*)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Step:
    """One named SELECT of a script: its name, whether it is materialised, and its first line."""

    name: str
    materialised: bool
    sql: str
    line: int


def read_script(text: str) -> tuple[Step, ...]:
    """Split a script at its `-- table: name` and `-- view: name` lines."""
    heads = list(_HEADER.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)][: len(heads)]
    return tuple(
        Step(
            name=head[2],
            materialised=head[1] == "table",
            sql=text[head.end() : end].strip().rstrip(";"),
            line=text.count("\n", 0, head.start()) + 1,
        )
        for head, end in zip(heads, ends, strict=True)
    )


def run_script(connection: Connection, steps: tuple[Step, ...], *, schema: str) -> None:
    """Make each step's table or view in a schema; raises SqlError naming the step that failed."""
    for step in steps:
        kind = "TABLE" if step.materialised else "VIEW"
        made = f"CREATE OR REPLACE {kind} {schema}.{step.name} AS\n{step.sql}"
        run(connection, made, why=f"{schema}.{step.name}")


def columns_of(connection: Connection, relation: str) -> dict[str, str]:
    """Give the columns of a table or view, name → SQL type; raises SqlError where it has none."""
    rows = connection.execute(f"DESCRIBE {relation}").fetchall()
    if not rows:
        raise SqlError("sql.failed", why=relation, reason="no columns")
    return {str(row[0]): str(row[1]) for row in rows}
