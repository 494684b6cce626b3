"""One look over a staged table: how many rows have a place, and whether a key stands twice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from auditor.ingest.place.places import OF_SESSION
from auditor.sql import name, query

if TYPE_CHECKING:
    from auditor.games.log_model import Table
    from auditor.sql import Connection


@dataclass(frozen=True, slots=True)
class Survey:
    """What stands in a staged table: rows, rows whose id has some place, and those with just one.

    `keys` counts the different keys of rows with one place, by their hashes.
    """

    rows: int
    named: int
    placed: int
    keys: int

    @property
    def lacks_places(self) -> bool:
        """Tell whether some row names what has not been found."""
        return self.named < self.rows

    @property
    def has_strays(self) -> bool:
        """Tell whether some row has no place, or several."""
        return self.placed < self.rows

    @property
    def repeats_keys(self) -> bool:
        """Tell whether a key may stand twice: there are fewer hashes than rows."""
        return self.keys < self.placed


def survey(connection: Connection, table: Table, *, stands_once: bool = False) -> Survey:
    """Look over a staged table once the ids that its rows name are in their places.

    `stands_once`: no key of it stands twice, as is known already.
    """
    if table.name == "sessions":
        rows = "FROM place.session_row AS c JOIN place.part AS p ON p.casino_id = c.casino_id"
        rows += " AND p.gaming_date IS NOT DISTINCT FROM c.gaming_date"
        hashes = _HASHES.format(one="true", keys=_hashed(("session_id",)))
        sql = _SURVEY.format(rows=rows, id="p.part", one="true", keys=hashes)
    else:
        kind = "session" if table.name in OF_SESSION else "hand"
        rows = f"FROM stage.{table.name} AS c LEFT JOIN place.{kind} AS p"
        rows += f" ON p.scope = c.scope AND p.id = c.{kind}_id"
        hashes = _HASHES.format(one="p.n = 1", keys=_hashed(table.key))
        keys = "count(*) FILTER (p.n = 1)" if stands_once else hashes
        sql = _SURVEY.format(rows=rows, id="p.id", one="p.n = 1", keys=keys)
    (row,) = query(connection, sql, why=table.name).to_pylist()
    return Survey(**row)


def _hashed(key: tuple[str, ...]) -> str:
    """Write what is hashed of a key: the engine's hash alone is one for many ids in a row."""
    return ", ".join([*(f"c.{name(column)}" for column in key), f"reverse(c.{name(key[0])})"])


_SURVEY = """
SELECT count(*) AS rows, count({id}) AS named, count(*) FILTER ({one}) AS placed,
    {keys} AS keys
{rows}
"""

_HASHES = "count(DISTINCT CASE WHEN {one} THEN hash(abs(p.part), {keys}) END)"
