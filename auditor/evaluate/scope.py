"""Which sessions a norm governs, on which days, with which numbers of the law and of the house."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pyarrow as pa

from auditor.evaluate.bind import PARAMETER_SQL
from auditor.sql import literal, name, run

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from auditor.rulebook.model import Norm, Parameter
    from auditor.sql import Connection

HOUSE_COLUMNS: Mapping[str, tuple[str, str]] = {
    "chip_min": ("chip_min", "DECIMAL(18,4)"),
    "burn_cards": ("burn.cards", "BIGINT"),
    "cut_from_middle": ("tolerance.cut_from_middle", "BIGINT"),
    "rounding_unit": ("rounding.unit", "DECIMAL(18,4)"),
    "rounding_direction": ("rounding.direction", "VARCHAR"),
}


@dataclass(frozen=True, slots=True)
class Declared:
    """What one house declares from a day on: a key of its file and its value as text."""

    casino_id: str
    key: str
    first: date | None
    value: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """The reading that an authority adopted, and the day from which it applies (None: always)."""

    reading: str
    since: date | None = None


@dataclass(frozen=True, slots=True)
class Governed:
    """The casinos whose tables one norm governs, and the readings adopted there, rule by rule."""

    casinos: frozenset[str]
    adopted: Mapping[str, Mapping[str, Chosen]] = field(default_factory=dict)


def make_scope(connection: Connection, norm: Norm, *, governed: Governed) -> None:
    """Make `norm.scope`: the sessions governed, and whether the norm was in force (or unknown)."""
    run(connection, "CREATE SCHEMA IF NOT EXISTS norm")
    casinos = pa.table({"casino_id": pa.array(sorted(governed.casinos), pa.string())})
    connection.register("given_casinos", casinos)
    span = norm.identity.in_force
    in_force = in_force_sql(span.first, span.last)
    run(
        connection,
        "CREATE OR REPLACE TABLE norm.scope AS SELECT session_key, casino_id AS scope_casino, "
        f"date_earliest AS scope_earliest, date_latest AS scope_latest, "
        f"{in_force} AS in_force FROM log.sessions "
        "WHERE casino_id IN (SELECT casino_id FROM given_casinos)",
        why=f"{norm.id}: scope",
    )


def in_force_sql(first: date | None, last: date | None, *, dates: str = "date") -> str:
    """Write whether a span of days holds a session's date; NULL where its date does not decide.

    The date lies between the columns `<dates>_earliest` and `<dates>_latest`.
    """
    after = f"({dates}_earliest >= {day_sql(first)})" if first else "true"
    before = f"({dates}_latest <= {day_sql(last)})" if last else "true"
    not_yet = f"{dates}_latest < {day_sql(first)}" if first else "false"
    no_more = f"{dates}_earliest > {day_sql(last)}" if last else "false"
    return f"CASE WHEN {not_yet} OR {no_more} THEN false WHEN {after} AND {before} THEN true END"


def make_parameters(connection: Connection, norm: Norm) -> None:
    """Make `norm.parameters`: for each session, every number of the law as it stood that day."""
    columns = "".join(
        f", {_dated(parameter)} AS {name(parameter.id)}" for parameter in norm.parameters
    )
    run(
        connection,
        f"CREATE OR REPLACE TABLE norm.parameters AS SELECT session_key{columns} FROM log.sessions",
        why=f"{norm.id}: parameters",
    )


def _dated(parameter: Parameter) -> str:
    """Write a parameter's value on a session's day: the last that began, if every date agrees."""
    kind = PARAMETER_SQL[parameter.type]
    if not parameter.values:  # none was known on the day of which the rulebook is asked
        return f"NULL::{kind}"
    newest = sorted(parameter.values, key=lambda each: str(each.first or ""), reverse=True)
    parts = []
    for each in newest:
        value = f"{literal(each.value)}::{kind}"
        if each.first is None:
            parts.append(f"WHEN true THEN {value}")
        else:
            day = day_sql(each.first)
            parts.append(f"WHEN date_earliest >= {day} THEN {value}")
            parts.append(f"WHEN date_earliest IS NULL OR date_latest >= {day} THEN NULL")
    return f"CASE {' '.join(parts)} END"


def make_house(connection: Connection, declared: tuple[Declared, ...]) -> None:
    """Make `norm.house`: for each session, what its house had declared that day, else NULL."""
    run(connection, "CREATE SCHEMA IF NOT EXISTS norm")
    rows = pa.table(
        {
            "casino_id": pa.array([each.casino_id for each in declared], pa.string()),
            "item": pa.array([each.key for each in declared], pa.string()),
            "first": pa.array([each.first for each in declared], pa.date32()),
            "value": pa.array([each.value for each in declared], pa.string()),
        }
    )
    connection.register("given_declared", rows)
    columns = "".join(
        f", max_by(d.value, coalesce(d.first, DATE '0001-01-01'))"
        f" FILTER (d.item = {literal(key)})::{kind} AS {column}"
        for column, (key, kind) in HOUSE_COLUMNS.items()
    )
    run(
        connection,
        f"CREATE OR REPLACE TABLE norm.house AS SELECT s.session_key{columns} "
        "FROM log.sessions AS s LEFT JOIN given_declared AS d ON d.casino_id = s.casino_id "
        "AND (d.first IS NULL OR s.date_earliest >= d.first) GROUP BY s.session_key",
        why="house",
    )


def day_sql(day: date) -> str:
    """Write a day as SQL."""
    return f"DATE {literal(day.isoformat())}"
