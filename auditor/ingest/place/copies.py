"""Rejects that are exact copies: the record that stands first says all that they say.

Nothing is lost with them, so no hand is taken out for one. Under a number in order (a card's, an
event's) the same file may have written another thing equal to the first, its number mistaken: there
only what another source says again is a copy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from auditor.games.log_model import Kind, tables
from auditor.ingest.place.kept import kept_rows, touched
from auditor.ingest.place.placed import PARTITION_COLUMNS, twin_rows
from auditor.sql import literal, name, query, run
from auditor.texts import say

if TYPE_CHECKING:
    from auditor.games.log_model import Table
    from auditor.ingest.place.placed import Placing
    from auditor.ingest.place.places import Kept
    from auditor.sql import Connection


def tell_copies(connection: Connection, placing: Placing, *, kept: Kept = ()) -> None:
    """Tell in `place.reject` which rejects are exact copies, and of which source (its SHA-256)."""
    found = query(connection, 'SELECT DISTINCT "table" FROM place.twin ORDER BY ALL', why="twins")
    there = touched(connection, kept) if found.num_rows else ()
    for table in (tables()[one] for one in found["table"].to_pylist()):
        rows = twin_rows(table.name, placing)
        run(connection, f"CREATE OR REPLACE TEMP TABLE twins AS {rows}", why=table.name)
        own = (*_columns(table), "source_name", "source_sha256")
        stored = kept_rows(table.name, there, columns=own)
        copies = _OF_STAGE.format(same=_same(table, _columns(table)), numbered=_is_numbered(table))
        if stored is not None:
            same = _same(table, (*PARTITION_COLUMNS, *_columns(table)))
            copies += _OF_STORE.format(stored=stored, same=same)
        reasons = {f"reason_{lang}": _reason(lang) for lang in ("es", "en")}
        run(connection, _TELL.format(copies=copies, **reasons), why=table.name)


def _columns(table: Table) -> tuple[str, ...]:
    """Give the columns that two records have to say alike, but for those of the partition."""
    return tuple(column for column in table.names if column not in PARTITION_COLUMNS)


def _is_numbered(table: Table) -> str:
    """Tell, as SQL, whether a table's rows are told apart by a number in order, not by an id."""
    kinds = {table.column(column).kind for column in table.key}
    return "true" if Kind.INTEGER in kinds else "false"


def _same(table: Table, columns: tuple[str, ...]) -> str:
    """Give the SQL of two records saying the same in some columns, the key's first."""
    ordered = (*table.key, *(column for column in columns if column not in table.key))
    pairs = ((f"x.{name(one)}", f"y.{name(one)}") for one in ordered)
    return " AND ".join(f"{x} IS NOT DISTINCT FROM {y}" for x, y in pairs)


def _reason(lang: str) -> str:
    """Give the SQL of why an exact copy is rejected."""
    words = literal(say("storing.exact_copy", lang=lang, source="{s}"))
    return f"replace({words}, '{{s}}', c.first_name)"


_OF_STAGE = """
SELECT x.source, x."table", x.record, x.key, o.sha256, o.name AS first_name
FROM twins AS x JOIN twins AS y ON y.line = x.first_line
JOIN stage.origin AS o ON o.source = y.source
WHERE (y.source <> x.source OR NOT {numbered}) AND {same}
"""

_OF_STORE = """
UNION ALL
SELECT x.source, x."table", x.record, x.key, y.source_sha256, y.source_name
FROM twins AS x JOIN ({stored}) AS y ON {same}
"""

_TELL = """
UPDATE place.reject AS r
SET copy_of = c.sha256, reason_es = {reason_es}, reason_en = {reason_en}
FROM ({copies}) AS c
WHERE r.source = c.source AND r."table" = c."table" AND r.record = c.record AND r.key = c.key
"""
