"""One night of Bling Bling as a casino's own rows, with some cells as a test wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.ingest.rows import canonical_tables

if TYPE_CHECKING:
    from auditor.ingest.mapping.model import Mapping
    from auditor.ingest.rows import CanonicalTables

Row = dict[str, str | None]
SESSION: Row = {
    "session_id": "s1",
    "casino_id": "LIM-02",
    "table_id": "BB-1",
    "game": "bling_bling",
    "gaming_date": "2003-07-11",
    "currency": "PEN",
}
HAND: Row = {"hand_id": "h1", "session_id": "s1", "hand_no": "1"}
BET: Row = {"hand_id": "h1", "kind": "fila", "stake": "10"}
CARD: Row = {"hand_id": "h1", "to": "punto", "card": "9H"}


def a_night(mapping: Mapping | None = None, **tables: list[Row]) -> CanonicalTables:
    """Convert a night of one session and hand with some rows of other tables."""
    night: dict[str, list[Row]] = {"sessions": [{**SESSION}], "hands": [{**HAND}]}
    return canonical_tables({**night, **tables}, mapping=mapping)


def bets_of(
    column: str, cells: list[str | None], mapping: Mapping | None = None
) -> CanonicalTables:
    """Convert bets that differ in one column; bet N has id bN, from 0."""
    rows = [{**BET, "bet_id": f"b{n}", column: cell} for n, cell in enumerate(cells)]
    return a_night(mapping, bets=rows)


def blamed(done: CanonicalTables) -> list[tuple[int, str]]:
    """Give the record and column of each reject."""
    return [(row["record"], row["column"]) for row in done.rejects.to_pylist()]
