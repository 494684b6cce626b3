"""Where staged rows come from and what is known beside them: sources, sets, houses, flags."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pyarrow as pa

from auditor.ingest.convert.zones import OF_JURISDICTION
from auditor.sql import literal, run

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from auditor.sql import Connection
    from auditor.store.house import House


@dataclass(frozen=True, slots=True)
class Origin:
    """One source of staged rows, by its number; what came into the store before has one below 0.

    `entry` numbers what becomes one entry of the manifest, `zone` is the mapping's, `merges` tells
    that its sessions may be named again (a game's own format says them in every file), `stood` that
    its rows had a place and are looked up again.
    """

    number: int
    entry: int
    name: str
    sha256: str
    zone: str | None
    merges: bool
    stood: bool = False


@dataclass(frozen=True, slots=True)
class Scope:
    """A set of inputs whose ids are looked up together first, and the folder that it is in.

    `casino_id` and `gaming_date` are what was given with it: what it does not hold itself is of no
    other casino or night. `came_before`: it was ingested earlier, and waits.
    """

    number: int
    folder: int
    casino_id: str | None = None
    gaming_date: date | None = None
    came_before: bool = False


@dataclass(frozen=True, slots=True)
class Given:
    """What flags say of all that is ingested, where a log does not say it."""

    casino_id: str | None = None
    table_id: str | None = None
    gaming_date: date | None = None
    currency: str | None = None

    @property
    def columns(self) -> frozenset[str]:
        """Give the names of the columns that are given."""
        names = ("casino_id", "table_id", "gaming_date", "currency")
        return frozenset(name for name in names if getattr(self, name) is not None)


def tell_origins(
    connection: Connection,
    origins: Iterable[Origin],
    *,
    scopes: Iterable[Scope],
    houses: Iterable[House],
) -> None:
    """Make `stage.origin`, `stage.scope` and `stage.house` of what is known beside the rows."""
    rows = [
        {
            "source": one.number,
            "entry": one.entry,
            "name": one.name,
            "sha256": one.sha256,
            "zone": one.zone,
            "merges": one.merges,
            "stood": one.stood,
        }
        for one in origins
    ]
    _table(connection, "origin", rows=pa.Table.from_pylist(rows, schema=_ORIGIN))
    places = [
        {
            "scope": one.number,
            "folder": one.folder,
            "casino_id": one.casino_id,
            "gaming_date": one.gaming_date,
            "came_before": one.came_before,
        }
        for one in scopes
    ]
    _table(connection, "scope", rows=pa.Table.from_pylist(places, schema=_SCOPE))
    known = [
        {
            "casino_id": one.casino_id,
            "zone": one.zone or OF_JURISDICTION.get(one.jurisdiction or ""),
            "currency": one.currency,
        }
        for one in houses
    ]
    _table(connection, "house", rows=pa.Table.from_pylist(known, schema=_HOUSE))


def flag(value: object, kind: str) -> str:
    """Give what a flag says as SQL of a type; NULL where it is not given."""
    return f"CAST({'NULL' if value is None else literal(str(value))} AS {kind})"


def _table(connection: Connection, name: str, *, rows: pa.Table) -> None:
    """Make a staged table of Arrow rows."""
    connection.register("given", rows)
    run(connection, f"CREATE OR REPLACE TABLE stage.{name} AS SELECT * FROM given", why=name)
    connection.unregister("given")


_ORIGIN = pa.schema(
    [
        ("source", pa.int32()),
        ("entry", pa.int32()),
        ("name", pa.string()),
        ("sha256", pa.string()),
        ("zone", pa.string()),
        ("merges", pa.bool_()),
        ("stood", pa.bool_()),
    ]
)
_SCOPE = pa.schema(
    [
        ("scope", pa.int32()),
        ("folder", pa.int32()),
        ("casino_id", pa.string()),
        ("gaming_date", pa.date32()),
        ("came_before", pa.bool_()),
    ]
)
_HOUSE = pa.schema([("casino_id", pa.string()), ("zone", pa.string()), ("currency", pa.string())])
